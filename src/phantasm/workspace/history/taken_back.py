"""Which commits were taken back, by which? One function per question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phantasm.storage.work import Work
from phantasm.workspace.history.reverts import effective

_MOST_REVERTS = 20
"""How deep reverts of reverts are followed."""


@dataclass(frozen=True, slots=True)
class Revert:
    """One commit takes back another."""

    sha: str
    reverted: str
    seq: int
    at: str


def reverted_by(work: Work, shas: Sequence[str]) -> dict[str, str]:
    """Return which of some commits are taken back, and by which; reverts of reverts are counted."""
    takes_back: dict[str, list[str]] = {}
    fresh = list(dict.fromkeys(shas))
    for _ in range(_MOST_REVERTS):
        rows = work.all_of(
            """SELECT r.reverted, c.sha FROM commit_reverts r JOIN commits c ON c.id = r.commit_id
               WHERE r.reverted IN (:values) AND c.state <> 'unreachable' ORDER BY c.id""",
            fresh,
        )
        for row in rows:
            takes_back.setdefault(row["reverted"], []).append(row["sha"])
        fresh = [name for name in dict.fromkeys(row["sha"] for row in rows) if name not in takes_back]
        if not fresh:
            break
    found = effective(takes_back)
    return {sha: found[sha] for sha in dict.fromkeys(shas) if sha in found}


def reverts_of(work: Work, commit_ids: Sequence[int]) -> Mapping[int, list[str]]:
    """Return which commits some commits take back."""
    found: dict[int, list[str]] = {}
    rows = work.all_of(
        "SELECT commit_id, reverted FROM commit_reverts WHERE commit_id IN (:values) ORDER BY reverted",
        commit_ids,
    )
    for row in rows:
        found.setdefault(row["commit_id"], []).append(row["reverted"])
    return found


def reverts_since(work: Work, seq: int) -> list[Revert]:
    """Return what was taken back by commits that came with later writes, oldest first."""
    rows = work.all(
        """SELECT c.sha, r.reverted, r.seq, c.committed_at FROM commit_reverts r
           JOIN commits c ON c.id = r.commit_id WHERE r.seq > :seq ORDER BY c.id, r.reverted""",
        {"seq": seq},
    )
    return [Revert(row["sha"], row["reverted"], row["seq"], row["committed_at"]) for row in rows]
