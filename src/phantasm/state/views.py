"""How is a record shown? The shapes that responses share."""

from collections.abc import Iterable

from pydantic import Field

from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject, Model
from phantasm.state.anchored.views import FreshnessView
from phantasm.state.model import Content, Record
from phantasm.state.reasons import meaning
from phantasm.state.withdrawn import Withdrawn
from phantasm.storage.work import Caller


class QualityView(Model):
    """How far a record can be relied on."""

    confidence: float
    source_type: str | None = None
    author: str | None = None
    verified_at: str | None = None
    expires_at: str | None = None
    revalidate_at: str | None = None


class TripleView(Model):
    """Subject, predicate and object, where the writer gave them."""

    subject: str
    predicate: str
    object: str


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
    claim: TripleView | None = None
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
    lineage: str
    supersedes: str | None = None
    evidence_ids: list[str] = []
    marks: list[str] = Field(
        default=[], description="in_conflict, doubtful or stale, while a review about it is open"
    )
    freshness: FreshnessView | None = Field(
        default=None, description="When it was last known to hold, and whether the code agrees"
    )


class ReasonView(Model):
    """Why, as a stable code and as a sentence."""

    code: str
    meaning: str


class WithdrawnView(Model):
    """That something is no longer held: when, by whom and why, not what it said."""

    record_id: str
    handle: str
    state: str
    withdrawn_at: str
    withdrawn_by: str
    operation_id: str
    reason: str | None = None


def withdrawn_view(gone: Withdrawn) -> WithdrawnView:
    """Return a withdrawal as it is shown."""
    return WithdrawnView(
        record_id=gone.record_id,
        handle=gone.handle,
        state=gone.state,
        withdrawn_at=gone.at,
        withdrawn_by=gone.by,
        operation_id=gone.operation_id,
        reason=gone.reason,
    )


def reason_views(codes: Iterable[str]) -> list[ReasonView]:
    """Return the codes of reasons with what they mean."""
    return [ReasonView(code=code, meaning=meaning(code)) for code in codes]


def readable(record: Record, caller: Caller) -> bool:
    """Tell whether a caller may see what a record says."""
    return record.sensitivity != "sensitive" or caller.may(Right.SENSITIVE_READ)


def view(
    record: Record,
    caller: Caller,
    evidence_ids: list[str] | None = None,
    marks: list[str] | None = None,
    freshness: FreshnessView | None = None,
) -> RecordView:
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
        claim=_triple(shown),
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
        valid_to=record.holds_until,
        recorded_at=record.recorded_at,
        closed_at=record.closed_at,
        lineage=record.lineage,
        supersedes=record.supersedes,
        evidence_ids=evidence_ids or [],
        marks=marks or [],
        freshness=freshness if shown else None,
    )


def _triple(shown: Content | None) -> TripleView | None:
    if shown is None or shown.triple is None:
        return None
    triple = shown.triple
    return TripleView(subject=triple.subject, predicate=triple.predicate, object=triple.object)
