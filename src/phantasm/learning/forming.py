"""What did a session come to? Its episode, formed from its turns, and what of the memory it used."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from phantasm.contracts.ids import EPISODE_MARK
from phantasm.learning.capturing import whole_turns
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
from phantasm.learning.procedures.align import in_order
from phantasm.learning.procedures.payload import from_payload
from phantasm.learning.procedures.traces import traces
from phantasm.learning.procedures.verify import attempt
from phantasm.session.model import Outcome

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
