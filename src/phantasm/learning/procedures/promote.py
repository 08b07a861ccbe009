"""What follows for a procedure from what was found and how its uses went? Pure.

The confidence of a procedure is (s + 1) / (s + f + x + 2): s uses went well, f failed, and x of those that
failed did so since the last one that went well. So a procedure without uses stands at one half, each use
moves it less than the one before, and a fresh failure weighs twice.
"""

from dataclasses import dataclass

from phantasm.learning.procedures.model import Bundle, Candidate, Known, Refused, Verdict, Verified, Waits
from phantasm.learning.procedures.verify import MOST_FRESH_FAILURES

CONFIDENCE_DIGITS = 3
"""Decimals of a confidence: it is compared."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Keep it as a suggestion."""

    reasons: tuple[str, ...]
    """What it waits for."""


@dataclass(frozen=True, slots=True)
class Verify:
    """It may be followed from now on."""


@dataclass(frozen=True, slots=True)
class Revise:
    """Hold the new version in place of the old one."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Nothing changes."""

    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Demote:
    """It is no longer to be followed."""

    reasons: tuple[str, ...]


Decision = Propose | Verify | Revise | Keep | Demote


def decided(candidate: Candidate, bundle: Bundle, verdict: Verdict, held: Known | None = None) -> Decision:
    """Decide what becomes of a candidate, given what is held under its signature."""
    if held is None:
        match verdict:
            case Verified():
                return Verify()
            case Waits(reasons):
                return Propose(reasons)
            case Refused(reasons):
                return Keep(reasons)
    if held.state == "verified":
        return _of_verified(candidate, bundle, verdict, held)
    if isinstance(verdict, Verified) and held.fresh_failures <= MOST_FRESH_FAILURES:
        return Verify()
    if held.state == "candidate" and isinstance(verdict, Waits) and _has_changed(candidate, held):
        return Revise()
    return Keep()


def by_use(held: Known) -> Decision:
    """Decide by how its uses went alone, when no session says anything new."""
    if held.state == "verified" and held.fresh_failures > MOST_FRESH_FAILURES:
        return Demote((f"failed {held.fresh_failures} times since it last worked",))
    return Keep()


def confidence(successes: int, failures: int, fresh_failures: int) -> float:
    """Return how likely the next use goes well; reported and derived uses count alike."""
    return round((successes + 1) / (successes + failures + fresh_failures + 2), CONFIDENCE_DIGITS)


def _of_verified(candidate: Candidate, bundle: Bundle, verdict: Verdict, held: Known) -> Decision:
    # The ledger and the sessions see the same failures: the larger number, not the sum.
    fresh = max(held.fresh_failures, len(bundle.fresh_failures))
    if fresh > MOST_FRESH_FAILURES:
        return Demote((f"failed {fresh} times since it last worked",))
    if bundle.gone:
        return Demote((f"no longer there: {', '.join(bundle.gone)}",))
    match verdict:
        case Refused(reasons):
            return Demote(reasons)
        case Verified() if _has_changed(candidate, held):
            return Revise()
        case _:
            return Keep()


def _has_changed(candidate: Candidate, held: Known) -> bool:
    return tuple(step.action for step in candidate.steps) != held.actions or not held.is_named_well
