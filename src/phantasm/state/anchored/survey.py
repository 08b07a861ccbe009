"""What of all that is cited is no longer so? Looks at every anchor at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.clock import days_before
from phantasm.state import links, store, verified
from phantasm.state.anchored.freshness import Anchored, verdicts_of
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.reasons import ANCHOR_REASONS, NEVER_VERIFIED
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout


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


def stale_records(work: Work, found: Survey, unverified_days: int) -> list[tuple[Record, list[str]]]:
    """Return the live records that deserve a decision, with the codes of why.

    They cite something that changed or is gone; or no person said them, nobody verified them for so many days
    (0: that does not count), and they cite nothing.
    """
    cited = found.by_lineage()
    troubled = {lineage: codes for lineage, anchors in cited.items() if (codes := _codes(anchors))}
    stale = [
        (record, troubled[lineage]) for lineage, record in store.live_versions(work, list(troubled)).items()
    ]
    if not unverified_days:
        return stale
    before = days_before(work.now, unverified_days)
    never = [record for record in verified.never(work, before) if record.lineage not in cited]
    return [*stale, *((record, [NEVER_VERIFIED]) for record in never)]


def _codes(anchors: Sequence[Anchored]) -> list[str]:
    statuses = (one.verdict.status for one in anchors)
    return list(dict.fromkeys(ANCHOR_REASONS[one] for one in statuses if one in ANCHOR_REASONS))
