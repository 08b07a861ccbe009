"""How is everything taken back that some operations did? What is held, what speaks for it, and episodes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.evidence import supporting
from phantasm.session import reversal as sessions
from phantasm.session.reversal import EpisodeBack
from phantasm.state import undoing
from phantasm.state.undoing import Undone
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# As many as one operation can have (state.reversal).
_MOST_CHANGES = 1_000_000


@dataclass(frozen=True, slots=True)
class Reverted:
    """What went back."""

    held: Undone
    episodes: list[EpisodeBack] = field(default_factory=list)


def revert(work: Work, operations: Sequence[Row]) -> Reverted:
    """Append the inverse of everything that some journal entries changed."""
    thinned = next((row for row in operations if row["body"] is not None), None)
    if thinned is not None:
        raise PhantasmError(
            Code.ERASED,
            f"what {thinned['id']} changed was pruned from the journal on account of its age",
            field="params.operations",
            remediation=(Remediation("Restore a backup from before.", command="phantasm backup list"),),
        )
    grouped = entries.changes_of(work, [row["seq"] for row in operations], at_most=_MOST_CHANGES)
    changes = [row for seq in sorted(grouped) for row in grouped[seq]]
    held = undoing.undo(work, operations)
    supporting.take_back(work, changes)
    return Reverted(held, sessions.take_back(work, changes))
