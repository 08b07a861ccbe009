"""What follows from holding memory against the code? What is noted, cited anew, asked about and settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from phantasm.state import links, store
from phantasm.state.anchored import checks, citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.anchored.survey import Survey, stale_records, survey
from phantasm.state.findings import recording
from phantasm.state.findings.staleness import finding
from phantasm.state.model import Record
from phantasm.state.reasons import ANCHOR_REASONS, NEVER_VERIFIED
from phantasm.state.review import store as reviews
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

SETTLED = "what it cites is as it was again"
_CODES = frozenset({*ANCHOR_REASONS.values(), NEVER_VERIFIED})


@dataclass(frozen=True, slots=True)
class Renewal:
    """What was found."""

    survey: Survey
    stale: Sequence[tuple[Record, list[str]]] = ()
    """What deserves a decision, with the codes of why."""
    moved: Mapping[str, Cited] = field(default_factory=dict)
    """What moved as it is cited from now on, by the id of the link."""
    cited: Mapping[str, Sequence[Cited]] = field(default_factory=dict)
    """What the words of lineages name that were not read for it before; often nothing."""


@dataclass(slots=True)
class Done:
    """What was written, as ids."""

    unchanged: int = 0
    moved: list[str] = field(default_factory=list)
    reviews: list[str] = field(default_factory=list)
    settled: list[str] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)
    left: int = 0


def look(work: Work, checkout: Checkout, unverified_days: int) -> Renewal:
    """Look at everything that is cited."""
    found = survey(work, checkout)
    moved = {
        one.link.id: cited
        for one in found.anchors
        if one.verdict.status == "moved" and one.verdict.now
        for cited in citing.again(one.link, checkout, one.verdict.now)
        if cited.seen is not None
    }
    return Renewal(found, stale_records(work, found, unverified_days), moved)


def apply(work: Work, found: Renewal, limit: int) -> Done:
    """Write what follows, as far as the limit goes; that something is as it was is only noted."""
    done = Done()
    unchanged = [one.link.id for one in found.survey.anchors if one.verdict.status == "unchanged"]
    checks.note(work, unchanged)
    done.unchanged = len(unchanged)
    _follow(work, found, limit, done)
    _ask(work, found, limit, done)
    _settle(work, found, done)
    checks.note(work, list(found.cited))
    for lineage, record in store.live_versions(
        work, [name for name, cited in found.cited.items() if cited]
    ).items():
        citing.hold(work, lineage, found.cited[lineage])
        done.cited.append(record.id)
    return done


def _follow(work: Work, found: Renewal, limit: int, done: Done) -> None:
    """Let citations follow what they cite."""
    moving = [one for one in found.survey.anchors if one.link.id in found.moved]
    known = links.find(work, [one.link.id for one in moving])
    for one in moving[:limit]:
        link = known.get(one.link.id)
        if link is not None and link.closed_at is None:
            links.close(work, link)
            citing.hold(work, link.source, [found.moved[link.id]])
            done.moved.append(link.source)
    done.left += max(0, len(moving) - limit)


def _ask(work: Work, found: Renewal, limit: int, done: Done) -> None:
    """Ask for decisions about what rests on something that changed or is gone, and what nobody verified."""
    live = store.find(work, [record.id for record, _ in found.stale])
    asked = [
        finding(record, codes)
        for record, codes in found.stale
        if record.id in live and live[record.id].state == "live"
    ]
    fresh = recording.news(work, asked).fresh
    done.reviews += [review.id for review in recording.record(work, fresh[:limit])]
    done.left += max(0, len(fresh) - limit)


def _settle(work: Work, found: Renewal, done: Done) -> None:
    """End what was asked only because of something that is as it was again."""
    troubled = {one.link.source for one in found.survey.anchors if one.verdict.status in ANCHOR_REASONS}
    cleared = [lineage for lineage in found.survey.by_lineage() if lineage not in troubled]
    holders = store.live_versions(work, cleared)
    ids = [record.id for record in holders.values()]
    for review in reviews.waiting_about(work, ids, ("subject",)):
        if review.kind == "stale" and review.reasons and _CODES.issuperset(review.reasons):
            reviews.resolve(work, review, SETTLED)
            done.settled.append(review.id)
