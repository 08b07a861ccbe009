"""Which records are there? Every question about the records table, one function each."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.canonical import digest
from phantasm.contracts.ids import HANDLE_LENGTH
from phantasm.state.filters import Filter
from phantasm.state.model import Draft, Record, State
from phantasm.state.rows import body_of, columns_of, record_of
from phantasm.state.tables import RECORDS
from phantasm.storage import payloads
from phantasm.storage.sql import Parameters, Row
from phantasm.storage.work import Change, Work


def content_digest(work: Work, draft: Draft) -> str:
    """Return what two records that say the same have in common; salted, so that it confirms no guess."""
    says = [
        draft.kind,
        draft.subject_key,
        draft.scope,
        draft.scope_ref,
        draft.content.statement,
        draft.content.payload,
    ]
    return digest(says, salt=work.head.salt)


@dataclass(frozen=True, slots=True)
class Formed:
    """A new record with its content, ready to be inserted."""

    record: Record
    payload: Parameters


def form(
    work: Work, draft: Draft, *, digest: str, state: State, predecessor: Record | None, handle: str
) -> Formed:
    """Give a draft its id, its place in a lineage and its content's row; writes nothing yet."""
    payload = payloads.fresh_row(work, body_of(draft.content))
    record_id = work.ids.new("rec")
    record = Record(
        id=record_id,
        handle=handle,
        kind=draft.kind,
        subject_key=draft.subject_key,
        state=state,
        frozen=False,
        scope=draft.scope,
        scope_ref=draft.scope_ref,
        sensitivity=draft.sensitivity,
        origin=draft.origin,
        quality=draft.quality,
        valid_from=draft.valid_from or work.now,
        valid_to=draft.valid_to,
        recorded_at=work.now,
        closed_at=None,
        seq=work.seq,
        ordinal=len(work.payload_digests),
        lineage=predecessor.lineage if predecessor else record_id,
        supersedes=predecessor.id if predecessor else None,
        payload_id=payload["id"],
        content_digest=digest,
        content=draft.content,
    )
    return Formed(record, payload)


def insert(work: Work, formed: Sequence[Formed]) -> None:
    """Hold new records."""
    if not formed:
        return
    payloads.insert(work, [new.payload for new in formed])
    work.run_many(RECORDS.insert, [columns_of(new.record) for new in formed])
    for new in formed:
        record = new.record
        work.changed(
            Change("record", record.id, "create", after_payload=record.payload_id, after_state=record.state)
        )


def close(work: Work, record: Record, state: State, *, valid_to: str | None = None) -> None:
    """Take a record out of the live view; its row and its content stay."""
    # What is succeeded stops being true when its successor starts, but never before it started itself.
    ends = max(valid_to, record.valid_from) if valid_to else None
    work.run(
        """UPDATE records SET state = :state, closed_at = :now, valid_to = COALESCE(valid_to, :ends)
           WHERE id = :id""",
        {"id": record.id, "state": state, "now": work.now, "ends": ends},
    )
    _note_change(work, record, "close", state)


def set_state(work: Work, record: Record, state: State, *, frozen: bool) -> None:
    """Move a record within its life cycle without closing it."""
    work.run(
        "UPDATE records SET state = :state, frozen = :frozen, closed_at = NULL WHERE id = :id",
        {"id": record.id, "state": state, "frozen": int(frozen)},
    )
    _note_change(
        work, record, "set_state", state if frozen == record.frozen else f"{state}{'+frozen' * frozen}"
    )


def erase(work: Work, record: Record) -> None:
    """Erase what a record said and leave a stub."""
    payloads.erase(work, [record.payload_id])
    work.run(
        """UPDATE records SET state = 'tombstoned', frozen = 0, closed_at = COALESCE(closed_at, :now),
                  subject_key = NULL, content_digest = NULL, author = NULL, source_type = NULL
           WHERE id = :id""",
        {"id": record.id, "now": work.now},
    )
    _note_change(work, record, "erase", "tombstoned")


def with_content(work: Work, digests: Sequence[str]) -> dict[tuple[State, str], Record]:
    """Return the live and suggested records that say exactly this, by state and content digest."""
    found: dict[tuple[State, str], Record] = {}
    rows = work.all_of(
        """SELECT * FROM records WHERE content_digest IN (:values) AND state IN ('live', 'suggested')
           ORDER BY seq, ordinal""",
        digests,
    )
    for row in rows:
        found.setdefault((row["state"], row["content_digest"]), record_of(row))
    return found


def live_about(work: Work, subject_keys: Sequence[str]) -> dict[tuple[str, str, str, str], Record]:
    """Return the live records that hold some subject keys, by kind, key and scope."""
    rows = work.all_of(
        "SELECT * FROM records WHERE subject_key IN (:values) AND state = 'live'", subject_keys
    )
    return {(row["kind"], row["subject_key"], row["scope"], row["scope_ref"]): record_of(row) for row in rows}


def find(work: Work, names: Sequence[str]) -> dict[str, Record]:
    """Return records by id or handle, with their content."""
    ids = [name for name in names if len(name) != HANDLE_LENGTH]
    handles = [name for name in names if len(name) == HANDLE_LENGTH]
    rows = work.all_of("SELECT * FROM records WHERE id IN (:values)", ids)
    rows += work.all_of("SELECT * FROM records WHERE handle IN (:values)", handles)
    by_name = {record.id: record for record in _with_content(work, rows)}
    by_name |= {record.handle: record for record in by_name.values()}
    return {name: by_name[name] for name in names if name in by_name}


def listing(work: Work, chosen: Filter, limit: int) -> list[Record]:
    """Return records, newest first, with their content."""
    conditions = chosen.conditions()
    statement = f"SELECT * FROM records {conditions.where} ORDER BY seq DESC, ordinal DESC LIMIT :limit"
    return _with_content(work, work.all(statement, conditions.parameters | {"limit": limit}))


def lineage(work: Work, record: Record) -> list[Record]:
    """Return every version in a record's line, oldest first, with its content."""
    rows = work.all(
        "SELECT * FROM records WHERE lineage = :lineage ORDER BY seq, ordinal", {"lineage": record.lineage}
    )
    return _with_content(work, rows)


def sensitive_among(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some records are sensitive."""
    rows = work.all_of("SELECT id FROM records WHERE id IN (:values) AND sensitivity = 'sensitive'", ids)
    return {row["id"] for row in rows}


def other_versions(work: Work, ids: Sequence[str]) -> list[str]:
    """Return the versions that share a lineage with some records and were not erased."""
    rows = work.all_of(
        """SELECT id FROM records
           WHERE lineage IN (SELECT lineage FROM records WHERE id IN (:values)) AND state <> 'tombstoned'
           ORDER BY seq, ordinal""",
        ids,
    )
    return list(dict.fromkeys(row["id"] for row in rows))


def count(work: Work, chosen: Filter) -> int:
    """Return how many records a filter lets through."""
    conditions = chosen.conditions()
    return int(work.value(f"SELECT count(*) FROM records {conditions.where}", conditions.parameters))


def count_by(work: Work, column: str) -> dict[str, int]:
    """Return how many records there are per value of `kind`, `state` or `scope`."""
    if column not in RECORDS.columns:
        raise ValueError(column)
    rows = work.all(
        f"SELECT {column} AS name, count(*) AS records FROM records GROUP BY {column} ORDER BY {column}"
    )
    return {row["name"]: row["records"] for row in rows}


def tombstoned_ids(work: Work) -> list[str]:
    """Return every record that was erased."""
    return [row["id"] for row in work.all("SELECT id FROM records WHERE state = 'tombstoned' ORDER BY id")]


def time_bounds(work: Work) -> tuple[str | None, str | None]:
    """Return when the first and the last record were held."""
    row = work.one("SELECT min(recorded_at) AS first, max(recorded_at) AS last FROM records")
    return (row["first"], row["last"]) if row else (None, None)


def _note_change(work: Work, record: Record, change: str, state: str) -> None:
    before = f"{record.state}{'+frozen' * record.frozen}"
    work.changed(Change("record", record.id, change, record.payload_id, record.payload_id, before, state))


def fresh_handles(work: Work, count: int) -> list[str]:
    """Draw handles that no record has; at 40 bits a clash is rare but not impossible."""
    handles: dict[str, None] = {}
    while len(handles) < count:
        drawn = [work.ids.handle() for _ in range(count - len(handles))]
        rows = work.all_of("SELECT handle FROM records WHERE handle IN (:values)", drawn)
        taken = {row["handle"] for row in rows}
        handles.update(dict.fromkeys(handle for handle in drawn if handle not in taken))
    return list(handles)


def _with_content(work: Work, rows: Sequence[Row]) -> list[Record]:
    bodies = payloads.get_many(work, [row["payload"] for row in rows])
    return [record_of(row, bodies.get(row["payload"])) for row in rows]
