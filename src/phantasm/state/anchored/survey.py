"""What of all that is cited is no longer so? Looks at every anchor at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.clock import days_before
from phantasm.state import links, store, verified
from phantasm.state.anchored.freshness import Anchored, verdicts_of
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

REASONS = {"changed": "anchor_changed", "gone": "anchor_gone"}
"""The codes under which a decision is asked for, by what became of what a record cites."""
NEVER_VERIFIED = "never_verified"


@dataclass(frozen=True, slots=True)
class Survey:
    """What became of everything that was looked at."""

    anchors: tuple[Anchored, ...]

    def by_lineage(self) -> dict[str, list[Anchored]]:
        """Return the anchors by what cites them."""
        found: dict[str, list[Anchored]] = {}
        for one in self.anchors:
            found.setdefault(one.link.source, []).append(one)
        return found


def survey(work: Work, checkout: Checkout, chosen: Sequence[Link] | None = None) -> Survey:
    """Look at some citations, or at all of them."""
    found = links.anchors(work) if chosen is None else chosen
    verdicts = verdicts_of(found, checkout)
    return Survey(tuple(Anchored(link, verdicts[link.id]) for link in found))


def stale_records(work: Work, found: Survey) -> dict[str, tuple[Record, list[str]]]:
    """Return the live records that cite something that changed or is gone, by id, with the codes of why."""
    troubled = {
        lineage: anchors
        for lineage, anchors in found.by_lineage().items()
        if any(one.verdict.status in REASONS for one in anchors)
    }
    return {
        record.id: (record, _codes(troubled[lineage]))
        for lineage, record in store.live_versions(work, list(troubled)).items()
    }


def unverified(work: Work, days: int, known: Survey) -> list[Record]:
    """Return the live records that no person said and nobody verified for so many days; none for 0 days."""
    if not days:
        return []
    cited = {one.link.source for one in known.anchors if one.verdict.status in {"unchanged", "moved"}}
    before = days_before(work.now, days)
    return [record for record in verified.never(work, before) if record.lineage not in cited]


def _codes(anchors: Sequence[Anchored]) -> list[str]:
    return list(
        dict.fromkeys(REASONS[one.verdict.status] for one in anchors if one.verdict.status in REASONS)
    )
