"""How is evidence shown? Whole, or by its beginning; sensitive evidence only to those who may read it."""

from phantasm.contracts.ids import evidence_handle
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import Model
from phantasm.evidence.model import Evidence
from phantasm.storage.work import Caller


class _Seen(Model):
    id: str
    handle: str
    origin: str
    trusted: bool
    source: str | None = None
    observed_at: str


class EvidenceView(_Seen):
    """A piece of evidence, verbatim."""

    media_type: str
    bytes: int
    session_id: str | None = None
    sensitivity: str
    recorded_at: str
    erased_at: str | None = None
    text: str | None = None


class ExcerptView(_Seen):
    """Something that was seen and that the record rests on."""

    excerpt: str | None = None


def view(found: Evidence, caller: Caller) -> EvidenceView:
    """Return a piece of evidence as a caller may see it."""
    shown = found._asdict() | {"handle": evidence_handle(found.id)}
    del shown["seq"]
    if not _readable(found, caller):
        shown |= {"text": None, "source": None}
    return EvidenceView.model_validate(shown)


def excerpt(found: Evidence, caller: Caller, *, characters: int) -> ExcerptView:
    """Return where a piece of evidence came from and how it begins, as a caller may see it."""
    seen = view(found, caller)
    return ExcerptView(
        id=seen.id,
        handle=seen.handle,
        origin=seen.origin,
        trusted=seen.trusted,
        source=seen.source,
        observed_at=seen.observed_at,
        excerpt=None if seen.text is None else seen.text[:characters],
    )


def _readable(found: Evidence, caller: Caller) -> bool:
    return found.sensitivity != "sensitive" or caller.may(Right.SENSITIVE_READ)
