"""As what is an event kept whose client writes no transcript? As turns that are the same each time.

An event that is handed over twice, or by two, makes the same turns; a turn is kept once.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from phantasm.contracts.agent_event import (
    PROMPT,
    SESSION_START,
    SUBAGENT_END,
    TOOL_USE,
    TURN_END,
    AgentEvent,
)
from phantasm.contracts.model import JsonObject
from phantasm.runtime.hooks.inbox import Waiting
from phantasm.runtime.importing.turning import (
    MARK_CHARACTERS,
    MOST_COMMAND_CHARACTERS,
    MOST_FILES,
    given,
    line,
    shown,
)
from phantasm.runtime.importing.turning import session_name as named
from phantasm.session.inputs import MAX_TURN_CHARACTERS
from phantasm.session.slots import without_middle

_REPEATED_SECONDS: Final = 2.0
"""Two processes that are started for one event are far less apart, and nobody says the same twice so fast."""
_HOOK: Final = "hook"
"""Stands where the id of a message stands in turns that come from a transcript."""


def says_something(event: AgentEvent) -> bool:
    """Tell whether an event itself says what happened; else it only says where to read that."""
    return bool(event.text or event.reply or event.command or event.output or event.files) or (
        event.kind == TOOL_USE and bool(event.tool) and not event.transcript
    )


def without_repeats(saying: Sequence[Waiting]) -> list[Waiting]:
    """Return events without those that came twice: hooks may be registered for a user and for a project.

    Only what people and agents say: a use of a tool is known by its call, and the same one may come twice.
    """
    last: dict[tuple[str, ...], float] = {}
    found: list[Waiting] = []
    for one in saying:
        event = one.event
        said = (event.kind, event.text, event.reply, event.turn, event.agent)
        is_repeated = event.kind != TOOL_USE and one.since - last.get(said, 0.0) < _REPEATED_SECONDS
        last[said] = one.since
        if not is_repeated:
            found.append(one)
    return found


def session_of(event: AgentEvent, name: str) -> JsonObject:
    """Return what an event says about its session, which is kept under a name."""
    told = {
        "folder": line(event.folder),
        "version": line(event.version),
        "started_at": event.at if event.kind == SESSION_START and event.at else None,
    }
    return {"session_id": name, "agent": event.client} | given(told)


def turns_of(waiting: Waiting) -> list[JsonObject]:
    """Return the turns that an event is kept as; none where nothing was said or done."""
    event = waiting.event
    match event.kind:
        case kind if kind == PROMPT and event.text.strip():
            return [_turn(event, _named(waiting, event.text), "user", event.text)]
        case kind if kind in {TURN_END, SUBAGENT_END} and event.reply.strip():
            return [_turn(event, f"{_named(waiting, event.reply)}#reply", "assistant", event.reply)]
        case kind if kind == TOOL_USE:
            return _used(event, event.call or waiting.stem)
        case _:
            return []


def _named(waiting: Waiting, said: str) -> str:
    """Return the name of what was said: one turn of a client may hold several prompts and several replies."""
    if not waiting.event.turn:
        return waiting.stem
    return f"{waiting.event.turn}#{hashlib.sha256(said.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _used(event: AgentEvent, call: str) -> list[JsonObject]:
    """Return a use of a tool as what was done and what it gave, named as an import would name them."""
    command = without_middle(event.command, MOST_COMMAND_CHARACTERS - MARK_CHARACTERS)
    action = _turn(event, f"{_HOOK}#{call}", "assistant", "") | given(
        {
            "slot": "action",
            "tool": line(event.tool),
            "command": shown(command) or None,
            "files": [name for file in event.files[:MOST_FILES] if (name := line(file))] or None,
            "call": named(call),
        }
    )
    answer = _turn(event, f"{_HOOK}#{call}=", "tool", event.output) | given(
        {"exit_code": event.exit_code, "failed": event.failed, "call": named(call)}
    )
    return [action, answer]


def _turn(event: AgentEvent, name: str, role: str, text: str) -> JsonObject:
    kept = without_middle(text, MAX_TURN_CHARACTERS - MARK_CHARACTERS)
    told = {
        "text": shown(kept) or None,
        "at": event.at or None,
        "model": line(event.model),
        "agent": line(event.agent),
    }
    return {"id": named(name), "role": role} | given(told)
