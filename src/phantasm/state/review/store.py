"""Which reviews are there? Every question about them, one function each."""

import json
from collections.abc import Sequence
from typing import NamedTuple, cast

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.envelope import ReviewItem
from phantasm.state.reasons import meaning
from phantasm.state.review.model import (
    OVERLAYS,
    NewReview,
    Position,
    Review,
    ReviewKind,
    ReviewState,
    Role,
    opened,
)
from phantasm.state.tables import REVIEW_RECORDS, REVIEWS
from phantasm.storage import entries
from phantasm.storage.sql import Conditions, Row
from phantasm.storage.work import Change, Work


class Filter(NamedTuple):
    """Which reviews are wanted; what is left out does not narrow it."""

    kinds: Sequence[ReviewKind] = ()
    states: Sequence[ReviewState] = ("open", "deferred")
    record_id: str | None = None

    def conditions(self) -> Conditions:
        """Return the filter as a WHERE clause."""
        conditions = Conditions()
        conditions.among("state", self.states)
        if self.kinds:
            conditions.among("kind", self.kinds)
        if self.record_id:
            concerns = "id IN (SELECT review_id FROM review_records WHERE record_id = :record_id)"
            conditions.add(concerns, record_id=self.record_id)
        return conditions


def open_review(work: Work, new: NewReview) -> Review:
    """Ask for a decision, and say so in the response; asking twice is asking once."""
    row = work.one(
        "SELECT * FROM reviews WHERE kind = :kind AND about = :about AND closed_at IS NULL",
        {"kind": new.kind, "about": new.about},
    )
    review = _with_records(work, [row])[0] if row else _insert(work, new)
    reason = "; ".join(meaning(code) for code in review.reasons)
    work.review_items.append(
        ReviewItem(
            kind=review.kind, id=review.id, reason=reason, record_ids=list(dict.fromkeys(review.ids(*_SHOWN)))
        )
    )
    return review


_OPEN = ("open", "")
_SHOWN: tuple[Role, ...] = ("proposed", "held", "subject", "root")


def _insert(work: Work, new: NewReview) -> Review:
    detail = {"reasons": list(new.reasons), "similarity": new.similarity, "preferred": new.preferred}
    review = opened(new, work.ids.new("rev"), seq=work.seq, at=work.now)
    row = {name: getattr(review, name) for name in REVIEWS.columns if name != "detail"}
    kept = sorted_json({name: part for name, part in detail.items() if part is not None})
    work.run(REVIEWS.insert, row | {"detail": kept})
    work.run_many(
        REVIEW_RECORDS.insert,
        [
            {"review_id": review.id, "position": position, "record_id": record_id, "role": role}
            for position, (record_id, role) in enumerate(new.records)
        ],
    )
    work.changed(Change("review", review.id, "create", after_state="open"))
    return review


def resolve(work: Work, review: Review, resolution: str) -> None:
    """Close a review with what was decided."""
    _move(work, review, "resolved", closed_at=work.now, resolution=resolution)


def reopen(work: Work, review: Review, state: ReviewState = "open") -> None:
    """Let a resolved review wait again; how it had been resolved stays readable."""
    _move(work, review, state, resolution=review.resolution)


def defer(work: Work, review: Review, wake: dict[str, str]) -> None:
    """Put a review off until its wake condition holds."""
    work.run(
        "UPDATE reviews SET wake = :wake, deferred_seq = :seq WHERE id = :id",
        {"id": review.id, "wake": sorted_json(wake), "seq": work.seq},
    )
    _move(work, review, "deferred")


def _move(
    work: Work,
    review: Review,
    state: ReviewState,
    *,
    closed_at: str | None = None,
    resolution: str | None = None,
) -> None:
    work.run(
        "UPDATE reviews SET state = :state, closed_at = :closed_at, resolution = :resolution WHERE id = :id",
        {"id": review.id, "state": state, "closed_at": closed_at, "resolution": resolution},
    )
    work.changed(Change("review", review.id, state, before_state=review.state, after_state=state))


def find(work: Work, ids: Sequence[str]) -> dict[str, Review]:
    """Return reviews by id."""
    rows = work.all_of("SELECT * FROM reviews WHERE id IN (:values) ORDER BY id", ids)
    return {review.id: review for review in _with_records(work, rows)}


def listing(
    work: Work, chosen: Filter, behind: Position | None = None, limit: int | None = None
) -> list[Review]:
    """Return reviews in the queue's order: all of them, or the first so many behind a position."""
    conditions = chosen.conditions()
    if behind is not None:
        place = dict(zip(("rank", "priority", "seq", "key"), behind, strict=True))
        conditions.add(f"({_RANK}, -priority, seq, id) > (:rank, :priority, :seq, :key)", **place)
    most = "" if limit is None else "LIMIT :limit"
    rows = work.all(
        f"SELECT * FROM reviews {conditions.where} ORDER BY {_RANK}, priority DESC, seq, id {most}",
        conditions.parameters | ({} if limit is None else {"limit": limit}),
    )
    return _with_records(work, rows)


# As `model.RANKS` has it.
_RANK = "CASE state WHEN 'open' THEN 0 WHEN 'deferred' THEN 1 ELSE 2 END"


def count_by_kind(work: Work, chosen: Filter = Filter()) -> dict[str, int]:  # noqa: B008  frozen
    """Return how many reviews of each kind a filter lets through; all that wait when left out."""
    conditions = chosen.conditions()
    rows = work.all(
        f"SELECT kind, count(*) AS reviews FROM reviews {conditions.where} GROUP BY kind ORDER BY kind",
        conditions.parameters,
    )
    return {row["kind"]: row["reviews"] for row in rows}


def waiting_about(work: Work, record_ids: Sequence[str], roles: Sequence[Role]) -> list[Review]:
    """Return the unresolved reviews in which some records have one of some roles."""
    rows = work.all_of(
        """SELECT r.*, m.role FROM reviews r JOIN review_records m ON m.review_id = r.id
           WHERE m.record_id IN (:values) AND r.closed_at IS NULL ORDER BY r.seq, r.id""",
        record_ids,
    )
    kept = {row["id"]: row for row in rows if row["role"] in roles}
    return _with_records(work, list(kept.values()))


def doubts_ever_about(work: Work, record_id: str) -> list[Review]:
    """Return every doubt there ever was about a record, settled ones too, oldest first."""
    rows = work.all(
        """SELECT r.* FROM reviews r JOIN review_records m ON m.review_id = r.id
           WHERE m.record_id = :record_id AND m.role = 'subject' AND r.kind = 'doubtful'
           ORDER BY r.seq, r.id""",
        {"record_id": record_id},
    )
    return _with_records(work, rows)


def is_waiting(work: Work, kind: ReviewKind, about: str) -> bool:
    """Tell whether the same is being asked already."""
    return bool(
        work.value(
            "SELECT 1 FROM reviews WHERE kind = :kind AND about = :about AND closed_at IS NULL",
            {"kind": kind, "about": about},
        )
    )


def all_about(work: Work, record_ids: Sequence[str], kind: ReviewKind) -> list[Review]:
    """Return the reviews of a kind in which some records have any role, resolved ones too."""
    rows = work.all_of(
        """SELECT r.* FROM reviews r JOIN review_records m ON m.review_id = r.id
           WHERE m.record_id IN (:values) AND r.kind = :kind ORDER BY r.seq, r.id""",
        record_ids,
        {"kind": kind},
    )
    return _with_records(work, list({row["id"]: row for row in rows}.values()))


def overlays(work: Work, record_ids: Sequence[str], seq: int | None = None) -> dict[str, list[str]]:
    """Return what some records are called besides their state, now or after a write: in_conflict."""
    rows = work.all_of(
        """SELECT m.record_id, r.id, r.kind, r.seq, r.closed_at
           FROM reviews r JOIN review_records m ON m.review_id = r.id
           WHERE m.record_id IN (:values) AND m.role NOT IN ('root', 'path')
             AND r.kind IN ('conflict', 'doubtful', 'stale') ORDER BY r.kind""",
        record_ids,
    )
    if seq is None:
        rows = [row for row in rows if row["closed_at"] is None]
    else:
        then = entries.last_states(work, [row["id"] for row in rows], seq)
        rows = [row for row in rows if row["seq"] <= seq and then.get(row["id"], _OPEN)[0] != "resolved"]
    found: dict[str, list[str]] = {}
    for row in rows:
        names = found.setdefault(row["record_id"], [])
        if OVERLAYS[row["kind"]] not in names:
            names.append(OVERLAYS[row["kind"]])
    return found


def _with_records(work: Work, rows: Sequence[Row]) -> list[Review]:
    members: dict[str, list[tuple[str, Role]]] = {}
    found = work.all_of(
        """SELECT review_id, record_id, role FROM review_records WHERE review_id IN (:values)
           ORDER BY review_id, position""",
        [row["id"] for row in rows],
    )
    for row in found:
        members.setdefault(row["review_id"], []).append((row["record_id"], row["role"]))
    return [_review(row, tuple(members.get(row["id"], ()))) for row in rows]


def _review(row: Row, records: tuple[tuple[str, Role], ...]) -> Review:
    detail = json.loads(row["detail"])
    return Review(
        id=row["id"],
        kind=cast("ReviewKind", row["kind"]),
        state=cast("ReviewState", row["state"]),
        priority=row["priority"],
        about=row["about"],
        reasons=tuple(detail["reasons"]),
        similarity=detail.get("similarity"),
        preferred=detail.get("preferred"),
        seq=row["seq"],
        opened_at=row["opened_at"],
        wake=json.loads(row["wake"]) if row["wake"] else None,
        deferred_seq=row["deferred_seq"],
        closed_at=row["closed_at"],
        resolution=row["resolution"],
        records=records,
    )
