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
            _note(event, state, found.context, found.items, found.prints)
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
        return bool(event.failed or event.exit_code) and bool(event.output)
    return event.kind != SUBAGENT_END


def _with_store(event: AgentEvent, state: str, until: float) -> tuple[str, str]:
    with _Alarm(until):
        _prepare_imports()
        from pathlib import Path  # noqa: PLC0415  only with the runtime

        from phantasm.runtime.hooks.attending import attend as answer  # noqa: PLC0415  the runtime

        said = answer(event, Path(event.folder), seconds=until - time.monotonic())
    _note(event, state, said.context, list(said.items), list(said.prints))
    return said.context, said.notice


def _note(event: AgentEvent, state: str, context: str, items: object, prints: object) -> None:
    if event.session and (context or giving.starts_anew(event)):
        giving.note(state, event, items, prints)


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
