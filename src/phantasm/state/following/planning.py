"""Which records are concerned by what became of branches, worktrees and commits? Plans; changes nothing."""

from collections.abc import Iterable, Sequence

from phantasm.state.following import returning, reverting
from phantasm.state.following.model import Event, Plan
from phantasm.state.following.scene import SHORT, Learned, Scene
from phantasm.state.following.store import Scoped, scoped
from phantasm.storage.work import Work
from phantasm.workspace.branches import store
from phantasm.workspace.branches.judging import Judge
from phantasm.workspace.branches.model import Fate, Landing
from phantasm.workspace.branches.store import Known


def plan(work: Work, judge: Judge, learned: Learned) -> Plan:
    """Return what is to be followed: first what comes back, then what moves, then what goes."""
    scene = Scene(work, judge, store.known(work), store.moves(work), learned)
    for one in scoped(work):
        grouped = scene.by_branch if one.scope == "branch" else scene.by_worktree
        grouped.setdefault(one.scope_ref, []).append(one)
    events = [
        *returning.returned(scene),
        *(event for name in sorted(scene.by_branch) for event in _of_branch(scene, name)),
        *_of_worktrees(scene),
        *reverting.reverted(scene),
    ]
    return Plan(
        tuple(event for event in events if event.records or event.settled),
        tuple(_seen(scene)),
        dict(sorted(scene.fates.items())),
        judge.repository.trunk,
        judge.repository.worktrees,
        tuple(scene.known.values()),
    )


def _of_branch(scene: Scene, name: str) -> list[Event]:
    fate, members = scene.fate(name), scene.by_branch[name]
    moved = scene.judge.renamed_at(name)
    if moved is not None:
        target, at = moved
        gone = [one for one in members if one.recorded <= at]
        members = [one for one in members if one.recorded > at]
        return [_renamed(scene, name, target, gone), *_by_fate(scene, fate, members)]
    created = (
        scene.judge.repository.traces[name].created_at if name in scene.judge.repository.traces else None
    )
    former = scene.judge.former(name, scene.known.get(("branch", name)))
    if former is not None and created is not None:
        old = [one for one in members if one.recorded < created]
        members = [one for one in members if one.recorded >= created]
        return [*_by_fate(scene, former, old), *_by_fate(scene, fate, members)]
    return _by_fate(scene, fate, members)


def _by_fate(scene: Scene, fate: Fate, members: Sequence[Scoped]) -> list[Event]:
    name = fate.name
    match fate.state:
        case "merged" if fate.landing:
            return [_merged(scene, fate, fate.landing, members)]
        case "active" if fate.landing:
            landed = fate.landing
            return [_merged(scene, fate, landed, [one for one in members if _covers(scene, landed, one)])]
        case "renamed" if fate.renamed_to:
            return [_renamed(scene, name, fate.renamed_to, members)]
        case "abandoned":
            why = f"branch {name} was abandoned: it is gone, and nothing of it was merged"
            tip = fate.tip or ""
            ids = _fresh(scene, members, "abandoned", name, tip)
            return [Event("abandoned", name, why, ids, base=tip)]
        case _:
            return []


def _merged(scene: Scene, fate: Fate, landed: Landing, members: Sequence[Scoped]) -> Event:
    how = "" if landed.how == "merge" else f" by {landed.how}"
    why = f"branch {fate.name} was merged into {scene.judge.repository.trunk}{how} at {landed.commit[:SHORT]}"
    ids = _fresh(scene, members, "merged", fate.name, landed.commit)
    return Event("merged", fate.name, why, ids, commit=landed.commit, base=landed.base)


def _renamed(scene: Scene, old: str, new: str, members: Sequence[Scoped]) -> Event:
    exists = old in scene.judge.repository.renamed_from
    why = f"branch {old} {'was renamed to' if exists else 'is gone, and what it did is in'} {new}"
    ids = _fresh(scene, members, "renamed", old, new)
    return Event("renamed", old, why, ids, to_branch=new)


def _of_worktrees(scene: Scene) -> Iterable[Event]:
    for name, members in sorted(scene.by_worktree.items()):
        if name not in scene.judge.repository.worktrees and ("worktree", name) in scene.known:
            ids = _fresh(scene, members, "removed", name)
            yield Event("removed", name, f"worktree {name} was removed", ids)


def _covers(scene: Scene, landed: Landing, one: Scoped) -> bool:
    """Tell whether a record was there before the part of its branch that was merged was merged."""
    commits = scene.judge.commits
    at = commits.time(landed.commit)
    if one.commit is None or at is None or one.recorded > at or not commits.exists(one.commit):
        return False
    return commits.contains(landed.tip, one.commit)


def _fresh(
    scene: Scene, members: Iterable[Scoped], cause: str, name: str, commit: str = ""
) -> tuple[str, ...]:
    return tuple(one.id for one in members if not scene.is_noted(one.id, cause, name, commit))


def _seen(scene: Scene) -> Iterable[Known]:
    """Return what is worth remembering: where branches are, as long as they are there."""
    for name, fate in sorted(scene.fates.items()):
        before = scene.known.get(("branch", name))
        tip = fate.tip or (before.tip if before else "")
        if before is None and fate.state == "unknown":
            continue
        landed = fate.landing.commit if fate.landing else None
        now = Known("branch", name, tip, fate.own, fate.state, landed)
        if now != before:
            yield now
    for name in sorted(scene.judge.repository.worktrees):
        if ("worktree", name) not in scene.known:
            yield Known("worktree", name)
