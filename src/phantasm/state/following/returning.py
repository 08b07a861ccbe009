"""What was retired for a reason that has passed? A branch that is back, a worktree, a revert of a revert."""

from collections.abc import Iterable

from phantasm.state import guard, store
from phantasm.state.following.model import Event
from phantasm.state.following.scene import SHORT, Scene
from phantasm.state.following.store import last_changes
from phantasm.state.model import Record
from phantasm.workspace.branches.model import Landing
from phantasm.workspace.branches.store import Cause, Move

_RETIRING: tuple[Cause, ...] = ("abandoned", "removed", "reverted")


def returned(scene: Scene) -> list[Event]:
    """Return one event for each reason that has passed."""
    retired = [move for move in scene.moves if move.cause in _RETIRING]
    found = store.find(scene.work, [move.record_id for move in retired])
    passed: dict[tuple[Cause, str, str], list[Move]] = {}
    for move in retired:
        cause, record = move.cause, found.get(move.record_id)
        if cause == "replaced" or record is None:
            continue
        if (why := _why_passed(scene, move, record)) is not None:
            passed.setdefault((cause, move.reference, why), []).append(move)
    last = last_changes(scene.work, list(found))
    return [
        Event(
            cause,
            reference,
            why,
            tuple(_to_restore(scene, moves, found, last)),
            returns=True,
            settled=tuple(move for move in moves if not _is_hindered(scene, found[move.record_id])),
        )
        for (cause, reference, why), moves in sorted(passed.items())
    ]


def _to_restore(
    scene: Scene, moves: Iterable[Move], found: dict[str, Record], last: dict[str, int]
) -> Iterable[str]:
    """Yield what is where the move left it: what somebody has moved since stays where it is."""
    for move in moves:
        record = found[move.record_id]
        if record.state == "archived" and last.get(record.id) == move.seq and not _is_hindered(scene, record):
            yield record.id


def _is_hindered(scene: Scene, record: Record) -> bool:
    """Tell whether something else holds its subject key by now: then it waits until that is free."""
    holder = guard.holder(scene.work, record.slot)
    return record.state == "archived" and holder is not None and holder.id != record.id


def _why_passed(scene: Scene, move: Move, record: Record) -> str | None:
    """Say why the reason for a move no longer counts; None where it still does."""
    match move.cause:
        case "removed":
            back = move.reference in scene.judge.repository.worktrees
            return f"worktree {move.reference} is back" if back else None
        case "abandoned":
            return _branch_is_back(scene, move)
        case _:
            return _is_in_force(scene, move, record)


def _branch_is_back(scene: Scene, move: Move) -> str | None:
    fate = scene.fate(move.reference)
    if fate.state in {"unknown", "abandoned"}:
        return None
    commits, tip = scene.judge.commits, fate.tip
    if (
        move.commit_id
        and tip
        and not (commits.exists(move.commit_id) and commits.contains(tip, move.commit_id))
    ):
        return None  # another branch with the same name
    return (
        f"branch {move.reference} is back"
        if fate.state == "active"
        else f"branch {fate.name} was {fate.state}"
    )


def _is_in_force(scene: Scene, move: Move, record: Record) -> str | None:
    """Say that a commit which was taken back is in force again, where that is so."""
    if not scene.judge.commits.exists(move.reference):
        return None
    histories = scene.histories(record.scope_ref if record.scope == "branch" else None)
    landed = Landing(move.reference, "merge", move.reference, move.base)
    if not histories or any(one.landing(landed) is not None for one in histories):
        return None
    return f"commit {move.reference[:SHORT]} is in force again"
