"""Which operation does a tool call mean? A name and arguments in, an operation and its parameters out."""

from dataclasses import dataclass

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.surfaces.mcp.tools import ACTIONS, DECISIONS

# Claude Code cuts a result above 25,000 tokens, and the context stands in it twice: once to be read and once
# as data. `call` hands over more to whoever may take it.
DEFAULT_CONTEXT_TOKENS = 8_000
MOST_CONTEXT_TOKENS = 10_000
_KEY = "idempotency_key"
_SIMPLE = {"search": "search", "remember": "ingest", "report": "report_outcome"}


@dataclass(frozen=True, slots=True)
class Meant:
    """One operation with its parameters, and the key that the agent gave, if any."""

    operation: str
    params: JsonObject
    key: str | None = None


def meant(tool: str, arguments: JsonObject, *, session: str | None = None) -> Meant:
    """Return what a call of a tool asks for; `session` is the client's own where it names one."""
    rest = {name: value for name, value in arguments.items() if name != _KEY and value is not None}
    operation, params = _read(tool, rest, session)
    return Meant(operation, params, _text(arguments, _KEY))


def _read(tool: str, rest: JsonObject, session: str | None) -> tuple[str, JsonObject]:
    match tool:
        case "compile":
            asked = rest.get("token_budget", DEFAULT_CONTEXT_TOKENS)
            budget = min(asked, MOST_CONTEXT_TOKENS) if isinstance(asked, int) else asked
            return "compile", rest | {"token_budget": budget}
        case "correct":
            return _correction(rest)
        case "review":
            return _review(rest)
        case "session":
            action = rest.pop("action", None)
            if action not in ("start", "append", "end"):  # anything may be given, also a list
                raise _wrong("action", "start, append or end")
            named = rest if "session_id" in rest or session is None else rest | {"session_id": session}
            return f"session_{action}", named
        case "call":
            params = rest.get("params", {})
            if not isinstance(params, dict):
                raise _wrong("params", "an object")
            return _text(rest, "operation") or "describe", params
        case _:
            return _SIMPLE[tool], rest


def _correction(rest: JsonObject) -> tuple[str, JsonObject]:
    action, name = rest.pop("action", None), rest.pop("id", None)
    if not isinstance(action, str) or action not in ACTIONS:
        raise _wrong("action", "one of: " + ", ".join(ACTIONS))
    if not isinstance(name, str):
        raise _wrong("id", "a handle or an id")
    if action == "revise":
        return "revise", rest | {"id": name}
    return "set_state", rest | {"ids": [name], "action": ACTIONS[action]}


def _review(rest: JsonObject) -> tuple[str, JsonObject]:
    action = rest.get("action", "list")
    if action == "list":
        return "review_queue", {name: value for name, value in rest.items() if name != "action"}
    if action not in DECISIONS:
        raise _wrong("action", "one of: " + ", ".join(("list", *DECISIONS)))
    return "review", rest


def _wrong(field: str, expected: str) -> PhantasmError:
    return PhantasmError(Code.INVALID_PARAMS, f"{field} is missing or wrong", field=field, expected=expected)


def _text(values: JsonObject, name: str) -> str | None:
    value = values.get(name)
    return value if isinstance(value, str) and value else None
