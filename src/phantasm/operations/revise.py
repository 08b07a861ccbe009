"""Replace what a record says by a successor; the predecessor stays in the lineage."""

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.state import cascade, guard, keeping, withdrawal
from phantasm.state.anchored import citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.inputs import ContentFields, QualityInput, SensitivityName
from phantasm.state.keeping import Place
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import TRUST, Content, Draft, Origin, Record, draft_of
from phantasm.state.rejudging import compare_again
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.storage.work import Caller, Work

KIND = Kind.MUTATION
SUGGESTIBLE = True
EXAMPLE: JsonObject = {"id": "k3v9qd2a", "statement": "The development server listens on port 8500."}


class Params(ContentFields):
    """Which record, and what it says from now on."""

    id: Line = Field(description="The live record's id or handle")
    quality: QualityInput | None = Field(default=None, description="Its new quality; unchanged when left out")
    sensitivity: SensitivityName | None = Field(default=None, description="Its new sensitivity")
    valid_from: Timestamp | None = Field(
        default=None, description="Since when the new value is true; in the past, it corrects the past"
    )
    valid_to: Timestamp | None = Field(default=None, description="Until when the new value is true")
    expected_id: Line | None = Field(
        default=None, description="Refuse with stale_target unless this is still the live record's id"
    )
    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _changes_something(self) -> "Params":
        if self.says_nothing() and self.quality is None and self.sensitivity is None:
            message = "give a new statement, payload, quality or sensitivity"
            raise ValueError(message)
        return self


class Result(Model):
    """The successor and what it succeeds."""

    outcome: str
    record_id: str
    handle: str
    supersedes: str


def prepare(params: Params, environment: Environment) -> list[Cited]:
    """Look at what the new words cite."""
    if params.statement is None or not environment.config.settings.anchors.derive:
        return []
    return citing.mentioned(params.statement, checkout_of(environment))


def handle(params: Params, work: Work, prepared: list[Cited]) -> Result:
    """Append the successor and close the predecessor."""
    record = guard.live_target(work, params.id)
    if params.expected_id is not None and params.expected_id != record.id:
        raise PhantasmError(
            Code.STALE_TARGET,
            f"{params.id} is now {record.id}, not {params.expected_id}",
            field="params.expected_id",
            remediation=(Remediation("Look at the newer version first."),),
        )
    work.note = params.reason
    draft = _successor(params, record, work.caller)
    if work.caller.suggest_only or not work.caller.may_supersede(record.kind):
        return _suggest(work, draft, record)
    withdrawal.supersede(work, record, draft.valid_from or work.now)
    successor = keeping.append(work, draft, Place("live", record, frozen=record.frozen))
    if params.statement is not None:
        citing.renew(work, record.lineage, prepared)
    compare_again(work, successor)
    if cascade.says_otherwise(record.content, draft.content):
        cascade.doubt(work, [record], "rests_on_superseded")
    else:
        cascade.settle_through(work, record)
    return Result(outcome="revised", record_id=successor.id, handle=successor.handle, supersedes=record.id)


def _suggest(work: Work, draft: Draft, record: Record) -> Result:
    proposed = keeping.append(work, draft, Place("suggested", record))
    reason = "suggested" if work.caller.suggest_only else "person_only"
    reviews.open_review(
        work,
        NewReview(
            kind="suggestion",
            about=proposed.id,
            records=((proposed.id, "proposed"), (record.id, "held")),
            reasons=(reason,),
            weighty=record.frozen or CATALOGUE[record.kind].instructs,
        ),
    )
    return Result(outcome="suggested", record_id=proposed.id, handle=proposed.handle, supersedes=record.id)


def _successor(params: Params, record: Record, caller: Caller) -> Draft:
    held = record.content or Content("")
    content = held if params.says_nothing() else params.following(held)
    same_words = content.statement == held.statement
    return draft_of(record)._replace(
        content=Content(
            content.statement,
            # Details that are not named stay; a triple goes with the words it was given for.
            content.payload if params.payload is not None else held.payload,
            params.provenance or held.provenance,
            held.triple if same_words else None,
        ),
        origin=record.origin if same_words else _origin(record, caller),
        sensitivity=params.sensitivity or record.sensitivity,
        quality=params.quality.to_quality() if params.quality else record.quality,
        valid_from=params.valid_from,
        valid_to=params.valid_to,
    )


def _origin(record: Record, caller: Caller) -> Origin:
    """Return whose words these are: a person's own, else trusted no more than what they go on from."""
    if caller.may(Right.REVIEW):
        return "user"
    return min("agent", record.origin, key=TRUST.__getitem__)
