"""What does a claim of a session become? A draft with its evidence and its place in time. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.learning.claims.extract import EXTRACTOR
from phantasm.learning.claims.model import Claim
from phantasm.learning.terms import Terms
from phantasm.session.store import Kept
from phantasm.state.learned import SESSION
from phantasm.state.model import Content, Draft, Quality, Record, Sensitivity, draft_of

Moment = tuple[str, str, int, int, str, str]
"""Where something stands among all that was learned: by time; at one moment by session, then by the place of
the turn in the transcript and of the words in the turn."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to be learned, or to be learned anew."""

    draft: Draft
    session_id: str
    rule: str
    version: int
    evidence_ids: tuple[str, ...]
    sure: bool

    @property
    def moment(self) -> Moment:
        """Its place among all that was learned."""
        return _moment(self.draft.valid_from or "", self.draft.kind, self.draft.content)


def moment_of(record: Record) -> Moment:
    """Return the place of a learned record among all that was learned."""
    return _moment(record.valid_from, record.kind, record.content)


def _moment(valid_from: str, kind: str, content: Content | None) -> Moment:
    provenance = (content.provenance if content else None) or {}
    place, span = provenance.get("place"), provenance.get("span")
    start = span[0] if isinstance(span, list) and span else None
    # Records of earlier releases do not say at which place they were said.
    at = (place if isinstance(place, int) else 0, start if isinstance(start, int) else 0)
    said = content.statement if content else ""
    return valid_from, str(provenance.get("session", "")), *at, kind, said


def lessons_of(
    kept: Kept, claims: Sequence[Claim], terms: Terms, *, sensitive: frozenset[str] = frozenset()
) -> list[Lesson]:
    """Return what a session's claims become; `sensitive` is the evidence that not everybody may read."""
    found = [_lesson(kept, claim, terms, sensitive) for claim in claims]
    return sorted(found, key=lambda lesson: lesson.moment)


def lesson_again(record: Record, session_id: str, rule: str, version: int) -> Lesson:
    """Return a learned record as it is learned anew; its evidence is added by whoever knows it.

    Without its subject key: that came from what it replaced, and goes to whatever replaces that now.
    """
    draft = draft_of(record)._replace(subject_key=None)
    provenance = draft.content.provenance or {}
    return Lesson(draft, session_id, rule, version, (), sure=bool(provenance.get("sure")))


def _lesson(kept: Kept, claim: Claim, terms: Terms, sensitive: frozenset[str]) -> Lesson:
    session = kept.session
    sure = claim.sure and terms.claims == "records"
    sensitivity: Sensitivity = "sensitive" if claim.evidence_id in sensitive else "normal"
    provenance: dict[str, object] = {
        "session": session.id,
        "turn": claim.turn,
        "place": claim.place,
        "span": [claim.start, claim.stop],
        "rule": claim.rule,
        "extractor": EXTRACTOR,
        "sure": sure,
    }
    draft = Draft(
        kind=claim.kind,
        content=Content(claim.statement, claim.payload, provenance),
        origin=claim.origin,
        sensitivity=sensitivity,
        quality=Quality(confidence=claim.confidence, source_type=SESSION, author=session.client),
        valid_from=claim.at or kept.last_at or kept.recorded_at,
    )
    evidence_ids = (claim.evidence_id,) if claim.evidence_id else ()
    return Lesson(draft, session.id, claim.rule, EXTRACTOR, evidence_ids, sure)
