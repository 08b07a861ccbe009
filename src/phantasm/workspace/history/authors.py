"""Who knows an area? People by what they committed there. Pure.

Only commits speak: how many, how recent, how much of each was about this. Programs that commit are left out.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import fsum, pow, sqrt  # noqa: A004  a power of floats is a float

from phantasm.contracts.clock import from_timestamp

HALF_LIFE_DAYS = 365.0
"""After a year a commit counts half; chosen, not measured: much of what somebody knew has changed by then."""
_MOST_NAMES_OF_A_MAIL = 3
"""An address that more people use says nothing about who it is: root@localhost, a template's default."""
_BOT = re.compile(
    r"\[bot\]|^(?:dependabot|renovate|greenkeeper|snyk-bot|github[- ]actions?|pre-commit[-. ]ci)\b"
    r"|^(?:semantic-release|weblate|travis[- ]ci|jenkins|codecov|allcontributors|web-flow|bot)\b"
    r"|(?-i:[-_ ]bot$)",  # somebody may be called Bot
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Deed:
    """A commit that speaks for somebody's knowledge."""

    sha: str
    at: str
    author: str
    """Keyed addresses of the name and the mail."""
    mail: str
    files: int
    """How many files it changed in all."""
    within: int = 1
    """How many of them are asked about."""
    fit: float = 1.0
    """How well its text answers, where a topic was asked for; from 0 to 1."""
    created: bool = False
    """Whether it added one of the files."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, with what speaks for the knowledge."""

    keys: tuple[str, ...]
    """The keyed names under which the person committed, the latest first."""
    score: float
    share: float
    """Of all that speaks for anybody."""
    deeds: tuple[Deed, ...]
    """Newest first."""
    created: int

    @property
    def last_at(self) -> str:
        """When the person last committed there."""
        return self.deeds[0].at


def is_bot(name: str, mail: str) -> bool:
    """Tell whether a program commits under a name."""
    return bool(_BOT.search(name.strip()) or "[bot]@" in mail.casefold())


def who_knows(deeds: Sequence[Deed], now: str) -> list[Person]:
    """Return the people behind some commits, who knows most first; ties by name's key."""
    present = from_timestamp(now)
    same = _merged({(deed.author, deed.mail) for deed in deeds})
    grouped: dict[str, list[Deed]] = {}
    for deed in deeds:
        grouped.setdefault(same[deed.author], []).append(deed)
    weights = {key: fsum(_weight(deed, present) for deed in found) for key, found in grouped.items()}
    whole = fsum(weights.values()) or 1.0
    people = [
        _person(found, round(weights[key], 6), round(weights[key] / whole, 4))
        for key, found in grouped.items()
    ]
    return sorted(people, key=lambda person: (-person.score, person.keys))


def _person(deeds: list[Deed], score: float, share: float) -> Person:
    newest = sorted(deeds, key=lambda deed: (deed.at, deed.sha), reverse=True)
    keys = tuple(dict.fromkeys(deed.author for deed in newest))
    return Person(keys, score, share, tuple(newest), sum(deed.created for deed in deeds))


def _weight(deed: Deed, present: datetime) -> float:
    """Return what a commit says: less the older it is, and the less of it was about this."""
    days = max(0.0, (present - from_timestamp(deed.at)).total_seconds() / 86_400)
    about = sqrt(min(deed.within, deed.files) / max(deed.files, 1))
    return deed.fit * (about or 1.0) * pow(0.5, days / HALF_LIFE_DAYS)


def _merged(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return for each name the one that stands for the person: names that share a mail are one."""
    names_of: dict[str, set[str]] = {}
    chosen: dict[str, str] = {}
    for author, mail in sorted(pairs):
        chosen.setdefault(author, author)
        if mail:
            names_of.setdefault(mail, set()).add(author)
    for mail in sorted(names_of):
        names = names_of[mail]
        if 1 < len(names) <= _MOST_NAMES_OF_A_MAIL:
            stands = {chosen[name] for name in names}
            first = min(stands)
            chosen = {name: first if held in stands else held for name, held in chosen.items()}
    return chosen
