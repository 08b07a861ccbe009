"""Show every version of a record and everything that was done to it."""

from pydantic import Field

from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state import guard, store
from phantasm.state.events import Event, events
from phantasm.state.moments import PointFields
from phantasm.state.timeline import as_known, holds, point
from phantasm.state.views import RecordView, view
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"id": "k3v9qd2a"}


class Params(PointFields):
    """Which record."""

    id: Line = Field(description="Any version's id or handle")


class Result(Model):
    """The versions, oldest first, and the events in order."""

    lineage: str
    live: str | None = Field(default=None, description="The id of the version that holds, now or at as_of")
    versions: list[RecordView]
    events: list[Event]


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Walk the lineage."""
    record = store.find(work, [params.id]).get(params.id)
    if record is None:
        raise guard.not_found(params.id)
    at = point(work, params.as_of, params.known_at)
    versions = as_known(work, store.lineage(work, record), at)
    rests_on = evidence.behind(work, [version.id for version in versions], at.seq)
    work.evidence_ids += sorted({name for names in rests_on.values() for name in names})
    return Result(
        lineage=record.lineage,
        live=next((version.id for version in versions if holds(version, at)), None),
        versions=[view(version, work.caller, rests_on.get(version.id)) for version in versions],
        events=events(work, [version.id for version in versions], at.seq),
    )
