"""Under which keys is a statement kept, and under which does a newcomer look? The words that tell most."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations

from phantasm.state.claims.alternatives import LOOSE_NAMES, choices
from phantasm.state.claims.model import MOST_SEEKS, MOST_SEEKS_OF_A_CHANGE, NOTHING, Key, Part
from phantasm.state.claims.quantities import WEEKDAYS
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import ATTRIBUTES, BOUNDS, FAINT, LIGHT, NOUN_LIKE, PLACING, STIRRING
from phantasm.state.claims.words import REMEMBERED_WORDS, stems

COMMON = stems("""
    add after api application base before branch build change check ci class client close cluster code
    command commit configuration create data database day default deploy development directory
    documentation environment error every file follow format function give go group handle hour image
    job keep language level library limit list live local location log main maintainer make manage
    maximum merge message method minimum minute mode module name new node object open order owner
    package page path place point policy process production publish pull push put read receive remove
    report request result rule run script second send server service set size staging standard start
    state status stay stop store stored support system tag take task test time tool type update user web
    week without work write
""")
"""Words that half of a project's statements contain: a key made of them alone would find everything."""

# How many telling words a newcomer combines to find what it may meet: three make three pairs, four make six.
_TELLING_WORDS = 4
# How many things that it says are gone a newcomer looks for by name.
_MOST_GONE = 3


# Verbs change from one wording to the next, nouns do not.
_DEEDS = (VERBS - NOUN_LIKE) | stems("above below behind before after upon under without within beside")
_NO_ANCHORS = FAINT | STIRRING | _DEEDS
# Taken away together: every statement's keys are made without these.
_UNFRAMED = FAINT | PLACING
_UNANCHORED = FAINT | PLACING | BOUNDS
# Words by which nothing is found.
_UNTOLD = _NO_ANCHORS | COMMON


@lru_cache(maxsize=REMEMBERED_WORDS)
def _rank(word: str) -> tuple[int, int, str]:
    if word in COMMON or word in _DEEDS:
        tier = 0
    elif word in ATTRIBUTES:
        tier = 1
    else:
        tier = 2 if word.isalpha() else 3 if word[0] == "#" else 4
    return (-tier, -len(word), word)


def _telling(words: Iterable[str], most: int) -> list[str]:
    return sorted(words, key=_rank)[:most]


def _chosen(words: Iterable[str], parts: Iterable[Part]) -> set[str]:
    """Put the name of a choice in the place of its member: who chooses otherwise shall find it."""
    found = set(words)
    for part in parts:
        for kind, member in part.choices:
            members = member.split()
            if found.issuperset(members):
                found.difference_update(members)
                found.add("#" + kind)
    return found


# How many words a change looks for of what it only explains, or says is gone.
_MOST_ASIDE = 2

# Of a statement of several clauses, the topics of so many are looked up; the rest explains.
_CLAUSES_SOUGHT = 3


def frame_of(part: Part) -> str | None:
    """Return the two words that tell most; a value that may change is no part of them."""
    terms = part.terms - _UNFRAMED
    if part.attribute in terms and len(terms) > 1:
        terms = terms - {part.attribute}
    changing = part.cardinality == "one" and part.value and terms
    words = _chosen(_bare(terms) if changing else part.core or part.words, (part,))
    return " ".join(sorted(_telling(words, 2))) or None


def _bare(terms: frozenset[str]) -> frozenset[str]:
    """Leave out the nouns that a statement of change leaves out, where something telling remains."""
    bare = terms - BOUNDS
    return bare if len(bare) > 1 or not bare <= COMMON else terms


def mention_of(part: Part) -> str | None:
    """Return the most telling word of the value, else the choice that is made, else a word of the subject."""
    words = [word for word in part.value.split() if word not in LIGHT and word not in part.measures]
    named = _named(words, part.choices)
    if part.choices and named <= COMMON:
        named = _named(frozenset(part.choices[0][1].split()), part.choices)
    if not named and part.measures:
        return _anchor(part)
    return min(named or part.holders, key=_rank, default=None)


def _anchor(part: Part) -> str | None:
    """Return the word that tells most of what a number is about: no newcomer can name the number."""
    words = part.terms - _UNANCHORED or part.terms
    chosen = _chosen(words, (part,))
    return "~" + min(chosen, key=_rank) if chosen else None


def _named(words: Iterable[str], made: Sequence[tuple[str, str]]) -> set[str]:
    """Put the name of a choice in the place of its member, unless half the project could make that choice."""
    if not made:
        return set(words)
    return _chosen(words, (Part(choices=tuple(choice for choice in made if choice[0] not in LOOSE_NAMES)),))


def anchor_of(part: Part) -> str | None:
    """Return the one word that tells most: who says that it changed will hardly leave it out."""
    words = _raw(part)
    if words <= COMMON:
        return None
    lasting = words & (part.terms | part.heading if part.heading else part.terms)
    return min(words if lasting <= COMMON else lasting, key=_rank)


def _raw(part: Part) -> frozenset[str]:
    words = part.core | part.spoken  # with the terms: what of them is not faint is part of the core
    return (words.difference(part.measures) if part.measures else words) - _NO_ANCHORS


def seeks_of(
    parts: Sequence[Part],
    own: Iterable[Key],
    gone: frozenset[str],
    *,
    stirs: bool = False,
    said: Sequence[str] = (),
) -> tuple[Key, ...]:
    """Return where a newcomer looks for what it may meet: under its own keys first, then the likeliest."""
    if not parts:
        return ()
    changing = stirs or any(part.negative for part in parts)
    most = MOST_SEEKS_OF_A_CHANGE if changing else MOST_SEEKS
    seeks = dict.fromkeys(own)
    if changing:
        seeks |= dict.fromkeys(_of_a_change(parts, gone, said))
    if gone or any(part.negative for part in parts):
        denied = gone.union(*(part.words for part in parts if part.negative)) - FAINT
        for word in _telling(_named(denied, choices(sorted(denied))), _MOST_GONE):
            seeks["mention", word] = None
    pairs = chain(_pairs(parts, gone), _wide(parts) if changing else ())
    while len(seeks) < most and (pair := next(pairs, None)) is not None:
        seeks["frame", pair] = None
    return tuple(seeks)[:most]


def _wide(parts: Sequence[Part]) -> Iterator[str]:
    everything = NOTHING.union(*(part.core | part.spoken for part in parts)) - FAINT - STIRRING
    yield from _combined(_telling(_chosen(everything, parts), _TELLING_WORDS + 1))


def _of_a_change(parts: Sequence[Part], gone: frozenset[str], said: Sequence[str]) -> Iterator[Key]:
    """Yield where what a change speaks of may be held: under its other clauses, its numbers, its names."""
    for part in parts[1:_CLAUSES_SOUGHT]:
        if part.terms - FAINT:
            yield "topic", " ".join(sorted(part.terms))
    everything = NOTHING.union(*(part.core | part.spoken for part in parts)) - FAINT - STIRRING
    if any(word[0].isdigit() or word in WEEKDAYS for word in said):
        for word in _telling(_chosen(everything, parts), _TELLING_WORDS - 1):
            yield "mention", "~" + word
    raw = NOTHING.union(*map(_raw, parts)) - COMMON
    for word in _telling(raw, _TELLING_WORDS):
        yield "anchor", word
    explained = [word for word in said if word not in raw and word not in _UNTOLD and word.isalpha()]
    for word in (*_telling(gone - COMMON, _MOST_ASIDE), *_telling(set(explained), _MOST_ASIDE)):
        yield "anchor", word
    for word in _telling(parts[0].terms - _NO_ANCHORS, _MOST_ASIDE):
        yield "mention", word  # what is the subject here was the object there


def _pairs(parts: Sequence[Part], gone: frozenset[str]) -> Iterator[str]:
    """Give the words under which something said in other words may be held: singly, then in pairs."""
    head = parts[0]
    topical = (head.terms - {head.attribute} or head.terms) - _UNFRAMED
    topical = topical - head.tail or topical
    members = {word for part in parts for _, member in part.choices for word in member.split()}
    bare = topical - BOUNDS - members or frozenset((head.attribute,)) - {""}
    if len(bare) == 1:
        yield next(iter(bare))
    pools: list[list[str]] = []
    for words, made in _pools(parts, topical, gone):  # the first of them are mostly enough
        pools.append(_telling(_chosen(words, made), _TELLING_WORDS))
        yield from _combined(pools[-1][: _TELLING_WORDS - 1])
    for telling in pools:
        yield from _combined(telling)


def _pools(
    parts: Sequence[Part], topical: frozenset[str], gone: frozenset[str]
) -> Iterator[tuple[frozenset[str], Sequence[Part]]]:
    """Give the sets of words that are combined, and the clauses whose choices stand in for members."""
    yield topical - BOUNDS or topical, parts
    made = [*parts, *_choosing(gone)]
    core = (parts[0].core | parts[0].spoken) - parts[0].tail | gone
    yield core, made
    others = core.union(*[part.core for part in parts[1:]]) - FAINT
    if others != core:
        yield others, made


def _combined(words: Sequence[str]) -> Iterator[str]:
    for one, other in combinations(words, 2):
        yield f"{one} {other}" if one < other else f"{other} {one}"


def _choosing(words: frozenset[str]) -> tuple[Part, ...]:
    """Return the choices among words as if a clause had made them."""
    made = choices(sorted(words))
    return (Part(choices=made),) if made else ()
