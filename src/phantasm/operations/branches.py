"""See what became of the branches and worktrees that records belong to, and what is to be followed."""

from collections.abc import Iterator
from typing import cast

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.learning.watching import look
from phantasm.state.following.model import Event, Plan
from phantasm.state.following.store import scoped
from phantasm.storage.work import Work
from phantasm.workspace.branches.model import BranchState

KIND = Kind.READ
EXAMPLE: JsonObject = {}


class Params(Model):
    """Nothing to choose."""


class BranchView(Model):
    """One branch that records belong to."""

    name: str
    state: BranchState
    records: int = Field(description="Live records that belong to it")
    tip: str | None = Field(default=None, description="Where it is, or was when it was last seen")
    into: str | None = Field(default=None, description="The branch that has what it did")
    commit: str | None = Field(default=None, description="The commit with which that branch got it")
    how: str | None = Field(default=None, description="merge, fast-forward, squash or rebase")


class WorktreeView(Model):
    """One worktree that records belong to."""

    name: str
    present: bool
    records: int


class EventView(Model):
    """Something that happened in git and has not been followed yet."""

    event: str
    reference: str
    why: str
    records: list[str] = Field(description="The records that it concerns, by id")


class Result(Model):
    """Branches, worktrees, and what waits to be followed."""

    git: bool = Field(description="Whether there is a repository here that git can read")
    trunk: str | None = Field(default=None, description="The default branch")
    branches: list[BranchView] = []
    worktrees: list[WorktreeView] = []
    waiting: list[EventView] = Field(default=[], description="What `branches_follow` would do, in order")


def prepare(params: Params, environment: Environment) -> Plan | None:
    """Ask git what became of everything that records belong to."""
    return look(environment)


def handle(params: Params, work: Work, plan: Plan | None) -> Result:
    """Return what git said, with how many records belong to what."""
    if plan is None:
        return Result(git=False)
    counts: dict[tuple[str, str], int] = {}
    for one in scoped(work):
        counts[one.scope, one.scope_ref] = counts.get((one.scope, one.scope_ref), 0) + 1
    return Result(
        git=True,
        trunk=plan.trunk,
        branches=sorted(_branches(plan, counts), key=lambda view: view.name),
        worktrees=[
            WorktreeView(name=name, present=name in plan.worktrees, records=count)
            for (scope, name), count in sorted(counts.items())
            if scope == "worktree"
        ],
        waiting=[_view(event) for event in plan.events if event.records],
    )


def _branches(plan: Plan, counts: dict[tuple[str, str], int]) -> Iterator[BranchView]:
    for name, fate in plan.fates.items():
        landed = fate.landing
        yield BranchView(
            name=name,
            state=fate.state,
            records=counts.get(("branch", name), 0),
            tip=fate.tip,
            into=fate.into,
            commit=landed.commit if landed else None,
            how=landed.how if landed else None,
        )
    for known in plan.known:
        if known.scope == "branch" and known.name not in plan.fates:
            state = cast("BranchState", known.state)
            yield BranchView(
                name=known.name,
                state=state,
                records=0,
                tip=known.tip,
                into=plan.trunk if state == "merged" else None,
                commit=known.event_commit,
            )


def _view(event: Event) -> EventView:
    return EventView(
        event="returned" if event.returns else event.cause,
        reference=event.reference,
        why=event.why,
        records=list(event.records),
    )
