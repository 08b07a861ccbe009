"""Report how something went, and which records and procedures were used for it."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, model_validator

from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.learning.forming import REPORT, form_episode
from phantasm.session import store as sessions
from phantasm.session import usage
from phantasm.session.inputs import OutcomeName
from phantasm.session.usage import EPISODE, Use
from phantasm.state import guard, store
from phantasm.storage.work import Work

KIND = Kind.MUTATION
NEEDS = Right.SUGGEST
EXAMPLE: JsonObject = {
    "outcome": "success",
    "session_id": "9f6c1d2e",
    "used": ["rec_01m6q0v3zr0000000000000000"],
}
MAX_USED = 200


class Params(Model):
    """How it went, what was used, in which session."""

    outcome: OutcomeName = Field(description="How it went")
    used: Annotated[list[Line], Field(max_length=MAX_USED)] = Field(
        default_factory=list,
        description="Records, procedures and episodes that were used: ids or handles, also as cited",
    )
    session_id: Line | None = Field(
        default=None, description="The session it is about; left out, the caller's"
    )
    at: Timestamp | None = Field(default=None, description="When; left out, now")
    reason: Line | None = Field(default=None, description="What shows it, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _about_something(self) -> "Params":
        if not self.used and not self.session_id:
            message = "give used, or session_id, or both"
            raise ValueError(message)
        return self


class Counted(Model):
    """How often a record or procedure was used, and how that went."""

    id: str
    uses: int
    successes: int
    failures: int


class Result(Model):
    """The counters after the report."""

    counted: list[Counted]
    new: int = Field(description="Uses that were not known before; the same report again brings none")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Count each use once per session."""
    session_id = params.session_id or work.caller.session_id
    source = session_id or work.ids.new("report")
    at = params.at or work.now
    lineages = _lineages(work, params.used)
    uses = [Use(name, source, "reported", params.outcome, at) for name in dict.fromkeys(lineages.values())]
    kept = sessions.find(work, [session_id]).get(session_id) if session_id else None
    if params.session_id and (kept is None or kept.state != sessions.FORGOTTEN):
        # Also of a session whose turns are yet to come: clients report before they hand over.
        uses.append(Use(REPORT + params.session_id, source, "reported", params.outcome, at))
    work.note = params.reason
    new = usage.use(work, uses)
    if kept is not None and new and kept.episode_state == "live":
        form_episode(work, kept)
    told = usage.uses_of(work, list(lineages.values()))
    return Result(
        counted=[
            Counted(id=name, uses=one.count, successes=one.successes, failures=one.failures)
            for name, lineage in lineages.items()
            if (one := told.get(lineage))
        ],
        new=new,
    )


def _lineages(work: Work, names: Sequence[str]) -> dict[str, str]:
    """Return what was used, as the ledger names it: records and procedures, or episodes."""
    records = store.find(work, names)
    episodes = sessions.named(work, [name for name in names if name not in records])
    for name in names:
        if name not in records and name not in episodes:
            raise guard.not_found(name, "params.used")
    found = {name: record.lineage for name, record in records.items()}
    return found | {name: EPISODE + session for name, session in episodes.items()}
