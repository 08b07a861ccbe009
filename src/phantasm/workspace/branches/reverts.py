"""Is a commit still part of what a branch says, or was it taken back? Reverts, and reverts of reverts."""

from functools import cache
from typing import NamedTuple

from phantasm.workspace import git
from phantasm.workspace.branches.commits import Commits
from phantasm.workspace.branches.model import Landing
from phantasm.workspace.history.reverts import reverted

_WORDS = "This reverts commit"
_MOST_REVERTS = 20_000
_WHOLE = 40
_SHORTEST = 7
"""Characters of a commit's name below which it means nothing for sure; git shows at least as many."""


class Reverted(NamedTuple):
    """Which commit took something back, and when, in seconds since 1970."""

    by: str
    at: int


class Reverts:
    """What the history of one tip says about commits that were taken back since a moment.

    What was taken back before anything was remembered concerns no record.
    """

    def __init__(self, commits: Commits, tip: str, since: str, beyond: str | None = None) -> None:
        self._commits = commits
        self._tip = tip
        self._named = _named(commits, tip, since, beyond)
        self.taken_back = cache(self._taken_back)

    def _taken_back(self, commit: str) -> Reverted | None:
        """Return what took a commit back, as long as nobody has taken that back or done it again."""
        for found in self._named.get(commit[:_SHORTEST], ()):
            told, one = found
            if not commit.startswith(told) or one.by == commit or self.taken_back(one.by):
                continue
            if not self._done_again(commit, one.by):
                return one
        return None

    def all_taken_back(self) -> dict[str, Reverted]:
        """Return every commit that is named as taken back, and is."""
        names = dict.fromkeys(name for name, _ in self._all())
        shas = (name if len(name) == _WHOLE else self._commits.resolve(name) for name in names)
        found = {sha: self.taken_back(sha) for sha in shas if sha is not None}
        return {sha: one for sha, one in found.items() if one is not None}

    def landing(self, landed: Landing) -> Reverted | None:
        """Return what took a landing back; what came in as several commits goes with the last of them."""
        if not landed.base:
            return self.taken_back(landed.commit)
        parts = self._commits.between(landed.base, landed.commit, "--no-merges", "--first-parent")
        found = [self.taken_back(part) for part in parts]
        gone = [one for one in found if one is not None]
        return max(gone, key=lambda one: one.at) if gone and len(gone) == len(parts) else None

    def _done_again(self, commit: str, revert: str) -> bool:
        """Tell whether the same was done once more after it had been taken back."""
        parent = self._commits.parent(commit)
        patch = self._commits.patch(parent, commit) if parent else None
        if parent is None or patch is None:
            return False
        names = sorted(self._commits.changed(parent, commit))
        later = self._commits.between(revert, self._tip, "--no-merges")
        later = [one for one in later if not any(one == other.by for _, other in self._all())]
        return bool(later) and patch in self._commits.patches(later, names)

    def _all(self) -> list[tuple[str, Reverted]]:
        return [one for found in self._named.values() for one in found]


def _named(
    commits: Commits, tip: str, since: str, beyond: str | None
) -> dict[str, list[tuple[str, Reverted]]]:
    """Return what each revert names, newest first, by the beginning of that name."""
    options = ("--fixed-strings", f"--grep={_WORDS}", f"--max-count={_MOST_REVERTS}", f"--since={since}")
    outside = (f"^{beyond}",) if beyond else ()
    told = git.answer(commits.start, "log", *options, "-z", "--format=%H %ct%n%B", tip, *outside)
    found: dict[str, list[tuple[str, Reverted]]] = {}
    for entry in (told or "").split("\0"):
        head, _, message = entry.partition("\n")
        commit, _, at = head.partition(" ")
        if at.isdecimal():
            for name in reverted(message):
                found.setdefault(name[:_SHORTEST], []).append((name, Reverted(commit, int(at))))
    return found


def is_any(commits: Commits, since: str, *, beyond: str) -> bool:
    """Tell whether any branch takes something back since a moment that another commit does not."""
    options = ("--fixed-strings", f"--grep={_WORDS}", "--max-count=1", f"--since={since}")
    return bool(git.answer(commits.start, "log", *options, "--format=%H", "--branches", f"^{beyond}"))
