"""Find procedures in what sessions did, verify them, and demote those that stopped working."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.canonical import canonical
from phantasm.contracts.clock import days_before, to_timestamp
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.learning import practice
from phantasm.learning.practice import Done, held_procedures
from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.model import Found
from phantasm.learning.procedures.verify import judged
from phantasm.learning.run_audit import require_lawful
from phantasm.session import chronicle
from phantasm.session.chronicle import EpisodeState
from phantasm.session.listing import Wanted, page
from phantasm.storage import leases
from phantasm.storage.inspection import reader
from phantasm.storage.leases import Held
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {}
# What one night can compare: a quarter of a year with fifty sessions a day.
_MOST_EPISODES = 5_000
_STATES: tuple[EpisodeState, ...] = ("live", "condensed", "archived")


class Params(Model):
    """How much may change."""

    limit: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=100, description="The most procedures that may change"
    )
    run_id: Line | None = Field(default=None, description="The run that this step belongs to")
    lease: Held | None = Field(default=None, description="The lease under which the step is taken")
    leave_alone: list[Line] = Field(
        default_factory=list, max_length=10_000, description="Procedures that the step must not touch"
    )
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Learned(Model):
    """What became of one procedure."""

    deed: str = Field(description="proposed, verified, revised, demoted or questioned")
    record_id: str
    handle: str
    title: str
    reasons: list[str] = []


class Result(Model):
    """What changed, and how much was looked at."""

    episodes: int
    found: int
    changes: int
    procedures: list[Learned]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was mined, outside the transaction."""

    episodes: int
    found: list[Found]


def prepare(params: Params, environment: Environment) -> Prepared:
    """Compare the episodes of the last months; slow, hence outside the transaction."""
    settings = environment.config.settings.learning
    now = to_timestamp(environment.clock.now())
    with environment.database.read() as (connection, head):
        work = reader(connection, head)
        wanted = Wanted(episodes=_STATES, since=days_before(now, settings.window_days))
        kept = page(work, wanted, _MOST_EPISODES)
        # A brief account leaves out most of what was done: two workflows look like one there.
        told = chronicle.wholes(work, [one.session.id for one in kept])
        known = [one.known for one in held_procedures(work)]
    continues = {one.session.id: one.session.continues for one in kept if one.session.continues}
    found = mine(
        told.values(),
        known=known,
        now=now,
        anchors=_is_there(environment.paths.root),
        continues=continues,
    )
    least = settings.successes
    return Prepared(
        len(told),
        [replace(one, verdict=judged(one.candidate, one.bundle, least_successes=least)) for one in found],
    )


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Apply what was found to what is held by now."""
    leases.require(work, params.lease)
    work.note = canonical({"limit": params.limit})
    done = practice.apply(work, prepared.found, limit=params.limit, left_alone=frozenset(params.leave_alone))
    require_lawful(work, "learn_procedures", params.leave_alone)
    return Result(
        episodes=prepared.episodes,
        found=len(prepared.found),
        changes=len(done),
        procedures=[_shown(one) for one in done],
    )


def _is_there(root: Path) -> Callable[[str], bool]:
    """Return who knows whether a file of the repository is there; what lies outside is none of it."""

    def there(name: str) -> bool:
        path = (root / name).resolve()
        return path.is_relative_to(root.resolve()) and path.exists()

    return there


def _shown(done: Done) -> Learned:
    record = done.record
    payload = (record.content.payload if record.content else None) or {}
    return Learned(
        deed=done.deed,
        record_id=record.id,
        handle=record.handle,
        title=str(payload.get("title", "")),
        reasons=list(done.reasons),
    )
