"""How did the uses of something go over time? Pure: the ledger's entries in, a success curve out."""

from collections.abc import Sequence

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.session.model import Outcome
from phantasm.session.usage import How, Use

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
