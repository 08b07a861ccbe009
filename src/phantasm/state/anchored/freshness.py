"""How fresh is a record? When and at which commit it was last known to hold, and whether the code agrees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from phantasm.security.redaction import redact
from phantasm.state import verified
from phantasm.state.anchored import checks
from phantasm.state.anchored.foreign import commit_of, moment_of
from phantasm.state.anchored.reading import DERIVED, of_lineages
from phantasm.state.kinds import CATALOGUE
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.storage import entries
from phantasm.storage.work import Work
from phantasm.workspace.anchors import references
from phantasm.workspace.anchors.model import SEVERITY, Status, Verdict
from phantasm.workspace.checkout import Checkout

Condition = Literal["unchanged", "moved", "changed", "gone", "unknown", "verified", "unverified"]
"""A status, or of a record without anchors that could be checked, whether anybody ever verified it."""
SHORT = 7
"""How many characters of a commit people read."""


class Anchored(NamedTuple):
    """One thing that a record cites, and what became of it."""

    link: Link
    verdict: Verdict
    sight: tuple[str, str | None] | None = None
    """When, and at which commit, it was last as it had been when it was cited."""

    @property
    def reference(self) -> str:
        """What is cited."""
        return self.link.reference or ""

    @property
    def is_derived(self) -> bool:
        """Tell whether nobody named it: the words did."""
        return bool(self.link.seen and self.link.seen.get(DERIVED))


class Freshness(NamedTuple):
    """How far a record has been held against the code."""

    verified_at: str | None = None
    commit: str | None = None
    """When, and at which commit, somebody or something last verified what it says."""
    anchors: tuple[Anchored, ...] = ()
    withholds: bool = False
    """Whether something that it cannot do without is gone."""

    @property
    def condition(self) -> Condition:
        """The worst that can be said of it."""
        checked = [one.verdict.status for one in self.anchors if one.verdict.status != "unknown"]
        if checked:
            return max(checked, key=SEVERITY.__getitem__)
        if self.anchors and not self.verified_at:
            return "unknown"
        return "verified" if self.verified_at else "unverified"

    @property
    def is_borne_out(self) -> bool:
        """Tell whether somebody verified it, or what it cites was ever there."""
        return self.verified_at is not None or any(one.sight for one in self.anchors)

    def of(self, status: Status) -> list[Anchored]:
        """Return the anchors of which a verdict says so."""
        return [one for one in self.anchors if one.verdict.status == status]


NEVER = Freshness()


def freshness_of(
    work: Work,
    records: Sequence[Record],
    checkout: Checkout | None,
    *,
    citing: Mapping[str, Sequence[Link]] | None = None,
) -> dict[str, Freshness]:
    """Return how fresh some records are, by id; without a checkout nothing is held against the code.

    `citing` is what their lineages cite, for whoever has asked already.
    """
    cited = of_lineages(work, [record.lineage for record in records]) if citing is None else citing
    verdicts = verdicts_of([link for listed in cited.values() for link in listed], checkout)
    sights = checks.last(work, [link.id for listed in cited.values() for link in listed])
    verifications = verified.last_checks(work, [record.id for record in records])
    seqs = {
        record.id: verifications.get(record.id, record.seq)
        for record in records
        if record.quality.verified_at
    }
    commits = entries.commits_of(work, list(seqs.values()))
    found: dict[str, Freshness] = {}
    for record in records:
        anchors = tuple(
            Anchored(link, verdicts[link.id], sights.get(link.id) or _sight(link))
            for link in cited.get(record.lineage, ())
        )
        at = record.quality.verified_at
        commit = commits.get(seqs[record.id]) if at else None
        found[record.id] = Freshness(at, commit, anchors, withholds=withholds(record, anchors))
    return found


def worded(freshness: Freshness, today: str) -> str:
    """Say how fresh something is, in the words that every answer uses."""
    return _worded(freshness, lambda at: age(at, today))


def dated(freshness: Freshness) -> str:
    """Say how fresh something is with the day itself: a page that is written once says the same tomorrow."""
    return _worded(freshness, lambda at: at[:10])


def _worded(freshness: Freshness, when: Callable[[str], str]) -> str:
    """Say what was checked: the statement itself, or no more than that what it cites is as it was."""
    verified = ""
    if freshness.verified_at:
        commit = f" at {freshness.commit[:SHORT]}," if freshness.commit else ""
        verified = f"verified{commit} {when(freshness.verified_at)}"
    match freshness.condition:
        case "gone":
            return "gone: " + _listed(freshness.of("gone"))
        case "changed":
            return f"changed{_since(freshness)}: " + _listed(freshness.of("changed"))
        case "moved":
            moved = ", ".join(one.verdict.now or one.reference for one in freshness.of("moved"))
            return f"{verified}; moved: {moved}" if verified else f"what it cites moved: {moved}"
        case "unchanged" if not verified:
            return _unchanged(freshness)
        case _:
            return verified or "never verified"


def age(at: str, today: str) -> str:
    """Return how long ago a day was: "today", "2 days ago"."""
    days = (date.fromisoformat(today[:10]) - date.fromisoformat(at[:10])).days
    if days <= 0:
        return "today"
    return "1 day ago" if days == 1 else f"{days} days ago"


def _unchanged(freshness: Freshness) -> str:
    """Say since when what is cited is as it was: since the latest of the citations that could be checked."""
    same = freshness.of("unchanged")
    seen = [found for one in same if (found := _sight(one.link))]
    at, commit = max(seen, key=lambda one: one[0], default=("", None))
    what = "what it cites" if len(same) == len(freshness.anchors) else "some of what it cites"
    since = f" since {commit[:SHORT] if commit else at[:10]}" if at else ""
    return f"not verified; {what} is unchanged{since}"


def _since(freshness: Freshness) -> str:
    """Name the commit since which all of what changed has: what else is cited may have been seen later."""
    _, commit = min(
        (one.sight for one in freshness.of("changed") if one.sight),
        key=lambda sight: sight[0],
        default=("", None),
    )
    return f" since {commit[:SHORT]}" if commit else ""


def _listed(anchors: Iterable[Anchored]) -> str:
    return "; ".join(one.verdict.detail or one.reference for one in anchors)


def _sight(link: Link) -> tuple[str, str | None] | None:
    seen = link.seen or {}
    at = moment_of(seen.get("at"), link.created_at)
    return (at, commit_of(seen.get("commit"))) if at else None


def withholds(record: Record, anchors: Sequence[Anchored]) -> bool:
    """Tell whether a record rests on something that is gone.

    What people lay down goes on holding when a file that it merely names goes: a line says so.
    """
    gone = [one for one in anchors if one.verdict.status == "gone"]
    return any(not (one.is_derived and CATALOGUE[record.kind].instructs) for one in gone)


def verdicts_of(found: Sequence[Link], checkout: Checkout | None) -> Mapping[str, Verdict]:
    """Return what became of what some links cite, by the links' ids."""
    if checkout is None or not found:
        return {link.id: Verdict("unknown") for link in found}
    from phantasm.workspace.anchors.checking import verify_all  # noqa: PLC0415  few records cite anything

    read = [(link.id, references.read(link.reference or ""), link.seen) for link in found]
    checked = [(name, reference, seen) for name, reference, seen in read if reference and seen]
    verdicts = verify_all([(reference, seen) for _, reference, seen in checked], checkout)
    known = {name: _masked(verdict) for (name, _, _), verdict in zip(checked, verdicts, strict=True)}
    return {link.id: known.get(link.id, Verdict("unknown")) for link in found}


def _masked(verdict: Verdict) -> Verdict:
    """Return a verdict in whose words no secret stands: a manifest may name one in an address."""
    return verdict._replace(detail=redact(verdict.detail)[0]) if verdict.detail else verdict
