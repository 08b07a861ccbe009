"""What is done about an event? First it is made safe, then it is answered, as far as the time goes."""

from __future__ import annotations

import time

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
from phantasm.surfaces.hooks import giving, inbox

SECONDS = {
    SESSION_START: 0.9,
    PROMPT: 0.9,
    TOOL_USE: 0.8,
    COMPACT: 0.9,
    TURN_END: 0.9,
    SUBAGENT_END: 0.7,
    # Codex gives one second, Claude Code one and a half, for all hooks together.
    SESSION_END: 0.7,
}
"""How long an event may take in all; nobody waits for memory longer than that."""

_END_CHARACTERS = 2_000
"""How much of an output is looked at, from its end: there it says how it went."""
_SIGNS = ("error", "fatal:", "traceback", "failed", "command not found", "no such file", "panic:")


class TimeIsUp(BaseException):
    """The agent has waited long enough; no `except Exception` on the way may keep it."""


def attend(event: AgentEvent, state: str, started: float) -> tuple[str, str]:
    """Return what the agent is told and what the person is told."""
    until = started + SECONDS[event.kind]
    if event.session:
        _make_safe(event, state, until)
    if event.kind in (SESSION_START, COMPACT):
        from phantasm.surfaces.hooks import ready  # noqa: PLC0415  sqlite3, which other events do without

        found = ready.find(state, event.client, event.folder)
        if found is not None:
            giving.note(state, event, found.items, found.prints, standing=True)
            return found.context, found.notice
    return _with_store(event, state, until) if _needs_store(event) else ("", "")


def _make_safe(event: AgentEvent, state: str, until: float) -> None:
    if inbox.is_pointer(event) or not inbox.is_doubtful(event):
        inbox.keep(state, event)
        return
    with _Alarm(until):
        _prepare_imports()
        from phantasm.runtime.hooks.masking import masked  # noqa: PLC0415  the runtime

        safe = masked(event)
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
    with _Alarm(until):
        _prepare_imports()
        from pathlib import Path  # noqa: PLC0415  only with the runtime

        from phantasm.runtime.hooks.attending import attend as answer  # noqa: PLC0415  the runtime

        said = answer(event, Path(event.folder), seconds=until - time.monotonic())
    standing = said.standing or event.kind == SESSION_START
    if event.session and (said.context or standing or giving.starts_anew(event)):
        giving.note(state, event, list(said.items), list(said.prints), standing=standing)
    return said.context, said.notice


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


class _Alarm:
    """Ends a block of work at a moment."""

    __slots__ = ("_seconds",)

    def __init__(self, until: float) -> None:
        self._seconds = until - time.monotonic()

    def __enter__(self) -> None:
        import signal  # noqa: PLC0415  only where there is something to be stopped

        if self._seconds <= 0:
            raise TimeIsUp
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *problem: object) -> None:
        import signal  # noqa: PLC0415  loaded by now

        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(*_: object) -> None:
    raise TimeIsUp
