"""List what was learned about how things are done: candidates, verified and demoted procedures."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Model
from phantasm.learning.procedures.payload import from_payload
from phantasm.learning.procedures.promote import confidence
from phantasm.session import usage
from phantasm.session.usage import NO_USES, Uses
from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.model import Record, State
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"standings": ["verified"], "limit": 20}

Standing = Literal["candidate", "verified", "demoted"]
_STATES: dict[Standing, State] = {"candidate": "suggested", "verified": "live", "demoted": "archived"}
_STANDINGS = {state: standing for standing, state in _STATES.items()}


class Params(Model):
    """Which procedures."""

    standings: list[Standing] = Field(
        default=["verified", "candidate"], min_length=1, description="How far they are verified"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="At most so many")


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
    uses: int
    successes: int
    failures: int
    fresh_failures: int = Field(description="Failures since it last worked; two demote it")
    last_used_at: str | None = None
    verified_at: str | None = None
    since: str


class Result(Model):
    """Procedures, newest first."""

    procedures: list[ProcedureView]
    withheld: int = Field(description="Sensitive ones that this profile may not read")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Return each procedure in its newest version."""
    states = tuple(_STATES[standing] for standing in params.standings)
    found = store.listing(work, Filter(states=states, kind="procedure"), params.limit)
    newest: dict[str, Record] = {}
    for record in found:
        known = newest.setdefault(record.lineage, record)
        if record.state == "live" != known.state:
            newest[record.lineage] = record
    shown = {
        name: record
        for name, record in newest.items()
        if record.content and (record.sensitivity != "sensitive" or work.caller.may(Right.SENSITIVE_READ))
    }
    told = usage.uses_of(work, list(shown))
    return Result(
        procedures=[_view(record, told.get(name, NO_USES)) for name, record in shown.items()],
        withheld=sum(record.content is not None for record in newest.values()) - len(shown),
    )


def _view(record: Record, uses: Uses) -> ProcedureView:
    content = record.content
    payload = (content.payload if content else None) or {}
    told = from_payload(payload)
    told_of = payload.get("evidence")
    evidence: JsonObject = told_of if isinstance(told_of, dict) else {}
    trigger = payload.get("trigger")
    return ProcedureView(
        id=record.id,
        handle=record.handle,
        title=told.title,
        statement=content.statement if content else "",
        standing=_STANDINGS[record.state],
        origin=record.origin,
        confidence=_confidence(record, evidence, uses),
        subject_key=record.subject_key,
        when=trigger if isinstance(trigger, dict) else {},
        preconditions=list(told.preconditions),
        steps=[
            Step(action=step.action, expected=step.expected, optional=step.optional, note=step.note)
            for step in told.steps
        ],
        parameters=[ParameterView(name=one.name, examples=list(one.examples)) for one in told.parameters],
        sessions=list(told.sessions),
        evidence=evidence,
        uses=uses.count,
        successes=uses.successes,
        failures=uses.failures,
        fresh_failures=uses.fresh_failures,
        last_used_at=uses.last_at,
        verified_at=record.quality.verified_at,
        since=record.recorded_at,
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
