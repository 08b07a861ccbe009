"""Which branches and worktrees were seen, and which records were moved because of what became of them?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.storage.sql import Row
from phantasm.storage.work import Work
from phantasm.workspace.tables import BRANCHES, GIT_MOVES

SeenScope = Literal["branch", "worktree"]
Cause = Literal["merged", "renamed", "abandoned", "removed", "reverted", "unmerged"]
"""What happened in git. `unmerged`: a merge is no longer part of the trunk."""


@dataclass(frozen=True, slots=True)
class Known:
    """A branch or a worktree as it was last seen."""

    scope: SeenScope
    name: str
    tip: str = ""
    own: bool = False
    """Whether it had commits of its own that the trunk did not have then."""
    state: str = "active"
    event_commit: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One record that was moved because of one thing that happened in git."""

    record_id: str
    cause: Cause | Literal["replaced"]
    """`replaced`: a record gave way to one that a merge brought."""
    reference: str
    """The branch, the worktree or the commit; of what was replaced, the record that did."""
    commit_id: str = ""
    base: str = ""
    seq: int = 0

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What makes it the same move."""
        return (self.record_id, self.cause, self.reference, self.commit_id)


def known(work: Work) -> dict[tuple[str, str], Known]:
    """Return everything that was seen, by scope and name."""
    rows = work.all("SELECT * FROM branches ORDER BY scope, name")
    return {
        (row["scope"], row["name"]): Known(
            row["scope"], row["name"], row["tip"], bool(row["own"]), row["state"], row["event_commit"]
        )
        for row in rows
    }


def remember(work: Work, seen: Iterable[Known]) -> None:
    """Note how branches and worktrees look now."""
    rows = [
        {
            "scope": one.scope,
            "name": one.name,
            "tip": one.tip,
            "own": int(one.own),
            "state": one.state,
            "event_commit": one.event_commit,
            "first_seen": work.now,
            "last_seen": work.now,
        }
        for one in seen
    ]
    if rows:
        work.run_many(
            BRANCHES.insert
            + """ ON CONFLICT (scope, name) DO UPDATE SET tip = excluded.tip, own = excluded.own,
                  state = excluded.state, event_commit = excluded.event_commit,
                  last_seen = excluded.last_seen""",
            rows,
        )


def moves(work: Work) -> list[Move]:
    """Return every move that still counts, oldest first."""
    rows = work.all("SELECT * FROM git_moves ORDER BY seq, record_id, cause, reference, commit_id")
    return [_move(row) for row in rows]


def moves_of(work: Work, record_ids: Sequence[str]) -> list[Move]:
    """Return the moves of some records that still count."""
    return [
        _move(row) for row in work.all_of("SELECT * FROM git_moves WHERE record_id IN (:values)", record_ids)
    ]


def _move(row: Row) -> Move:
    return Move(row["record_id"], row["cause"], row["reference"], row["commit_id"], row["base"], row["seq"])


def replaced_by(work: Work, record_id: str) -> list[str]:
    """Return which records a promoted one has replaced."""
    rows = work.all(
        """SELECT record_id FROM git_moves WHERE cause = 'replaced' AND reference = :id ORDER BY record_id""",
        {"id": record_id},
    )
    return [row["record_id"] for row in rows]


def note(work: Work, made: Iterable[Move]) -> None:
    """Note that records were moved; noting it twice is noting it once."""
    rows = [
        {
            "record_id": one.record_id,
            "cause": one.cause,
            "reference": one.reference,
            "commit_id": one.commit_id,
            "base": one.base,
            "seq": work.seq,
        }
        for one in made
    ]
    if rows:
        work.run_many(
            GIT_MOVES.insert
            + """ ON CONFLICT (record_id, cause, reference, commit_id) DO UPDATE SET seq = excluded.seq""",
            rows,
        )


def forget(work: Work, gone: Sequence[Move]) -> None:
    """Forget moves whose reason has passed."""
    work.run_many(
        """DELETE FROM git_moves WHERE record_id = :record_id AND cause = :cause
             AND reference = :reference AND commit_id = :commit_id""",
        [
            {
                "record_id": one.record_id,
                "cause": one.cause,
                "reference": one.reference,
                "commit_id": one.commit_id,
            }
            for one in gone
        ],
    )


def evidence_of(work: Work, shas: Sequence[str]) -> dict[str, str]:
    """Return the evidence that some commits were taken in as, each with its commit."""
    rows = work.all_of(
        "SELECT sha, evidence_id FROM commits WHERE sha IN (:values) AND evidence_id IS NOT NULL", shas
    )
    return {row["evidence_id"]: row["sha"] for row in rows}
