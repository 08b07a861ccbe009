"""How did what a branch did come into the trunk? By a merge, a fast-forward, a squash or a rebase, or not."""

from phantasm.workspace.branches.commits import Commits
from phantasm.workspace.branches.model import How, Landing


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
    names = sorted(paths)
    theirs = commits.between(base, trunk, "--no-merges", "--", *names)
    does = commits.patches(theirs, names)
    return (
        _rebased(commits, (base, tip), does)
        or _squashed(commits, (base, tip), does)
        or _content(commits, (base, tip), trunk, paths)
    )


def brought(commits: Commits, tip: str, trunk: str) -> Landing:
    """Return with which of its commits the trunk got one that it has: a merge, or the commit itself."""
    spine = commits.between(tip, trunk, "--first-parent")
    after = set(commits.between(tip, trunk, "--ancestry-path"))
    bringer = next((commit for commit in reversed(spine) if commit in after), None)
    if bringer is None or commits.parent(bringer) == tip:
        return Landing(tip, "fast-forward", tip)
    return Landing(bringer, "merge", tip)


def _rebased(commits: Commits, span: tuple[str, str], does: dict[str, str]) -> Landing | None:
    """Look for a twin of each commit of the branch."""
    base, tip = span
    own = commits.between(base, tip, "--no-merges")
    twins = [does.get(patch) for patch in commits.patches(own, [])]
    found = [twin for twin in twins if twin is not None]
    if not found or len(found) < len(own):
        return None
    last = max(found, key=lambda commit: sum(commits.contains(commit, other) for other in found))
    first = min(found, key=lambda commit: sum(commits.contains(commit, other) for other in found))
    how: How = "rebase" if len(found) > 1 else "squash"
    return Landing(last, how, tip, commits.parent(first) or "" if len(found) > 1 else "")


def _squashed(commits: Commits, span: tuple[str, str], does: dict[str, str]) -> Landing | None:
    """Look for one commit that does what the whole branch did."""
    twin = does.get(commits.patch(*span) or "")
    return Landing(twin, "squash", span[1]) if twin else None


def _content(commits: Commits, span: tuple[str, str], trunk: str, paths: dict[str, str]) -> Landing | None:
    """Look whether the trunk had, at some time, every file as the branch left it."""
    base, tip = span
    names = sorted(paths)
    later = commits.between(base, trunk, "--first-parent", "--", *names)
    left = commits.blobs(later, names)
    found = [left.get((path, blob)) for path, blob in paths.items()]
    sources = {commit for commit in found if commit is not None}
    if None in found or not sources:
        return None
    return Landing(min(sources, key=later.index), "squash", tip)
