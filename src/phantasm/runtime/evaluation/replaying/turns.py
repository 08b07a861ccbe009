"""Which turns did a write bring? Told apart by the count and the digest that the journal has of them.

A turn has no entry of its own. Clients hand over stretches of a transcript, so what a write brought are
neighbours among the turns that nobody had brought before; the digest says which. Where a turn has grown
since, or was erased, no stretch may fit: then the evidence that the write brought says how far it reached.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from phantasm.contracts.canonical import text_digest
from phantasm.evidence import store as evidence
from phantasm.learning.capturing import whole_turns
from phantasm.session import aging
from phantasm.session import store as sessions
from phantasm.session.model import Turn
from phantasm.session.store import FORGOTTEN
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
