"""Which records are there? Every question about the records table, one function each."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from phantasm.contracts.canonical import digest, sorted_json
from phantasm.contracts.ids import HANDLE_LENGTH
from phantasm.state.model import Content, Draft, Quality, Record, State
from phantasm.state.tables import RECORDS
from phantasm.storage import payloads
from phantasm.storage.sql import Conditions, Parameters, Row
from phantasm.storage.work import Change, Work

# Well under the parameter limits of SQLite (32,766) and PostgreSQL (65,535).
_CHUNK = 500


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
    payload = payloads.fresh_row(work, _body(draft.content))
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
    work.run_many(RECORDS.insert, [_columns(new.record) for new in formed])
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
    for chunk in _chunks(digests):
        conditions = Conditions()
        conditions.among("content_digest", chunk)
        conditions.add("state IN ('live', 'suggested')")
        for row in work.all(
            f"SELECT * FROM records {conditions.where} ORDER BY seq, ordinal", conditions.parameters
        ):
            found.setdefault((row["state"], row["content_digest"]), _record(row, None))
    return found


def live_about(work: Work, subject_keys: Sequence[str]) -> dict[tuple[str, str, str, str], Record]:
    """Return the live records that hold some subject keys, by kind, key and scope."""
    found = {}
    for chunk in _chunks(subject_keys):
        conditions = Conditions()
        conditions.among("subject_key", chunk)
        conditions.add("state = 'live'")
        for row in work.all(f"SELECT * FROM records {conditions.where}", conditions.parameters):
            slot = (row["kind"], row["subject_key"], row["scope"], row["scope_ref"])
            found[slot] = _record(row, None)
    return found


def find(work: Work, names: Sequence[str]) -> dict[str, Record]:
    """Return records by id or handle, with their content."""
    rows: list[tuple[str, Row]] = []
    for column, wanted in (
        ("id", [name for name in names if len(name) != HANDLE_LENGTH]),
        ("handle", [name for name in names if len(name) == HANDLE_LENGTH]),
    ):
        for chunk in _chunks(wanted):
            conditions = Conditions()
            conditions.among(column, chunk)
            statement = f"SELECT * FROM records {conditions.where}"
            rows += [(row[column], row) for row in work.all(statement, conditions.parameters)]
    records = _with_content(work, [row for _, row in rows])
    return {name: record for (name, _), record in zip(rows, records, strict=True)}


def listing(work: Work, conditions: Conditions, limit: int) -> list[Record]:
    """Return records, newest first, with their content."""
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
    found: set[str] = set()
    for chunk in _chunks(list(dict.fromkeys(ids))):
        conditions = Conditions()
        conditions.among("id", chunk)
        conditions.add("sensitivity = 'sensitive'")
        found.update(
            row["id"] for row in work.all(f"SELECT id FROM records {conditions.where}", conditions.parameters)
        )
    return found


def other_versions(work: Work, ids: Sequence[str]) -> list[str]:
    """Return the versions that share a lineage with some records and were not erased."""
    found: list[str] = []
    for chunk in _chunks(ids):
        conditions = Conditions()
        conditions.among("id", chunk)
        rows = work.all(
            f"""SELECT id FROM records
                WHERE lineage IN (SELECT lineage FROM records {conditions.where}) AND state <> 'tombstoned'
                ORDER BY seq, ordinal""",
            conditions.parameters,
        )
        found += [row["id"] for row in rows]
    return list(dict.fromkeys(found))


def count(work: Work, conditions: Conditions) -> int:
    """Return how many records satisfy some conditions."""
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


def read_content(body: str) -> Content:
    """Turn a stored body back into content."""
    value = json.loads(body)
    return Content(value["statement"], value.get("payload"), value.get("provenance"))


def _note_change(work: Work, record: Record, change: str, state: str) -> None:
    before = f"{record.state}{'+frozen' * record.frozen}"
    work.changed(Change("record", record.id, change, record.payload_id, record.payload_id, before, state))


def _body(content: Content) -> str:
    value: dict[str, object] = {"statement": content.statement}
    if content.payload is not None:
        value["payload"] = content.payload
    if content.provenance is not None:
        value["provenance"] = content.provenance
    return sorted_json(value)


def fresh_handles(work: Work, count: int) -> list[str]:
    """Draw handles that no record has; at 40 bits a clash is rare but not impossible."""
    handles: dict[str, None] = {}
    while len(handles) < count:
        drawn = [work.ids.handle() for _ in range(count - len(handles))]
        taken: set[str] = set()
        for chunk in _chunks(drawn):
            conditions = Conditions()
            conditions.among("handle", chunk)
            statement = f"SELECT handle FROM records {conditions.where}"
            taken.update(row["handle"] for row in work.all(statement, conditions.parameters))
        handles.update(dict.fromkeys(handle for handle in drawn if handle not in taken))
    return list(handles)


def _with_content(work: Work, rows: Sequence[Row]) -> list[Record]:
    bodies = payloads.get_many(work, [row["payload"] for row in rows])
    return [_record(row, bodies.get(row["payload"])) for row in rows]


def _record(row: Row, body: str | None) -> Record:
    return Record(
        id=row["id"],
        handle=row["handle"],
        kind=row["kind"],
        subject_key=row["subject_key"],
        state=row["state"],
        frozen=bool(row["frozen"]),
        scope=row["scope"],
        scope_ref=row["scope_ref"],
        sensitivity=row["sensitivity"],
        origin=row["origin"],
        quality=Quality(
            confidence=row["confidence"],
            source_type=row["source_type"],
            author=row["author"],
            verified_at=row["verified_at"],
            expires_at=row["expires_at"],
            revalidate_at=row["revalidate_at"],
        ),
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        recorded_at=row["recorded_at"],
        closed_at=row["closed_at"],
        seq=row["seq"],
        ordinal=row["ordinal"],
        lineage=row["lineage"],
        supersedes=row["supersedes"],
        payload_id=row["payload"],
        content_digest=row["content_digest"],
        content=None if body is None else read_content(body),
    )


def _columns(record: Record) -> Parameters:
    quality = record.quality
    return {
        "id": record.id,
        "handle": record.handle,
        "kind": record.kind,
        "subject_key": record.subject_key,
        "state": record.state,
        "frozen": int(record.frozen),
        "scope": record.scope,
        "scope_ref": record.scope_ref,
        "sensitivity": record.sensitivity,
        "origin": record.origin,
        "confidence": quality.confidence,
        "source_type": quality.source_type,
        "author": quality.author,
        "verified_at": quality.verified_at,
        "expires_at": quality.expires_at,
        "revalidate_at": quality.revalidate_at,
        "valid_from": record.valid_from,
        "valid_to": record.valid_to,
        "recorded_at": record.recorded_at,
        "closed_at": record.closed_at,
        "seq": record.seq,
        "ordinal": record.ordinal,
        "lineage": record.lineage,
        "supersedes": record.supersedes,
        "payload": record.payload_id,
        "content_digest": record.content_digest,
    }


def _chunks(values: Sequence[str]) -> Iterable[Sequence[str]]:
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))
