"""How is a language model consulted about a session? Booked, asked, settled; nothing believed.

Whoever calls gives the model and a ledger; each booking and settling is the caller's own transaction, so that
none is open while a server thinks. An answer that costs more than was booked is settled at what it cost: the
cap then refuses the next one. A call that fails stays booked, because nobody knows whether it is paid for.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from phantasm.capabilities.language_model import Answer, LanguageModel
from phantasm.contracts.errors import PhantasmError
from phantasm.learning.answering import Reason
from phantasm.learning.claims.model import Claim
from phantasm.learning.proposing import claims_from, questions_about
from phantasm.learning.spending import Booked, Call, OverCap
from phantasm.session.model import Turn


class Ledger(Protocol):
    """Where spending is written down."""

    def book(self, call: Call) -> Booked | OverCap:
        """Book the most that a call can cost, durably, or refuse."""
        ...

    def settle(self, booking: str, answer: Answer) -> None:
        """Note what a call has used."""
        ...


@dataclass(frozen=True, slots=True)
class Consulted:
    """What came of asking."""

    claims: tuple[Claim, ...] = ()
    dropped: dict[Reason, int] = field(default_factory=dict)
    """Proposals that were not believed, by why."""
    asked: int = 0
    refused: OverCap | None = None
    """The call that the cap did not allow; the rest of the session was not asked about."""
    failed: str = ""
    """Why the model did not answer; the rest of the session was not asked about."""


def consult(
    turns: Sequence[Turn], model: LanguageModel, ledger: Ledger, *, salt: str, purpose: str
) -> Consulted:
    """Ask about a session, part by part, as far as the cap and the server allow."""
    claims: list[Claim] = []
    dropped: Counter[Reason] = Counter()
    refused: OverCap | None = None
    failed, asked = "", 0
    for asking in questions_about(turns, salt=salt):
        question = asking.question
        call = Call(
            model.provider, model.model, purpose, question.most_input_tokens, question.max_output_tokens
        )
        booked = ledger.book(call)
        if isinstance(booked, OverCap):
            refused = booked
            break
        asked += 1
        try:
            answer = model.complete(question)
        except PhantasmError as problem:
            failed = problem.message
            break
        ledger.settle(booked.id, answer)
        proposed = claims_from(answer.text, asking)
        claims += proposed.claims
        dropped.update(proposed.dropped)
    return Consulted(tuple(claims), dict(sorted(dropped.items())), asked, refused, failed)
