"""What was known, and what was true, at an earlier moment? The journal and validity know."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from phantasm.state import verified
from phantasm.state.model import Record, State
from phantasm.state.standing import Standing, parse, standing_of
from phantasm.storage import entries
from phantasm.storage.work import Work
from phantasm.workspace.branches.revision import Revision

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment


class Point(NamedTuple):
    """A moment in both times; None means now."""

    as_of: str | None = None
    """True in the world at this moment."""
    known_at: str | None = None
    """Known to the store at this moment."""
    seq: int | None = None
    """The last write that was known then."""
    without: frozenset[int] = frozenset()
    """Earlier writes that are no part of the history of the commit that was asked about."""

    @property
    def is_now(self) -> bool:
        """Tell whether nothing but the present is asked for."""
        return self.as_of is None and self.known_at is None


NOW = Point()


def revision_of(environment: "Environment", name: str | None) -> Revision | None:
    """Ask git which commit a name means, and which writes are part of its history; None without a name."""
    if name is None:
        return None
    from phantasm.workspace.branches.ancestry import revision  # noqa: PLC0415  asks git, which few reads do

    with environment.snapshot() as work:
        known = entries.commits(work)
    return revision(environment.start, name, known)


def point(work: Work, as_of: str | None, known_at: str | None, asked: Revision | None = None) -> Point:
    """Return the point that a request names: moments, or what was known in the history of a commit."""
    seq = None if known_at is None else entries.last_seq_at(work, known_at)
    if asked is None:
        return Point(as_of, known_at, seq)
    rows = [row for row in entries.writes(work) if seq is None or row["seq"] <= seq]
    inside = [row for row in rows if asked.has(row["commit_id"], row["occurred_at"])]
    last, when = (inside[-1]["seq"], inside[-1]["occurred_at"]) if inside else (0, asked.at)
    kept = {row["seq"] for row in inside}
    without = frozenset(row["seq"] for row in rows if row["seq"] <= last and row["seq"] not in kept)
    return Point(as_of, known_at or when, last, without)


def as_known(work: Work, records: Sequence[Record], at: Point) -> list[Record]:
    """Return records as they stood when the point's write was the last; later ones are left out."""
    if at.seq is None:
        return list(records)
    then = [record for record in records if record.seq <= at.seq and record.seq not in at.without]
    last = _last_states(work, [record.id for record in then], at)
    checked = verified.verified_at_seq(work, [record.id for record in then], at.seq)
    return [_as_it_was(record, last.get(record.id), checked.get(record.id)) for record in then]


def states_then(work: Work, records: Sequence[Record], at: Point) -> dict[str, State]:
    """Return in which state each of some records was when the point's write was the last."""
    last = _last_states(work, [record.id for record in records], at)
    return {record.id: _standing_then(record, last.get(record.id)).state for record in records}


def _standing_then(record: Record, last: tuple[str, str] | None) -> Standing:
    if record.state == "tombstoned":  # what was erased is gone from the past as well
        return standing_of(record)
    return parse(last[0]) if last else Standing("live")


def _last_states(work: Work, ids: Sequence[str], at: Point) -> dict[str, tuple[str, str]]:
    if not at.without:
        return entries.last_states(work, ids, at.seq or 0)
    last: dict[str, tuple[str, str]] = {}
    for row in entries.changes_to(work, ids):
        counts = row["seq"] <= (at.seq or 0) and row["seq"] not in at.without
        state = row["after_state"] if counts and row["change"] != "add_evidence" else None
        if state is not None and (row["object_id"] not in last or last[row["object_id"]][0] != state):
            last[row["object_id"]] = (state, row["occurred_at"])
    return last


def holds(record: Record, at: Point) -> bool:
    """Tell whether a record, as known at the point, was held true at the point."""
    if at.as_of is None:
        return record.state == "live"
    if record.state in {"suggested", "tombstoned"}:
        return False
    ends = record.holds_until
    return record.valid_from <= at.as_of and (ends is None or at.as_of < ends)


def _as_it_was(
    record: Record, last: tuple[str, str] | None, checked: tuple[str | None, str | None] | None
) -> Record:
    if record.state == "tombstoned":
        return record
    standing = _standing_then(record, last)
    closed_at = last[1] if last and not standing.is_open else None
    if closed_at is not None and standing.ended_at is None:
        # The first release did not note when something had ended: what it ended as, or when it was closed.
        ended_at = record.ended_at if record.state == standing.state else closed_at
        standing = standing._replace(ended_at=ended_at)
    if checked is not None:
        quality = record.quality._replace(verified_at=checked[0], revalidate_at=checked[1])
    else:
        quality = record.quality
    return record._replace(
        state=standing.state,
        frozen=standing.frozen,
        ended_at=standing.ended_at,
        closed_at=closed_at,
        quality=quality,
    )
