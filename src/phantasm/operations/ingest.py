"""Hold one record or many, with the evidence they rest on."""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Model
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Sighting
from phantasm.state import guard, linking
from phantasm.state.anchored import citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.holding import Held, Manner, hold
from phantasm.state.inputs import EvidenceInput, RecordFields, RecordInput
from phantasm.state.model import TRUST, Draft, Origin, Sensitivity
from phantasm.state.reasons import meaning
from phantasm.state.scopes import standpoint
from phantasm.state.standing import standing_of
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Change, Work
from phantasm.workspace.place import Place, here

KIND = Kind.MUTATION
SUGGESTIBLE = True
EXAMPLE: JsonObject = {
    "record_kind": "decision",
    "subject_key": "storage.engine",
    "statement": "Invoices are stored in PostgreSQL because they need transactions across tables.",
    "quality": {"confidence": 0.9, "source_type": "person"},
}
# One call is one transaction: this many records still commit in a few seconds on a slow machine.
MAX_ITEMS = 10_000


class Params(RecordFields):
    """The fields of one record, or `items`, or `evidence` alone."""

    items: list[RecordInput] = Field(
        default_factory=list, max_length=MAX_ITEMS, description="Many records, in order"
    )
    evidence: list[EvidenceInput] = Field(
        default_factory=list, max_length=1000, description="Evidence to keep without a record"
    )
    review_required: bool = Field(default=False, description="Suggest only, whatever the profile may do")
    on_conflict: Literal["refuse", "supersede", "conflict"] = Field(
        default="refuse", description="What to do when a live record holds the subject key with another value"
    )
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _one_or_many(self) -> "Params":
        given = self.model_fields_set & set(RecordFields.model_fields)
        if self.items and given:
            message = f"{min(given)} belongs into each of the items"
            raise ValueError(message)
        if not self.items and not (self.evidence and not given):
            problem = (
                self.problem()
                if self.record_kind
                else "give record_kind and statement, or items, or evidence"
            )
            if problem:
                raise ValueError(problem)
        return self

    def records(self) -> list[RecordInput]:
        """Return the records in order, however they were given."""
        if self.record_kind is None:
            return self.items
        return [
            RecordInput.model_construct(**{name: getattr(self, name) for name in RecordFields.model_fields})
        ]


class Outcome(Model):
    """What became of one record."""

    outcome: Literal["created", "superseded", "refined", "conflict", "duplicate", "suggested", "refused"]
    record_id: str
    handle: str
    supersedes: str | None = None
    met: list[str] = Field(default=[], description="The records that the verdict is about")
    reasons: list[str] = Field(default=[], description="Why the judge said so, as stable codes")
    because: str | None = Field(default=None, description="The reasons in words")
    evidence_ids: list[str] = []
    anchors: list[str] = Field(default=[], description="What it cites in the repository, as references")
    error: str | None = Field(default=None, description="The error code of a refusal")


class Result(Model):
    """One outcome per record, in order; what records say is not repeated here."""

    results: list[Outcome]
    evidence_ids: list[str]
    created: int
    duplicates: int
    conflicts: int
    suggested: int
    refused: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `handle` needs from outside."""

    blobs: BlobStore
    default_sensitivity: Sensitivity
    place: Place
    cited: list[list[Cited]]


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the raw store, the configured default, where the caller is and what records cite there."""
    settings = environment.config.settings
    checkout = checkout_of(environment)
    derive = settings.anchors.derive
    asked = [(item.statement, item.links) for item in params.records()]
    cited = citing.look_at_all(asked, checkout, derive=derive)
    place = here(environment.start)
    return Prepared(environment.blobs, settings.security.default_sensitivity, place, cited)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Keep the evidence, hold the records, link the two."""
    items = params.records()
    alone = _keep(work, params.evidence, prepared, prepared.default_sensitivity)
    drafts = [_draft(item, work, prepared) for item in items]
    held = hold(work, drafts, Manner(params.on_conflict, review=params.review_required))
    if params.record_kind and held[0].outcome == "refused":
        said = items[0].model_dump(include={"statement", "payload"}, exclude_none=True)
        record = held[0].record
        raise guard.frozen(record) if record.frozen else guard.subject_exists(record, said)
    results = [
        _outcome(work, item, one, cited, prepared)
        for item, one, cited in zip(items, held, prepared.cited, strict=True)
    ]
    work.evidence_ids += [*alone, *(found for result in results for found in result.evidence_ids)]
    if any(result.outcome == "refused" for result in results):
        work.remediation.append(
            NextStep(message="Revise the refused records, or set on_conflict to supersede.")
        )
    tally = [one.outcome for one in held]
    return Result(
        results=results,
        evidence_ids=alone,
        created=sum(tally.count(name) for name in ("created", "superseded", "refined")),
        duplicates=tally.count("duplicate"),
        conflicts=tally.count("conflict"),
        suggested=tally.count("suggested"),
        refused=tally.count("refused"),
    )


def _draft(item: RecordInput, work: Work, prepared: Prepared) -> Draft:
    scope_ref = item.scope_ref
    if scope_ref is None:
        scope_ref = standpoint(prepared.place, work.caller.session_id).reference(item.scope)
    if scope_ref is None:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"the scope {item.scope} needs a scope_ref: the caller is in none",
            field="params.scope_ref",
            expected="the name of a branch or worktree, or a session id",
        )
    if item.valid_to is not None and item.valid_to <= (item.valid_from or work.now):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "valid_to lies before the record starts to be true",
            field="params.valid_to",
            expected="a later moment, or valid_from before it",
        )
    content = item.to_content()
    return Draft(
        kind=item.record_kind,
        content=content._replace(triple=item.claim.to_triple()) if item.claim else content,
        origin=_origin(item, work),
        subject_key=item.subject_key,
        scope=item.scope,
        scope_ref=scope_ref,
        sensitivity=item.sensitivity or prepared.default_sensitivity,
        quality=item.quality.to_quality(),
        valid_from=item.valid_from,
        valid_to=item.valid_to,
    )


def _origin(item: RecordInput, work: Work) -> Origin:
    """Return where a claim comes from: it is trusted no more than what it was derived from."""
    # A profile that may review is a person; every other writer is an agent unless it says otherwise.
    own: Origin = item.origin or ("user" if work.caller.may(Right.REVIEW) else "agent")
    if not item.links:
        return own
    found = linking.targets(work, item.links)
    basis = [found[link.target].origin for link in item.links if link.type == "derived_from"]
    return min([own, *basis], key=TRUST.__getitem__)


def _outcome(work: Work, item: RecordInput, held: Held, cited: list[Cited], prepared: Prepared) -> Outcome:
    kept: list[str] = []
    relations = [link for link in item.links if not linking.cites(link)]
    if relations and held.outcome != "refused":
        linking.link(work, held.record, relations)
    anchors = citing.anchor(work, held, cited)
    if item.raw_evidence and held.outcome != "refused":
        kept = _keep(work, item.raw_evidence, prepared, held.record.sensitivity)
        evidence.link(work, held.record.id, kept)
        if held.outcome == "duplicate":
            text = standing_of(held.record).text()
            change = Change("record", held.record.id, "add_evidence", before_state=text, after_state=text)
            work.changed(change)
    replaced = held.record.supersedes if held.outcome in {"superseded", "suggested"} else None
    return Outcome(
        outcome=held.outcome,
        record_id=held.record.id,
        handle=held.record.handle,
        supersedes=replaced,
        met=list(held.met),
        reasons=list(held.reasons),
        because="; ".join(map(meaning, held.reasons)) or None,
        evidence_ids=kept,
        anchors=anchors,
        error=_refusal(held) if held.outcome == "refused" else None,
    )


def _refusal(held: Held) -> str:
    return Code.FROZEN.value if held.record.frozen else Code.SUBJECT_EXISTS.value


def _keep(work: Work, given: list[EvidenceInput], prepared: Prepared, sensitivity: Sensitivity) -> list[str]:
    seen = [
        Sighting(
            text=one.text,
            origin=one.origin,
            media_type=one.media_type,
            source=one.source,
            sensitivity=sensitivity,
            observed_at=one.observed_at,
            session_id=work.caller.session_id,
        )
        for one in given
    ]
    return evidence.put_all(work, prepared.blobs, seen)
