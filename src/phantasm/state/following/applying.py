"""What is done about an event in git? Records are promoted, moved, retired or held again; nothing is lost.

What only a person may change stays as it is, and a review asks what is to become of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.state import guard, keeping, store, withdrawal
from phantasm.state.following.model import Event
from phantasm.state.keeping import Place
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Record
from phantasm.state.promotion import Promoted, promote, successor
from phantasm.state.rejudging import compare_again
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.storage.work import Work
from phantasm.workspace.branches import store as seen
from phantasm.workspace.branches.store import Cause, Move

Outcome = Literal["promoted", "merged", "duplicate", "suggested", "moved", "retired", "restored", "review"]
_REASONS: dict[Cause, str] = {
    "merged": "branch_merged",
    "renamed": "branch_renamed",
    "abandoned": "branch_abandoned",
    "removed": "worktree_removed",
    "reverted": "commit_reverted",
    "unmerged": "merge_undone",
}


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one record; `now` is the one that stands for it."""

    record: Record
    outcome: Outcome
    now: Record | None = None
    replaced: tuple[Record, ...] = ()
    """What a promotion replaced; it comes back when the merge is taken back."""


def apply(work: Work, event: Event, limit: int) -> list[Done]:
    """Do what an event asks for, to as many of its records as are allowed at once."""
    names = event.records[:limit]
    found = store.find(work, names)
    work.note = event.why
    if event.returns:
        return _hold_again(work, event, [found[name] for name in names])
    # Whoever follows may stand anywhere: the write belongs to the commit with which it happened, if any.
    work.commit = event.commit
    noted = {move.key for move in seen.moves_of(work, names)}
    done: list[Done] = []
    for record in (found[name] for name in names):
        if record.state != "live" or _move(event, record).key in noted:
            continue  # somebody was quicker
        one = Done(record, "review") if record.frozen else _change(work, event, record)
        if one.outcome == "review":
            _ask(work, event, record)
        done.append(one)
    seen.note(work, [move for one in done for move in _moves(event, one)])
    return done


def _change(work: Work, event: Event, record: Record) -> Done:
    match event.cause:
        case "merged":
            return _promote(work, record)
        case "renamed" | "unmerged":
            return _relocate(work, record, event.to_branch or "")
        case _:
            withdrawal.archive(work, record)
            _give_way(work, record)
            return Done(record, "retired")


def _give_way(work: Work, record: Record) -> None:
    """Hold again what a promotion replaced that is taken back, where nothing else has come since."""
    for held in store.find(work, seen.replaced_by(work, record.id)).values():
        later = store.live_versions(work, [held.lineage])
        if held.state == "superseded" and not later and guard.holder(work, held.slot) is None:
            withdrawal.restore(work, held)


def _take_over(work: Work, record: Record) -> None:
    """Replace once more what a promotion had replaced, now that it holds again."""
    for held in store.find(work, seen.replaced_by(work, record.id)).values():
        if held.state == "live" and not held.frozen:
            withdrawal.supersede(work, held, work.now)


def _promote(work: Work, record: Record) -> Done:
    draft = successor(record, ("project", ""), None, now=work.now)
    return _told(record, promote(work, record, draft, "conflict"))


def _told(record: Record, promoted: Promoted) -> Done:
    if promoted.outcome == "refused":
        return Done(record, "review")
    return Done(record, promoted.outcome, promoted.record, promoted.replaced)


def _relocate(work: Work, record: Record, branch: str) -> Done:
    """Let a record belong to another branch: nothing that it says has changed."""
    draft = successor(record, ("branch", branch), None, now=work.now)
    if guard.holder(work, draft.slot) is not None:
        return _told(record, promote(work, record, draft, "conflict"))
    withdrawal.supersede(work, record, draft.valid_from or work.now)
    return Done(record, "moved", keeping.append(work, draft, Place("live", record)))


def _hold_again(work: Work, event: Event, records: Sequence[Record]) -> list[Done]:
    done: list[Done] = []
    for record in records:
        if record.state == "archived" and guard.holder(work, record.slot) is None:
            _take_over(work, record)
            withdrawal.restore(work, record)
            compare_again(work, record)
            done.append(Done(record, "restored", record))
    back = {one.record.id for one in done} | ({move.record_id for move in event.settled} - {*event.records})
    seen.forget(work, [move for move in event.settled if move.record_id in back])
    return done


def _ask(work: Work, event: Event, record: Record) -> None:
    """Ask a person about a record that nobody else may change."""
    weighty = record.frozen or CATALOGUE[record.kind].instructs
    reasons = (_REASONS[event.cause],)
    new = NewReview("stale", record.id, ((record.id, "subject"),), reasons, weighty=weighty)
    reviews.open_review(work, new)


def _moves(event: Event, one: Done) -> list[Move]:
    """Return what to note: that it was done once, what the merge brought, and what that replaced."""
    moves = [_move(event, one.record)]
    if event.cause == "merged" and one.outcome == "promoted" and one.now is not None:
        moves.append(_move(event, one.now))
        moves += [Move(held.id, "replaced", one.now.id, moves[0].commit_id) for held in one.replaced]
    return moves


def _move(event: Event, record: Record) -> Move:
    match event.cause:
        case "merged" | "reverted":
            return Move(record.id, event.cause, event.reference, event.commit or "", event.base)
        case "renamed":
            return Move(record.id, event.cause, event.reference, event.to_branch or "")
        case _:
            return Move(record.id, event.cause, event.reference, event.base)
