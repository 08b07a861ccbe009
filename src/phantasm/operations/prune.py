"""Let go of what has been condensed and is past its time, and keep the store within its bound on disk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import days_before
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.learning import pruning
from phantasm.learning.pruning import JOURNAL_DAYS, MEGABYTE, Bounds
from phantasm.retrieval import stubs
from phantasm.storage import leases, receipts, space, thinning
from phantasm.storage.leases import Held
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"limit": 50, "dry_run": True}
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
    waiting: int = Field(description="Remains that stay until the vectors have followed")
    receipts: int = Field(description="Answers that nobody will ask for again")
    used_bytes: int = Field(
        description="What the store needs: pages in use, raw evidence and vectors; free pages do not count"
    )
    disk_bytes: int = Field(description="What it takes on disk, as `du` shows it")
    bound_bytes: int
    over_bound: bool = Field(
        description="Whether it takes more on disk than its bound although nothing more may go"
    )
    done: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was chosen, how far the vectors have followed, and what lies where on disk."""

    bounds: Bounds
    followed: int | None
    beside: int
    """Bytes of raw evidence and vectors."""
    emptied: int
    """Bytes of the lexical index that joining its pieces would free."""
    is_over: bool
    """Whether the store takes more on disk than its bound."""
    fold: Callable[[], None]
    """Folds the log into the file, so that it shrinks."""


def target(params: Params) -> JsonObject | None:
    """Ask a person where less is kept than was configured; what the configuration says was decided."""
    if params.retention_days is None:
        return None
    return {"retention_days": params.retention_days}


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look at the disk; over its bound, first take out what only has to be swept together."""
    settings = environment.config.settings
    days = settings.sessions.retention_days if params.retention_days is None else params.retention_days
    size = settings.maintenance.size_bound_megabytes * MEGABYTE
    is_over = space.disk_bytes(environment.paths) > size
    if is_over and not params.dry_run:
        stubs.take_out_vectors(environment)
        with environment.snapshot() as work:
            shrinks = space.can_shrink(work)
        if not shrinks:
            space.rewrite(environment.database)
    with environment.snapshot() as work:
        emptied = stubs.emptied_bytes(work)
    return Prepared(
        Bounds(days, size, learns=settings.learning.claims != "off"),
        followed=stubs.followed(environment),
        beside=space.beside_bytes(environment.paths),
        emptied=emptied,
        is_over=is_over,
        fold=lambda: space.fold(environment.database),
    )


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Take the oldest first, as much as fits a short transaction; sweep together once nothing more goes."""
    leases.require(work, params.lease)
    bounds, beside = prepared.bounds, prepared.beside
    needed = space.used_bytes(work) + beside - prepared.emptied
    chosen = pruning.cutoff(bounds, work.now, used_bytes=needed)
    share = pruning.share_of(work, params.limit, needed_bytes=needed, bound_bytes=bounds.size_bytes)
    taken = pruning.take_turns(work, chosen, share, learns=bounds.learns)
    most = params.limit * _STUBS_PER_SESSION
    removed = stubs.forget(work, prepared.followed, most)
    old = days_before(work.now, JOURNAL_DAYS)
    entries = thinning.thin(work, old, params.limit) if not taken.more else 0
    swept = receipts.sweep(work)
    pruning.forget_runs(work)
    more = taken.more or removed == most or entries == params.limit
    if not more:
        more = _sweep_together(work, prepared)
    # What a step has taken shows only in the next one: in emptied pages, in vectors and in raw files.
    more |= prepared.is_over and taken.sessions > 0
    on_disk = space.file_bytes(work) + beside
    over = on_disk > bounds.size_bytes and not more
    waiting = stubs.waiting(work) if not more else 0
    if over:
        message = f"the store takes {on_disk} bytes on disk, its bound is {bounds.size_bytes}"
        if waiting:
            step = NextStep(message="Bring the vectors up to date first.", command="phantasm index build")
            work.warn("over_bound", f"{message}: {waiting} remains of index entries wait for the vectors")
        else:
            step = pruning.raise_bound(on_disk)
            work.warn("over_bound", f"{message}: nothing more may go now")
        work.remediation.append(step)
    return Result(
        sessions=taken.sessions,
        turns=taken.turns,
        evidence=taken.evidence,
        evidence_kept=taken.evidence_kept,
        entries=entries,
        stubs=removed,
        waiting=waiting,
        receipts=swept,
        used_bytes=space.used_bytes(work) + beside,
        disk_bytes=on_disk,
        bound_bytes=bounds.size_bytes,
        over_bound=over,
        done=not more,
    )


def _sweep_together(work: Work, prepared: Prepared) -> bool:
    """Join what the index has emptied, then cut the file; tell whether there is more of either."""
    if prepared.emptied and stubs.join_pieces(work):
        return True
    if not prepared.is_over:
        return False
    work.after_commit(prepared.fold)
    return space.give_back(work)
