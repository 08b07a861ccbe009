"""What is a session handed? The standing context, what a prompt adds, what got past a failure before."""

from typing import TYPE_CHECKING, Final, NamedTuple

from phantasm.contracts.agent_event import AgentEvent
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.hooks.asking import asked, request

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

MOST_PROMPT_CHARACTERS: Final = 10_000
"""How much of a prompt is asked with, in characters: as much as `compile` takes."""
MOST_GIVEN: Final = 5_000
"""Of how many items `compile` is told that the session has them: as many as it takes."""
MOST_OUTPUT_CHARACTERS: Final = 40_000
"""How much of an output is looked at, in characters: the telling words stand at its beginning and its end."""
MOST_COMMAND_CHARACTERS: Final = 20_000
"""The longest command that `recall` takes, in characters."""
_MOST_RECALLED: Final = 3
"""How many ways past a failure are looked at; more is noise to somebody who is at work."""


class Said(NamedTuple):
    """What is said to an agent and to the person."""

    context: str = ""
    notice: str = ""
    """One line for the person; empty where nothing is wrong."""
    items: tuple[str, ...] = ()
    """Ids of what is in the context."""
    prints: tuple[str, ...] = ()
    """By what the context is known again."""
    standing: bool = False
    """Whether the model now sees what holds for every task."""


NOTHING: Final = Said()


class Standing(NamedTuple):
    """A standing context, and the snapshot of which it is made."""

    said: Said
    seq: int
    files: tuple[str, ...] = ()
    """What else it depends on: the files of the working tree that were looked at."""


def standing(runtime: "Runtime", client: str, *, session: str = "") -> Standing:
    """Compile what holds for every task."""
    data = asked(request(runtime, client, "compile", {"size": "hook"}, session=session))
    manifest = _object(data.get("manifest"))
    seq = manifest.get("seq")
    items = _items(manifest)
    text = str(data.get("text") or "") if items else ""
    files = _object(manifest.get("workspace")).get("files")
    return Standing(
        _said(text, items),
        seq if isinstance(seq, int) else -1,
        tuple(map(str, files)) if isinstance(files, list) else (),
    )


def delta(runtime: "Runtime", event: AgentEvent, given: list[str]) -> Said:
    """Compile what a prompt asks for and the session was not handed before."""
    query = event.text[:MOST_PROMPT_CHARACTERS].strip()
    if not query:
        return NOTHING
    tokens = runtime.environment.config.settings.hooks.prompt_tokens
    params: JsonObject = {
        "size": "hook",
        "query": query,
        "token_budget": tokens,
        "given": given[-MOST_GIVEN:],
    }
    try:
        data = asked(request(runtime, event.client, "compile", params, session=event.session))
    except PhantasmError as problem:
        if problem.code is not Code.BUDGET_TOO_SMALL:
            raise
        return NOTHING
    items = _items(_object(data.get("manifest")))
    if data.get("match") == "no_match" or not set(items) - set(given):
        return NOTHING
    return _said(str(data.get("text") or ""), items)


def past_failure(runtime: "Runtime", event: AgentEvent, given: list[str]) -> Said:
    """Recall what got past such a failure before; nothing where the session was told so already."""
    half = MOST_OUTPUT_CHARACTERS // 2
    output = event.output if len(event.output) <= 2 * half else event.output[:half] + event.output[-half:]
    if not output.strip():
        return NOTHING
    params: JsonObject = {"output": output, "limit": _MOST_RECALLED}
    if event.command:
        params["command"] = event.command[:MOST_COMMAND_CHARACTERS]
    data = asked(request(runtime, event.client, "recall", params, session=event.session))
    if not data.get("episodes") and not data.get("procedures"):
        return NOTHING
    from phantasm.runtime.hooks.recalled import written  # noqa: PLC0415  most failures are new

    found = written(data, set(given), runtime.environment.database.salt())
    return _said(found.text, found.items)


def _said(text: str, items: tuple[str, ...]) -> Said:
    if not text:
        return NOTHING
    from phantasm.context.echoes import fingerprints  # noqa: PLC0415  most prompts match nothing

    return Said(text, "", items, fingerprints(text))


def _items(manifest: JsonObject) -> tuple[str, ...]:
    """Return the ids of everything that a context says, in its order."""
    found: dict[str, None] = {}
    lines = manifest.get("lines")
    for line in lines if isinstance(lines, list) else []:
        also = line.get("also")
        for name in (line.get("id"), *(also if isinstance(also, list) else [])):
            if isinstance(name, str):
                found[name] = None
    return tuple(found)


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}
