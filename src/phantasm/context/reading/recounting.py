"""Which episodes are worth telling? Those that still tell something, and not too many of them."""

from collections.abc import Sequence

from phantasm.context.days import end_of
from phantasm.context.model import Candidate, Left
from phantasm.contracts.clock import from_timestamp
from phantasm.retrieval.fading import has_faded
from phantasm.session import store, usage
from phantasm.session.usage import EPISODE, NO_USES
from phantasm.storage.work import Work

# Among the best answers even a faded episode is one: it was asked for.
_ASKED_FOR = 3


def recounted(
    work: Work, candidates: Sequence[Candidate], *, today: str, limit: int
) -> tuple[list[Candidate], list[Left]]:
    """Part candidates into those that are told and the episodes that are not."""
    names = [one.group for one in candidates if one.tier == "episode"]
    if not names:
        return list(candidates), []
    sessions = store.find(work, names)
    uses = usage.uses_of(work, [EPISODE + name for name in names])
    now = from_timestamp(end_of(today))
    kept: list[Candidate] = []
    left: list[Left] = []
    told = 0
    for one in candidates:
        if one.tier != "episode":
            kept.append(one)
            continue
        importance = sessions[one.group].importance if one.group in sessions else None
        used = uses.get(EPISODE + one.group, NO_USES)
        if one.rank >= _ASKED_FOR and has_faded(importance or 0.0, used, one.at, now):
            left.append(Left(one, "stale", "what happened then has faded: long ago, never used since"))
        elif told >= limit:
            left.append(Left(one, "limit", f"at most {limit} episodes"))
        else:
            kept.append(one)
            told += 1
    return kept, left
