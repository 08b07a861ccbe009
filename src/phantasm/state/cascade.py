"""What becomes doubtful when a record changes? Everything that rests on it, all the way down."""

from collections.abc import Iterable, Sequence

from phantasm.state import links, store
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Content, Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review, Role
from phantasm.storage.work import Work

WITHDRAWN = "withdrawn"
"""How the reviews about a record end when it is taken out of use; they come back with it."""
PROGRESS_FIELDS = frozenset({"status", "due", "owner", "priority"})
"""What a payload says about how far something is: nothing that rests on it becomes doubtful by that."""


def doubt(work: Work, changed: Sequence[Record], reason: str) -> None:
    """Mark everything that rests on some changed records, directly or through others."""
    for root in changed:
        settle_through(work, root)
        _spread(work, root, _paths_down(work, root.lineage), reason)


def says_otherwise(before: Content | None, after: Content) -> bool:
    """Tell whether what rests on a record has reason for doubt when this follows that."""
    if before is None:
        return True
    return before.statement != after.statement or _lasting(before) != _lasting(after)


def inherit(work: Work, record: Record, bases: Sequence[Record]) -> list[Record]:
    """Mark a record that came to rest on what no longer holds or is doubtful; return which bases these are."""
    if record.state != "live":
        return []
    shaky = []
    reached = {record.lineage, *(path[-1] for path in _paths_down(work, record.lineage))}
    for base in bases:
        roots = _roots_behind(work, base)
        for root, reason in roots:
            through = reached | _doubtful_because_of(work, root.id)
            paths = _paths_down(work, root.lineage, through=through)
            _spread(work, root, [path for path in paths if path[-1] in reached], reason)
        if roots:
            shaky.append(base)
    return shaky


def confirm(work: Work, record: Record, resolution: str) -> list[Review]:
    """Take the doubt off a record, and off whatever was doubtful only because of it."""
    versions = [version.id for version in store.lineage(work, record)]
    own = [
        review
        for review in reviews.waiting_about(work, versions, ("subject",))
        if review.kind in {"doubtful", "stale"}
    ]
    for review in own:
        reviews.resolve(work, review, resolution)
    settled = list(own)
    for root_id in dict.fromkeys(root for review in own for root in review.ids("root")):
        settled += _settle_unreachable(work, root_id)
    return settled


def settle_through(work: Work, record: Record) -> list[Review]:
    """Take back the doubts that have no way to what they are about, now that a record is not in doubt."""
    settled = []
    for root_id in dict.fromkeys(root for review in _ever_about(work, record) for root in review.ids("root")):
        settled += _settle_unreachable(work, root_id)
    return settled


def settle_root(work: Work, record: Record, resolution: str) -> list[Review]:
    """Take back the doubt that came from a record which holds again; its own doubt returns with it."""
    raised = reviews.waiting_about(work, [record.id], ("root",))
    for review in raised:
        reviews.resolve(work, review, resolution)
    last = {review.about: review for review in sorted(_ever_about(work, record), key=lambda one: one.seq)}
    left = [review for review in last.values() if review.resolution == WITHDRAWN]
    roots = store.find(work, [name for review in left for name in review.ids("root")])
    for review in left:
        if any(roots[name].state != "live" for name in review.ids("root")):
            reviews.reopen(work, review)
    return raised


def _ever_about(work: Work, record: Record) -> list[Review]:
    """Return every doubt there ever was about one version, settled ones too."""
    chosen = reviews.Filter(
        kinds=("doubtful",), states=("open", "deferred", "resolved"), record_id=record.id
    )
    return [review for review in reviews.listing(work, chosen) if record.id in review.ids("subject")]


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


def _roots_behind(work: Work, base: Record) -> list[tuple[Record, str]]:
    """Return what makes a basis shaky: itself when it no longer holds, or what it is doubtful because of."""
    gone = [(base, "rests_on_gone")] if base.state not in {"live", "suggested"} else []
    live = store.live_versions(work, [base.lineage]).get(base.lineage)
    waiting = reviews.waiting_about(work, [live.id], ("subject",)) if live else []
    roots = store.find(work, [name for review in waiting for name in review.ids("root")])
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
