"""What does the configured language model propose to remember of some sessions? Each is asked about once.

Booking and settling are short transactions beside the door, as for leases: they say what was spent, not what
is remembered. What is proposed goes through the door like anybody's suggestion, under the run's id, so that
an undo of the run takes it back. What is sensitive is not sent.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from phantasm.capabilities.chat_servers import language_model_for, prices_of
from phantasm.capabilities.environment import Environment
from phantasm.capabilities.language_model import Answer, LanguageModel
from phantasm.capabilities.services import note_for
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.evidence import supporting
from phantasm.learning import spending
from phantasm.learning.capturing import dated_turns
from phantasm.learning.claims.model import Claim
from phantasm.learning.consulting import Consulted, consult
from phantasm.learning.spending import Booked, Call, OverCap, Prices
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.ledger import noting

if TYPE_CHECKING:
    from phantasm.config.settings import LlmSettings
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
        tokens = {"input_tokens": answer.input_tokens, "output_tokens": answer.output_tokens}
        with noting(self.environment, "spending") as work:
            spending.settle(work, booking, self.prices, **tokens)


@dataclass(slots=True)
class _Report:
    """What came of asking, so far."""

    asked: int = 0
    proposed: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    ended: str = ""
    """Why no more was asked, where nothing is wrong with that."""
    failed: str = ""
    """Why the model could not be asked."""

    def told(self) -> JsonObject:
        said: JsonObject = {"asked": self.asked, "proposed": self.proposed}
        return (
            said
            | ({"dropped": dict(sorted(self.dropped.items()))} if self.dropped else {})
            | ({"ended": self.ended} if self.ended else {})
            | ({"failed": self.failed} if self.failed else {})
        )


def propose(
    runtime: "Runtime",
    sessions: Sequence[str],
    chosen: "LlmSettings",
    *,
    run_id: str,
    read_variable: Callable[[str], str | None],
) -> JsonObject:
    """Ask about sessions until the cap or a failure ends it; return what came of it."""
    report = _Report()
    environment = runtime.environment
    try:
        note = note_for(environment.paths, environment.clock, "language_model", chosen.url)
        model = language_model_for(chosen, read_variable, note)
        prices = Prices(*prices_of(chosen))
    except PhantasmError as problem:  # nobody said its name or its price: what is due is done without it
        report.failed = problem.message
        return report.told()
    if model is None:
        return report.told()
    ledger = _Ledger(environment, prices, chosen.spend_cap_dollars)
    for session in _unasked(runtime.environment, sessions):
        found = _consulted(runtime.environment, session, model, ledger)
        report.asked += found.asked
        report.dropped.update(found.dropped)
        if found.claims:
            report.proposed += _suggest(runtime, session, found.claims, model=model, run_id=run_id)
        if found.refused or found.failed:
            report.ended = "" if found.failed else "the cap allows no further call"
            report.failed = found.failed
            break
    return report.told()


def _unasked(environment: Environment, sessions: Sequence[str]) -> list[str]:
    with environment.snapshot() as work:
        asked = spending.paid_for(work, [_purpose(session) for session in sessions])
    return [session for session in dict.fromkeys(sessions) if _purpose(session) not in asked]


def _consulted(environment: Environment, session: str, model: LanguageModel, ledger: _Ledger) -> Consulted:
    with environment.snapshot() as work:
        turns = dated_turns(work, session)
        salt = work.head.salt
        sensitive = supporting.sensitive_among(work, [one.evidence_id for one in turns if one.evidence_id])
    # A turn whose text is no evidence was not worth finding again: it is not worth sending either.
    told = [one for one in turns if one.evidence_id and one.evidence_id not in sensitive]
    return consult(told, model, ledger, salt=salt, purpose=_purpose(session))


def _suggest(
    runtime: "Runtime", session: str, claims: Sequence[Claim], *, model: LanguageModel, run_id: str
) -> int:
    """Suggest what was proposed; return how many suggestions are new."""
    with runtime.environment.snapshot() as work:
        texts = {turn.id: turn.text for turn in dated_turns(work, session)}
    items = [_item(claim, session, texts[claim.turn][claim.start : claim.stop]) for claim in claims]
    params: JsonObject = {"items": items, "author": f"{model.provider}/{model.model}", "source_type": SOURCE}
    data = ask_in_run(runtime, "propose", params, run_id=run_id, key=f"propose-{session}")
    return int(str(data["suggested"]))


def _item(claim: Claim, session: str, quote: str) -> JsonObject:
    span = [claim.start, claim.stop]
    provenance = {"session": session, "turn": claim.turn, "span": span, "rule": claim.rule}
    item: JsonObject = {
        "record_kind": claim.kind,
        "statement": claim.statement,
        "evidence": claim.evidence_id,
        "quote": quote,
        "provenance": provenance,
    }
    return item | ({"at": claim.at} if claim.at else {})


def _purpose(session: str) -> str:
    return f"claims of {session}"
