"""Let records follow their branches, worktrees and commits: merged, renamed, abandoned, reverted, back."""

from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.learning.watching import look
from phantasm.state.following.applying import Done, Outcome, apply
from phantasm.state.following.model import Event, Plan
from phantasm.storage import leases
from phantasm.storage.leases import Held
from phantasm.storage.work import Change, Work
from phantasm.workspace.branches import store as seen
from phantasm.workspace.branches.store import Cause

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"limit": 100, "dry_run": True}


class Params(Model):
    """How much at once."""

    limit: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=100, description="At most so many records in this step; one step follows one event"
    )
    run_id: Line | None = Field(default=None, description="The run of maintenance that the step belongs to")
    lease: Held | None = Field(default=None, description="Under which lease the step is done")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Followed(Model):
    """What became of one record."""

    record_id: str
    outcome: Outcome
    now: str | None = Field(default=None, description="The record that stands for it, where it is another")


class Result(Model):
    """The event that was followed, what was done about it, and how many events are left."""

    git: bool = Field(description="Whether there is a repository here that git can read")
    event: Cause | None = Field(
        default=None, description="What happened; left out when there was nothing to follow"
    )
    returns: bool = Field(default=False, description="Whether it came back, or is in force again")
    reference: str | None = Field(default=None, description="The branch, the worktree or the commit")
    commit: str | None = Field(default=None, description="The commit with which it happened")
    why: str | None = Field(default=None, description="What the journal says about it")
    records: list[Followed] = []
    changes: int = Field(default=0, description="How many records were changed or asked about")
    left: int = Field(default=0, description="Events that are left for the next steps")


def prepare(params: Params, environment: Environment) -> Plan | None:
    """Ask git what became of everything that records belong to: nobody has to wait for that."""
    return look(environment)


def handle(params: Params, work: Work, plan: Plan | None) -> Result:
    """Follow the first event; what somebody else has done meanwhile is not done again."""
    leases.require(work, params.lease)
    if plan is None:
        return Result(git=False)
    seen.remember(work, plan.seen)
    if not plan.events:
        return Result(git=True)
    event = plan.events[0]
    done = apply(work, event, params.limit)
    for one in done:
        _keep_evidence(work, one)
    return Result(
        git=True,
        event=event.cause,
        returns=event.returns,
        reference=event.reference,
        commit=event.commit,
        why=event.why,
        records=[_followed(one) for one in done],
        changes=len(done),
        left=len(plan.events) - _is_whole(event, params.limit),
    )


def _keep_evidence(work: Work, one: Done) -> None:
    """Let what a record rests on speak for the one that stands for it now."""
    if one.now is None or one.outcome in {"duplicate", "restored"}:
        return
    kept = evidence.behind(work, [one.record.id]).get(one.record.id, [])
    evidence.link(work, one.now.id, kept)
    if kept and one.outcome == "merged":
        work.changed(Change("record", one.now.id, "add_evidence", after_state=one.now.state))
    work.evidence_ids += kept


def _followed(one: Done) -> Followed:
    other = one.now.id if one.now is not None and one.now.id != one.record.id else None
    return Followed(record_id=one.record.id, outcome=one.outcome, now=other)


def _is_whole(event: Event, limit: int) -> bool:
    return len(event.records) <= limit
