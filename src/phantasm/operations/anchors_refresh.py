"""Note what holding memory against the code shows: what moved is cited anew, what changed is asked about."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.state.anchored import checks, citing, remembered
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.findings import renewing
from phantasm.state.findings.renewing import Renewal
from phantasm.storage import leases
from phantasm.storage.leases import Held
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"limit": 200}


class Params(Model):
    """How much is done at once."""

    limit: Annotated[int, Field(ge=1, le=10_000)] = Field(
        default=500, description="At most so many citations, reviews and new citations in one request"
    )
    derive: bool = Field(
        default=True, description="Also cite what statements name that came in by another way than `ingest`"
    )
    run_id: Line | None = Field(default=None, description="The run of maintenance that the step belongs to")
    lease: Held | None = Field(default=None, description="Under which lease the step is done")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """What was noted, as ids."""

    checked: int
    unchanged: int = Field(description="Citations that were found as they were cited, which is noted")
    moved: list[str] = Field(description="Records whose citations were found elsewhere and follow")
    reviews: list[str] = Field(description="Reviews that were opened about what changed or is gone")
    settled: list[str] = Field(description="Reviews that ended, because what is cited is as it was again")
    cited: list[str] = Field(description="Records that cite something from now on")
    left: int = Field(description="What was left for the next time")


def prepare(params: Params, environment: Environment) -> Renewal:
    """Look at the whole store and the working tree, on a snapshot of its own: nobody has to wait."""
    settings = environment.config.settings.anchors
    with environment.snapshot() as work:
        checkout = checkout_of(environment)
        derive = settings.derive and params.derive
        unread = checks.unread(work, params.limit) if derive else []
        found = renewing.look(work, checkout, settings.expire_unverified_days)
        if not params.dry_run:
            remembered.keep(environment.paths.indexes, work, checkout, found.survey)
    cited = {
        record.lineage: citing.mentioned(record.content.statement if record.content else "", checkout)
        for record in unread
    }
    return replace(found, cited=cited)


def handle(params: Params, work: Work, found: Renewal) -> Result:
    """Write what still holds."""
    leases.require(work, params.lease)
    done = renewing.apply(work, found, params.limit)
    return Result(
        checked=len(found.survey.anchors),
        unchanged=done.unchanged,
        moved=done.moved,
        reviews=done.reviews,
        settled=done.settled,
        cited=done.cited,
        left=done.left + (len(found.cited) == params.limit),
    )
