"""Which rules hold here? Constraints, conventions and preferences whose word may be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.context.framing.answers import RuleAnswer
from phantasm.context.reading.anchored import became_of
from phantasm.context.reading.approving import followed
from phantasm.context.reading.remembering import RELEVANT, is_readable, statement, wanted
from phantasm.context.reading.standing import binding
from phantasm.evidence import store as evidence
from phantasm.retrieval import look
from phantasm.state import listing
from phantasm.state.filters import Filter
from phantasm.state.review.store import overlays

if TYPE_CHECKING:
    from phantasm.context.reading.occasion import Occasion
    from phantasm.retrieval.look import Sight
    from phantasm.state.model import Record
    from phantasm.storage.work import Work

_KINDS = ("constraint", "convention", "preference")
"""The kinds that are remembered constraints, the most binding first."""
# So many of the newest rules of each kind are looked at: more than anybody keeps in mind.
_RULES_PER_KIND = 50


def rules(work: Work, question: str | None, sight: Sight | None, occasion: Occasion) -> list[RuleAnswer]:
    """Return the rules that hold here: what bears on the question first, then the most binding."""
    standing: list[Record] = []
    for kind in _KINDS:
        chosen = Filter(states=("live",), kind=kind, seen_from=occasion.seen_from)
        held = listing.page(work, chosen, occasion.at, _RULES_PER_KIND).records
        standing += sorted(held, key=binding)
    relevant: dict[str, float] = {}
    if question:
        answered, _ = look.find(work, wanted(question, occasion, _KINDS), sight)
        best = [hit for hit in answered.hits if hit.record and hit.score >= RELEVANT]
        if answered.match != "no_match":
            relevant = {hit.record.id: hit.score for hit in best if hit.record}
            standing = [*(hit.record for hit in best if hit.record), *standing]
    held_now = {record.id: record for record in standing if _holds(record, occasion)}
    trusted = followed(work, list(held_now.values()), occasion.people)
    became = became_of(work, [held_now[name] for name in held_now if name in trusted], occasion)
    kept = [
        record for name, record in held_now.items() if name in trusted and became.get(name, "") is not None
    ]
    chosen_rules = kept[: occasion.rules]
    ids = [record.id for record in chosen_rules]
    marks, behind = overlays(work, ids, occasion.last_seq), evidence.behind(work, ids, occasion.last_seq)
    by = "query" if occasion.query else "focus"
    return [
        RuleAnswer(
            id=record.id,
            handle=record.handle,
            kind=record.kind,
            text=statement(record),
            origin=record.origin,
            scope=record.scope,
            confidence=record.quality.confidence,
            since=record.valid_from,
            because=f"It bears on the {by} (score {relevant[record.id]:.2f})."
            if record.id in relevant
            else "It holds for every task.",
            marks=marks.get(record.id, []),
            became=became.get(record.id),
            evidence_ids=behind.get(record.id, []),
        )
        for record in chosen_rules
    ]


def _holds(record: Record, occasion: Occasion) -> bool:
    """Tell whether a rule holds on the day: neither over nor yet to come."""
    ends = [end for end in (record.holds_until, record.quality.expires_at) if end]
    day = occasion.at.as_of or occasion.now
    # What ends on the day itself still counts: a frame knows days, not hours.
    over = any(end[:10] < day[:10] for end in ends)
    return is_readable(record, occasion) and record.valid_from <= day and not over
