"""What becomes doubtful when a record changes? Everything that rests on it, all the way down."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from phantasm.contracts.kinds import Right
from phantasm.state import links, store
from phantasm.state.kinds import CATALOGUE
from phantasm.state.links import Link
from phantasm.state.model import Content, Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review, Role
from phantasm.storage.work import Work

WITHDRAWN = "withdrawn"
"""How the reviews about a record end when it is taken out of use; they come back with it."""
UNTRUSTED_BASIS = "untrusted_basis"
"""Why something is doubted that came to rest on an untrusted origin and would instruct agents."""
PROGRESS_FIELDS = frozenset({"status", "due", "owner", "priority"})
"""What a payload says about how far something is: nothing that rests on it becomes doubtful by that."""


def doubt(work: Work, changed: Sequence[Record], reason: str, *, newer_than: int | None = None) -> None:
    """Mark everything that rests on some changed records, directly or through others.

    With `newer_than`, only what came to rest on them after that write.
    """
    for root in changed:
        settle_through(work, root)
        paths = _paths_down(work, root.lineage)
        if newer_than is not None:
            paths = [path for path in paths if _came_since(work, root.lineage, path, newer_than)]
        _spread(work, root, paths, reason)


def says_otherwise(before: Content | None, after: Content) -> bool:
    """Tell whether what rests on a record has reason for doubt when this follows that."""
    if before is None:
        return True
    return before.statement != after.statement or _lasting(before) != _lasting(after)


def inherit(work: Work, record: Record, bases: Sequence[Record], *, since: str | None = None) -> list[Record]:
    """Mark a record that came to rest on what is gone or doubtful; return which of its bases these are.

    With `since`, only what became so at that moment or later counts.
    """
    if record.state != "live":
        return []
    shaky = []
    reached = {record.lineage, *(path[-1] for path in _paths_down(work, record.lineage))}
    for base in bases:
        roots = _roots_behind(work, base, since or "")
        for root, reason in roots:
            through = reached | _doubtful_because_of(work, root.id)
            paths = _paths_down(work, root.lineage, through=through)
            _spread(work, root, [path for path in paths if path[-1] in reached], reason)
        if roots:
            shaky.append(base)
    return shaky


def reconsider(work: Work, record_id: str, *, since: str | None = None) -> list[Record]:
    """Mark a record that became live, if what it rests on has changed or become doubtful in the meantime."""
    record = store.find(work, [record_id])[record_id]
    below = [link.target for link in links.outgoing(work, [record.lineage]) if _is_basis(link)]
    bases = [*store.newest_versions(work, below).values()]
    bases += _changed_since(store.versions_of(work, below), since or record.recorded_at)
    return inherit(work, record, list({base.id: base for base in bases}.values()), since=since)


def confirm(work: Work, record: Record, resolution: str) -> list[Review]:
    """Take the doubt off a record, and off whatever was doubtful only because of it."""
    versions = [version.id for version in store.lineage(work, record)]
    own = [
        review
        for review in reviews.waiting_about(work, versions, ("subject",))
        if review.kind in {"doubtful", "stale"} and _may_settle(work, review)
    ]
    for review in own:
        reviews.resolve(work, review, resolution)
    settled = list(own)
    for root_id in dict.fromkeys(root for review in own for root in review.ids("root")):
        settled += _settle_unreachable(work, root_id)
    return settled


def _may_settle(work: Work, review: Review) -> bool:
    """Tell whether the caller's word is enough: whether to follow an untrusted origin, a person decides."""
    return UNTRUSTED_BASIS not in review.reasons or work.caller.may(Right.REVIEW)


def settle_through(work: Work, record: Record) -> list[Review]:
    """Take back the doubts that have no way to what they are about, now that a record is not in doubt."""
    settled = []
    doubts = reviews.doubts_ever_about(work, record.id)
    for root_id in dict.fromkeys(root for review in doubts for root in review.ids("root")):
        settled += _settle_unreachable(work, root_id)
    return settled


def settle_root(work: Work, record: Record, resolution: str) -> list[Review]:
    """Take back the doubt that came from a record which holds again; its own doubt returns with it."""
    raised = reviews.waiting_about(work, [record.id], ("root",))
    for review in raised:
        reviews.resolve(work, review, resolution)
    last = {review.about: review for review in reviews.doubts_ever_about(work, record.id)}
    left = [review for review in last.values() if review.resolution == WITHDRAWN]
    roots = store.find(work, [name for review in left for name in review.ids("root")])
    for review in left:
        if any(roots[name].state != "live" for name in review.ids("root")):
            reviews.reopen(work, review)
    # What stood between may have been confirmed while it was out of use.
    for root_id in dict.fromkeys(name for review in left for name in review.ids("root")):
        _settle_unreachable(work, root_id)
    reconsider(work, record.id, since=record.closed_at)
    return raised


def _settle_unreachable(work: Work, root_id: str) -> list[Review]:
    """Resolve the doubts from one root that no chain of doubtful records connects to it any more."""
    waiting = reviews.waiting_about(work, [root_id], ("root",))
    if not waiting:
        return []
    subjects = store.find(work, [record_id for review in waiting for record_id in review.ids("subject")])
    root = store.find(work, [root_id])[root_id]
    doubtful = {record.lineage for record in subjects.values()}
    reached = {path[-1] for path in _paths_down(work, root.lineage, through=doubtful)}
    settled = []
    for review in waiting:
        if not any(subjects[name].lineage in reached for name in review.ids("subject")):
            reviews.resolve(work, review, "what stood between was confirmed")
            settled.append(review)
    return settled


def _changed_since(versions: Sequence[Record], since: str) -> list[Record]:
    """Return which versions were followed by one that says otherwise, at a moment or later."""
    held = [version for version in versions if version.state != "suggested"]
    return [
        before
        for before, after in pairwise(held)
        if before.lineage == after.lineage
        and before.closed_at is not None
        and before.closed_at >= since
        and (after.content is None or says_otherwise(before.content, after.content))
    ]


def _is_basis(link: Link) -> bool:
    return link.type in links.RESTS_ON and link.closed_at is None


def _roots_behind(work: Work, base: Record, since: str) -> list[tuple[Record, str]]:
    """Return what makes a basis shaky: itself when it no longer holds, or what it is doubtful because of."""
    is_gone = base.state not in {"live", "suggested"} and (base.closed_at or since) >= since
    live = store.live_versions(work, [base.lineage]).get(base.lineage)
    waiting = reviews.waiting_about(work, [live.id], ("subject",)) if live else []
    names = [name for review in waiting if review.opened_at >= since for name in review.ids("root")]
    roots = store.find(work, names)
    gone = [(base, "rests_on_gone")] if is_gone else []
    return gone + [(root, "rests_on_doubtful") for _, root in sorted(roots.items()) if root.id != base.id]


def _doubtful_because_of(work: Work, root_id: str) -> set[str]:
    waiting = reviews.waiting_about(work, [root_id], ("root",))
    subjects = store.find(work, [record_id for review in waiting for record_id in review.ids("subject")])
    return {record.lineage for record in subjects.values()}


def _paths_down(work: Work, root: str, through: Iterable[str] | None = None) -> list[list[str]]:
    """Return a shortest path from a root to each lineage that rests on it, the root itself left out.

    With `through`, only along these lineages and those that nothing live is left of: nobody can confirm
    what is gone, so it stands in no doubt's way.
    """
    allowed = None if through is None else set(through)
    paths: dict[str, list[str]] = {root: []}
    frontier = [root]
    while frontier:
        pairs = links.resting_on(work, frontier)
        if allowed is not None:
            dependents = [dependent for dependent, _ in pairs]
            allowed |= set(dependents) - store.live_lineages(work, dependents)
        reached: list[str] = []
        for dependent, basis in pairs:
            if dependent not in paths and (allowed is None or dependent in allowed):
                paths[dependent] = [*paths[basis], dependent]
                reached.append(dependent)
        frontier = reached
    del paths[root]
    return list(paths.values())


def _came_since(work: Work, root: str, path: list[str], seq: int) -> bool:
    """Tell whether a write is older than what lies at the end of a path, or than a link on the way."""
    newest = store.newest_versions(work, path[-1:]).get(path[-1])
    if newest is not None and newest.seq > seq:
        return True
    lineages = {root, *path}
    return any(
        link.seq > seq and link.target in lineages and link.type in links.RESTS_ON and link.closed_at is None
        for link in links.outgoing(work, path)
    )


def _spread(work: Work, root: Record, paths: Sequence[Sequence[str]], reason: str) -> None:
    """Open a doubt about what is live at the end of each path, with the way that leads there."""
    versions = store.newest_versions(work, list(dict.fromkeys(name for path in paths for name in path)))
    for path in paths:
        subject = versions.get(path[-1])
        if subject is not None and subject.state == "live":
            between = [versions[name].id for name in path[:-1] if name in versions]
            reviews.open_review(work, _review(root, between, subject, reason))


def _review(root: Record, between: list[str], subject: Record, reason: str) -> NewReview:
    on_the_way: list[tuple[str, Role]] = [(record_id, "path") for record_id in between]
    return NewReview(
        kind="doubtful",
        about=f"{subject.lineage}:{root.id}",
        records=((subject.id, "subject"), (root.id, "root"), *on_the_way),
        reasons=(reason,),
        weighty=subject.frozen or CATALOGUE[subject.kind].instructs,
    )


def _lasting(content: Content) -> dict[str, object]:
    return {name: part for name, part in (content.payload or {}).items() if name not in PROGRESS_FIELDS}
