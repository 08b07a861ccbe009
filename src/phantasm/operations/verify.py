"""Say that records were checked: they hold, or they do not."""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Sighting
from phantasm.state import guard
from phantasm.state.anchored import citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.decisions import checking
from phantasm.state.decisions.checking import Checked
from phantasm.state.inputs import EvidenceInput
from phantasm.state.model import Record, Sensitivity
from phantasm.state.standing import standing_of
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Change, Work

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {"ids": ["k3v9qd2a"], "outcome": "holds", "revalidate_at": "2027-06-01"}


class Params(Model):
    """Which records were checked, and how it went."""

    ids: list[Line] = Field(min_length=1, max_length=1000, description="Ids or handles of live records")
    outcome: Literal["holds", "fails"] = Field(
        default="holds", description="holds: still true; fails: found never to have been true, so taken back"
    )
    verified_at: Timestamp | None = Field(default=None, description="When it was checked; now when left out")
    revalidate_at: Timestamp | None = Field(default=None, description="When it should be checked again")
    evidence: list[EvidenceInput] = Field(
        default_factory=list, max_length=100, description="What the check showed, verbatim"
    )
    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _is_due_later(self) -> "Params":
        if self.revalidate_at and self.outcome == "fails":
            message = "what does not hold is not checked again"
            raise ValueError(message)
        if self.revalidate_at and self.verified_at and self.revalidate_at <= self.verified_at:
            message = "revalidate_at must be later than verified_at"
            raise ValueError(message)
        return self


class Verified(Model):
    """What became of one record."""

    record_id: str
    handle: str
    outcome: Literal["verified", "retracted", "review"] = Field(
        description="review: it does not hold, but only a person may take it back, and is asked"
    )


class Result(Model):
    """All records, in the order they were named, and the reviews that this ended."""

    records: list[Verified]
    verified_at: str
    settled: list[str] = Field(description="Reviews about doubt or age that this ended")
    evidence_ids: list[str]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `handle` needs from outside."""

    blobs: BlobStore
    default_sensitivity: Sensitivity
    cited: dict[str, list[Cited]]
    """What the records cite, as it is there now."""


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the raw store and the configured default."""
    cited = citing.look_again(environment, params.ids) if params.outcome == "holds" else {}
    return Prepared(environment.blobs, environment.config.settings.security.default_sensitivity, cited)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Note the outcome for every record, or for none."""
    verified_at = params.verified_at or work.now
    if verified_at > work.now:
        raise PhantasmError(
            Code.INVALID_PARAMS, "nobody can have checked it in the future", field="params.verified_at"
        )
    work.note = params.reason
    found = {record.id: record for record in (guard.live_target(work, name) for name in params.ids)}
    records = list(found.values())
    kept = _keep(params, work, prepared, records)
    settled: list[str] = []
    verified: list[Verified] = []
    for record in records:
        outcome: Literal["verified", "retracted", "review"] = "verified"
        if params.outcome == "holds":
            checked = Checked(verified_at, params.revalidate_at)
            settled += [review.id for review in checking.holds(work, record, checked)]
            citing.hold(work, record.lineage, prepared.cited.get(record.lineage, ()))
        else:
            outcome = "retracted" if checking.fails(work, record) else "review"
        verified.append(Verified(record_id=record.id, handle=record.handle, outcome=outcome))
    return Result(
        records=verified, verified_at=verified_at, settled=list(dict.fromkeys(settled)), evidence_ids=kept
    )


def _keep(params: Params, work: Work, prepared: Prepared, records: list[Record]) -> list[str]:
    """Keep what the check showed, as guarded as the most guarded of the records, and link it to each."""
    sensitive = "sensitive" in {prepared.default_sensitivity, *(record.sensitivity for record in records)}
    seen = [
        Sighting(
            text=one.text,
            origin=one.origin,
            media_type=one.media_type,
            source=one.source,
            sensitivity="sensitive" if sensitive else "normal",
            observed_at=one.observed_at,
            session_id=work.caller.session_id,
        )
        for one in params.evidence
    ]
    kept = evidence.put_all(work, prepared.blobs, seen)
    for record in records if kept else ():
        evidence.link(work, record.id, kept)
        text = standing_of(record).text()
        work.changed(Change("record", record.id, "add_evidence", before_state=text, after_state=text))
    work.evidence_ids += kept
    return kept
