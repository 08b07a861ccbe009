"""How is what was said forgotten? Where it was said, and in what was made of it."""

from phantasm.learning.forming import form_episode
from phantasm.session import chronicle, store, usage
from phantasm.storage.work import Work


def tell_again(work: Work) -> None:
    """Form the episodes anew in which turns were told that this write has erased.

    Also those that only an erased record rested on: who forgets the record forgets what was said.
    """
    erased = [one.object_id for one in work.changes if (one.object_type, one.change) == ("evidence", "erase")]
    for kept in store.find(work, store.with_evidence(work, erased)).values():
        if kept.episode_state is not None:
            form_episode(work, kept)


def forget_session(work: Work, session_id: str) -> None:
    """Forget a session: its turns, what it came to, and what is known about it; its name stays."""
    usage.forget(work, [session_id])
    chronicle.erase(work, session_id)
