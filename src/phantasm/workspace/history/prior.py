"""In which order is told what was already done? Pure: places in several lists become one list.

A commit that the question names comes first; what the words, the paths and the meaning bring is joined by
place, so that what several of them bring comes before what one of them brings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_SOFTENING = 5.0
"""Places until a list's word counts half: the first few of a list matter, and few lists are long."""
_WEIGHTS: Mapping[str, float] = {"named": 4.0, "issue": 2.0, "text": 1.0, "path": 0.8, "along": 0.2}
"""A commit's own name leaves no doubt, a number little; a file is changed for many reasons, and what goes
along with it for more."""


@dataclass(slots=True)
class Prior:
    """A commit, and what speaks for it."""

    sha: str
    score: float = 0.0
    why: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bringing:
    """One list of commits, best first, and why they are in it."""

    kind: str
    why: str
    shas: Sequence[str]


def join(lists: Sequence[Bringing], most: int) -> list[Prior]:
    """Return what the lists bring together, best first; ties by name."""
    found: dict[str, Prior] = {}
    for one in lists:
        for place, sha in enumerate(dict.fromkeys(one.shas)):
            prior = found.setdefault(sha, Prior(sha))
            prior.score += _WEIGHTS[one.kind] * _SOFTENING / (_SOFTENING + place)
            if one.why not in prior.why:
                prior.why.append(one.why)
    for prior in found.values():
        prior.score = round(prior.score, 4)
    return sorted(found.values(), key=lambda prior: (-prior.score, prior.sha))[:most]


def with_taken_back(found: Sequence[Prior], takes_back: Mapping[str, Sequence[str]]) -> list[Prior]:
    """Return the commits; one that takes another back is followed by that one, which was the attempt."""
    told = {prior.sha for prior in found}
    complete: list[Prior] = []
    for prior in found:
        complete.append(prior)
        for sha in takes_back.get(prior.sha, ()):
            if sha not in told:
                told.add(sha)
                complete.append(Prior(sha, prior.score, [f"{prior.sha[:10]} takes it back"]))
    return complete
