"""List what was learned about how things are done: candidates, verified and demoted procedures."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.learning.practice import confidence
from phantasm.learning.procedures.payload import from_payload
from phantasm.session import usage
from phantasm.session.model import Outcome
from phantasm.session.usage import NO_USES, How, Use, Uses
from phantasm.skills.files import FOLDER, Shelf, shelf_at
from phantasm.skills.preview import SkillView, previews
from phantasm.state import guard, store
from phantasm.state.filters import Filter
from phantasm.state.listing import cursor_after, place_of
from phantasm.state.model import Record, State
from phantasm.state.review.store import overlays
from phantasm.storage.work import Work

MOST_POINTS = 200
"""Points of one curve: as many as a chart can show; the counts take in what came before."""
_DIGITS = 4


class OutcomeView(Model):
    """One use, and how all uses up to it went."""

    at: str
    source: str = Field(description="The session that used it, or the report that said so")
    how: How
    outcome: Outcome
    successes: int = Field(description="Up to and with this one")
    failures: int = Field(description="Up to and with this one")
    rate: float | None = Field(
        default=None, description="Successes among what succeeded or failed so far; none while nothing did"
    )


def curve_of(uses: Sequence[Use]) -> list[OutcomeView]:
    """Return the newest points of a curve, oldest first."""
    points: list[OutcomeView] = []
    successes = failures = 0
    for use in uses:
        successes += use.outcome == "success"
        failures += use.outcome == "failure"
        tried = successes + failures
        points.append(
            OutcomeView(
                at=use.at,
                source=use.source,
                how=use.how,
                outcome=use.outcome,
                successes=successes,
                failures=failures,
                rate=round(successes / tried, _DIGITS) if tried else None,
            )
        )
    return points[-MOST_POINTS:]


KIND = Kind.READ
EXAMPLE: JsonObject = {"standings": ["verified"], "limit": 20}

Standing = Literal["candidate", "verified", "demoted"]
_STATES: dict[Standing, State] = {"candidate": "suggested", "verified": "live", "demoted": "archived"}
_STANDINGS = {state: standing for standing, state in _STATES.items()}


class Params(Model):
    """Which procedures."""

    standings: Choices[Standing] = Field(
        default=["verified", "candidate"], min_length=1, description="How far they are verified"
    )
    ids: list[Line] = Field(
        default=[], max_length=1000, description="Only these, by id or handle, whatever their standing"
    )
    with_outcomes: bool = Field(default=False, description="Also tell each use and how it went, over time")
    with_skill: bool = Field(
        default=False, description="Also show each as the SKILL.md that `skills_export` would write"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="At most so many")
    cursor: Line | None = Field(default=None, description="`next_cursor` of the page before")


class Step(Model):
    """One step; `{name}` stands for a parameter."""

    action: str
    expected: str = ""
    optional: bool = False
    note: str = ""


class ParameterView(Model):
    """A part of the steps that differs from time to time."""

    name: str
    examples: list[str]


class ProcedureView(Model):
    """One procedure, what speaks for it, and how its uses went."""

    id: str
    handle: str
    title: str
    statement: str
    standing: Standing
    origin: str
    confidence: float = Field(description="How likely it works next time: each use raises or lowers it")
    subject_key: str | None = None
    when: JsonObject = Field(default={}, description="By which words, files or failures it is recognised")
    preconditions: list[str] = []
    steps: list[Step] = []
    parameters: list[ParameterView] = []
    sessions: list[str] = Field(default=[], description="The newest sessions that did it so")
    evidence: JsonObject = Field(
        default={}, description="Successes, failures, and how well it predicted others"
    )
    evidence_ids: list[str] = Field(default=[], description="What was seen of it")
    uses: int
    successes: int
    failures: int
    fresh_failures: int = Field(description="Failures since it last worked; two demote it")
    last_used_at: str | None = None
    verified_at: str | None = None
    since: str
    outcomes: list[OutcomeView] = Field(default=[], description="With with_outcomes, the newest uses last")
    skill: SkillView | None = Field(default=None, description="With with_skill")


class Result(Model):
    """Procedures, newest first."""

    procedures: list[ProcedureView]
    withheld: int = Field(description="Sensitive ones that this profile may not read")
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """What is known of the procedures of one page, by lineage."""

    uses: Mapping[str, Uses]
    rests_on: Mapping[str, list[str]]
    """By record."""
    curves: Mapping[str, list[OutcomeView]]
    skills: Mapping[str, SkillView]


def prepare(params: Params, environment: Environment) -> Shelf | None:
    """Find the folder of skills, where one is to be shown."""
    return shelf_at(environment.paths, FOLDER) if params.with_skill else None


def handle(params: Params, work: Work, shelf: Shelf | None) -> Result:
    """Return each procedure in its newest version."""
    states = tuple(_STATES[standing] for standing in params.standings)
    if params.ids:
        newest, next_cursor = _named(work, params.ids), None
    else:
        chosen = Filter(states=states, kind="procedure", behind=place_of(params.cursor))
        found = store.listing(work, chosen, params.limit + 1)
        more, found = len(found) > params.limit, found[: params.limit]
        newest = _newest(work, found, states)
        next_cursor = cursor_after(found[-1]) if more else None
    kept = [record for record in newest if record.content]
    may = work.caller.may(Right.SENSITIVE_READ)
    shown = [record for record in kept if may or record.sensitivity != "sensitive"]
    told = _told(params, work, shown, shelf)
    return Result(
        procedures=[_view(record, told) for record in shown],
        withheld=len(kept) - len(shown),
        next_cursor=next_cursor,
    )


def _named(work: Work, names: Sequence[str]) -> list[Record]:
    named = store.find(work, names)
    lineages = {name: record.lineage for name, record in named.items() if record.kind == "procedure"}
    newest = _newest_of(work, list(lineages.values()), _STANDINGS)
    for name in names:
        if lineages.get(name) not in newest:
            raise guard.not_found(name, "params.ids")
    return [newest[lineage] for lineage in dict.fromkeys(lineages[name] for name in names)]


def _newest(work: Work, found: Sequence[Record], states: Collection[str]) -> list[Record]:
    """Return those that are the newest of their line, so that no page repeats one of another page."""
    newest = _newest_of(work, [record.lineage for record in found], states)
    return [record for record in found if newest[record.lineage].id == record.id]


def _newest_of(work: Work, lineages: Sequence[str], states: Collection[str]) -> dict[str, Record]:
    """Return the live version of each line, else the last one in some states."""
    newest: dict[str, Record] = {}
    for record in store.versions_of(work, list(dict.fromkeys(lineages))):
        known = newest.get(record.lineage)
        if record.state in states and (known is None or known.state != "live" or record.state == "live"):
            newest[record.lineage] = record
    return newest


def _told(params: Params, work: Work, shown: Sequence[Record], shelf: Shelf | None) -> _Told:
    lineages, ids = [record.lineage for record in shown], [record.id for record in shown]
    ledger = usage.told_of(work, lineages) if params.with_outcomes else {}
    return _Told(
        uses=usage.uses_of(work, lineages),
        rests_on=evidence.behind(work, ids),
        curves={name: curve_of(uses) for name, uses in ledger.items()},
        skills=previews(shelf, shown, overlays(work, ids)) if shelf else {},
    )


def _view(record: Record, known: _Told) -> ProcedureView:
    content, uses = record.content, known.uses.get(record.lineage, NO_USES)
    payload = (content.payload if content else None) or {}
    told = from_payload(payload)
    told_of = payload.get("evidence")
    counts: JsonObject = told_of if isinstance(told_of, dict) else {}
    trigger = payload.get("trigger")
    return ProcedureView(
        id=record.id,
        handle=record.handle,
        title=told.title,
        statement=content.statement if content else "",
        standing=_STANDINGS[record.state],
        origin=record.origin,
        confidence=_confidence(record, counts, uses),
        subject_key=record.subject_key,
        when=trigger if isinstance(trigger, dict) else {},
        preconditions=list(told.preconditions),
        steps=[
            Step(action=step.action, expected=step.expected, optional=step.optional, note=step.note)
            for step in told.steps
        ],
        parameters=[ParameterView(name=one.name, examples=list(one.examples)) for one in told.parameters],
        sessions=list(told.sessions),
        evidence=counts,
        evidence_ids=known.rests_on.get(record.id, []),
        uses=uses.count,
        successes=uses.successes,
        failures=uses.failures,
        fresh_failures=uses.fresh_failures,
        last_used_at=uses.last_at,
        verified_at=record.quality.verified_at,
        since=record.recorded_at,
        outcomes=known.curves.get(record.lineage, []),
        skill=known.skills.get(record.lineage),
    )


def _confidence(record: Record, evidence: JsonObject, uses: Uses) -> float:
    """Return how far it is relied on by now: what speaks for it, and how its uses went since."""
    if not uses.count:
        return record.quality.confidence
    before = {name: value for name, value in evidence.items() if isinstance(value, int)}
    return confidence(
        before.get("successes", 0) + uses.successes,
        before.get("failures", 0) + uses.failures,
        max(before.get("fresh_failures", 0), uses.fresh_failures),
    )
