"""What a hook says is valid for its client: every event of every client, whatever there is to say."""

import json
from pathlib import Path
from typing import Any, get_type_hints

import jsonschema
import pytest

from phantasm.surfaces.hooks.clients import CLIENTS as ADAPTERS
from phantasm.surfaces.hooks.clients import Client

FIXTURES = Path(__file__).parents[1] / "fixtures" / "hooks"
SCHEMAS = FIXTURES / "schemas"
CLIENTS = ("claude_code", "codex", "copilot", "cursor", "gemini", "opencode")
EVENTS = [path for client in CLIENTS for path in sorted((FIXTURES / client).glob("*.json"))]

CONTEXT = "Decided on 3 November: totals include the last row [rec-1]."
NOTICE = "Phantasm: 3 events are waiting; run `phantasm doctor`."
LONG = "注文の合計 🧾 is <counted> by rows & columns\n" * 2_000
BROKEN = 'half a character \ud83d, a quote " and a nul \x00'
SAID = [("", ""), (CONTEXT, ""), ("", NOTICE), (CONTEXT, NOTICE), (LONG, NOTICE), (BROKEN, BROKEN)]

# Whatever decides for the agent or for the person, in the words of any client: memory never does.
DECIDING = {"continue", "decision", "permission", "permissionDecision", "stopReason", "followup_message"}
REPLACING = {"updatedInput", "updatedToolOutput", "updatedMCPToolOutput", "modifiedResult", "clearContext"}


def _adapter(path: Path) -> Client:
    return ADAPTERS[path.parent.name]


def _event(path: Path) -> Any:
    return _adapter(path).read(path.stem.partition("__")[0], json.loads(path.read_text(encoding="utf-8")))


def _identify(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", EVENTS, ids=_identify)
def test_every_answer_is_valid_for_its_client(path: Path) -> None:
    accepted = json.loads((SCHEMAS / f"{path.parent.name}.json").read_text(encoding="utf-8"))
    event = _event(path)
    for context, notice in SAID:
        answer = _adapter(path).write(event, context, notice)
        assert answer.isascii()
        if not answer:
            assert accepted["silence"], "the client takes an empty output for a failure"
            continue
        said = json.loads(answer)
        schema = accepted["events"].get(event.name, {"type": "object", "maxProperties": 0})
        jsonschema.validate(said, schema)
        keys = said.keys() | said.get("hookSpecificOutput", {}).keys()
        assert not keys & (DECIDING | REPLACING)
        _assert_fits(path.parent.name, said)


def _assert_fits(client: str, said: dict[str, Any]) -> None:
    inside = said.get("hookSpecificOutput", said)
    names = ("additionalContext", "additional_context", "context")
    context = next((inside[name] for name in names if name in inside), "")
    counted = "utf-8" if client in {"codex", "copilot"} else "utf-16-le"
    size = len(context.encode(counted)) // (1 if counted == "utf-8" else 2)
    assert size <= 10_000, "the client would drop it, or put it into a file"


@pytest.mark.parametrize("path", EVENTS, ids=_identify)
def test_what_there_is_to_say_arrives(path: Path) -> None:
    accepted = json.loads((SCHEMAS / f"{path.parent.name}.json").read_text(encoding="utf-8"))
    event = _event(path)
    takes = json.dumps(accepted["events"].get(event.name, {}))
    answer = _adapter(path).write(event, CONTEXT, NOTICE)
    if event.kind in {"session_start", "prompt", "tool_use"} and '"additional' in takes:
        assert CONTEXT in answer
        assert NOTICE in answer


@pytest.mark.parametrize("client", CLIENTS)
def test_what_install_registers_is_known(client: str) -> None:
    adapter = ADAPTERS[client]
    names = [name for name, _, _ in adapter.events]
    assert len(set(names)) == len(names)
    for name, matcher, limit in adapter.events:
        event = adapter.read(name, {})
        assert event.kind != "other", name
        assert event.name == name
        assert isinstance(matcher, str)
        assert limit > 0
        assert list((FIXTURES / client).glob(f"{name.replace('.', '-')}*.json")), f"no example of {name}"


def test_codex_events_say_what_codex_always_says() -> None:
    required = json.loads((SCHEMAS / "codex_inputs.json").read_text(encoding="utf-8"))["events"]
    for path in sorted((FIXTURES / "codex").glob("*.json")):
        event, _, variant = path.stem.partition("__")
        if variant not in {"missing_fields", "wrong_types"}:
            told = json.loads(path.read_text(encoding="utf-8"))
            assert set(required.get(event, ())) <= told.keys(), path.stem


def test_claude_code_says_and_takes_what_its_types_say() -> None:
    sdk = pytest.importorskip("claude_agent_sdk.types")
    for path in sorted((FIXTURES / "claude_code").glob("*.json")):
        event, _, variant = path.stem.partition("__")
        given = getattr(sdk, f"{event}HookInput", None)
        taken = getattr(sdk, f"{event}HookSpecificOutput", None)
        told = json.loads(path.read_text(encoding="utf-8"))
        is_odd = variant in {"missing_fields", "wrong_types"} or variant.startswith("from_")
        if given is not None and not is_odd:
            assert given.__required_keys__ <= told.keys(), path.stem
        answer = _adapter(path).write(_event(path), CONTEXT, NOTICE)
        inside = json.loads(answer).get("hookSpecificOutput") if answer else None
        if inside is not None and taken is not None:
            assert inside.keys() <= get_type_hints(taken).keys()
