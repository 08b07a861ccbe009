"""When was "the migration"? The time of what a question names as an event.

An event is the unit that fits its words best. It has all of them; or, of three and more, two thirds, among
them every name and number ("Kafka", "3.5": these say which one is meant), and what it has tells more than
what it lacks. The best is so by bm25, and of equals the one written first. Where nothing fits, the event is
not known.
"""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from phantasm.evidence import store as evidence
from phantasm.retrieval import lexical, store
from phantasm.retrieval.times.reading import Event, Happened, Span, Times
from phantasm.retrieval.tokens import FUNCTION_WORDS, stem
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.retrieval.lexical import Terms
    from phantasm.retrieval.model import Unit

# Units that are looked at for one that fits; the best by words come first, and most questions take the first.
_LOOKED_AT = 50
# The share of an event's words that may stand for all of them.
_MOST = 2 / 3
# How far behind "before" the name of an event begins: "before the big Kafka upgrade".
_REACH = 3
_EARLIER = frozenset(map(stem, ("before", "until", "till", "prior")))
_LATER = frozenset(map(stem, ("after", "since")))


def with_events(
    work: Work, times: Times, is_seen: Callable[["Unit"], bool], *, sensitive: bool = True
) -> Times:
    """Return what a question says about time, with events as the times they happened at.

    Only a unit that the caller sees dates an event. Where it may not read what is `sensitive`, words that
    nothing else has are words that nothing has.
    """
    spans, happened = list(times.spans), []
    for event in times.events:
        if event.relation == "during":
            continue  # how long it took is not known
        terms = lexical.words_of(event.text)
        fitting = [unit for unit in _fitting(work, event, terms, sensitive=sensitive) if is_seen(unit)]
        told = next((unit for unit in fitting if not _is_beside(unit, terms)), None)
        # What only says that it was before or after an event was at least told about that time.
        if best := told or next(iter(fitting), None):
            since, until = (None, best.at) if event.relation == "before" else (best.at, None)
            spans.append(Span(since, until, event.words, exact=False))
        if told:
            happened.append(Happened(event, told.at, _items(work, told), frozenset(terms)))
    return times._replace(spans=tuple(spans), happened=tuple(happened))


def _fitting(work: Work, event: Event, terms: Sequence[str], *, sensitive: bool) -> list["Unit"]:
    """Return the units that may be an event, best first: with all of its words, or else with most."""
    chosen = lexical.choose(work, terms, live_only=True, sensitive=sensitive)
    if len(chosen.kept) + len(chosen.dropped) == len(terms):
        every = " AND ".join(lexical.any_of([term]) for term in terms)
        found = _matching(work, every, sensitive=sensitive)
        if found:
            return found
    needed = {term for word in event.text.split() if _is_name(word) for term in lexical.words_of(word)}
    needed &= set(terms) - FUNCTION_WORDS
    if not chosen.kept or not needed <= set(chosen.frequencies):
        return []
    some = _matching(work, lexical.any_of(chosen.kept), sensitive=sensitive)
    return [unit for unit in some if _has_most(unit, terms, needed, chosen)]


def _matching(work: Work, expression: str, *, sensitive: bool) -> list["Unit"]:
    conditions = Conditions()
    conditions.equal("sensitivity", None if sensitive else "normal")
    best = lexical.matches(work, expression, _LOOKED_AT, live_only=True, conditions=conditions)
    units = store.find(work, best)
    return [units[name] for name in best if name in units]


def _has_most(unit: "Unit", terms: Sequence[str], needed: set[str], chosen: "Terms") -> bool:
    there = set(terms) & {*unit.title.split(), *unit.body.split()}
    # A word that nothing here has tells as much as one that a single unit has.
    rarest = max(0.0, math.log((chosen.units - 0.5) / 1.5))
    tells = {term: chosen.weight(term) if term in chosen.frequencies else rarest for term in terms}
    has, all_of_it = sum(tells[term] for term in there), sum(tells.values())
    return len(there) >= _MOST * len(terms) and needed <= there and 2 * has > all_of_it


def _is_name(word: str) -> bool:
    """Tell whether a word of a question says which of several events is meant."""
    return word[0].isupper() or any(sign.isdigit() for sign in word)


def _is_beside(unit: "Unit", terms: Sequence[str]) -> bool:
    """Tell whether a text only says that something was before or after an event.

    A record that holds since an event began with it; evidence was told whenever somebody came to speak of it.
    """
    markers = _EARLIER if unit.tier == "record" else _EARLIER | _LATER
    said = unit.body.split()
    return any(
        word in markers and not set(terms).isdisjoint(said[at + 1 : at + 1 + _REACH])
        for at, word in enumerate(said)
    )


def _items(work: Work, unit: "Unit") -> frozenset[str]:
    """Return what tells of an event: its unit's item, what that rests on, or what rests on that."""
    name = unit.item_id
    around = evidence.behind if unit.tier == "record" else evidence.resting_on
    return frozenset({name, *around(work, [name]).get(name, ())})
