"""How is a record shown? The shapes that responses share."""

from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject, Model
from phantasm.state.model import Record
from phantasm.storage.work import Caller


class QualityView(Model):
    """How far a record can be relied on."""

    confidence: float
    source_type: str | None = None
    author: str | None = None
    verified_at: str | None = None
    expires_at: str | None = None
    revalidate_at: str | None = None


class RecordView(Model):
    """A record as a caller sees it; `withheld` says why there is no content."""

    id: str
    handle: str
    kind: str
    state: str
    frozen: bool
    subject_key: str | None = None
    statement: str | None = None
    payload: JsonObject | None = None
    provenance: JsonObject | None = None
    withheld: str | None = None
    scope: str
    scope_ref: str | None = None
    sensitivity: str
    origin: str
    quality: QualityView
    valid_from: str
    valid_to: str | None = None
    recorded_at: str
    closed_at: str | None = None
    supersedes: str | None = None
    evidence_ids: list[str] = []


def readable(record: Record, caller: Caller) -> bool:
    """Tell whether a caller may see what a record says."""
    return record.sensitivity != "sensitive" or caller.may(Right.SENSITIVE_READ)


def view(record: Record, caller: Caller, evidence_ids: list[str] | None = None) -> RecordView:
    """Return a record as a caller may see it."""
    shown, withheld = record.content, None
    if shown is None:
        withheld = "erased"
    elif not readable(record, caller):
        shown, withheld = None, "sensitive"
    quality = record.quality
    return RecordView(
        id=record.id,
        handle=record.handle,
        kind=record.kind,
        state=record.state,
        frozen=record.frozen,
        subject_key=record.subject_key if withheld != "sensitive" else None,
        statement=shown.statement if shown else None,
        payload=shown.payload if shown else None,
        provenance=shown.provenance if shown else None,
        withheld=withheld,
        scope=record.scope,
        scope_ref=record.scope_ref or None,
        sensitivity=record.sensitivity,
        origin=record.origin,
        quality=QualityView(
            confidence=quality.confidence,
            source_type=quality.source_type,
            author=quality.author,
            verified_at=quality.verified_at,
            expires_at=quality.expires_at,
            revalidate_at=quality.revalidate_at,
        ),
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        recorded_at=record.recorded_at,
        closed_at=record.closed_at,
        supersedes=record.supersedes,
        evidence_ids=evidence_ids or [],
    )
