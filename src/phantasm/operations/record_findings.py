"""Ask for decisions about what is stale or doubled, and about what reads have returned."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.contracts.parse import did_you_mean
from phantasm.evidence import store as evidence
from phantasm.state import guard, store
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.findings import duplicates, recording, staleness
from phantasm.state.findings.inputs import FindingFields
from phantasm.state.findings.staleness import Staleness
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Record
from phantasm.state.reasons import MEANINGS
from phantasm.state.review.model import NewReview, Role
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"kinds": ["stale", "duplicate"], "max_age_days": 90}


class FindingInput(Model):
    """What a read has returned: which records, and why they deserve a second look."""

    kind: Literal["stale", "duplicate", "conflict"] = Field(description="What sort of finding it is")
    record_ids: list[Line] = Field(
        min_length=1, max_length=duplicates.MOST_IN_GROUP, description="Ids or handles of live records"
    )
    reasons: list[Line] = Field(
        default_factory=list, max_length=10, description="Codes of reasons, as reads return them"
    )
    similarity: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, description="duplicate: how alike they are"
    )
    preferred: Line | None = Field(default=None, description="duplicate: which one to keep")


class Params(FindingFields):
    """What to look for, and what was found elsewhere."""

    kinds: Choices[Literal["stale", "duplicate"]] = Field(
        default=["stale", "duplicate"], description="What to look for; nothing when empty"
    )
    findings: list[FindingInput] = Field(
        default_factory=list, max_length=1000, description="What earlier reads have returned"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=200, description="Ask about at most so many new findings; the rest is found next time"
    )
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Recorded(Model):
    """One review that was opened."""

    review_id: str
    kind: str
    record_ids: list[str]
    reasons: list[str]


class Result(Model):
    """What is asked now, and what was left out."""

    recorded: list[Recorded]
    counts: dict[str, int] = Field(description="How many of each kind were recorded")
    waiting: int = Field(description="Findings about which a decision is open already")
    dismissed: int = Field(description="Findings that somebody has closed without a change")
    left: int = Field(description="New findings beyond the limit")


def prepare(params: Params, environment: Environment) -> list[NewReview]:
    """Look through the whole store on a snapshot of its own: nobody has to wait for that."""
    if not params.kinds:
        return []
    chosen = environment.config.settings.anchors
    checkout = checkout_of(environment) if chosen.check else None
    with environment.snapshot() as work:
        return _look(params, work, params.staleness(work.now, checkout, chosen.expire_unverified_days))


def handle(params: Params, work: Work, prepared: list[NewReview]) -> Result:
    """Record what still holds and is news."""
    live = store.find(work, [name for new in prepared for name, _ in new.records])
    found = [new for new in prepared if all(live[name].state == "live" for name, _ in new.records)]
    found += [new for given in params.findings for new in _given(work, given)]
    distinct = list({(new.kind, new.about): new for new in found}.values())
    known = recording.news(work, distinct)
    opened = recording.record(work, known.fresh[: params.limit])
    return Result(
        recorded=[
            Recorded(
                review_id=review.id,
                kind=review.kind,
                record_ids=[name for name, _ in review.records],
                reasons=list(review.reasons),
            )
            for review in opened
        ],
        counts=dict(sorted(Counter(review.kind for review in opened).items())),
        waiting=known.waiting,
        dismissed=known.dismissed,
        left=len(known.fresh) - len(opened),
    )


def _look(params: Params, work: Work, wanted: Staleness) -> list[NewReview]:
    def count_evidence(ids: Sequence[str]) -> Mapping[str, int]:
        return {name: len(behind) for name, behind in evidence.behind(work, ids).items()}

    found = staleness.find(work, wanted) if "stale" in params.kinds else []
    if "duplicate" in params.kinds:
        found += duplicates.find(work, params.likeness(), count_evidence)
    return found


_DEFAULT_REASONS = {"stale": "verification_old", "duplicate": "near_duplicate", "conflict": "reported"}


def _given(work: Work, given: FindingInput) -> list[NewReview]:
    """Return what a caller found, as reviews; records that no longer hold are left out."""
    unknown = next((code for code in given.reasons if code not in MEANINGS), None)
    if unknown is not None:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{unknown!r} is no code of a reason{did_you_mean(unknown, MEANINGS)}",
            field="params.findings",
            expected="one of: " + ", ".join(sorted(MEANINGS)),
        )
    named = store.find(work, [*given.record_ids, *([given.preferred] if given.preferred else [])])
    for name in given.record_ids:
        if name not in named:
            raise guard.not_found(name, "params.findings")
    records = list({record.id: record for record in named.values() if record.state == "live"}.values())
    reasons = tuple(given.reasons) or (_DEFAULT_REASONS[given.kind],)
    if given.kind == "stale":
        return [_review("stale", [record], reasons) for record in records]
    if len(records) < 2:  # noqa: PLR2004  one record neither doubles nor contradicts itself
        return []
    if given.kind == "conflict":
        return [_review("conflict", sorted(records, key=lambda record: record.id, reverse=True), reasons)]
    rests_on = evidence.behind(work, [record.id for record in records])
    ranked = sorted(records, key=lambda one: duplicates.preference(one, len(rests_on.get(one.id, ()))))
    kept = named[given.preferred].id if given.preferred in named else ranked[0].id
    alike = {record.id: given.similarity or 0 for record in ranked if record.id != kept}
    return [duplicates.group(kept, alike)]


def _review(kind: Literal["stale", "conflict"], records: list[Record], reasons: tuple[str, ...]) -> NewReview:
    first: Role = "subject" if kind == "stale" else "proposed"
    roles: list[tuple[str, Role]] = [(records[0].id, first)]
    roles += [(record.id, "held") for record in records[1:]]
    return NewReview(
        kind=kind,
        about=":".join(sorted(record.id for record in records)),
        records=tuple(roles),
        reasons=reasons,
        weighty=any(record.frozen or CATALOGUE[record.kind].instructs for record in records),
    )
