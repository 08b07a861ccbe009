"""Which of its words tell a statement apart from the others? They make the keys under which it is found."""

from collections.abc import Iterable
from functools import lru_cache

from phantasm.state.claims.alternatives import TOOL_OF
from phantasm.state.claims.vocabulary import ATTRIBUTES
from phantasm.state.claims.words import REMEMBERED_WORDS, normal_form

COMMON = frozenset(map(normal_form, """api service server test default file package module system client application database
    build run production code data user request configuration documentation ci branch deploy pull image page environment
    command script job task process cluster node tool library main job name path directory write read store stored
    create change update add remove list start stop open close send receive push publish handle manage
    every new local point check time day week work set support maximum minimum size limit policy mode type
    location owner maintainer language standard rule level status format web development staging function
    method class object message error log report result base group order state merge commit tag keep live follow
    before after without go take put stay place make give second minute hour""".split()))  # fmt: skip
"""Words that half of a project's statements contain: a key made of them alone would find everything."""


@lru_cache(maxsize=REMEMBERED_WORDS)
def _rank(word: str) -> tuple[int, int, str]:
    if word in COMMON:
        tier = 0
    elif word in ATTRIBUTES:
        tier = 1
    else:
        tier = 2 if word.isalpha() and word not in TOOL_OF else 3
    return (-tier, -len(word), word)


def telling(words: Iterable[str], most: int) -> list[str]:
    """Return the words that tell most, the most telling first; the same words give the same list."""
    return sorted(words, key=_rank)[:most]


def pair(words: Iterable[str]) -> str:
    """Return the key of the two words that tell most."""
    return " ".join(sorted(telling(words, 2)))
