"""Write what is held true into .phantasm/memory/: one file for each record, for git to track."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.state.exchange.tracked.folder import list_files, shelf_of
from phantasm.state.exchange.tracked.following import Ground, Plan, carry_out, followed, plan
from phantasm.state.exchange.tracked.synced import place_for, read_synced, write_synced
from phantasm.storage.work import Caller, Change, Work

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"dry_run": True}
# Writing so many takes about a second, in which nobody else can write; the next call goes on from there.
_MOST_FILES = 2_000
# Enough to see what happens; the counts say the rest.
_SHOWN = 1_000


class Params(Model):
    """How much of it."""

    limit: Annotated[int, Field(ge=1, le=_MOST_FILES)] = Field(
        default=_MOST_FILES, description="At most so many files are written; the next call goes on"
    )
    dry_run: bool = Field(default=False, description="Say which files would be written, and write nothing")


class Result(Model):
    """Which files were written; the same records give the same bytes."""

    folder: str
    records: int = Field(description="How many records have a file that says what is held")
    written: list[str]
    removed: list[str] = Field(description="Files of records that are not held, or not shared, any more")
    blocked: list[str] = Field(description="Changed by somebody else: `tracked_import` takes them in first")
    waiting: list[str] = Field(description="Changed or deleted by somebody else: it waits for a decision")
    withheld: int = Field(description="Records with something that looks like a secret; they stay here")
    postponed: int = Field(description="Files for the next call")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the files are, and what has to be done as of a write."""

    environment: Environment
    ground: Ground
    plan: Plan
    seq: int


def prepare(params: Params, environment: Environment) -> Prepared:
    """Compare what is held with what lies there, while others can write."""
    with environment.database.read() as (connection, head):
        nobody = Caller("", frozenset())
        work = Work(connection, head, to_timestamp(environment.clock.now()), environment.ids, nobody)
        ground = _ground(environment, work)
        return Prepared(environment, ground, plan(work, ground, None, at_most=params.limit), head.seq)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Bring every file in step."""
    ground, made = prepared.ground, prepared.plan
    if work.head.seq != prepared.seq:  # somebody has written since, and may have erased something
        ground = _ground(prepared.environment, work)
        made = plan(work, ground, None, at_most=params.limit)
    shelf = ground.shelf
    if not work.dry_run:
        state = place_for(prepared.environment.paths, prepared.environment.start)
        write_synced(state, followed(ground.synced, made, carry_out(ground, made), cursor=work.head.seq))
    if made.blocked:
        work.warn(
            "tracked_files_changed",
            f"{len(made.blocked)} files were changed by somebody else and stay as they are: import them",
        )
    if made.withheld:
        work.warn("secret_withheld", f"{len(made.withheld)} records look as if they held a secret")
    # Under a fresh id: a digest in the journal would outlive what is erased and confirm a guess of it.
    work.changed(Change("memory_file", work.ids.new("exp"), "export", after_state="exported"))
    return Result(
        folder=shelf.shown(""),
        records=len(made.in_step) + len(made.written),
        written=[shelf.shown(name) for name in made.written[:_SHOWN]],
        removed=[shelf.shown(name) for name in made.removed[:_SHOWN]],
        blocked=[shelf.shown(name) for name in made.blocked[:_SHOWN]],
        waiting=[shelf.shown(name) for name in made.waiting[:_SHOWN]],
        withheld=len(made.withheld),
        postponed=made.postponed,
    )


def _ground(environment: Environment, work: Work) -> Ground:
    shelf = shelf_of(environment.paths, environment.start)
    synced = read_synced(place_for(environment.paths, environment.start)).of(work.head)
    return Ground(shelf, synced, list_files(shelf))
