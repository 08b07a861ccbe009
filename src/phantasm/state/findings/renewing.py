"""What follows from holding memory against the code? What is noted, cited anew, asked about and settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from phantasm.state import links, store
from phantasm.state.anchored import checks, citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.anchored.freshness import Anchored
from phantasm.state.anchored.reading import DERIVED
from phantasm.state.anchored.survey import (
    NEVER_VERIFIED,
    REASONS,
    Survey,
    stale_records,
    survey,
    unverified,
)
from phantasm.state.findings import recording
from phantasm.state.findings.staleness import finding
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

SETTLED = "what it cites is as it was again"
_CODES = frozenset({*REASONS.values(), NEVER_VERIFIED})


@dataclass(frozen=True, slots=True)
class Renewal:
    """What was found."""

    survey: Survey
    unverified: Sequence[Record] = ()
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
    moved: dict[str, Cited] = {}
    for one in found.anchors:
        if one.verdict.status == "moved" and one.verdict.now:
            (cited,) = citing.named([one.verdict.now], checkout)
            if cited.seen is not None:
                moved[one.link.id] = Cited(cited.reference, _as_before(one, cited))
    return Renewal(found, unverified(work, unverified_days, found), moved)


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
    stale = stale_records(work, found.survey)
    reasons = {name: (record, codes) for name, (record, codes) in stale.items()}
    for record in found.unverified:
        reasons.setdefault(record.id, (record, [NEVER_VERIFIED]))
    live = store.find(work, list(reasons))
    asked = [
        finding(record, codes)
        for name, (record, codes) in reasons.items()
        if name in live and live[name].state == "live"
    ]
    fresh = recording.news(work, asked).fresh
    done.reviews += [review.id for review in recording.record(work, fresh[:limit])]
    done.left += max(0, len(fresh) - limit)


def _settle(work: Work, found: Renewal, done: Done) -> None:
    """End what was asked only because of something that is as it was again."""
    troubled = {one.link.source for one in found.survey.anchors if one.verdict.status in REASONS}
    cleared = [lineage for lineage in found.survey.by_lineage() if lineage not in troubled]
    holders = store.live_versions(work, cleared)
    ids = [record.id for record in holders.values()]
    for review in reviews.waiting_about(work, ids, ("subject",)):
        if review.kind == "stale" and review.reasons and _CODES.issuperset(review.reasons):
            reviews.resolve(work, review, SETTLED)
            done.settled.append(review.id)


def _as_before(one: Anchored, cited: Cited) -> dict[str, object] | None:
    """Return what is seen there now, derived if it was."""
    return {**(cited.seen or {}), DERIVED: True} if one.is_derived else cited.seen
