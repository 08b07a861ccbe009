"""What rests on a commit that was taken back? What its merge brought, and what is held because of it."""

from collections.abc import Iterable

from phantasm.contracts.clock import from_timestamp
from phantasm.state import store
from phantasm.state.following.model import Event
from phantasm.state.following.scene import SHORT, Scene
from phantasm.state.following.store import about_commits
from phantasm.state.model import Record
from phantasm.workspace.branches.model import Landing
from phantasm.workspace.branches.reverts import Reverted, Reverts
from phantasm.workspace.branches.store import Move


def reverted(scene: Scene) -> list[Event]:
    """Return one event for each commit that was taken back and on which something rests."""
    reverts = scene.judge.reverts
    if reverts is None:
        return []
    promoted = [move for move in scene.moves if move.cause == "merged"]
    held = store.find(scene.work, [move.record_id for move in promoted])
    live = [move for move in promoted if _is_promoted(held.get(move.record_id))]
    return [*_unmerged(scene, live), *_merges(scene, live, reverts), *_established(scene)]


def _is_promoted(record: Record | None) -> bool:
    return record is not None and record.state == "live" and record.scope == "project"


def _merges(scene: Scene, promoted: Iterable[Move], reverts: Reverts) -> Iterable[Event]:
    """Yield what merges brought that were taken back."""
    landed: dict[tuple[str, str, str], list[Move]] = {}
    for move in promoted:
        landed.setdefault((move.reference, move.commit_id, move.base), []).append(move)
    for (branch, commit, base), moves in sorted(landed.items()):
        taken = reverts.landing(Landing(commit, "merge", commit, base))
        if taken is None:
            continue
        why = f"the merge of {branch} ({commit[:SHORT]}) was reverted by {taken.by[:SHORT]}"
        ids = [move.record_id for move in moves]
        yield Event("reverted", commit, why, _fresh(scene, ids, commit, taken), commit=taken.by, base=base)


def _unmerged(scene: Scene, promoted: Iterable[Move]) -> Iterable[Event]:
    """Yield what merges brought that are no longer part of the trunk: somebody has reset it."""
    commits, tips = scene.judge.commits, scene.judge.repository.trunk_tips
    landed: dict[tuple[str, str], list[str]] = {}
    for move in promoted:
        landed.setdefault((move.reference, move.commit_id), []).append(move.record_id)
    for (branch, commit), ids in sorted(landed.items()):
        if not commits.exists(commit) or any(commits.contains(tip, commit) for tip in tips):
            continue
        if scene.fate(branch).state == "merged":  # the trunk was rewritten and has it in another commit
            continue
        fresh = tuple(name for name in ids if not scene.is_noted(name, "unmerged", branch, commit))
        why = f"the merge of {branch} ({commit[:SHORT]}) is no longer part of {scene.judge.repository.trunk}"
        yield Event("unmerged", branch, why, fresh, base=commit, to_branch=branch)


def _established(scene: Scene) -> Iterable[Event]:
    """Yield what is held because of commits that were taken back."""
    trunk = scene.judge.reverts
    for branch in (None, *sorted(scene.by_branch)):
        reverts = scene.judge.reverts_on(branch) if branch else trunk
        taken = reverts.all_taken_back() if reverts else {}
        for commit, ids in sorted(_resting_on(scene, taken, branch).items()):
            one = taken[commit]
            why = f"commit {commit[:SHORT]} was reverted by {one.by[:SHORT]}"
            yield Event("reverted", commit, why, _fresh(scene, ids, commit, one), commit=one.by)


def _resting_on(scene: Scene, taken: dict[str, Reverted], branch: str | None) -> dict[str, list[str]]:
    """Return what rests on each of some commits: in a branch, or anywhere for those of the trunk."""
    lineages = about_commits(scene.work, list(taken))
    records = {record.id: record for record in store.live_versions(scene.work, list(lineages)).values()}
    rests = {record.id: lineages[record.lineage] for record in records.values()}
    learned = scene.learned(list(taken))
    records |= store.find(scene.work, [name for name in learned if name not in records])
    found: dict[str, list[str]] = {}
    for name, commit in sorted((learned | rests).items()):
        record = records[name]
        here = branch is None or (record.scope, record.scope_ref) == ("branch", branch)
        if here and record.state == "live" and _came_before(record, taken[commit]):
            found.setdefault(commit, []).append(name)
    return found


def _came_before(record: Record, taken: Reverted) -> bool:
    """Tell whether a record was there before the revert: what came later knows about it."""
    return int(from_timestamp(record.recorded_at).timestamp()) <= taken.at


def _fresh(scene: Scene, ids: Iterable[str], commit: str, taken: Reverted) -> tuple[str, ...]:
    return tuple(name for name in ids if not scene.is_noted(name, "reverted", commit, taken.by))
