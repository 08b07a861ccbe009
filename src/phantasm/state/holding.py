"""How do drafts become records? Load what is held about them, judge each, apply the verdicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeGuard

from phantasm.contracts.envelope import ReviewItem
from phantasm.contracts.kinds import Right
from phantasm.state import store
from phantasm.state.model import Draft, Record, State
from phantasm.state.rules import (
    Duplicate,
    New,
    OnConflict,
    SubjectTaken,
    Supersedes,
    Verdict,
    judge,
    needs_person,
)
from phantasm.storage.work import Work

Outcome = Literal["created", "superseded", "duplicate", "suggested", "refused"]
"""`superseded`: it was created and took another record's place."""


@dataclass(frozen=True, slots=True)
class Held:
    """What became of one draft."""

    outcome: Outcome
    record: Record
    """The record that holds the claim now; for a refusal, the one that stands against it."""


def hold(work: Work, drafts: Sequence[Draft], *, on_conflict: OnConflict, review: bool) -> list[Held]:
    """Hold drafts in order, each judged as if the ones before it were held already."""
    digests = [store.content_digest(work, draft) for draft in drafts]
    known = _Known(
        saying=store.with_content(work, digests),
        about=store.live_about(work, [draft.subject_key for draft in drafts if draft.subject_key]),
    )
    handles = iter(store.fresh_handles(work, len(drafts)))
    pending: list[store.Formed] = []
    outcomes: list[Held] = []
    for draft, digest in zip(drafts, digests, strict=True):
        waits = (
            review or work.caller.suggest_only or (needs_person(draft) and not work.caller.may(Right.REVIEW))
        )
        verdict = judge(digest, known.held(draft, digest, waits=waits), on_conflict)
        if isinstance(verdict, Duplicate):
            outcomes.append(Held("duplicate", verdict.held))
            continue
        if not waits and _is_refused(verdict, work):
            outcomes.append(Held("refused", verdict.held))
            continue
        predecessor = None if isinstance(verdict, New) else verdict.held
        if predecessor is not None and not waits:
            # The slot must be free before the successor takes it, and the predecessor may still be pending.
            store.insert(work, pending)
            pending.clear()
            store.close(work, predecessor, "superseded", valid_to=draft.valid_from or work.now)
        state: State = "suggested" if waits else "live"
        formed = store.form(
            work, draft, digest=digest, state=state, predecessor=predecessor, handle=next(handles)
        )
        pending.append(formed)
        known.remember(formed.record, draft)
        outcomes.append(Held(_outcome(waits=waits, replaces=predecessor is not None), formed.record))
    store.insert(work, pending)
    _ask_for_review(work, outcomes)
    return outcomes


@dataclass(frozen=True, slots=True)
class _Known:
    """What is held about the drafts of one request, kept up to date while they are judged."""

    saying: dict[tuple[State, str], Record]
    about: dict[tuple[str, str, str, str], Record]

    def held(self, draft: Draft, digest: str, *, waits: bool) -> Record | None:
        """Return the record that says the same, else the one that holds the draft's key."""
        same = self.saying.get(("live", digest)) or (
            self.saying.get(("suggested", digest)) if waits else None
        )
        return same or (self.about.get(draft.slot) if draft.slot else None)

    def remember(self, record: Record, draft: Draft) -> None:
        """Count a new record as held for the drafts that follow."""
        if record.content_digest is None:
            return
        self.saying[record.state, record.content_digest] = record
        if record.state == "live" and draft.slot:
            replaced = self.about.get(draft.slot)
            if replaced is not None and replaced.content_digest is not None:
                self.saying.pop(("live", replaced.content_digest), None)
            self.about[draft.slot] = record


def _is_refused(verdict: Verdict, work: Work) -> TypeGuard[SubjectTaken | Supersedes]:
    match verdict:
        case SubjectTaken():
            return True
        case Supersedes(held):  # what a person froze, only a person replaces
            return held.frozen and not work.caller.may(Right.REVIEW)
        case _:
            return False


def _outcome(*, waits: bool, replaces: bool) -> Outcome:
    if waits:
        return "suggested"
    return "superseded" if replaces else "created"


def _ask_for_review(work: Work, outcomes: Sequence[Held]) -> None:
    reason = (
        "the client profile may only suggest" if work.caller.suggest_only else "waits for a person's decision"
    )
    work.review_items += [
        ReviewItem(kind="suggestion", id=held.record.id, reason=reason)
        for held in outcomes
        if held.outcome == "suggested"
    ]
