"""Replace what a record says by a successor; the predecessor stays in the lineage."""

from dataclasses import replace

from pydantic import Field, model_validator

from phantasm.contracts.envelope import ReviewItem
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.state import guard, store
from phantasm.state.inputs import ContentFields, QualityInput, SensitivityName
from phantasm.state.model import Content, Draft, Record, State
from phantasm.storage.work import Work

KIND = Kind.MUTATION
SUGGESTIBLE = True
EXAMPLE: JsonObject = {"id": "k3v9qd2a", "statement": "The development server listens on port 8500."}


class Params(ContentFields):
    """Which record, and what it says from now on."""

    id: Line = Field(description="The live record's id or handle")
    quality: QualityInput | None = Field(default=None, description="Its new quality; unchanged when left out")
    sensitivity: SensitivityName | None = Field(default=None, description="Its new sensitivity")
    valid_from: Timestamp | None = Field(default=None, description="Since when the new value is true")
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


def handle(params: Params, work: Work, prepared: None) -> Result:
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
    draft = _successor(params, record)
    state: State = "suggested" if work.caller.suggest_only else "live"
    if state == "live":
        store.close(work, record, "superseded", valid_to=draft.valid_from or work.now)
    (handle_text,) = store.fresh_handles(work, 1)
    formed = store.form(
        work,
        draft,
        digest=store.content_digest(work, draft),
        state=state,
        predecessor=record,
        handle=handle_text,
    )
    store.insert(work, [formed])
    if state == "suggested":
        reason = f"suggested revision of {record.id}"
        work.review_items.append(ReviewItem(kind="suggestion", id=formed.record.id, reason=reason))
    outcome = "revised" if state == "live" else "suggested"
    return Result(
        outcome=outcome, record_id=formed.record.id, handle=formed.record.handle, supersedes=record.id
    )


def _successor(params: Params, record: Record) -> Draft:
    held = record.content or Content("")
    content = held if params.says_nothing() else params.to_content()
    return Draft(
        kind=record.kind,
        content=replace(content, provenance=params.provenance or held.provenance),
        origin=record.origin,
        subject_key=record.subject_key,
        scope=record.scope,
        scope_ref=record.scope_ref,
        sensitivity=params.sensitivity or record.sensitivity,
        quality=params.quality.to_quality() if params.quality else record.quality,
        valid_from=params.valid_from,
    )
