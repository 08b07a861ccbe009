"""How did what a branch did come into the trunk? By a merge, a fast-forward, a squash or a rebase, or not."""

from phantasm.workspace.branches.commits import Commits
from phantasm.workspace.branches.model import How, Landing

_SQUASHED = "Squashed commit of the following"
"""What `git merge --squash` puts before the commits that it takes together."""


def landing(commits: Commits, tip: str, trunk: str) -> Landing | None:
    """Return how everything up to a tip came into the trunk; None where it did not."""
    if commits.contains(trunk, tip):
        return brought(commits, tip, trunk)
    base = commits.base(trunk, tip)
    if base is None:
        return None
    paths = commits.changed(base, tip)
    if not paths:  # what it did it has taken back itself: there is nothing to find
        return None
    after = _after(commits, base, trunk, paths)
    if not after:  # the trunk has not touched what the branch changed
        return None
    theirs = [commit for commit, _ in after]
    does = commits.patches(theirs, sorted(paths))
    own = commits.between(base, tip, "--no-merges")
    found = (
        _twins(commits, tip, [does.get(patch) for patch in commits.patches(own, [])], (len(own), theirs))
        or _squashed(commits, (base, tip), does)
        or _content(tip, paths, after)
        or _told(commits, tip, own, theirs)
    )
    return found if found and _is_later(commits, found.commit, tip) else None


def _is_later(commits: Commits, commit: str, tip: str) -> bool:
    """Tell whether a commit can have come from a branch: one that was there before was copied, not landed."""
    landed, made = commits.time(commit), commits.time(tip)
    return landed is not None and made is not None and landed >= made


def _after(
    commits: Commits, base: str, trunk: str, paths: dict[str, str]
) -> list[tuple[str, dict[str, str]]]:
    """Return the trunk's commits since a branch began that touch what it changed, newest first."""
    touching = [(commit, left) for commit, left in commits.log(trunk) if not paths.keys().isdisjoint(left)]
    before = commits.inside(base, [commit for commit, _ in touching])
    return [(commit, left) for commit, left in touching if commit not in before]


def brought(commits: Commits, tip: str, trunk: str) -> Landing:
    """Return with which of its commits the trunk got one that it has: a merge, or the commit itself."""
    spine = commits.between(tip, trunk, "--first-parent")
    after = set(commits.between(tip, trunk, "--ancestry-path"))
    bringer = next((commit for commit in reversed(spine) if commit in after), None)
    if bringer is None or commits.parent(bringer) == tip:
        return Landing(tip, "fast-forward", tip)
    return Landing(bringer, "merge", tip)


def _twins(
    commits: Commits, tip: str, twins: list[str | None], among: tuple[int, list[str]]
) -> Landing | None:
    """Take the trunk's twins of the commits of a branch for a rebase, if each of them has one.

    `among`: how many commits the branch has, and those of the trunk, newest first.
    """
    expected, theirs = among
    found = {twin for twin in twins if twin is not None}
    if not found or len(found) < expected:
        return None
    ordered = [commit for commit in theirs if commit in found]
    last, first = ordered[0], ordered[-1]
    how: How = "rebase" if len(found) > 1 else "squash"
    return Landing(last, how, tip, commits.parent(first) or "" if len(found) > 1 else "")


def _told(commits: Commits, tip: str, own: list[str], theirs: list[str]) -> Landing | None:
    """Believe what messages say, where conflicts were resolved on the way and nothing looks the same."""
    works = commits.authorship(theirs)
    twins = [works.get(work) for work in commits.authorship(own)]
    if rebased := _twins(commits, tip, twins, (len(own), theirs)):
        return rebased
    squashed = [commit for commit, said in commits.messages(theirs) if _SQUASHED in said and tip in said]
    return Landing(squashed[-1], "squash", tip) if squashed else None


def _squashed(commits: Commits, span: tuple[str, str], does: dict[str, str]) -> Landing | None:
    """Look for one commit that does what the whole branch did."""
    twin = does.get(commits.patch(*span) or "")
    return Landing(twin, "squash", span[1]) if twin else None


def _content(tip: str, paths: dict[str, str], after: list[tuple[str, dict[str, str]]]) -> Landing | None:
    """Look whether the trunk had, at some time, every file as the branch left it."""
    sources = []
    for path, blob in paths.items():
        found = [number for number, (_, left) in enumerate(after) if left.get(path) == blob]
        if not found:
            return None
        sources.append(found[-1])
    return Landing(after[min(sources)][0], "squash", tip)
