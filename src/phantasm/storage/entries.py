"""Which entries does the journal have, and what did they change? Questions only; `journal` writes it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phantasm.storage import payloads
from phantasm.storage.sql import Conditions, Row
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Filter:
    """Which entries are wanted; what is left out does not narrow it."""

    operation: str | None = None
    profile: str | None = None
    actor: str | None = None
    request_id: str | None = None
    object_id: str | None = None
    after: str | None = None
    before: str | None = None
    below: int | None = None
    """Only entries with a lower sequence number."""

    def conditions(self) -> Conditions:
        """Return the filter as a WHERE clause."""
        conditions = Conditions()
        for column in ("operation", "profile", "actor", "request_id"):
            conditions.equal(column, getattr(self, column))
        if self.object_id:
            touches = "seq IN (SELECT seq FROM changes WHERE object_id = :object_id)"
            conditions.add(touches, object_id=self.object_id)
        if self.after:
            conditions.add("occurred_at >= :after", after=self.after)
        if self.before:
            conditions.add("occurred_at < :before", before=self.before)
        if self.below:
            conditions.add("seq < :below", below=self.below)
        return conditions


def page(work: Work, chosen: Filter, limit: int) -> list[Row]:
    """Return entries, newest first."""
    conditions = chosen.conditions()
    return work.all(
        f"SELECT * FROM operations {conditions.where} ORDER BY seq DESC LIMIT :limit",
        conditions.parameters | {"limit": limit},
    )


def find(work: Work, operation_id: str) -> Row | None:
    """Return one entry by its operation id."""
    return work.one("SELECT * FROM operations WHERE id = :id", {"id": operation_id})


def changes_of(work: Work, seqs: Sequence[int], *, at_most: int) -> dict[int, list[Row]]:
    """Return what each of some entries changed first, in order."""
    grouped: dict[int, list[Row]] = {seq: [] for seq in seqs}
    rows = work.all_of(
        "SELECT * FROM changes WHERE seq IN (:values) AND ordinal < :at_most ORDER BY seq, ordinal",
        seqs,
        {"at_most": at_most},
    )
    for row in rows:
        grouped[row["seq"]].append(row)
    return grouped


def changes_to(work: Work, object_ids: Sequence[str]) -> list[Row]:
    """Return every change to some objects, oldest first, with who made it."""
    rows = work.all_of(
        """SELECT c.*, o.id AS operation_id, o.operation, o.profile, o.actor, o.occurred_at, o.note
           FROM changes c JOIN operations o ON o.seq = c.seq
           WHERE c.object_id IN (:values)""",
        object_ids,
    )
    return sorted(rows, key=lambda row: (row["seq"], row["ordinal"]))


def explained(
    work: Work, changes: Sequence[Mapping[str, object]], *, hidden: frozenset[str]
) -> list[dict[str, object]]:
    """Return changes with the state and content before and after; hidden objects show states only."""
    wanted = [change[side] for change in changes for side in ("before_payload", "after_payload")]
    bodies = payloads.get_many(work, [payload for payload in wanted if isinstance(payload, int)])

    def side(change: Mapping[str, object], name: str) -> dict[str, object] | None:
        payload, state = change[f"{name}_payload"], change[f"{name}_state"]
        if payload is None and state is None:
            return None
        if change["object_id"] in hidden:
            return {"state": state, "content": None, "withheld": "sensitive"}
        body = bodies.get(payload) if isinstance(payload, int) else None
        return {"state": state, "content": None if body is None else json.loads(body)}

    return [
        {
            "object_type": change["object_type"],
            "object_id": change["object_id"],
            "change": change["change"],
            "before": side(change, "before"),
            "after": side(change, "after"),
        }
        for change in changes
    ]


def count_by_day(work: Work, since: str) -> list[Row]:
    """Return how many writes of each operation there were per day."""
    return work.all(
        """SELECT substr(occurred_at, 1, 10) AS day, operation, count(*) AS writes
           FROM operations WHERE occurred_at >= :since
           GROUP BY substr(occurred_at, 1, 10), operation ORDER BY 1, 2""",
        {"since": since},
    )
