"""What must no run ever do? Laws over what it touched; a run that breaks one is taken back. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.security.redaction import redact

PROTECTED_KINDS = frozenset({"identity", "constraint"})
_CLOSED = ("archived", "tombstoned")


@dataclass(frozen=True, slots=True)
class Touched:
    """One record that a run made or moved."""

    record_id: str
    kind: str
    learned: bool
    """Whether it was learned from a session."""
    decided: bool
    """Whether anybody but background work has ever changed or checked it."""
    before: str | None
    """The journal's text of where it stood; None: the run made it."""
    after: str
    statement: str


def broken(touched: Sequence[Touched]) -> list[str]:
    """Return which laws a run has broken, in sentences without content."""
    return [problem for one in touched if (problem := _problem(one))]


def _problem(one: Touched) -> str | None:
    if one.after.startswith("tombstoned"):
        return f"{one.record_id} was erased: consolidation never erases"
    if one.before is None:
        return f"{one.record_id} holds a secret" if redact(one.statement)[1] else None
    if "+frozen" in one.before:
        return f"{one.record_id} is frozen: only a person may change it"
    if one.after.startswith(_CLOSED) and not one.before.startswith(_CLOSED):
        if not one.learned:
            return f"{one.record_id} was archived, but nobody learned it from a session"
        if one.decided:
            return f"{one.record_id} was archived, but somebody has decided about it"
        if one.kind in PROTECTED_KINDS and one.before.startswith("live") and "@" not in one.after:
            return f"{one.record_id} is of a kind that does not fade"
    return None
