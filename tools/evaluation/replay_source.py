"""What a memory is made again from: the journal of the live store, its turns, and what stands for what.

A turn has no entry of its own. Clients hand over stretches of a transcript, so what a write brought are
neighbours among the turns that nobody had brought before; the digest says which. Where a turn has grown
since, or was erased, no stretch may fit: then the evidence that the write brought says how far it reached.

What people and agents decided keeps its names. What is derived gets new ones, and is known again by what it
says, since when, and where it was learned.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

from phantasm.contracts.canonical import canonical, text_digest
from phantasm.evidence import store as evidence
from phantasm.learning.capturing import whole_turns
from phantasm.session import aging
from phantasm.session import store as sessions
from phantasm.session.model import Turn
from phantasm.session.store import FORGOTTEN
from phantasm.session.usage import Use
from phantasm.state import links, store
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.storage import entries
from phantasm.storage.blobs import BlobStore
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# As many digits of the digest as the journal keeps.
_DIGEST_CHARACTERS = 32
_DEFAULT_SENSITIVITY = "normal"


@dataclass(slots=True)
class _Pool:
    """A session's turns that no write has brought yet, in the order of the transcript."""

    turns: list[Turn]
    brought_by: dict[str, int]
    """The write that brought a turn's text, by turn; a turn whose text is no evidence is not in here."""
    sensitivity: str


@dataclass(slots=True)
class Turns:
    """The turns of the live store, handed out write by write."""

    live: Work
    blobs: BlobStore
    guessed: int = 0
    """Writes of which it is only likely which turns they brought."""
    _pools: dict[str, _Pool] = field(default_factory=dict)

    def sensitivity(self, session_id: str) -> str:
        """Return how sensitive what was said in a session is."""
        return self._pool(session_id).sensitivity

    def writes(self, session_id: str) -> set[int]:
        """Return the writes that brought texts to a session."""
        return set(self._pool(session_id).brought_by.values())

    def reached(self, session_id: str, seq: int, *, last: bool) -> tuple[list[Turn], bool]:
        """Return the turns up to the last one that a write has brought, and whether no other is left."""
        pool = self._pool(session_id)
        found = list(pool.turns) if last else _reached(pool, seq)
        pool.turns = pool.turns[len(found) :]
        return [turn._replace(evidence_id=None) for turn in found], not pool.turns

    def brought(self, session_id: str, appends: Sequence[Row], seq: int, *, last: bool) -> list[Turn]:
        """Return the turns that a write brought to a session, and strike them off; the last brings all."""
        pool = self._pool(session_id)
        found: list[Turn] | None = list(pool.turns) if last else None
        for row in () if last else appends:
            found = self._stretch(pool, str(row["after_state"]), seq)
        if found is None:
            self.guessed += bool(appends and pool.turns)
            found = _reached(pool, seq) if appends else []
        taken = {turn.id for turn in found}
        pool.turns = [turn for turn in pool.turns if turn.id not in taken]
        return [turn._replace(evidence_id=None) for turn in found]

    def _stretch(self, pool: _Pool, told: str, seq: int) -> list[Turn] | None:
        """Return the turns of which the journal has this count and digest."""
        count, _, digest = told.partition(" ")
        size = int(count) if count.isdigit() else 0
        windows = (pool.turns[start : start + size] for start in range(len(pool.turns) - size + 1))
        for turns in chain(windows, _around(pool, seq)):
            if len(turns) == size and self._digest(turn.id for turn in turns) == digest:
                return turns
        return None

    def _digest(self, ids: Iterable[str]) -> str:
        return text_digest("\n".join(sorted(ids)), salt=self.live.head.salt)[:_DIGEST_CHARACTERS]

    def _pool(self, session_id: str) -> _Pool:
        if session_id not in self._pools:
            turns = sorted(
                whole_turns(self.live, session_id), key=lambda turn: (turn.place, turn.at or "", turn.id)
            )
            names = {turn.id: turn.evidence_id for turn in turns if turn.evidence_id}
            seen = evidence.find(self.live, self.blobs, list(names.values()))
            self._pools[session_id] = _Pool(
                turns,
                {turn: seen[name].seq for turn, name in names.items() if name in seen},
                next(
                    (seen[name].sensitivity for name in names.values() if name in seen), _DEFAULT_SENSITIVITY
                ),
            )
        return self._pools[session_id]


def _around(pool: _Pool, seq: int) -> Iterator[list[Turn]]:
    """Yield what a write may have brought in several stretches: its texts, with what stands beside them."""
    texts = {place for place, turn in enumerate(pool.turns) if pool.brought_by.get(turn.id) == seq}
    silent = {place for place, turn in enumerate(pool.turns) if turn.id not in pool.brought_by}
    before, behind = _grown(texts, silent, -1), _grown(texts, silent, 1)
    for chosen in (before, behind, before | behind, texts):
        yield [pool.turns[place] for place in sorted(chosen)]


def _grown(texts: set[int], silent: set[int], step: int) -> set[int]:
    """Return places with all neighbours to one side whose turns have no text of their own."""
    found = set(texts)
    for place in texts:
        beside = place + step
        while beside in silent:
            found.add(beside)
            beside += step
    return found


def _reached(pool: _Pool, seq: int) -> list[Turn]:
    """Return the turns up to the last one whose text a write, or one before it, has brought."""
    own = [n for n, turn in enumerate(pool.turns) if pool.brought_by.get(turn.id, seq + 1) <= seq]
    return pool.turns[: own[-1] + 1] if own else []


def erased(work: Work, session_ids: Sequence[str]) -> set[str]:
    """Return the sessions of which something was erased, or all."""
    found = {name for name, kept in sessions.find(work, session_ids).items() if kept.state == FORGOTTEN}
    for name in session_ids:
        said = [turn.evidence_id for turn in sessions.turns_of(work, name) if turn.evidence_id]
        if evidence.erased_among(work, said):
            found.add(name)
    return found


def lost(work: Work, session_ids: Sequence[str]) -> set[str]:
    """Return the sessions of whose turns the storage bound has taken some: the whole account went too."""
    kept = sessions.find(work, session_ids)
    return {
        name
        for name, one in kept.items()
        if one.episode_state in {"condensed", "archived"} and not aging.is_whole(work, name)
    }


DERIVING = frozenset({"consolidate", "learn_procedures"})
"""The operations whose changes all follow from what was seen and decided before: they are run again."""
# How many entries are read at a time: a page of memory, not the whole journal.
_BATCH = 500
# No operation has more: see `state.reversal`.
_MOST_CHANGES = 1_000_000


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of the journal with what it changed."""

    seq: int
    operation: str
    profile: str
    session_id: str | None
    at: str
    note: int | None
    """The content that holds the note."""
    changes: tuple[Row, ...]
    thinned: bool
    """Whether the storage bound has taken what it changed."""

    def of(self, object_type: str, change: str | None = None) -> list[Row]:
        """Return the changes to one type of object, all or of one sort, in order."""
        return [
            row
            for row in self.changes
            if row["object_type"] == object_type and change in {None, row["change"]}
        ]

    @property
    def derives(self) -> bool:
        """Tell whether all of it follows from what was there.

        Such a step notes with which parameters it ran. One that ends a run or takes it back derives nothing.
        """
        taken_back = any(row["change"] == "undo" for row in self.changes)
        return self.operation in DERIVING and self.note is not None and not taken_back


def walk(work: Work) -> Iterator[Written]:
    """Yield every entry, oldest first."""
    for first in range(1, work.head.seq + 1, _BATCH):
        seqs = range(first, min(first + _BATCH, work.head.seq + 1))
        rows = entries.page(work, entries.Filter(below=seqs[-1] + 1), len(seqs))
        yield from _written(work, sorted((row for row in rows if row["seq"] >= first), key=_place))


def entry(work: Work, seq: int) -> Written:
    """Return one entry."""
    (row,) = entries.page(work, entries.Filter(below=seq + 1), 1)
    return next(_written(work, [row]))


def _written(work: Work, rows: Sequence[Row]) -> Iterator[Written]:
    changes = entries.changes_of(work, [row["seq"] for row in rows], at_most=_MOST_CHANGES)
    for row in rows:
        found = tuple(changes[row["seq"]])
        yield Written(
            seq=row["seq"],
            operation=row["operation"],
            profile=row["profile"],
            session_id=row["session_id"],
            at=row["occurred_at"],
            note=row["note"],
            changes=found,
            thinned=len(found) < row["change_count"],
        )


def _place(row: Row) -> int:
    return int(row["seq"])


_RECORD_ID = re.compile(r"rec_[0-9a-z]{26}")

Key = tuple[object, ...]
Thing = TypeVar("Thing")


@dataclass(slots=True)
class Twins:
    """Names of the live store with those of the rebuilt one; what is not in here has one name in both."""

    names: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    """The same for lineages."""
    missing: list[str] = field(default_factory=list)
    """Derived records of the live store that were not derived again."""
    extra: list[str] = field(default_factory=list)
    """Records of the rebuilt store that were derived there alone."""

    def name(self, live: str) -> str:
        """Return what a record, link or review is called in the rebuilt store."""
        return self.names.get(live, live)

    def line(self, live: str) -> str:
        """Return what a lineage, or what a link leads to, is called in the rebuilt store."""
        return self.lines.get(live, live)

    def within(self, text: str) -> str:
        """Return what a review is about with the names of the rebuilt store; what was sorted stays so."""
        parts = text.split(":")
        named = [_RECORD_ID.sub(lambda found: self.name(found[0]), part) for part in parts]
        return ":".join(sorted(named) if parts == sorted(parts) else named)


def match(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    """Find what two runs of one derivation made, each in its store."""
    _match_records(twins, live, rebuilt, written, again)
    _match_links(twins, live, rebuilt, written, again)
    _match_reviews(twins, live, rebuilt, written, again)


def _match_records(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    """Pair what both made, now or at another step: where old entries were thinned, it may come earlier."""
    ours = [*store.find(live, twins.missing).values(), *_created(live, written)]
    theirs = [*store.find(rebuilt, twins.extra).values(), *_created(rebuilt, again)]
    pairs = _pairs(_by_content(ours), _by_content(theirs))
    known = {twin.id for _, twin in pairs}
    left = [record for record in theirs if record.id not in known]
    # Of what was erased since nothing is left to know it by: it is whatever is left over, in order.
    for record in ours:
        twin = next((one for one in left if one.kind == record.kind), None)
        if record.content is None and twin is not None:
            pairs.append((record, twin))
            left.remove(twin)
    for record, twin in pairs:
        twins.names[record.id] = twin.id
        if record.lineage == record.id or record.lineage in twins.lines:
            twins.lines[record.lineage] = twin.lineage
    twins.missing = [record.id for record in ours if record.id not in twins.names]
    twins.extra = [record.id for record in left]


def _match_links(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    ours = links.find(live, _ids(written, "link")).values()
    theirs = links.find(rebuilt, _ids(again, "link")).values()
    pairs = _pairs(
        [((one.type, twins.line(one.source), twins.line(one.target)), one) for one in ours],
        [((one.type, one.source, one.target), one) for one in theirs],
    )
    twins.names |= {one.id: twin.id for one, twin in pairs}


def _match_reviews(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    ours = reviews.find(live, _ids(written, "review")).values()
    theirs = reviews.find(rebuilt, _ids(again, "review")).values()
    pairs = _pairs(
        [((one.kind, *sorted(twins.within(one.about).split(":"))), one) for one in ours],
        [((one.kind, *sorted(one.about.split(":"))), one) for one in theirs],
    )
    twins.names |= {one.id: twin.id for one, twin in pairs}


def find_link(work: Work, twins: Twins, link: Link) -> Link | None:
    """Return the newest link of the rebuilt store that says what one of the live store says."""
    wanted = (link.type, twins.line(link.target))
    found = [
        one for one in links.outgoing(work, [twins.line(link.source)]) if (one.type, one.target) == wanted
    ]
    return found[-1] if found else None


def _ids(written: Written, object_type: str) -> list[str]:
    return [row["object_id"] for row in written.of(object_type, "create")]


def _created(work: Work, written: Written) -> list[Record]:
    found = store.find(work, _ids(written, "record"))
    return [found[name] for name in _ids(written, "record") if name in found]


def _by_content(records: Sequence[Record]) -> list[tuple[Key, Record]]:
    """Return records by what they say, since when it holds, and where it was learned."""
    return [
        (
            (record.kind, record.content.statement, record.valid_from, canonical(record.content.provenance)),
            record,
        )
        for record in records
        if record.content is not None
    ]


def _pairs(
    ours: Sequence[tuple[Key, Thing]], theirs: Sequence[tuple[Key, Thing]]
) -> list[tuple[Thing, Thing]]:
    """Return what has the same key on both sides; of equals the first with the first."""
    waiting: dict[Key, list[Thing]] = {}
    for key, thing in reversed(theirs):
        waiting.setdefault(key, []).append(thing)
    return [(thing, waiting[key].pop()) for key, thing in ours if waiting.get(key)]


@dataclass(slots=True)
class Source:
    """The live store, which of its turns are left, and what its things are called in the rebuilt one."""

    live: Work
    blobs: BlobStore
    turns: Turns
    last_appends: dict[str, int]
    """The last write that brought turns, by session; one of which the journal says nothing is not in here."""
    lost: frozenset[str]
    """Sessions of whose turns the storage bound has taken some."""
    spoiled: dict[str, str]
    """Sessions of which something was erased, and those that are lost, with when they were recorded."""
    silent: list[tuple[str, str]]
    """Sessions of which the journal does not say all, each after when it was recorded; latest first."""
    writes: dict[int, list[str]]
    """The sessions to which each write brought texts."""
    reported: list[Use]
    """Uses that somebody reported, latest first: what old entries say of them may be gone."""
    commits: dict[int, list[str]]
    """The evidence of the commits that each write took in."""
    twins: Twins = field(default_factory=Twins)
    formed: int = 0
    """Episodes that were formed again."""
    copied: dict[str, int] = field(default_factory=dict)
    """How many records were taken over as they were decided, by the operation that decided."""
    carried: set[str] = field(default_factory=set)
    """Derived records whose sources are gone, by their names in both stores: there, but not compared."""
    lines: set[str] = field(default_factory=set)
    """The lineages of these."""
    followed: int = 0
    """Changes to other records that came with them."""
