"""Does the code still say what records rest on? Looked at for whatever may be handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.context.liveness import TOLD
from phantasm.contracts.clock import days_after
from phantasm.state import store
from phantasm.state.anchored.freshness import NEVER, freshness_of, worded
from phantasm.state.anchored.reading import of_lineages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.context.model import Candidate
    from phantasm.context.reading.occasion import Occasion
    from phantasm.context.reading.wish import Wish
    from phantasm.state.anchored.freshness import Freshness
    from phantasm.state.model import Record
    from phantasm.storage.work import Work


_MOST_CHARACTERS = 160
"""Of what is said about what a record cites: the names are the repository's, and a label is small."""


def held_against_code(work: Work, wish: Wish, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates with what is known of their freshness; the past is not held against today's code."""
    records = {one.id: one for one in candidates if one.is_record}
    if not records or not wish.at.is_now:
        return list(candidates)
    citing = of_lineages(work, [one.lineage for one in records.values()])
    told = [name for name, one in records.items() if one.lineage in citing or one.standing.verified_at]
    known = freshness_of(work, list(store.find(work, told).values()), wish.checkout, citing=citing)
    return [_told(one, known.get(one.id, NEVER), wish) if one.is_record else one for one in candidates]


def became_of(work: Work, records: Sequence[Record], occasion: Occasion) -> dict[str, str | None]:
    """Return what has to be said of records whose code moved, changed or went, by id: None withholds one."""
    if not records or occasion.checkout is None or not occasion.at.is_now:
        return {}
    citing = of_lineages(work, [one.lineage for one in records])
    cited = [one for one in records if one.lineage in citing]
    known = freshness_of(work, cited, occasion.checkout, citing=citing)
    return {
        name: None if one.withholds else _bounded(worded(one, occasion.today))
        for name, one in known.items()
        if one.condition in TOLD
    }


def _told(candidate: Candidate, freshness: Freshness, wish: Wish) -> Candidate:
    standing = candidate.standing
    return candidate._replace(
        standing=standing._replace(
            fresh=_bounded(worded(freshness, wish.today)),
            condition=freshness.condition,
            withheld=freshness.withholds,
            expires_at=_expiry(candidate, freshness, wish),
        ),
    )


def _bounded(words: str) -> str:
    return words if len(words) <= _MOST_CHARACTERS else f"{words[: _MOST_CHARACTERS - 1]}\u2026"


def _expiry(candidate: Candidate, freshness: Freshness, wish: Wish) -> str | None:
    """Return when something expires: what no person said and nobody verified does not count for ever."""
    standing = candidate.standing
    is_known = candidate.origin == "user" or freshness.is_borne_out
    if standing.expires_at or is_known or standing.state != "live" or not wish.unverified_days:
        return standing.expires_at
    return days_after(standing.recorded_at, wish.unverified_days)
