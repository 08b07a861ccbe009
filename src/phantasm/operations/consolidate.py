"""Do one bounded step of a run of consolidation, or take a whole run back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.canonical import canonical
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, Count, JsonObject, Line, Model
from phantasm.learning import consolidating, store
from phantasm.learning.consolidating import Found
from phantasm.learning.reverting import revert
from phantasm.learning.run_audit import require_lawful
from phantasm.learning.store import Run, RunState
from phantasm.learning.terms import PASSES, Done, Pass, Terms, terms_of
from phantasm.state.reversal import sort
from phantasm.storage import entries, leases
from phantasm.storage.leases import Held
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
# As many as one operation can have (state.reversal).
_MOST_CHANGES = 1_000_000
_TOUCHED = frozenset({"record", "session", "lesson"})
"""What a step is about; the rest of what it changes hangs on these."""
EXAMPLE: JsonObject = {"run_id": "run_01m6q0v3zr0000000000000000", "passes": ["condense"], "dry_run": True}


class Params(Model):
    """Which run, which passes, how much of them."""

    run_id: Line = Field(description="The run that the step belongs to; `undo` of it takes everything back")
    passes: Choices[Pass] = Field(
        default=list(PASSES), description="What to do, in this order; the first that finds work is done"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=100, description="At most so many changes in this step"
    )
    budget: Count = Field(default=0, description="Of the whole run, for its report")
    lease: Held | None = Field(default=None, description="Under which lease the step is done")
    finish: RunState | None = Field(default=None, description="End the run so, and do nothing else")
    leave_alone: list[Line] = Field(
        default_factory=list,
        max_length=10_000,
        description="Records and sessions that the step must not touch",
    )
    take_back: bool = Field(default=False, description="Take the whole run back, and do nothing else")
    request: Line | None = Field(
        default=None, description="With take_back: only what this request of the run did, by its id"
    )
    reason: Line | None = Field(default=None, description="Why it ends or is taken back")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class PassReport(Model):
    """What one pass did."""

    counts: dict[str, int]
    more: bool
    examples: list[str] = []


class Result(Model):
    """What the step did, and whether there is more to do."""

    run_id: str
    changes: int = Field(description="To what is held, by this step")
    done: bool = Field(description="Whether none of the passes has more to do")
    report: dict[str, PassReport] = Field(description="By pass")
    left: list[str] = Field(description="The passes that were not come to, or have more to do")
    touched: list[str] = Field(default=[], description="Of what was taken back: the records and sessions")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was chosen, and what looking through the store showed."""

    terms: Terms
    found: Found


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look through the store on a snapshot of its own: nobody has to wait for that."""
    terms = terms_of(environment.config.settings)
    if params.finish or params.take_back:
        return Prepared(terms, Found())
    with environment.snapshot() as work:
        return Prepared(terms, consolidating.look(work, terms, params.passes, params.leave_alone))


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Do passes until one of them has used the step up."""
    leases.require(work, params.lease)
    fence = params.lease.fence if params.lease else 0
    run = store.begin(work, params.run_id, budget=params.budget, fence=fence)
    if params.take_back:
        return _take_back(params, work, run)
    if params.finish:
        store.finish(work, params.run_id, params.finish, params.reason)
        return _nothing(params)
    # What decides what is done: a rebuild does the same step again.
    work.note = canonical({"passes": list(params.passes), "limit": params.limit})
    done: dict[Pass, Done] = {}
    for name in params.passes:
        room = params.limit - consolidating.held_changes(work)
        if room <= 0 or any(one.more for one in done.values()):
            break
        done[name] = consolidating.step(work, prepared.terms, name, prepared.found, room)
    require_lawful(work, "consolidate", params.leave_alone)
    changes = consolidating.held_changes(work)
    store.note_step(work, run, _summed(run, done), changes=changes, fence=fence)
    left = [name for name in params.passes if name not in done or done[name].more]
    report: dict[str, PassReport] = {
        name: PassReport(counts=one.counts, more=one.more, examples=list(one.examples))
        for name, one in done.items()
    }
    return Result(run_id=params.run_id, changes=changes, done=not left, report=report, left=list(left))


def _take_back(params: Params, work: Work, run: Run) -> Result:
    """Append the inverse of everything that the run did, or of what one request of it did."""
    rows = entries.named(work, "session_id", [params.run_id])
    found = sort(work, [row for row in rows if params.request in {None, row["request_id"]}])
    work.note = params.reason
    if found.reversible:
        revert(work, [*found.reversible, *found.only_seen])
    changes = consolidating.held_changes(work)
    if params.request is None:
        store.finish(work, params.run_id, "undone", params.reason)
    else:
        report = _summed(run, {"taken_back": Done({"changes": changes})})
        store.note_step(work, run, report, changes=-changes, fence=run.fence)
    made = _made_by(work, found.reversible)
    back = {change.object_id for change in work.changes if change.object_type in _TOUCHED}
    return _nothing(params, changes=changes, touched=back - made)


def _made_by(work: Work, rows: Sequence[Row]) -> set[str]:
    """Return the records that some journal entries made."""
    grouped = entries.changes_of(work, [row["seq"] for row in rows], at_most=_MOST_CHANGES)
    changes = [change for seq in sorted(grouped) for change in grouped[seq]]
    return {
        change["object_id"]
        for change in changes
        if change["object_type"] == "record" and change["change"] == "create"
    }


def _nothing(params: Params, *, changes: int = 0, touched: Collection[str] = ()) -> Result:
    return Result(
        run_id=params.run_id, changes=changes, done=True, report={}, left=[], touched=sorted(touched)
    )


def _summed(run: Run, done: Mapping[Pass, Done] | Mapping[str, Done]) -> JsonObject:
    """Return the run's report with this step's counts added."""
    report: dict[str, dict[str, int]] = {}
    for name, counts in run.report.items():
        if isinstance(counts, dict):
            report[name] = {what: int(str(count)) for what, count in counts.items()}
    for name, one in done.items():
        counts_now = report.setdefault(name, {})
        for what, count in one.counts.items():
            counts_now[what] = counts_now.get(what, 0) + count
    return {name: dict(counts) for name, counts in sorted(report.items())}
