"""How does what hooks left in the inbox get into the store? Session by session, as far as the time goes.

A drain can be killed anywhere: whoever runs next goes on. What is handed over twice is kept once, because
turns have the same ids each time.
"""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm.config.environment import variable
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.kinds import Right
from phantasm.runtime.hook_traces import waiting_in
from phantasm.runtime.hooks import inbox
from phantasm.runtime.hooks.asking import OutOfTimeError, asked, request
from phantasm.runtime.hooks.catching_up import Around, is_at_rest
from phantasm.runtime.hooks.deadline import Monotonic, in_seconds
from phantasm.runtime.hooks.taking_in import Drain, Drained, read_once_more, take_in
from phantasm.runtime.importing.belonging import project_at
from phantasm.runtime.importing.ending import ENDED_AT_ONCE
from phantasm.runtime.importing.places import kept_by_clients
from phantasm.runtime.importing.running import IDLE
from phantasm.runtime.safety import typed_failures
from phantasm.session.given import sweep

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime
    from phantasm.runtime.hooks.inbox import Waiting

__all__ = ["Drained", "drain"]

_READER: Final = "claude_code"
"""As whom open sessions are looked for, and ended where their own client may not write."""


def drain(
    runtime: "Runtime",
    *,
    seconds: float,
    session: str | None = None,
    monotonic: Monotonic = time.monotonic,
    home: Path | None = None,
) -> Drained:
    """Take in what waits, a session that is named first; stop when the time is over.

    Never raises what is wrong with the store: `problem` names it, and what was not taken in stays.
    """
    environment = runtime.environment
    paths = environment.paths
    if paths.paused.exists():
        return Drained()
    kept = kept_by_clients(home or Path.home(), variable)
    going_on = Drain(
        runtime,
        in_seconds(seconds, monotonic),
        Around(project_at(paths.root), kept, environment.clock.now()),
    )
    with inbox.alone(paths.inbox) as is_alone:
        if is_alone:
            try:
                with typed_failures():
                    if _is_wanted(runtime):
                        _drain(going_on, session)
                    else:
                        going_on.done.taken += inbox.empty(paths.inbox)
            except OutOfTimeError:
                pass  # what is left is for whoever runs next
            except PhantasmError as problem:
                going_on.done.problem = problem.code
    going_on.done.left = len(waiting_in(paths.inbox))
    return going_on.done


def _is_wanted(runtime: "Runtime") -> bool:
    """Tell whether anything of sessions is to be kept; what waits is not kept for a later change of mind."""
    chosen = runtime.environment.config.settings.hooks
    return chosen.enabled and chosen.capture


def _drain(going_on: Drain, session: str | None) -> None:
    folder, quarantine = going_on.folder, going_on.quarantine
    inbox.remove_unfinished(folder, going_on.around.now)
    names = waiting_in(folder)
    waiting, damaged = inbox.read(folder, names[: inbox.MOST_FILES], quarantine)
    going_on.done.damaged += damaged
    groups: dict[tuple[str, str], list[Waiting]] = {}
    for one in waiting:
        groups.setdefault((one.event.client, one.event.session), []).append(one)
    for (_, name), group in sorted(groups.items(), key=lambda item: item[0][1] != session):
        _go_on(going_on)
        if not name:  # nobody could say later what it belongs to
            going_on.take(group)
            continue
        try:
            take_in(going_on, group)
        except ValueError:  # what it says cannot even be written down; the others go on
            going_on.put_aside(group)
    for pointer in inbox.held(folder, quarantine):
        if is_at_rest(pointer, going_on.around.now):
            _go_on(going_on)
            read_once_more(going_on, pointer)
    if len(names) <= inbox.MOST_FILES:
        _end_idle(going_on)
        sweep(going_on.runtime.environment.paths.given, going_on.around.now)


def _end_idle(going_on: Drain) -> None:
    """End some sessions that had no turn for a while, so that they become episodes."""
    _go_on(going_on)
    runtime, until = going_on.runtime, to_timestamp(going_on.around.now - IDLE)
    wanted = {"state": "open", "until": until, "limit": ENDED_AT_ONCE}
    found = asked(request(runtime, _READER, "sessions", wanted)).get("sessions")
    for one in found if isinstance(found, list) else []:
        _go_on(going_on)
        client = str(one["client"])
        may_write = Right.WRITE in runtime.environment.profiles.get(client, frozenset())
        over = {"session_id": one["id"], "agent": client, "ended_at": one.get("last_at") or until}
        asked(request(runtime, client if may_write else _READER, "session_append", {"sessions": [over]}))
        going_on.done.ended += 1


def _go_on(going_on: Drain) -> None:
    if going_on.deadline.is_over:
        raise OutOfTimeError
