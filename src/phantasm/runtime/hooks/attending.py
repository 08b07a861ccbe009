"""What is done about an event once the project is open? What its kind asks for, within the time."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm.config.agent_settings import HookSettings
from phantasm.contracts.agent_event import (
    COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SUBAGENT_END,
    TOOL_USE,
    TURN_END,
    AgentEvent,
)
from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.hook_traces import waiting_in
from phantasm.runtime.hooks.deadline import Deadline, Monotonic, in_seconds
from phantasm.runtime.hooks.injecting import NOTHING, Said, delta, past_failure
from phantasm.session.given import Given, given_to

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

__all__ = ["Said", "attend"]

_MARGIN_SECONDS: Final = 0.05
"""Kept for closing the store and for the answer."""
_SHORTEST_WAIT_SECONDS: Final = 0.05
"""What a write takes is a few milliseconds: whoever waits so long has met something slower."""
_WAITING_SHARE: Final = 0.3
"""How much of the time may be spent on waiting for somebody who writes."""
_ANSWER_SECONDS: Final = 0.3
"""So long before the end nothing more is taken in where there is an answer: a step takes a quarter of a
second, and whoever is stopped in it has not answered."""
_BESIDE_SECONDS: Final = 0.3
_AT_END_SECONDS: Final = 0.5
"""How long a heap that nobody took in may hold up an answer, and the end of a turn: the rest is for later."""
_BACKLOG: Final = 50
"""From how many waiting events on a prompt takes some in as well: else the end of a turn does."""


def attend(event: AgentEvent, start: Path, *, seconds: float, monotonic: Monotonic = time.monotonic) -> Said:
    """Do what an event asks for; what there is no time for is left in the inbox."""
    deadline = in_seconds(seconds - _MARGIN_SECONDS, monotonic)
    try:
        with open_project(
            start, wait_seconds=max(_SHORTEST_WAIT_SECONDS, seconds * _WAITING_SHARE)
        ) as runtime:
            return _attend(runtime, event, deadline)
    except PhantasmError as problem:
        if event.kind not in {SESSION_START, COMPACT}:
            return NOTHING
        from phantasm.runtime.hooks.noticing import notice_of  # noqa: PLC0415  seldom needed

        return Said(notice=notice_of(problem))


def _attend(runtime: "Runtime", event: AgentEvent, deadline: Deadline) -> Said:
    chosen = runtime.environment.config.settings.hooks
    if not chosen.enabled or deadline.is_over:
        return NOTHING
    match event.kind:
        case kind if kind in {SESSION_START, COMPACT}:
            # What waits changes nothing that holds for every task, so that the answer comes first.
            said = _standing(runtime, event) if chosen.standing else NOTHING
            _drain(runtime, event, deadline.earlier(_ANSWER_SECONDS))
            return said
        case kind if kind == PROMPT:
            said = _prompted(runtime, event, chosen)
            if len(waiting_in(runtime.environment.paths.inbox)) > _BACKLOG:
                _drain(runtime, event, deadline.earlier(_ANSWER_SECONDS))
            return said
        case kind if kind == TOOL_USE:
            return _failed(runtime, event) if chosen.recall else NOTHING
        case kind if kind in {TURN_END, SUBAGENT_END, SESSION_END}:
            _drain(runtime, event, deadline)
            if not deadline.is_over:
                _catch_up(runtime)
            return NOTHING
        case _:
            return NOTHING


def _drain(runtime: "Runtime", event: AgentEvent, deadline: Deadline) -> None:
    if deadline.is_over:
        return
    from phantasm.runtime.hooks.draining import drain  # noqa: PLC0415  the importer

    most = _BESIDE_SECONDS if event.kind in {SESSION_START, PROMPT, COMPACT} else _AT_END_SECONDS
    drain(runtime, seconds=min(deadline.left, most), session=event.session, monotonic=deadline.monotonic)


def _catch_up(runtime: "Runtime") -> None:
    """Take in what others brought through git."""
    from phantasm.runtime.branching import follow_changes  # noqa: PLC0415  only where a turn ends
    from phantasm.runtime.hooks.tending import take_in_tracked  # noqa: PLC0415  only where a turn ends

    take_in_tracked(runtime)
    follow_changes(runtime)


def _standing(runtime: "Runtime", event: AgentEvent) -> Said:
    from phantasm.runtime.hooks.standing import refresh  # noqa: PLC0415  only where a session starts

    return refresh(runtime, event.client)


def _prompted(runtime: "Runtime", event: AgentEvent, chosen: HookSettings) -> Said:
    """Return what a prompt adds, after what holds for every task where the model does not see that."""
    given = _given(runtime, event)
    # No start of a session that came through, or a conversation that was shortened since.
    misses = chosen.standing and not given.standing
    first = _standing(runtime, event) if misses else NOTHING
    if not chosen.recall:
        return first
    added = delta(runtime, event, [*given.items, *first.items])
    return Said(
        first.context + added.context,
        first.notice,
        first.items + added.items,
        first.prints + added.prints,
        standing=misses,
    )


def _failed(runtime: "Runtime", event: AgentEvent) -> Said:
    """Recall what got past a failure; whoever handed the event over has seen that it is one."""
    return past_failure(runtime, event, list(_given(runtime, event).items))


def _given(runtime: "Runtime", event: AgentEvent) -> Given:
    return given_to(runtime.environment.paths.given, event.client, event.session)
