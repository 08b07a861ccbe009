"""Let go of what has been condensed and is past its time, and keep the store within its bound."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import days_before
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.learning import pruning
from phantasm.learning.pruning import JOURNAL_DAYS, Bounds
from phantasm.retrieval import stubs
from phantasm.storage import leases, receipts, thinning
from phantasm.storage.leases import Held
from phantasm.storage.sizes import used_bytes
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"limit": 50, "dry_run": True}
_MEGABYTE = 1_000_000
# Removing a row of an index is a fraction of removing a session with its texts.
_STUBS_PER_SESSION = 20


class Params(Model):
    """How much at once; who wants less kept than was configured has to be a person."""

    limit: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=50, description="At most so many sessions and journal entries in this step"
    )
    retention_days: Annotated[int, Field(ge=0, le=3650)] | None = Field(
        default=None, description="Keep turns for so many days instead of the configured ones"
    )
    run_id: Line | None = Field(default=None, description="The run of maintenance that the step belongs to")
    lease: Held | None = Field(default=None, description="Under which lease the step is done")
    dry_run: bool = Field(default=False, description="Show what would go, and remove nothing")


class Result(Model):
    """What went, and how much room the store takes now."""

    sessions: int = Field(description="Sessions whose turns went; their brief accounts stay")
    turns: int
    evidence: int = Field(description="Texts of turns that went")
    evidence_kept: int = Field(description="Texts that stay because a record rests on them")
    entries: int = Field(description="Journal entries that no longer say what sessions went through")
    stubs: int = Field(description="Remains of index entries")
    receipts: int = Field(description="Answers that nobody will ask for again")
    used_bytes: int = Field(description="What the store holds; free room inside its file is not counted")
    bound_bytes: int
    over_bound: bool = Field(description="Whether it is over its bound although nothing more may go")
    done: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was chosen, and how far the vectors have followed."""

    bounds: Bounds
    followed: int | None


def target(params: Params) -> JsonObject | None:
    """Ask a person where less is kept than was configured; what the configuration says was decided."""
    if params.retention_days is None:
        return None
    return {"retention_days": params.retention_days}


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over what was chosen and look how far the vectors have followed."""
    settings = environment.config.settings
    days = settings.sessions.retention_days if params.retention_days is None else params.retention_days
    size = settings.maintenance.size_bound_megabytes * _MEGABYTE
    return Prepared(Bounds(days, size, learns=settings.learning.claims != "off"), stubs.followed(environment))


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Take the oldest first, as much as fits a short transaction."""
    leases.require(work, params.lease)
    bounds = prepared.bounds
    used = used_bytes(work)
    chosen = pruning.cutoff(bounds, work.now, used_bytes=used)
    taken = pruning.take_turns(work, chosen, params.limit, learns=bounds.learns)
    most = params.limit * _STUBS_PER_SESSION
    removed = stubs.forget(work, prepared.followed, most)
    old = days_before(work.now, JOURNAL_DAYS)
    entries = thinning.thin(work, old, params.limit) if not taken.more else 0
    joined = pruning.is_day_to_tidy(work) and stubs.tidy(work)
    swept = receipts.sweep(work)
    pruning.forget_runs(work)
    used = used_bytes(work)
    more = taken.more or joined or removed == most or entries == params.limit
    over = used > bounds.size_bytes and not more
    if over:
        message = f"the store holds {used} bytes, its bound is {bounds.size_bytes}: nothing more may go"
        work.warn("over_bound", message)
    return Result(
        sessions=taken.sessions,
        turns=taken.turns,
        evidence=taken.evidence,
        evidence_kept=taken.evidence_kept,
        entries=entries,
        stubs=removed,
        receipts=swept,
        used_bytes=used,
        bound_bytes=bounds.size_bytes,
        over_bound=over,
        done=not more,
    )
