"""Which evidence is there? Same bytes from the same source: the same row."""

import json
from collections.abc import Sequence
from typing import Any

from phantasm.contracts.canonical import canonical
from phantasm.evidence.model import TRUSTED_ORIGINS, Evidence, Sighting
from phantasm.evidence.naming import id_of, is_as_seen
from phantasm.evidence.tables import EVIDENCE, RECORD_EVIDENCE
from phantasm.storage import payloads
from phantasm.storage.blobs import BlobStore
from phantasm.storage.failures import corrupt
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work, seq_of_payload

_WHO = "SELECT id FROM evidence WHERE id IN (:values)"
_KEPT = f"{_WHO} AND erased_at IS NULL"
_PUT = (
    EVIDENCE.insert
    + """ ON CONFLICT (id) DO UPDATE SET
          payload = excluded.payload, blob = excluded.blob, text = excluded.text, source = excluded.source,
          erased_at = NULL, recorded_at = excluded.recorded_at, session_id = excluded.session_id,
          observed_at = excluded.observed_at, sensitivity = excluded.sensitivity"""
)

IN_ROW_BYTES = 8_192
"""Up to here a text lies in its row, beyond in a file of its own. A file costs a block, an inode and a sync,
which is more than a page of text; a row of a megabyte would be read and written whole with every change."""


def put(work: Work, blobs: BlobStore, sighting: Sighting) -> str:
    """Keep what was seen and return its id; seeing it again changes nothing."""
    return put_all(work, blobs, [sighting])[0]


def put_all(work: Work, blobs: BlobStore, seen: Sequence[Sighting]) -> list[str]:
    """Keep all that was seen and return the ids in order; seeing something again changes nothing."""
    ids = [id_of(work, one, one.source) for one in seen]
    known = {row["id"] for row in work.all_of(_KEPT, ids)}
    fresh = {name: one for name, one in zip(ids, seen, strict=True) if name not in known}
    if not fresh:
        return ids
    sizes = {name: len(one.text.encode()) for name, one in fresh.items()}
    in_rows = [name for name, size in sizes.items() if size <= IN_ROW_BYTES]
    # One place in the journal for all that lies in rows: it says which write brought them.
    place = payloads.put(work, canonical({"evidence": len(in_rows)})) if in_rows else 0
    rows = []
    for name, one in fresh.items():
        lies_in_row = sizes[name] <= IN_ROW_BYTES
        payload = place if lies_in_row else payloads.put(work, canonical({"source": one.source}))
        row = row_of(work, name, one, payload)
        if not lies_in_row:
            row |= {"source": None, "text": None, "blob": blobs.put(work, one.text.encode())}
        rows.append(row)
        work.fresh[name] = evidence_of(row, one.source, one.text)
        work.changed(Change("evidence", name, "create", after_payload=payload, after_state="kept"))
    work.run_many(_PUT, rows)
    return ids


def row_of(work: Work, evidence_id: str, one: Sighting, payload: int) -> dict[str, Any]:
    """Return the row of what was seen, with its text in it."""
    return {
        "id": evidence_id,
        "origin": one.origin,
        "trusted": int(one.origin in TRUSTED_ORIGINS),
        "media_type": one.media_type,
        "payload": payload,
        "blob": None,
        "bytes": len(one.text.encode()),
        "session_id": one.session_id,
        "sensitivity": one.sensitivity,
        "observed_at": one.observed_at or work.now,
        "recorded_at": work.now,
        "erased_at": None,
        "source": one.source,
        "text": one.text,
    }


def link(work: Work, record_id: str, evidence_ids: Sequence[str]) -> None:
    """Note what a record rests on; noting it twice is noting it once."""
    rows = [{"record_id": record_id, "evidence_id": found, "seq": work.seq} for found in evidence_ids]
    work.run_many(RECORD_EVIDENCE.insert + " ON CONFLICT (record_id, evidence_id) DO NOTHING", rows)


def behind(work: Work, record_ids: Sequence[str], seq: int | None = None) -> dict[str, list[str]]:
    """Return the evidence that each of some records rests on, now or after a write."""
    found: dict[str, list[str]] = {}
    rows = work.all_of(
        """SELECT record_id, evidence_id, seq FROM record_evidence WHERE record_id IN (:values)
           ORDER BY seq, evidence_id""",
        record_ids,
    )
    for row in rows:
        if seq is None or row["seq"] <= seq:
            found.setdefault(row["record_id"], []).append(row["evidence_id"])
    return found


def resting_on_untrusted(work: Work, record_ids: Sequence[str]) -> set[str]:
    """Return which of some records rest on evidence whose word is only quoted."""
    rows = work.all_of(
        """SELECT DISTINCT r.record_id FROM record_evidence r JOIN evidence e ON e.id = r.evidence_id
           WHERE r.record_id IN (:values) AND e.trusted = 0""",
        record_ids,
    )
    return {row["record_id"] for row in rows}


def release(work: Work, blobs: BlobStore, record_id: str) -> None:
    """Let go of what an erased record rested on; what nothing else rests on is erased with it."""
    evidence_ids = behind(work, [record_id]).get(record_id, [])
    work.run("DELETE FROM record_evidence WHERE record_id = :id", {"id": record_id})
    for evidence_id in evidence_ids:
        if not work.value("SELECT 1 FROM record_evidence WHERE evidence_id = :id", {"id": evidence_id}):
            erase(work, blobs, evidence_id)


def resting_on(work: Work, evidence_ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the records that rest on each of some pieces of evidence."""
    found: dict[str, list[str]] = {}
    rows = work.all_of(
        """SELECT record_id, evidence_id FROM record_evidence WHERE evidence_id IN (:values)
           ORDER BY seq, record_id""",
        evidence_ids,
    )
    for row in rows:
        found.setdefault(row["evidence_id"], []).append(row["record_id"])
    return found


def find(work: Work, blobs: BlobStore, ids: Sequence[str]) -> dict[str, Evidence]:
    """Return evidence by id, with its text."""
    rows = work.all_of("SELECT * FROM evidence WHERE id IN (:values) ORDER BY id", ids)
    filed = [row for row in rows if row["blob"]]
    sources = payloads.get_many(work, [row["payload"] for row in filed])
    found = {}
    for row in rows:
        if row["text"] is not None and not is_as_seen(work, row):
            raise corrupt(f"the text of {row['id']} was altered")
        found[row["id"]] = evidence_of(row, row["source"], row["text"])
    for row in filed:
        body = sources.get(row["payload"])
        source = json.loads(body)["source"] if body else None
        found[row["id"]] = evidence_of(row, source, blobs.get(work, row["blob"]).decode())
    return found


def kept_ids(work: Work) -> list[str]:
    """Return every piece of evidence that is kept, in the order in which it was first seen."""
    rows = work.all("SELECT id FROM evidence WHERE erased_at IS NULL ORDER BY payload, observed_at, id")
    return [row["id"] for row in rows]


def erased_among(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some pieces of evidence were erased."""
    rows = work.all_of("SELECT id FROM evidence WHERE id IN (:values) AND erased_at IS NOT NULL", ids)
    return {row["id"] for row in rows}


def keep_erased(work: Work, erased: Sequence[Row]) -> None:
    """Leave stubs for what was erased elsewhere and is not known here: it must not come back from outside."""
    known = {row["id"] for row in work.all_of(_WHO, [row["id"] for row in erased])}
    unknown = [row for row in erased if row["id"] not in known]
    if unknown:
        payload = payloads.put(work, canonical({"erased": len(unknown)}))
        work.run_many(EVIDENCE.insert, [dict(row) | {"payload": payload} for row in unknown])


def erased_rows(work: Work) -> list[Row]:
    """Return the stubs of what was erased."""
    return work.all("SELECT * FROM evidence WHERE erased_at IS NOT NULL ORDER BY id")


def erased_ids(work: Work) -> list[str]:
    """Return every piece of evidence that was erased."""
    return [row["id"] for row in work.all("SELECT id FROM evidence WHERE erased_at IS NOT NULL ORDER BY id")]


def erase(work: Work, blobs: BlobStore, evidence_id: str) -> bool:
    """Erase what was seen, and leave a stub; tell whether there was something to erase."""
    row = work.one(
        "SELECT payload, blob, session_id FROM evidence WHERE id = :id AND erased_at IS NULL",
        {"id": evidence_id},
    )
    if row is None:
        return False
    if row["session_id"]:
        work.silenced.add(row["session_id"])
    if row["blob"]:  # what lies in the row has a payload only for its place in the journal
        payloads.erase(work, [row["payload"]])
        blobs.release(work, row["blob"])
    work.erased = True
    work.run(
        """UPDATE evidence SET blob = NULL, text = NULL, source = NULL, session_id = NULL, erased_at = :now
           WHERE id = :id""",
        {"id": evidence_id, "now": work.now},
    )
    work.changed(Change("evidence", evidence_id, "erase", row["payload"], row["payload"], "kept", "erased"))
    from phantasm.workspace.history import store as history  # noqa: PLC0415  only who erases needs it

    history.forget(work, [evidence_id])  # of a commit: who made it, and what it changed
    return True


def altered(work: Work) -> list[str]:
    """Return the evidence in rows whose text is not the one that its id was made of."""
    found, last = [], ""
    while rows := work.all(_NEXT_TEXTS, {"last": last}):
        found += [row["id"] for row in rows if not is_as_seen(work, row)]
        last = rows[-1]["id"]
    return found


_NEXT_TEXTS = """SELECT id, origin, media_type, source, session_id, text FROM evidence
                 WHERE id > :last AND text IS NOT NULL ORDER BY id LIMIT 1000"""


def evidence_of(row: Row, source: str | None, text: str | None) -> Evidence:
    """Return a row as a piece of evidence."""
    return Evidence(
        id=row["id"],
        seq=seq_of_payload(row["payload"]),
        origin=row["origin"],
        trusted=bool(row["trusted"]),
        media_type=row["media_type"],
        source=source,
        bytes=row["bytes"],
        session_id=row["session_id"],
        sensitivity=row["sensitivity"],
        observed_at=row["observed_at"],
        recorded_at=row["recorded_at"],
        erased_at=row["erased_at"],
        text=text,
    )
