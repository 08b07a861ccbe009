"""How are the events of one session taken in? Its transcript first, then what the transcript does not have.

A file is removed only when what it says is in the store.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm.contracts.agent_event import SESSION_END, TOOL_USE, AgentEvent
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.hooks import inbox, telling
from phantasm.runtime.hooks.asking import OutOfTimeError, asked, asker, request
from phantasm.runtime.hooks.catching_up import Around, Found, catch_up
from phantasm.runtime.hooks.deadline import Deadline
from phantasm.runtime.hooks.inbox import Waiting
from phantasm.runtime.importing.batches import MOST_CHARACTERS, MOST_TURNS
from phantasm.runtime.importing.file import Terms
from phantasm.runtime.importing.running import IDLE
from phantasm.runtime.importing.tally import Tally
from phantasm.runtime.importing.turning import session_name
from phantasm.runtime.safety import typed_failures
from phantasm.session.store import find, turns_with_calls
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime

_OF_AN_EVENT: Final = frozenset(
    (
        Code.INVALID_PARAMS,
        Code.INVALID_REQUEST,
        Code.PROVIDER_UNAVAILABLE,
        Code.UNKNOWN_PROFILE,
        Code.NOT_ALLOWED,
        Code.INTERNAL,
    )
)
"""What is wrong with an event and not with the store: it must not keep the others waiting."""

_READ: Final = frozenset((Found.GROWING, Found.FINISHED))
"""What became of a transcript that was read."""


@dataclass(slots=True)
class Drained:
    """What came of a drain."""

    taken: int = 0
    """Files whose events are in the store, or say nothing that is kept."""
    left: int = 0
    """Files that still wait."""
    damaged: int = 0
    """Files that were put aside."""
    turns: int = 0
    """Turns that were new."""
    ended: int = 0
    """Sessions that were ended."""
    problem: Code | None = None
    """Why something was not taken in, if it was not for want of time."""


@dataclass(frozen=True, slots=True)
class Drain:
    """A drain that is going on."""

    runtime: "Runtime"
    deadline: Deadline
    around: Around
    done: Drained = field(default_factory=Drained)

    @property
    def folder(self) -> Path:
        """Where the files wait."""
        return self.runtime.environment.paths.inbox

    @property
    def quarantine(self) -> Path:
        """Where damaged files go."""
        return self.runtime.environment.paths.quarantine

    def take(self, waiting: Sequence[Waiting]) -> None:
        """Let go of files whose events are in the store."""
        inbox.remove(one.path for one in waiting)
        self.done.taken += len(waiting)

    def put_aside(self, waiting: Sequence[Waiting]) -> None:
        """Let go of files whose events cannot be taken in."""
        for one in waiting:
            inbox.put_aside(one.path, self.quarantine)
        self.done.damaged += len(waiting)


def take_in(drain: Drain, group: Sequence[Waiting]) -> None:
    """Take in the events of one session of one client, in their order."""
    found = {
        event.transcript: _caught_up(drain, event)
        for event in {one.event.transcript: one.event for one in group if one.event.transcript}.values()
    }
    name = _name(drain, group[0].event, is_read=not _READ.isdisjoint(found.values()))
    untold: list[Waiting] = []
    staying: list[Waiting] = []
    saying = telling.without_repeats([one for one in group if telling.says_something(one.event)])
    for one in _unknown(drain, saying, found):
        (staying if _may_be_told_yet(drain, one, found) else untold).append(one)
    _append(drain, untold, name)
    for one in group:
        if found.get(one.event.transcript) in {Found.GROWING, Found.MISSING}:
            inbox.hold(drain.folder, one.event)
    for one in group:
        if one.event.kind == SESSION_END:
            _end(drain, one, name)
    gone = {one.path for one in (*untold, *staying)}
    drain.take([one for one in group if one.path not in gone])


def _name(drain: Drain, event: AgentEvent, *, is_read: bool) -> str:
    """Return what a session is kept as: by its id, unless a session of another client has that id.

    One whose transcript was read is kept as the transcript says.
    """
    name = session_name(event.session)
    if is_read:
        return name
    with typed_failures(), drain.runtime.environment.database.read() as (connection, head):
        kept = find(reader(connection, head), [name]).get(name)
    is_taken = kept is not None and kept.session.client != event.client
    return session_name(f"{event.client}:{event.session}") if is_taken else name


def read_once_more(drain: Drain, pointer: Waiting) -> None:
    """Read a transcript that has come to rest for the last time: what its last response took counts now."""
    found = _caught_up(drain, pointer.event)
    if found != Found.GROWING:
        inbox.remove([pointer.path])


def _caught_up(drain: Drain, event: AgentEvent) -> Found:
    settings = drain.runtime.environment.config.settings
    tally = Tally()
    terms = Terms(
        asker(drain.runtime, event.client, lambda: drain.deadline.is_over),
        tally,
        lambda _: None,
        masks=settings.security.redact_secrets,
        output_characters=settings.sessions.output_characters,
        given=drain.runtime.environment.paths.given,
    )
    try:
        return catch_up(event, drain.around, terms)
    except PhantasmError as problem:
        if problem.code not in _OF_AN_EVENT:
            raise
        drain.done.problem = problem.code
        return Found.REFUSED
    finally:
        drain.done.turns += tally.turns["added"]


def _unknown(drain: Drain, saying: Sequence[Waiting], found: dict[str, Found]) -> Iterator[Waiting]:
    """Yield what is said nowhere else: the transcript does not have it, or there is none to be read."""
    read = [one for one in saying if found.get(one.event.transcript) in _READ]
    calls = sorted({one.event.call for one in read if one.event.kind == TOOL_USE and one.event.call})
    known: set[str | None] = set()
    if calls:
        name = session_name(read[0].event.session)
        with typed_failures(), drain.runtime.environment.database.read() as (connection, head):
            known = {turn.call for turn in turns_with_calls(reader(connection, head), name, calls)}
    for one in saying:
        if one not in read or (one.event.kind == TOOL_USE and one.event.call and one.event.call not in known):
            yield one


def _may_be_told_yet(drain: Drain, one: Waiting, found: dict[str, Found]) -> bool:
    """Tell whether a transcript may still come to say what an event says; clients write it a little later."""
    match found.get(one.event.transcript):
        case Found.GROWING:
            return True
        case Found.MISSING:
            return one.since > (drain.around.now - IDLE).timestamp()
        case _:
            return False


def _append(drain: Drain, waiting: Sequence[Waiting], name: str) -> None:
    """Hand events over as turns; each batch is one request that may be repeated."""
    for number, batch in enumerate(_batches(waiting)):
        if number and drain.deadline.is_over:
            raise OutOfTimeError
        try:
            _hand_over(drain, batch, name)
        except PhantasmError as problem:
            if problem.code not in _OF_AN_EVENT:
                raise
            drain.done.problem = problem.code
            if len(batch) > 1:
                for one in batch:
                    _append(drain, [one], name)
            else:
                drain.put_aside(batch)


def _hand_over(drain: Drain, batch: Sequence[Waiting], name: str) -> None:
    turns = [turn for one in batch for turn in telling.turns_of(one)]
    if turns:
        event = batch[0].event
        key = hashlib.sha256("\n".join(one.stem for one in batch).encode()).hexdigest()[:32]
        params: JsonObject = telling.session_of(event, name) | {"turns": turns}
        response = request(drain.runtime, event.client, "session_append", params, key=f"inbox:{key}")
        # An older release kept the same files as something else and was killed before it removed them.
        if response.error is None or response.error.code != Code.IDEMPOTENCY_CONFLICT:
            added = asked(response).get("added")
            drain.done.turns += added if isinstance(added, int) else 0
    drain.take(batch)


def _batches(waiting: Sequence[Waiting]) -> Iterator[list[Waiting]]:
    batch: list[Waiting] = []
    turns = characters = 0
    for one in waiting:
        event = one.event
        size = len(event.text) + len(event.reply) + len(event.command) + len(event.output)
        if batch and (turns + 2 > MOST_TURNS or characters + size > MOST_CHARACTERS):
            yield batch
            batch, turns, characters = [], 0, 0
        batch.append(one)
        turns, characters = turns + 2, characters + size
    if batch:
        yield batch


def _end(drain: Drain, one: Waiting, name: str) -> None:
    """End a session; one of which nothing was kept has nothing to end."""
    event = one.event
    params: JsonObject = {"session_id": name}
    if event.at:
        params["ended_at"] = event.at
    response = request(drain.runtime, event.client, "session_end", params, key=f"inbox:{one.stem}")
    if response.error is None:
        drain.done.ended += not response.replayed
    elif response.error.code not in {Code.NOT_FOUND, Code.INVALID_PARAMS, Code.IDEMPOTENCY_CONFLICT}:
        asked(response)
