"""Which entries does the journal have, and what did they change? Questions only; `journal` writes it."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from phantasm.storage import payloads
from phantasm.storage.driver import Connection
from phantasm.storage.sql import Conditions, Row
from phantasm.storage.work import Work


class Filter(NamedTuple):
    """Which entries are wanted; what is left out does not narrow it."""

    operation: str | None = None
    profile: str | None = None
    actor: str | None = None
    request_id: str | None = None
    object_id: str | None = None
    ids: Sequence[str] = ()
    """Only these operations; every one when empty."""
    after: str | None = None
    before: str | None = None
    below: int | None = None
    """Only entries with a lower sequence number."""

    def conditions(self) -> Conditions:
        """Return the filter as a WHERE clause."""
        conditions = Conditions()
        for column in ("operation", "profile", "actor", "request_id"):
            conditions.equal(column, getattr(self, column))
        if self.ids:
            conditions.among("id", self.ids)
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


def named(work: Work, column: str, names: Sequence[str]) -> list[Row]:
    """Return the entries with some operation ids, request ids or sessions, oldest first."""
    if column not in {"id", "request_id", "session_id"}:
        raise ValueError(column)
    rows = work.all_of(f"SELECT * FROM operations WHERE {column} IN (:values)", names)
    return sorted(rows, key=lambda row: int(row["seq"]))


def at(work: Work, seqs: Sequence[int]) -> dict[int, Row]:
    """Return some entries by their sequence number."""
    rows = work.all_of("SELECT * FROM operations WHERE seq IN (:values)", seqs)
    return {row["seq"]: row for row in rows}


def changed_between(work: Work, object_type: str, after: int, up_to: int) -> list[Row]:
    """Return what was done to objects of a type by the writes after one up to another, in order."""
    return work.all(
        """SELECT object_id, change FROM changes
           WHERE seq > :after AND seq <= :up_to AND object_type = :object_type ORDER BY seq, ordinal""",
        {"object_type": object_type, "after": after, "up_to": up_to},
    )


def moved_after(work: Work, object_type: str, seq: int) -> list[str]:
    """Return which objects of a type that were there came to another state after a write."""
    rows = work.all(
        """SELECT object_id FROM changes
           WHERE seq > :seq AND object_type = :object_type AND before_state <> after_state""",
        {"object_type": object_type, "seq": seq},
    )
    return list(dict.fromkeys(row["object_id"] for row in rows))


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


def was_erased(work: Work, content: int) -> bool:
    """Tell whether a content went because somebody erased what it said."""
    statement = "SELECT 1 FROM changes WHERE before_payload = :content AND change = 'erase'"
    return bool(work.value(statement, {"content": content}))


def last_seq_at(work: Work, moment: str) -> int:
    """Return the sequence number of the last write before the first one later than a moment.

    A clock may be set back: what is written then does not slip in before what was known already.
    """
    first = "SELECT seq FROM operations WHERE occurred_at > :at ORDER BY seq LIMIT 1"
    later = work.value(first, {"at": moment})
    return work.head.seq if later is None else int(later) - 1


def last_states(work: Work, object_ids: Sequence[str], seq: int) -> dict[str, tuple[str, str]]:
    """Return the state of each of some objects after a write, and since when it had that state."""
    rows = work.all_of(
        """SELECT c.object_id, c.before_state, c.after_state, o.occurred_at
           FROM changes c JOIN operations o ON o.seq = c.seq
           WHERE c.object_id IN (:values) AND c.seq <= :seq AND c.after_state IS NOT NULL
             AND c.change <> 'add_evidence'
           ORDER BY c.seq, c.ordinal""",
        object_ids,
        {"seq": seq},
    )
    last: dict[str, tuple[str, str]] = {}
    for row in rows:
        if row["before_state"] != row["after_state"] or row["object_id"] not in last:
            last[row["object_id"]] = (row["after_state"], row["occurred_at"])
    return last


def touched_since(work: Work, object_ids: Sequence[str], seq: int) -> list[Row]:
    """Return the writes after a sequence number that changed some objects, oldest first."""
    rows = work.all_of(
        """SELECT c.object_id, c.change, o.seq, o.id AS operation_id, o.operation, o.occurred_at
           FROM changes c JOIN operations o ON o.seq = c.seq
           WHERE c.object_id IN (:values) AND c.seq > :seq""",
        object_ids,
        {"seq": seq},
    )
    return sorted(rows, key=lambda row: (row["seq"], row["object_id"]))


def commits_of(work: Work, seqs: Sequence[int]) -> dict[int, str]:
    """Return which commit was checked out at each of some writes, where there was one."""
    rows = work.all_of(
        "SELECT seq, commit_id FROM operations WHERE seq IN (:values) AND commit_id IS NOT NULL", seqs
    )
    return {row["seq"]: row["commit_id"] for row in rows}


def commits(work: Work) -> list[str]:
    """Return every commit at which something was written."""
    rows = work.all(
        "SELECT DISTINCT commit_id FROM operations WHERE commit_id IS NOT NULL ORDER BY commit_id"
    )
    return [row["commit_id"] for row in rows]


def writes(work: Work) -> list[Row]:
    """Return when and at which commit each write happened, oldest first."""
    return work.all("SELECT seq, commit_id, occurred_at FROM operations ORDER BY seq")


def happened_since(work: Work, operation: str, seq: int) -> bool:
    """Tell whether an operation was carried out after a sequence number."""
    return bool(
        work.value(
            "SELECT 1 FROM operations WHERE operation = :operation AND seq > :seq LIMIT 1",
            {"operation": operation, "seq": seq},
        )
    )


def is_written_since(connection: Connection, seq: int, apart_from: Sequence[str]) -> bool:
    """Tell whether anything was written after a sequence number but by some operations."""
    question = f"""SELECT EXISTS (
        SELECT 1 FROM operations WHERE seq > ? AND operation NOT IN ({", ".join("?" * len(apart_from))}))"""
    return bool(connection.execute(question, (seq, *apart_from)).fetchone()[0])


def shown_state(state: object) -> str | None:
    """Return a journaled state without the moment it may end with: two runs of one request look the same."""
    return state.partition("@")[0] if isinstance(state, str) else None


def explained(
    work: Work, changes: Sequence[Mapping[str, object]], *, hidden: frozenset[str]
) -> list[dict[str, object]]:
    """Return changes with the state and content before and after; hidden objects show states only."""
    wanted = [change[side] for change in changes for side in ("before_payload", "after_payload")]
    bodies = payloads.get_many(work, [payload for payload in wanted if isinstance(payload, int)])

    def side(change: Mapping[str, object], name: str) -> dict[str, object] | None:
        payload, state = change[f"{name}_payload"], shown_state(change[f"{name}_state"])
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
