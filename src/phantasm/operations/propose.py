"""Suggest records that quote evidence which is kept; each waits for a decision."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind, KindName, Right
from phantasm.contracts.model import JsonObject, Line, Model, Statement, Timestamp
from phantasm.evidence import naming
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Evidence
from phantasm.state.holding import Manner, hold
from phantasm.state.model import TRUST, Content, Draft, Origin, Quality
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

KIND = Kind.MUTATION
NEEDS = Right.SUGGEST
EXAMPLE: JsonObject = {
    "items": [
        {
            "record_kind": "preference",
            "statement": "This project uses pnpm, never npm.",
            "evidence": "e:k3v9qd2a",
            "quote": "we use pnpm here and never npm",
        }
    ]
}
# What one question to a language model brings, several times over.
MAX_ITEMS = 200
# How far something is believed that nobody has looked at yet: as far as an unsure claim of a session.
CONFIDENCE = 0.4

# A shorter quote stands in any text: it proves nothing.
Quote = Annotated[str, StringConstraints(min_length=8, max_length=4_000)]


class Proposal(Model):
    """One statement and the words that it rests on."""

    record_kind: KindName
    statement: Statement = Field(description="One sentence that can be understood alone")
    evidence: Line = Field(description="The id or handle of the evidence that says it")
    quote: Quote = Field(description="Where it says so, word for word")
    provenance: JsonObject | None = Field(default=None, description="Where it was learned")
    at: Timestamp | None = Field(
        default=None, description="Since when it holds; when it was seen if left out"
    )


class Params(Model):
    """What is proposed, and by whom."""

    items: list[Proposal] = Field(
        min_length=1, max_length=MAX_ITEMS, description="Statements, each with the words it rests on"
    )
    author: Line | None = Field(default=None, description="Who proposes, such as the name of a model")
    source_type: Line = Field(default="proposal", description="What sort of source it is")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Proposed(Model):
    """What became of one proposal."""

    outcome: Literal["suggested", "duplicate", "refused", "not_quoted"] = Field(
        description="not_quoted: the evidence does not say that, so nothing was suggested"
    )
    record_id: str | None = None
    handle: str | None = None


class Result(Model):
    """One outcome per proposal, in order."""

    results: list[Proposed]
    suggested: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where evidence lies."""

    blobs: BlobStore


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the raw store."""
    return Prepared(environment.blobs)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Look every quote up, and suggest what stands on one."""
    named = naming.named(work, [item.evidence for item in params.items], field="params.items")
    kept = evidence.find(work, prepared.blobs, list(named.values()))
    _refuse_unreadable(work, list(kept.values()))
    seen = [kept.get(named.get(item.evidence, "")) for item in params.items]
    quoted = [
        (place, item, one)
        for place, (item, one) in enumerate(zip(params.items, seen, strict=True))
        if one is not None and one.text and item.quote in one.text
    ]
    drafts = [_draft(params, item, one) for _, item, one in quoted]
    held = hold(work, drafts, Manner("conflict", review=True)) if drafts else []
    results: list[Proposed] = [Proposed(outcome="not_quoted")] * len(params.items)
    for (place, _, one), done in zip(quoted, held, strict=True):
        outcome = done.outcome if done.outcome in {"duplicate", "refused"} else "suggested"
        if outcome == "suggested":
            evidence.link(work, done.record.id, [one.id])
        results[place] = Proposed(outcome=outcome, record_id=done.record.id, handle=done.record.handle)
    return Result(results=results, suggested=sum(one.outcome == "suggested" for one in results))


def _draft(params: Params, item: Proposal, seen: Evidence) -> Draft:
    return Draft(
        kind=item.record_kind,
        content=Content(item.statement, None, item.provenance),
        origin=_origin(item, seen),
        sensitivity="sensitive" if seen.sensitivity == "sensitive" else "normal",
        quality=Quality(confidence=CONFIDENCE, source_type=params.source_type, author=params.author),
        valid_from=item.at or seen.observed_at,
    )


def _origin(item: Proposal, seen: Evidence) -> Origin:
    """Say whose word it is: never more trusted than the evidence, and the user's only in the user's words."""
    theirs: Origin = next((origin for origin in TRUST if origin == seen.origin), "import")
    if theirs == "user":
        return "user" if item.statement in (seen.text or "") else "agent"
    return theirs


def _refuse_unreadable(work: Work, found: list[Evidence]) -> None:
    if any(one.sensitivity == "sensitive" for one in found) and not work.caller.may(Right.SENSITIVE_READ):
        raise PhantasmError(Code.SENSITIVE, "the evidence is sensitive", field="params.items")
