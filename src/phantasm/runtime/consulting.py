"""What does the configured language model propose to remember of some sessions? Each is asked about once.

Booking and settling are short transactions beside the door, as for leases: they say what was spent, not what
is remembered. What is proposed goes through the door like anybody's suggestion, under the run's id, so that an
undo of the run takes it back. What is sensitive is not sent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.capabilities.environment import Environment
from phantasm.capabilities.llm.choose import Chosen, language_model_for, prices_of
from phantasm.capabilities.llm.port import Answer, LanguageModel
from phantasm.contracts.model import JsonObject
from phantasm.evidence import supporting
from phantasm.learning import spending
from phantasm.learning.capturing import whole_turns
from phantasm.learning.claims.model import Claim
from phantasm.learning.consulting import Consulted, consult
from phantasm.learning.spending import Booked, Call, OverCap, Prices
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.scheduler.ledger import looking, noting
from phantasm.session.model import Turn

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

SOURCE = "language_model"
"""The source type of what a model proposed: it is told apart from what the rules found."""


@dataclass(frozen=True, slots=True)
class _Ledger:
    """The store's ledger, one transaction per entry."""

    environment: Environment
    prices: Prices
    cap_dollars: float

    def book(self, call: Call) -> Booked | OverCap:
        with noting(self.environment, "spending") as work:
            return spending.book(work, call, self.prices, cap_dollars=self.cap_dollars)

    def settle(self, booking: str, answer: Answer) -> None:
        with noting(self.environment, "spending") as work:
            spending.settle(
                work,
                booking,
                self.prices,
                input_tokens=answer.input_tokens,
                output_tokens=answer.output_tokens,
            )


def propose(
    runtime: "Runtime",
    sessions: Sequence[str],
    chosen: Chosen,
    *,
    run_id: str,
    read_variable: Callable[[str], str | None],
) -> JsonObject:
    """Ask about sessions until the cap or a failure ends it; return what came of it."""
    model = language_model_for(chosen, read_variable)
    if model is None:
        return {"asked": 0, "proposed": 0}
    prices = Prices(*prices_of(chosen))
    ledger = _Ledger(runtime.environment, prices, chosen.spend_cap_dollars)
    report: JsonObject = {"asked": 0, "proposed": 0, "dropped": {}}
    for session in _unasked(runtime.environment, sessions):
        found = _consulted(runtime.environment, session, model, ledger)
        held = _suggest(runtime, session, found.claims, model=model, run_id=run_id)
        _add(report, found, held)
        if found.refused or found.failed:
            report["ended"] = found.failed or "the cap allows no further call"
            break
    return report


def _unasked(environment: Environment, sessions: Sequence[str]) -> list[str]:
    with looking(environment) as work:
        asked = spending.paid_for(work, [_purpose(session) for session in sessions])
    return [session for session in dict.fromkeys(sessions) if _purpose(session) not in asked]


def _consulted(environment: Environment, session: str, model: LanguageModel, ledger: _Ledger) -> Consulted:
    with looking(environment) as work:
        turns = whole_turns(work, session)
        sensitive = supporting.sensitive_among(work, [one.evidence_id for one in turns if one.evidence_id])
    # A turn whose text is no evidence was not worth finding again: it is not worth sending either.
    told: list[Turn] = [one for one in turns if one.evidence_id and one.evidence_id not in sensitive]
    return consult(told, model, ledger, salt=work.head.salt, purpose=_purpose(session))


def _suggest(
    runtime: "Runtime", session: str, claims: Sequence[Claim], *, model: LanguageModel, run_id: str
) -> int:
    """Hold what was proposed as suggestions; return how many are new."""
    if not claims:
        return 0
    items = [_item(claim, session, f"{model.provider}/{model.model}") for claim in claims]
    params: JsonObject = {"items": items, "review_required": True, "on_conflict": "conflict"}
    data = ask_in_run(runtime, "ingest", params, run_id=run_id, key=f"propose-{session}")
    return int(str(data.get("suggested", 0)))


def _item(claim: Claim, session: str, author: str) -> JsonObject:
    provenance = {
        "session": session,
        "turn": claim.turn,
        "span": [claim.start, claim.stop],
        "rule": claim.rule,
    }
    item: JsonObject = {
        "record_kind": claim.kind,
        "statement": claim.statement,
        "origin": claim.origin,
        "provenance": provenance,
        "quality": {"confidence": claim.confidence, "source_type": SOURCE, "author": author},
    }
    return item | ({"valid_from": claim.at} if claim.at else {})


def _add(report: JsonObject, found: Consulted, held: int) -> None:
    report["asked"] = int(str(report["asked"])) + found.asked
    report["proposed"] = int(str(report["proposed"])) + held
    dropped = report["dropped"]
    for reason, count in found.dropped.items() if isinstance(dropped, dict) else ():
        dropped[reason] = dropped.get(reason, 0) + count


def _purpose(session: str) -> str:
    return f"claims of {session}"
