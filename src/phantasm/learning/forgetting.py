"""How is what was said forgotten? Where it was said, and in what was made of it."""

from collections.abc import Sequence

from phantasm.learning.forming import form_episode
from phantasm.session import chronicle, store, usage
from phantasm.storage.work import Work


def tell_again(work: Work, evidence_ids: Sequence[str]) -> None:
    """Form the episodes anew in which erased turns were told."""
    for kept in store.find(work, store.with_evidence(work, evidence_ids)).values():
        if kept.episode_state is not None:
            form_episode(work, kept)


def forget_session(work: Work, session_id: str) -> None:
    """Forget a session: its turns, what it came to, and what is known about it; its name stays."""
    usage.forget(work, [session_id])
    chronicle.erase(work, session_id)
