"""How is one transcript handed over? In batches, each with how far the file was read, in one transaction.

A reading that is stopped goes on from the last batch: turns and offset are kept together or not at all.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.importing.asking import Ask, asked
from phantasm.runtime.importing.batches import Batch
from phantasm.runtime.importing.own_outputs import note_own_outputs
from phantasm.runtime.importing.reading import AT_THE_BEGINNING, Source, Standing, Step, events
from phantasm.runtime.importing.recognising import (
    Before,
    fingerprint,
    is_known_whole,
    is_read,
    is_same,
    known_of,
)
from phantasm.runtime.importing.tally import Tally
from phantasm.runtime.importing.turning import handed_over, place_of, session_fields, session_name
from phantasm.session.slots import OUTPUT_CHARACTERS
from phantasm.session.transcripts.model import Began, Call, Turn, Unreadable

MOST_CALLS: Final = 1_000
"""How many calls are remembered until they are answered: a model seldom makes ten at once."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for a whole import."""

    ask: Ask
    tally: Tally
    advance: Callable[[int], None]
    """Told how many more bytes are done."""
    masks: bool = True
    output_characters: int = OUTPUT_CHARACTERS
    """Whether secrets are masked, as configured."""
    dry_run: bool = False
    given: Path | None = None
    """Where it is noted what sessions were handed; None: nowhere."""


@contextmanager
def contained(path: Path) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """Open a regular file for reading; no link is followed, and nothing that would make us wait."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise PhantasmError(Code.INVALID_PARAMS, f"{path} is no regular file")
        yield file, status


@dataclass(slots=True)
class Reading:
    """A transcript that is being handed over, and how far."""

    source: Source
    name: str
    modified: float
    terms: Terms
    whole: str = ""
    """By what the file is known again, where that is the same however far it was read."""
    resume: int = 0
    standing: Standing = AT_THE_BEGINNING
    batch: Batch = field(default_factory=Batch)
    calls: dict[str, Call] = field(default_factory=dict)
    timed: dict[str, bool] = field(default_factory=dict)
    """Of which sessions a time is known."""

    def take(self, step: Step) -> None:
        """Take in what is said next."""
        before = self.resume
        match step.event:
            case Began() as began:
                self._begin(began)
            case Turn() as turn:
                self._add(turn, step.resume if step.place is None else step.place)
            case Unreadable(why=why):
                self.terms.tally.skipped_lines[why] += 1
        self.resume = step.resume
        if step.is_settled:
            event = step.event
            if isinstance(event, Began):
                self.standing = replace(self.standing, began=event)
            elif isinstance(event, Turn):
                self.standing = replace(self.standing, last=event)
        self.terms.advance(max(0, self.resume - before))

    def finish(self) -> None:
        """Hand over what is left; a session of which no time is known has ended when its file did."""
        ended = to_timestamp(datetime.fromtimestamp(self.modified, UTC))
        over = [name for name, is_timed in self.timed.items() if not is_timed and self.source.is_finished]
        if over and self.batch.turns:
            # An episode is formed of all turns of its session: that takes long enough by itself.
            self._hand_over()
        for name in over:
            self._make_room()
            self.batch.tell(name, {"session_id": name, "agent": self.source.client, "ended_at": ended})
        if self.source.is_document:
            self.resume = self.source.size
        self._hand_over(size=self.source.size)

    def _begin(self, began: Began) -> None:
        self._make_room()
        name = session_name(began.session or self.source.stem)
        fields = session_fields(began, self.source.client) | {"session_id": name}
        self.batch.tell(name, fields)
        self.timed[name] = self.timed.get(name, False) or began.at is not None

    def _add(self, turn: Turn, behind: int) -> None:
        client = self.source.client
        name = session_name(turn.session or self.source.stem)
        place = place_of(client, turn, behind)
        most = self.terms.output_characters
        told, secrets = handed_over(turn, place, self.calls, masks=self.terms.masks, output_characters=most)
        self.terms.tally.secrets += secrets
        if self.terms.given is not None and not self.terms.dry_run:
            note_own_outputs(self.terms.given, client, name, turn, self.calls)
        self._remember(turn)
        self.timed[name] = self.timed.get(name, False) or turn.at is not None
        self.terms.tally.see(name, client, turn.at)
        for one in told:
            self._make_room()
            if name not in self.batch.sessions:
                self.batch.tell(name, {"session_id": name, "agent": client})
            self.batch.add(name, one)

    def _remember(self, turn: Turn) -> None:
        """Remember calls until they are answered: what a tool shows that only looks is not handed over."""
        for answer in turn.answers:
            self.calls.pop(answer.call, None)
        answered = {answer.call for answer in turn.answers}
        self.calls.update((call.id, call) for call in turn.calls if call.id not in answered)
        while len(self.calls) > MOST_CALLS:
            del self.calls[next(iter(self.calls))]

    def _make_room(self) -> None:
        if self.batch.is_full:
            self._hand_over()

    def _hand_over(self, *, size: int = 0) -> None:
        """Hand over what waits, with how far the file was read; its size is noted once all of it was."""
        tally, batch = self.terms.tally, self.batch
        self.batch = Batch()
        tally.sessions.update(batch.sessions)
        if self.terms.dry_run:
            tally.turns["found"] += batch.turns
            return
        transcript = {
            "name": self.name,
            "client": self.source.client,
            "resume": self.resume,
            "size": size,
            "digest": self.whole or fingerprint(self.source, self.resume),
            "known": known_of(self.standing, is_finished=self.source.is_finished),
        }
        sessions = list(batch.sessions.values())
        response = asked(self.terms.ask, "session_append", {"sessions": sessions, "transcript": transcript})
        tally.secrets += sum(warning.code == "secret_masked" for warning in response.warnings)
        tally.take(response.data or {})


def hand_over(source: Source, name: str, modified: float, before: Before | None, terms: Terms) -> bool:
    """Hand a transcript over from where reading stopped the last time; False where nothing is new."""
    if before is not None and is_read(source, before):
        return False
    whole = fingerprint(source, 0) if is_known_whole(source) else ""
    reading = Reading(source, name, modified, terms, whole)
    if before is not None and is_same(source, before):
        reading.resume, reading.standing = before.resume, before.standing
    begun = reading.resume
    for step in events(source, reading.resume, reading.standing):
        reading.take(step)
    reading.finish()
    terms.tally.bytes_read += max(0, source.size - begun)
    return True
