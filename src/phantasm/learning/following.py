"""Which procedures did a session follow, and how did that go? Pure."""

from collections.abc import Sequence

from phantasm.learning.procedures.align import in_order
from phantasm.learning.procedures.payload import from_payload
from phantasm.learning.procedures.traces import traces
from phantasm.learning.procedures.verify import attempt
from phantasm.session.episodes.model import Episode
from phantasm.session.model import Outcome
from phantasm.state.model import Record

# One command is a habit, not a procedure that somebody followed.
_FEWEST_STEPS = 2
# Who has gone half of the way and then failed has followed it, too.
_HALF = 0.5


def followed(episode: Episode, procedures: Sequence[Record], at: str) -> dict[str, Outcome]:
    """Return the procedures that an episode followed, of those that were there by then, and how it went.

    Followed is what was done in full and in order; what failed on the way counts once half of it was done.
    """
    known = [record for record in procedures if record.content and record.valid_from <= at]
    if not known or not episode.commands:
        return {}
    (trace,) = traces([episode])
    taken = [action.act for action in trace.actions]
    found: dict[str, Outcome] = {}
    for record in known:
        payload = record.content.payload if record.content else None
        candidate = from_payload(payload or {})
        acts = candidate.acts
        done = in_order(acts, taken)
        if done < _FEWEST_STEPS:
            continue
        result = attempt(trace, candidate)
        if result.explained:
            continue  # what failed lay outside: it says nothing about the steps
        if done == len(acts) or (result.result == "failure" and done >= _HALF * len(acts)):
            found[record.lineage] = result.result
    return found
