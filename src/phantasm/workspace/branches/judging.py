"""What became of a branch? Active, merged, renamed, abandoned, or nobody can tell. Changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from phantasm.workspace.branches.commits import Commits
from phantasm.workspace.branches.model import Fate, How, Landing, Repository, Trace
from phantasm.workspace.branches.reverts import Reverts, is_any
from phantasm.workspace.branches.store import Known

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


_OWN_LOOKED_AT = 200
"""Commits of a branch, the newest first, that are looked for in it; one is enough."""


@dataclass(frozen=True)
class Judge:
    """Whoever says what became of branches: what git has now, and its commits."""

    repository: Repository
    commits: Commits
    since: str
    """When the first record was written: what was taken back before that concerns nobody."""
    _on_branches: dict[str, Reverts] = field(default_factory=dict)

    @cached_property
    def reverts(self) -> Reverts | None:
        """What was taken back in the trunk; None without one."""
        tip = self.trunk_tip
        return Reverts(self.commits, tip, self.since) if tip else None

    def reverts_on(self, name: str) -> Reverts | None:
        """Return what was taken back on a branch and not in the trunk; None where there is no such branch."""
        tip = self.repository.heads.get(name)
        if tip is None or name == self.repository.trunk or not self._any_on_branches:
            return None
        if name not in self._on_branches:
            self._on_branches[name] = Reverts(self.commits, tip, self.since, beyond=self.trunk_tip)
        return self._on_branches[name]

    @cached_property
    def _any_on_branches(self) -> bool:
        """Whether anything was taken back on any branch: asked once, because it hardly ever was."""
        return self.trunk_tip is not None and is_any(self.commits, self.since, beyond=self.trunk_tip)

    @cached_property
    def trunk_tip(self) -> str | None:
        """Where the trunk is furthest: here, or where it was fetched from."""
        tips = self.repository.trunk_tips
        ahead = [tip for tip in tips if all(self.commits.contains(tip, other) for other in tips)]
        return next(iter([*ahead, *tips]), None)

    def fate(self, name: str, known: Known | None) -> Fate:
        """Say what became of a branch that records belong to."""
        repository = self.repository
        tip = repository.heads.get(name) or repository.remotes.get(name)
        trace = repository.traces.get(name, Trace())
        if name == repository.trunk:
            return Fate("active", name, tip, own=True)
        if tip is not None:
            return self._present(name, tip, trace, known)
        if renamed := self._renamed(name):
            return Fate("renamed", name, repository.heads.get(renamed), renamed_to=renamed, into=renamed)
        return self._gone(name, trace, known)

    def former(self, name: str, known: Known | None) -> Fate | None:
        """Say what became of an earlier branch with the name of one that there is; None where none was."""
        trace = self.repository.traces.get(name, Trace())
        tip = self.repository.heads.get(name)
        before = trace.former
        if tip is None or before is None or before.tip is None:
            return None
        fate = self._gone(name, before, known if known and known.tip == before.tip else None)
        # One that has what the earlier one had goes on from there, unless that had been merged before.
        return fate if fate.state == "merged" or not self.commits.contains(tip, before.tip) else None

    def renamed_at(self, name: str) -> tuple[str, int] | None:
        """Return what a branch was renamed to, and when, although another one has its name by now."""
        last = [one for one in self.repository.renames if one.old == name]
        if not last or name not in self.repository.heads:
            return None
        target = self._renamed(name)
        return (target, last[-1].at) if target else None

    def _renamed(self, name: str) -> str | None:
        """Follow renames to a branch that there is."""
        current, at = name, -1
        for one in self.repository.renames:
            if one.old == current and one.at >= at:
                current, at = one.new, one.at
        return current if current != name and current in self.repository.heads else None

    def _present(self, name: str, tip: str, trace: Trace, known: Known | None) -> Fate:
        active = Fate("active", name, tip)
        trunk = self.trunk_tip
        if trunk is None:
            return active
        landed = landing(self.commits, tip, trunk)
        if landed is not None:
            own = self._is_own(name, landed, trace, known)
            if own:
                return Fate("merged", name, tip, landed, into=self.repository.trunk, own=True)
            if earlier := self._landed_before(tip, known, trunk):
                return Fate("merged", name, tip, earlier, into=self.repository.trunk, own=True)
            return active
        return replace(active, own=True, landing=self._part(tip, trace, known))

    def _landed_before(self, tip: str, known: Known | None, trunk: str) -> Landing | None:
        """Look whether what a branch had when it was last seen has landed, although it was moved since."""
        if known is None or not known.own or known.tip == tip or not self.commits.exists(known.tip):
            return None
        return landing(self.commits, known.tip, trunk)

    def _part(self, tip: str, trace: Trace, known: Known | None) -> Landing | None:
        """Return up to where a branch that goes on was merged."""
        trunk = self.trunk_tip
        base = self.commits.base(trunk, tip) if trunk else None
        if trunk is None or base is None:
            return None
        made = [*trace.own, *([known.tip] if known and known.own else [])]
        return brought(self.commits, base, trunk) if self._has_one(base, made) else None

    def _has_one(self, tip: str, made: Sequence[str]) -> bool:
        """Tell whether a tip has one of the commits that were made on a branch."""
        return bool(self.commits.inside(tip, made[: -_OWN_LOOKED_AT - 1 : -1]))

    def _gone(self, name: str, trace: Trace, known: Known | None) -> Fate:
        tip = self._last_tip(trace, known)
        if not tip or not self.commits.exists(tip):
            return Fate("unknown", name, tip or None)
        trunk = self.trunk_tip
        landed = landing(self.commits, tip, trunk) if trunk else None
        if landed is not None:
            own = self._is_own(name, landed, trace, known)
            if own:
                return Fate("merged", name, tip, landed, into=self.repository.trunk, own=True)
            return Fate("unknown" if own is None else "abandoned", name, tip)
        if other := self._holder(tip):
            return Fate("renamed", name, tip, renamed_to=other, into=other, own=True)
        if trunk is None or self.repository.shallow:
            return Fate("unknown", name, tip, own=True)
        return Fate("abandoned", name, tip, own=True)

    def _last_tip(self, trace: Trace, known: Known | None) -> str | None:
        """Return where a gone branch was last: as somebody worked on it, or as it was seen."""
        seen = known.tip if known else ""
        if trace.tip and self.commits.exists(trace.tip):
            return seen if seen and self.commits.contains(seen, trace.tip) else trace.tip
        return seen or trace.tip

    def _holder(self, tip: str) -> str | None:
        """Return the branch that has what a gone branch did: the one that added least to it."""
        heads = self.repository.heads
        having = [name for name in self.commits.branches_with(tip) if name in heads]
        return min(having, key=lambda name: (len(self.commits.between(tip, heads[name])), name), default=None)

    def _is_own(self, name: str, landed: Landing, trace: Trace, known: Known | None) -> bool | None:
        """Tell whether a branch had commits of its own that landed; None where nobody noted it."""
        tip = landed.tip
        if landed.how in {"squash", "rebase"}:
            return True
        if self._has_one(tip, trace.own):
            return True
        if known is not None and known.own and self.commits.contains(tip, known.tip):
            return True
        if trace.start == tip:
            return False
        if landed.how == "merge" or name in self.repository.merged_names:
            return True
        return False if trace.visited else None
