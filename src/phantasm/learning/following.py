"""Which procedures did a session follow? Those whose every step it took, in their order. Pure."""

from collections.abc import Sequence

from phantasm.learning.procedures.align import in_order
from phantasm.learning.procedures.payload import from_payload
from phantasm.learning.procedures.traces import traces
from phantasm.session.model import Episode
from phantasm.state.model import Record

# One command is a habit, not a procedure that somebody followed.
_FEWEST_STEPS = 2


def followed(episode: Episode, procedures: Sequence[Record], at: str) -> list[str]:
    """Return the lineages of the procedures that an episode followed, of those that were there by then."""
    known = [record for record in procedures if record.content and record.valid_from <= at]
    if not known or not episode.commands:
        return []
    taken = [action.act for trace in traces([episode]) for action in trace.actions]
    found = []
    for record in known:
        payload = record.content.payload if record.content else None
        acts = from_payload(payload or {}).acts
        if len(acts) >= _FEWEST_STEPS and in_order(acts, taken) == len(acts):
            found.append(record.lineage)
    return found
