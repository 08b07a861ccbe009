"""What did a session come to? Its episode, formed from its turns, and what of the memory it used."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from phantasm.contracts.ids import EPISODE_MARK
from phantasm.learning.capturing import whole_turns
from phantasm.learning.following import followed
from phantasm.session import aging, chronicle, usage
from phantasm.session import store as sessions
from phantasm.session.episodes.form import form
from phantasm.session.episodes.model import Basis, Episode
from phantasm.session.store import Kept
from phantasm.session.usage import EPISODE, How, Use
from phantasm.state import links, store
from phantasm.state.filters import Filter
from phantasm.state.model import Record
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.session.model import Outcome

# More procedures than a project has ways of working; the newest count.
_MOST_PROCEDURES = 500
REPORT = "session:"
"""What the lineage of a session begins with in the ledger of uses: a report about the session itself."""


def form_episode(work: Work, kept: Kept) -> Episode | None:
    """Form a session's episode anew, and note what it used."""
    turns = whole_turns(work, kept.session.id)
    # Of one whose turns the storage bound has taken the brief account says more than what came since.
    if not turns or aging.pruned_among(work, [kept.session.id]):
        chronicle.set_formed(work, kept.session.id)
        return None
    episode = form(kept.session, turns, reports(work, kept.session.id))
    chronicle.keep(work, kept, episode)
    note_uses(work, kept, episode)
    return episode


def reports(work: Work, session_id: str) -> list[Basis]:
    """Return what was reported about how a session went."""
    told = usage.about(work, REPORT + session_id)
    return [
        Basis("report", "success" if one.outcome == "success" else "failure", f"reported: {one.outcome}")
        for one in told
        if one.outcome in {"success", "failure"}
    ]


def note_uses(work: Work, kept: Kept, episode: Episode) -> int:
    """Note what a session used: what it cited, which procedures it followed, whose files it changed."""
    at = kept.last_at or kept.recorded_at
    own = episode.outcome
    found: dict[str, tuple[How, Outcome]] = dict.fromkeys(
        _touched(work, kept, episode.files), ("touched", own)
    )
    cited = [name for name in _cited(work, episode.cited) if name != EPISODE + kept.session.id]
    found |= dict.fromkeys(cited, ("cited", own))
    went = followed(episode, _procedures(work), at)
    found |= {name: ("followed", outcome) for name, outcome in went.items()}
    usage.forget(work, [kept.session.id])
    uses = [Use(name, kept.session.id, *known, at) for name, known in sorted(found.items())]
    return usage.use(work, uses)


def _procedures(work: Work) -> list[Record]:
    return store.listing(work, Filter(states=("live",), kind="procedure"), _MOST_PROCEDURES)


def _cited(work: Work, handles: Sequence[str]) -> list[str]:
    records = [record.lineage for record in store.find(work, handles).values()]
    episodes = sessions.named(work, [name for name in handles if name.startswith(EPISODE_MARK)])
    return [*records, *(EPISODE + name for name in episodes.values())]


def _touched(work: Work, kept: Kept, files: Sequence[str]) -> list[str]:
    """Return what is about one of some files."""
    folder = f"{kept.session.folder.rstrip('/')}/" if kept.session.folder else None
    names = [name.removeprefix(folder) if folder else name for name in files]
    targets = [links.address(work, f"file:{name}") for name in names if not name.startswith("/")]
    about = links.incoming(work, targets)
    return [link.source for link in about if link.closed_at is None and link.type == "about"]
