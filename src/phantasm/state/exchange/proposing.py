"""How do the statements of somebody else's file come in? As suggestions through the judge, each only once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.state import keeping
from phantasm.state.exchange.store import turned_down
from phantasm.state.holding import Manner, hold
from phantasm.state.model import Draft
from phantasm.storage.work import Work

# What a person decides about in one sitting and one transaction holds: as many as one `ingest` takes.
MAX_PROPOSALS = 10_000


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of one statement."""

    outcome: Literal["suggested", "conflict", "duplicate", "turned_down"]
    record_id: str
    handle: str | None
    reasons: tuple[str, ...] = ()


def propose(work: Work, drafts: Sequence[Draft]) -> list[Proposed]:
    """Suggest drafts, except what is held, waits or was turned down already."""
    digests = [keeping.content_digest(work, draft) for draft in drafts]
    refused = turned_down(work, digests)
    wanted = [draft for draft, digest in zip(drafts, digests, strict=True) if digest not in refused]
    held = iter(hold(work, wanted, Manner("conflict", review=True)))
    proposed: list[Proposed] = []
    for digest in digests:
        if digest in refused:
            proposed.append(Proposed("turned_down", refused[digest], None))
            continue
        one = next(held)
        is_same = one.outcome == "duplicate"
        proposed.append(
            Proposed("duplicate" if is_same else "suggested", one.record.id, one.record.handle, one.reasons)
        )
    return proposed
