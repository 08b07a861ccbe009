"""How is what was said forgotten? Where it was said, and in what was made of it."""

from dataclasses import dataclass

from phantasm.contracts.canonical import sorted_json
from phantasm.evidence import store as evidence
from phantasm.learning.forming import form_episode
from phantasm.session import aging, chronicle, store, usage
from phantasm.session.model import Session
from phantasm.state import store as state
from phantasm.state import withdrawal
from phantasm.storage import receipts
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

# What these answered may repeat what was said; asked again, they answer anew.
_TELLING = ("session_start", "session_end", "learn_procedures", "propose")


def tell_again(work: Work) -> None:
    """Form the episodes anew in which something was told that this write has erased.

    Also what only an erased record rested on: who forgets the record forgets what was said. An account whose
    turns are gone cannot be told anew: it loses its words.
    """
    silenced = sorted(work.silenced)
    if not silenced:
        return
    pruned = aging.pruned_among(work, silenced)
    for name, kept in store.find(work, silenced).items():
        if name in pruned:
            chronicle.blank(work, kept)
        elif kept.episode_state is not None:
            form_episode(work, kept)
    receipts.forget(work, _TELLING)


def forget_session(work: Work, session_id: str) -> None:
    """Forget a session: its turns, what it came to, and what is known about it; its name stays."""
    usage.forget(work, [session_id])
    chronicle.erase(work, session_id)
    withdrawal.forget_cited(work, session_id, sorted_json(session_id))
    receipts.forget(work, _TELLING)


@dataclass(frozen=True, slots=True)
class Again:
    """What was erased once more."""

    records: int
    evidence: int


def forget_again(work: Work, live: Work, blobs: BlobStore) -> Again:
    """Erase in a store that comes back what was erased in the live one, also in the words of another day.

    A turn may have grown since: what was erased is the turn, not only the text that it had last.
    """
    found = state.find(work, state.tombstoned_ids(live)).values()
    records = [record for record in found if record.state != "tombstoned"]
    for record in records:
        withdrawal.erase(work, record)
        evidence.release(work, blobs, record.id)
    erased = evidence.erased_ids(live)
    forgotten = store.forgotten_ids(live)
    behind = store.evidence_behind(work, store.holding(live, erased))
    names = dict.fromkeys([*erased, *behind, *aging.evidence_of(work, forgotten)])
    went = [name for name in names if evidence.erase(work, blobs, name)]
    evidence.keep_erased(work, evidence.erased_rows(live))
    for name, kept in store.find(live, forgotten).items():
        store.put(work, Session(name, kept.session.client))  # one that came since the backup is not known yet
        forget_session(work, name)
    tell_again(work)
    return Again(len(records), len(went))
