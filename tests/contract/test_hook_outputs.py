"""What a hook says is valid for its client: every event of every client, whatever there is to say."""

import json
from pathlib import Path
from typing import Any, get_type_hints

import jsonschema
import pytest

from phantasm.surfaces.hooks.clients import CLIENTS as ADAPTERS
from tests.fixtures import recorded

FIXTURES = Path(__file__).parents[1] / "fixtures" / "hooks"
SCHEMAS = FIXTURES / "schemas"
CLIENTS = ("claude_code", "codex", "copilot", "cursor", "gemini", "opencode")
WRITTEN = [path for client in CLIENTS for path in sorted((FIXTURES / client).glob("*.json"))]
EVENTS = [
    *((path.parent.name, path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in WRITTEN),
    *((client, *event) for client in recorded.CLIENTS for event in recorded.told(client)),
]
"""By client and name: what stands in its reference, and what it really said."""
IDS = [f"{client}-{name}" for client, name, _ in EVENTS]

CONTEXT = "Decided on 3 November: totals include the last row [rec-1]."
NOTICE = "Phantasm: 3 events are waiting; run `phantasm doctor`."
LONG = "注文の合計 🧾 is <counted> by rows & columns\n" * 2_000
BROKEN = 'half a character \ud83d, a quote " and a nul \x00'
SAID = [("", ""), (CONTEXT, ""), ("", NOTICE), (CONTEXT, NOTICE), (LONG, NOTICE), (BROKEN, BROKEN)]

# Whatever decides for the agent or for the person, in the words of any client: memory never does.
DECIDING = {"continue", "decision", "permission", "permissionDecision", "stopReason", "followup_message"}
REPLACING = {"updatedInput", "updatedToolOutput", "updatedMCPToolOutput", "modifiedResult", "clearContext"}


@pytest.mark.parametrize(("client", "name", "told"), EVENTS, ids=IDS)
def test_every_answer_is_valid_for_its_client(client: str, name: str, told: Any) -> None:
    accepted = json.loads((SCHEMAS / f"{client}.json").read_text(encoding="utf-8"))
    event = ADAPTERS[client].read(name.partition("__")[0], told)
    for context, notice in SAID:
        answer = ADAPTERS[client].write(event, context, notice)
        assert answer.isascii()
        if not answer:
            assert accepted["silence"], "the client takes an empty output for a failure"
            continue
        said = json.loads(answer)
        schema = accepted["events"].get(event.name, {"type": "object", "maxProperties": 0})
        jsonschema.validate(said, schema)
        keys = said.keys() | said.get("hookSpecificOutput", {}).keys()
        assert not keys & (DECIDING | REPLACING)
        _assert_fits(client, said)


def _assert_fits(client: str, said: dict[str, Any]) -> None:
    inside = said.get("hookSpecificOutput", said)
    names = ("additionalContext", "additional_context", "context")
    context = next((inside[name] for name in names if name in inside), "")
    counted = "utf-8" if client in {"codex", "copilot"} else "utf-16-le"
    size = len(context.encode(counted)) // (1 if counted == "utf-8" else 2)
    assert size <= 10_000, "the client would drop it, or put it into a file"


@pytest.mark.parametrize(("client", "name", "told"), EVENTS, ids=IDS)
def test_what_there_is_to_say_arrives(client: str, name: str, told: Any) -> None:
    accepted = json.loads((SCHEMAS / f"{client}.json").read_text(encoding="utf-8"))
    event = ADAPTERS[client].read(name.partition("__")[0], told)
    takes = json.dumps(accepted["events"].get(event.name, {}))
    answer = ADAPTERS[client].write(event, CONTEXT, NOTICE)
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
        written = [path.stem.partition("__")[0] for path in (FIXTURES / client).glob("*.json")]
        assert name.replace(".", "-") in written, f"no example of {name}"


def test_codex_events_say_what_codex_always_says() -> None:
    required = json.loads((SCHEMAS / "codex_inputs.json").read_text(encoding="utf-8"))["events"]
    for name, told in (one[1:] for one in EVENTS if one[0] == "codex"):
        event, _, variant = name.partition("__")
        if variant not in {"missing_fields", "wrong_types"}:
            assert set(required.get(event, ())) <= told.keys(), name


def test_claude_code_says_and_takes_what_its_types_say() -> None:
    sdk = pytest.importorskip("claude_agent_sdk.types")
    for name, told in (one[1:] for one in EVENTS if one[0] == "claude_code"):
        event, _, variant = name.partition("__")
        given = getattr(sdk, f"{event}HookInput", None)
        taken = getattr(sdk, f"{event}HookSpecificOutput", None)
        is_odd = variant in {"missing_fields", "wrong_types"} or variant.startswith("from_")
        if given is not None and not is_odd:
            assert given.__required_keys__ <= told.keys(), name
        adapter = ADAPTERS["claude_code"]
        answer = adapter.write(adapter.read(event, told), CONTEXT, NOTICE)
        inside = json.loads(answer).get("hookSpecificOutput") if answer else None
        if inside is not None and taken is not None:
            assert inside.keys() <= get_type_hints(taken).keys()
