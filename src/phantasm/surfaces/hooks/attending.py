"""What is done about an event? First it is made safe, then it is answered, as far as the time goes."""

from __future__ import annotations

import os
import time

from phantasm.contracts.agent_event import (
    COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SUBAGENT_END,
    TOOL_USE,
    TRIAL,
    TURN_END,
    AgentEvent,
)
from phantasm.surfaces.hooks import giving, inbox

# Type checkers take this for true; the one of `typing` would cost more than the rest of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import types
    from collections.abc import Callable
    from typing import TypeVar

    from phantasm.runtime.hooks.attending import Said

    _Result = TypeVar("_Result")

SECONDS = {
    SESSION_START: 2.0,
    PROMPT: 2.0,
    TOOL_USE: 1.2,
    COMPACT: 1.2,
    TURN_END: 1.5,
    SUBAGENT_END: 0.7,
    # Codex gives one second, Claude Code one and a half, for all hooks together.
    SESSION_END: 0.7,
}
"""How long an event may take in all, in seconds: a bound for a machine that runs the agent's own tests. Alone
it takes a third of that with a hundred thousand records (docs/hooks.md)."""

PAUSED = "Phantasm: paused for this project. Next: phantasm resume"
_AGAIN_SECONDS = 0.02
_END_CHARACTERS = 2_000
"""How much of an output is looked at, from its end: there it says how it went."""
_SIGNS = ("error", "fatal:", "traceback", "failed", "command not found", "no such file", "panic:")


class TimeIsUp(BaseException):
    """The agent has waited long enough; no `except Exception` on the way may keep it."""


def attend(event: AgentEvent, state: str, started: float) -> tuple[str, str]:
    """Return what the agent is told and what the person is told."""
    if os.path.exists(f"{state}/paused"):
        return "", PAUSED if event.kind == SESSION_START else ""
    until = started + SECONDS[event.kind]
    if _is_kept(event):
        _make_safe(event, state, until)
    if event.kind in (SESSION_START, COMPACT):
        from phantasm.surfaces.hooks import ready  # noqa: PLC0415  sqlite3, which other events do without

        found = ready.find(state, event.client, event.folder)
        if found is not None:
            if _is_kept(event):
                giving.note(state, event, found.items, found.prints, standing=True)
            return found.context, found.notice
    return _with_store(event, state, until) if _needs_store(event) else ("", "")


def _is_kept(event: AgentEvent) -> bool:
    return bool(event.session) and not event.session.startswith(TRIAL)


def _make_safe(event: AgentEvent, state: str, until: float) -> None:
    if inbox.is_pointer(event) or not inbox.is_doubtful(event, f"{os.path.dirname(state)}/phantasm.toml"):
        inbox.keep(state, event)
        return
    try:
        safe = _in_time(lambda: _masked(event), until)
    except TimeIsUp:
        # That it happened is known at least; what was said could not be looked at.
        inbox.keep(state, event, words=False)
        raise
    if safe is not None:
        inbox.keep(state, safe)


def _needs_store(event: AgentEvent) -> bool:
    if event.kind == TOOL_USE:
        return bool(event.output) and (bool(event.failed or event.exit_code) or _looks_failed(event))
    return event.kind != SUBAGENT_END


def _looks_failed(event: AgentEvent) -> bool:
    """Tell whether a command of a client that tells no exit code seems to have failed.

    It only decides whether memory is asked; nothing is kept that rests on it.
    """
    if event.failed is not None or event.exit_code is not None or not event.command:
        return False
    end = event.output[-_END_CHARACTERS:].lower()
    return any(sign in end for sign in _SIGNS)


def _with_store(event: AgentEvent, state: str, until: float) -> tuple[str, str]:
    said = _in_time(lambda: _answered(event, until), until)
    if _is_kept(event) and (said.context or said.standing or giving.starts_anew(event)):
        giving.note(state, event, list(said.items), list(said.prints), standing=said.standing)
    return said.context, said.notice


def _masked(event: AgentEvent) -> AgentEvent | None:
    _prepare_imports()
    from phantasm.runtime.hooks.masking import masked  # noqa: PLC0415  the runtime

    return masked(event)


def _answered(event: AgentEvent, until: float) -> Said:
    _prepare_imports()
    from pathlib import Path  # noqa: PLC0415  only with the runtime

    from phantasm.runtime.hooks.attending import attend as answer  # noqa: PLC0415  the runtime

    return answer(event, Path(event.folder), seconds=until - time.monotonic())


def _prepare_imports() -> None:
    """Load no plugins, no threads and no collector: the process lives for one answer."""
    import gc  # noqa: PLC0415  only here

    from phantasm.config.environment import (  # noqa: PLC0415  pathlib
        leave_out_plugins,
        use_one_thread_each,
    )

    gc.disable()
    leave_out_plugins()
    use_one_thread_each()


def _in_time(work: Callable[[], _Result], until: float) -> _Result:
    """Return what some work comes to; TimeIsUp where it does not come to its end by a moment."""
    import signal  # noqa: PLC0415  only where there is something to be stopped

    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TimeIsUp
    signal.signal(signal.SIGALRM, _ring)
    # Again and again: Python drops what is raised where it cleans up behind an object.
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN_SECONDS)
    try:
        return work()
    finally:
        # One that rings meanwhile finds nobody at work, and switches itself off.
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(_: int, frame: types.FrameType | None) -> None:
    """Stop the work if it still goes on; whoever deals with its end is left in peace."""
    while frame is not None:
        if frame.f_code is _in_time.__code__:
            raise TimeIsUp
        frame = frame.f_back
    import signal  # noqa: PLC0415  loaded by now

    signal.setitimer(signal.ITIMER_REAL, 0)
