"""What did an episode do, in which order, and what was asked for? Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from phantasm.learning.procedures.acts import Action
from phantasm.learning.procedures.normalise import actions
from phantasm.retrieval.tokens import stem
from phantasm.session.episodes.model import Episode, Ran

MOST_ACTIONS = 200
"""Actions of one episode that are looked at; an episode keeps no more commands than that."""
MOST_WORDS = 24
"""Words of a request that say what it is about; a longer request tells a story after them."""
LONGEST_GOAL = 400
"""Characters of a request that are read for its words."""
SHORTEST_WORD = 3

_WORD = re.compile(r"[A-Za-z][A-Za-z']*")
# Names and numbers of the day say which one, not what is asked for.
_NAMES = re.compile(r"https?://\S+|`[^`]*`|\S*[/\\_@#=]\S*|\S*\w\.\w\S*|\S*\d\S*")
STOP = frozenset(
    (
        "a about after again all also an and any are as at be because been before but by can could did do "
        "does doing done don for from get give go going good had has have help here hey hi how i if in "
        "into is it its just kindly let like lets make me more my need needs new no not now of ok okay on "
        "once one only or our out over please quick quickly really same should so some still sure take "
        "thanks thank that the their them then there these they thing things this those to today tomorrow "
        "too up us use using want was way we well were what when where which while who why will with "
        "would yes you your currently following solve solving issue within morning afternoon time next "
        "last first also asap pls plz"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Trace:
    """What one episode did."""

    session: str
    at: str
    """When it ended or began; empty where nobody says."""
    actions: tuple[Action, ...]
    words: frozenset[str]
    """Stems of what was asked for."""
    episode: Episode = field(repr=False)
    forms: frozenset[str] = frozenset()

    @property
    def failed(self) -> bool:
        """Whether the episode is known to have ended badly."""
        return self.episode.outcome in {"failure", "abandoned"}


def traces(episodes: Iterable[Episode]) -> list[Trace]:
    """Return what episodes did, oldest first; the order they come in does not matter."""
    by_session: dict[str, Episode] = {}
    for episode in episodes:
        # One session is one episode: of two, the one that knows more.
        held = by_session.get(episode.session)
        if held is None or _fullness(episode) > _fullness(held):
            by_session[episode.session] = episode
    found = [_trace(episode) for episode in by_session.values()]
    return sorted(found, key=lambda one: (one.at, one.session))


def words_of(text: str) -> list[tuple[str, str]]:
    """Return the stems of what a request is about, each with the word it stands for, in order."""
    plain = _NAMES.sub(" ", text[:LONGEST_GOAL]).lower()
    found: dict[str, str] = {}
    for word in _WORD.findall(plain):
        if len(word) >= SHORTEST_WORD and word not in STOP:
            found.setdefault(stem(word), word)
    return list(found.items())[:MOST_WORDS]


def goal_of(episode: Episode) -> str:
    """Return what was asked for: the goal, or the first thing the user said."""
    return episode.goal or (episode.asked[0].text if episode.asked else "")


def request_of(episode: Episode) -> str:
    """Return the goal and what the user said first: a goal is one sentence, and may miss a second wish."""
    first = episode.asked[0].text if episode.asked else ""
    return f"{episode.goal}\n{first}" if episode.goal not in first else first


def _trace(episode: Episode) -> Trace:
    done = _settled(
        [action for ran in episode.commands for action in actions(ran.command, _worked(ran))][:MOST_ACTIONS]
    )
    return Trace(
        session=episode.session,
        at=episode.ended_at or episode.started_at or "",
        actions=tuple(done),
        words=frozenset(stemmed for stemmed, _ in words_of(request_of(episode))),
        episode=episode,
        forms=frozenset(action.form for action in done),
    )


def _worked(ran: Ran) -> bool | None:
    if ran.exit_code is not None:
        return ran.exit_code == 0
    return None if ran.failed is None else not ran.failed


def _settled(done: Sequence[Action]) -> list[Action]:
    """Leave out what was tried again: failures of a form that worked later, and repeats in a row."""
    last_good = {action.form: place for place, action in enumerate(done) if action.worked}
    kept = [
        action
        for place, action in enumerate(done)
        if action.worked is not False or last_good.get(action.form, -1) < place
    ]
    return [
        action
        for place, action in enumerate(kept)
        if place + 1 == len(kept)
        or kept[place + 1].form != action.form
        or kept[place + 1].words != action.words
    ]


def _fullness(episode: Episode) -> tuple[int, int, str, str]:
    return (len(episode.commands), episode.turns, episode.ended_at or "", episode.summary)
