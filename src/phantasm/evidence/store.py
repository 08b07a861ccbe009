"""Which evidence is there? Same bytes from the same source: the same row."""

import json
from collections.abc import Sequence

from phantasm.contracts.canonical import canonical
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import EVIDENCE as PREFIX
from phantasm.contracts.ids import EVIDENCE_MARK, cited, content_address, evidence_prefix, is_handle
from phantasm.evidence.model import TRUSTED_ORIGINS, Evidence, Sighting
from phantasm.evidence.tables import EVIDENCE, RECORD_EVIDENCE
from phantasm.storage import payloads
from phantasm.storage.blobs import BlobStore
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work, seq_of_payload

# 128 bits of a keyed hash: two different pieces never share an id.
_ID_CHARACTERS = 32
_WHO = "SELECT id FROM evidence WHERE id IN (:values)"


def put(work: Work, blobs: BlobStore, sighting: Sighting) -> str:
    """Keep what was seen and return its id; seeing it again changes nothing."""
    data = sighting.text.encode()
    evidence_id = id_of(work, sighting, sighting.source)
    if work.value("SELECT 1 FROM evidence WHERE id = :id AND erased_at IS NULL", {"id": evidence_id}):
        return evidence_id
    payload = payloads.put(work, canonical({"source": sighting.source}))
    row = {
        "id": evidence_id,
        "origin": sighting.origin,
        "trusted": int(sighting.origin in TRUSTED_ORIGINS),
        "media_type": sighting.media_type,
        "payload": payload,
        "blob": blobs.put(work, data),
        "bytes": len(data),
        "session_id": sighting.session_id,
        "sensitivity": sighting.sensitivity,
        "observed_at": sighting.observed_at or work.now,
        "recorded_at": work.now,
        "erased_at": None,
        "source": None,
        "text": None,
    }
    work.run(
        EVIDENCE.insert
        + """ ON CONFLICT (id) DO UPDATE SET
              payload = excluded.payload, blob = excluded.blob, erased_at = NULL,
                     recorded_at = excluded.recorded_at, session_id = excluded.session_id,
                     observed_at = excluded.observed_at, sensitivity = excluded.sensitivity""",
        row,
    )
    work.fresh[evidence_id] = evidence_of(row, sighting.source, sighting.text)
    work.changed(Change("evidence", evidence_id, "create", after_payload=payload, after_state="kept"))
    return evidence_id


def id_of(work: Work, sighting: Sighting, source: str | None) -> str:
    """Return the id of what was seen: the same for the same text from the same source."""
    identity = canonical([sighting.origin, sighting.media_type, source, sighting.text])
    return PREFIX + content_address(identity.encode(), salt=work.head.salt)[:_ID_CHARACTERS]


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


def named(work: Work, names: Sequence[str], *, field: str = "params.ids") -> dict[str, str]:
    """Return the ids of the evidence that some names mean: ids or handles, also as these are cited."""
    asked = {name: cited(name) for name in names}
    ids = [name for name in asked.values() if name.startswith(PREFIX)]
    rows = work.all_of("SELECT id FROM evidence WHERE id IN (:values)", ids)
    known = {row["id"]: row["id"] for row in rows}
    for name in asked.values():
        handle = name.removeprefix(EVIDENCE_MARK)
        found = _beginning_with(work, PREFIX + evidence_prefix(handle)) if is_handle(handle) else []
        if len(found) > 1:
            raise _ambiguous(handle, found, field)
        known |= {name: found[0]} if found else {}
    return {name: known[plain] for name, plain in asked.items() if plain in known}


def find(work: Work, blobs: BlobStore, ids: Sequence[str]) -> dict[str, Evidence]:
    """Return evidence by id, with its text."""
    rows = work.all_of("SELECT * FROM evidence WHERE id IN (:values) ORDER BY id", ids)
    filed = [row for row in rows if row["blob"]]
    sources = payloads.get_many(work, [row["payload"] for row in filed])
    found = {row["id"]: evidence_of(row, row["source"], row["text"]) for row in rows}
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
    if row["blob"]:  # a turn has its text in the row, and a payload only for its place in the journal
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


def _beginning_with(work: Work, beginning: str) -> list[str]:
    """Return the ids that begin so; in the order of the digits `g` comes after all of them."""
    rows = work.all(
        "SELECT id FROM evidence WHERE id >= :first AND id < :last ORDER BY id",
        {"first": beginning, "last": f"{beginning}g"},
    )
    return [row["id"] for row in rows]


def _ambiguous(handle: str, found: Sequence[str], field: str) -> PhantasmError:
    """Return the refusal for a handle that means more than one thing: at 40 bits rare, not impossible."""
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"{len(found)} pieces of evidence have the handle {EVIDENCE_MARK}{handle}: {', '.join(found)}",
        field=field,
        expected="a whole id",
        remediation=(Remediation("Name the one that is meant by its id."),),
    )


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
