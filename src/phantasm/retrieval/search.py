"""What answers a question, in which order, and how sure is that? The whole read path on one snapshot."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from phantasm.contracts.clock import from_timestamp
from phantasm.evidence import store as evidence
from phantasm.retrieval import adjusting, gathering, lexical, rank, store
from phantasm.retrieval.adjusting import Moment
from phantasm.retrieval.features import judge
from phantasm.retrieval.filters import may_see
from phantasm.retrieval.hits import Found, Hit, in_order, newest_first
from phantasm.retrieval.kindred import with_kindred
from phantasm.retrieval.linked import linked_records
from phantasm.retrieval.revising import store as revising
from phantasm.retrieval.revising.asking import concerns, read_question, settle
from phantasm.retrieval.times.reading import Event, Happened, Span, Times, read_times
from phantasm.retrieval.tokens import FUNCTION_WORDS, stem
from phantasm.retrieval.traits import HISTORY
from phantasm.session import store as sessions
from phantasm.session import usage
from phantasm.session.usage import EPISODE, NO_USES
from phantasm.state import store as state
from phantasm.state.review.store import overlays
from phantasm.state.timeline import as_known
from phantasm.storage.sql import Conditions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phantasm.retrieval.features import Numbers
    from phantasm.retrieval.gathering import Gathered, Look
    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.lexical import Terms
    from phantasm.retrieval.model import Unit
    from phantasm.state.timeline import Point
    from phantasm.storage.work import Work


# An event is the unit that fits its words best. It has all of them; or, of three and more, two thirds, among
# them every name and number ("Kafka", "3.5": these say which one is meant), and what it has tells more than
# what it lacks. The best is so by bm25, and of equals the one written first. Where nothing fits, the event is
# not known.

# Units that are looked at for one that fits; the best by words come first, and most questions take the first.
_EVENTS_LOOKED_AT = 50
# The share of an event's words that may stand for all of them.
_MOST = 2 / 3
# How far behind "before" the name of an event begins: "before the big Kafka upgrade".
_REACH = 3
_EARLIER = frozenset(map(stem, ("before", "until", "till", "prior")))
_LATER = frozenset(map(stem, ("after", "since")))


def with_events(
    work: Work, times: Times, is_seen: Callable[[Unit], bool], *, sensitive: bool = True
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


def _fitting(work: Work, event: Event, terms: Sequence[str], *, sensitive: bool) -> list[Unit]:
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


def _matching(work: Work, expression: str, *, sensitive: bool) -> list[Unit]:
    conditions = Conditions()
    conditions.equal("sensitivity", None if sensitive else "normal")
    best = lexical.matches(work, expression, _EVENTS_LOOKED_AT, live_only=True, conditions=conditions)
    units = store.find(work, best)
    return [units[name] for name in best if name in units]


def _has_most(unit: Unit, terms: Sequence[str], needed: set[str], chosen: Terms) -> bool:
    there = set(terms) & {*unit.title.split(), *unit.body.split()}
    # A word that nothing here has tells as much as one that a single unit has.
    rarest = max(0.0, math.log((chosen.units - 0.5) / 1.5))
    tells = {term: chosen.weight(term) if term in chosen.frequencies else rarest for term in terms}
    has, all_of_it = sum(tells[term] for term in there), sum(tells.values())
    return len(there) >= _MOST * len(terms) and needed <= there and 2 * has > all_of_it


def _is_name(word: str) -> bool:
    """Tell whether a word of a question says which of several events is meant."""
    return word[0].isupper() or any(sign.isdigit() for sign in word)


def _is_beside(unit: Unit, terms: Sequence[str]) -> bool:
    """Tell whether a text only says that something was before or after an event.

    A record that holds since an event began with it; evidence was told whenever somebody came to speak of it.
    """
    markers = _EARLIER if unit.tier == "record" else _EARLIER | _LATER
    said = unit.body.split()
    return any(
        word in markers and not set(terms).isdisjoint(said[at + 1 : at + 1 + _REACH])
        for at, word in enumerate(said)
    )


def _items(work: Work, unit: Unit) -> frozenset[str]:
    """Return what tells of an event: its unit's item, what that rests on, or what rests on that."""
    name = unit.item_id
    around = evidence.behind if unit.tier == "record" else evidence.resting_on
    return frozenset({name, *around(work, [name]).get(name, ())})


# So many of the best are looked at with their records and times; a page further down makes it more.
_LOOKED_AT = 24
# So many of the first hits tell whether the question is answered.
_TELLING = 10


def search(work: Work, wanted: Wanted, look: Look | None) -> Found:
    """Find what answers a question."""
    chosen = wanted.chosen
    reach = gathering.Reach(wanted.live_only, chosen.conditions(), wanted.arms, chosen.sensitive)
    gathered = gathering.gather(work, wanted.question, look, reach, fuzzy=wanted.fuzzy)
    times = _times(work, wanted)
    best = _ranked(work, wanted, gathered, times)
    if look is not None and look.words is not None and wanted.arms == "hybrid":
        best = with_kindred(work, look.words, gathered, wanted.question, best)
    hits = _with_records(work, wanted, best)
    hits = _settled(work, wanted, hits)
    hits = newest_first(linked_records(work, wanted, hits))
    sureness = rank.sureness(_evident(gathered, hits, look)) if hits else 0.0
    return Found(hits, gathered.terms, rank.match_of(sureness), sureness, _withheld(wanted, gathered), times)


def _withheld(wanted: Wanted, gathered: Gathered) -> int:
    """Return how many sensitive things are among what comes nearest, as far down as is looked at."""
    nearest = [unit for unit in gathered.nearest[: _depth(wanted)] if not may_see(unit, wanted.chosen)]
    return len({unit.item_id for unit in nearest if is_wanted(unit, wanted)})


def _depth(wanted: Wanted) -> int:
    return max(_LOOKED_AT, 2 * wanted.most)


def _evident(gathered: Gathered, hits: Sequence[Hit], look: Look | None) -> rank.Evident:
    best = [hit for hit in hits[:_TELLING] if hit.parts]
    words = max((hit.parts["words"] for hit in best), default=0.0)
    calibrated = look is not None and look.calibrated and best
    cosine = _first(best).parts["likeness"] + gathered.scene.background if calibrated else None
    return rank.Evident(words * gathered.known, gathered.known, cosine)


def _first(best: Sequence[Hit]) -> Hit:
    """Return the hit that tells whether it is answered: the first one, or of history the one that says most.

    A commit may be first for its age, and a file for what was done to it; neither says what is asked.
    """
    if best[0].unit.traits < HISTORY:
        return best[0]
    return max(best, key=lambda hit: round(sum(hit.added.get(name, 0.0) for name in adjusting.SAID), 6))


def is_wanted(unit: Unit, wanted: Wanted) -> bool:
    """Tell whether a unit was there at the moment asked about, and a filter lets it through."""
    there = bool(unit.live) if wanted.live_only else _is_known(unit, wanted.at)
    return there and wanted.chosen.lets_through(unit)


def _times(work: Work, wanted: Wanted) -> Times:
    """Return what a question says about time, with the events that its caller may know of."""

    def is_seen(unit: Unit) -> bool:
        chosen = wanted.chosen
        return chosen.sees(unit) and may_see(unit, chosen) and _is_known(unit, wanted.at)

    read = read_times(wanted.question, from_timestamp(wanted.now or work.now))
    return with_events(work, read, is_seen, sensitive=wanted.chosen.sensitive)


def _ranked(work: Work, wanted: Wanted, gathered: Gathered, times: Times) -> list[Hit]:
    """Return the best items that are wanted, with their scores, best first."""
    if not gathered.scene.units:
        return []
    items = judge(gathered.asked, gathered.scene)
    added = rank.contributions(items.parts)
    moment = Moment(from_timestamp(wanted.now or work.now), times, work=gathered.asked.asks.work)
    heads = [gathered.scene.units[row] for row in items.best]
    order = np.argsort(-np.round(rank.scores(added) + _faded(heads, moment), 6), kind="stable").tolist()
    wanted_items = (item for item in order if is_wanted(heads[item], wanted))
    # What adjusts a score is small: it moves nothing up from twice as far down. The past is looked at whole,
    # because much of it does not count at the moment asked about.
    depth = _depth(wanted) if wanted.live_only else None
    looked_at = list(islice(wanted_items, depth))
    hits = []
    for item, parts, told in zip(looked_at, _of(items.parts, looked_at), _of(added, looked_at), strict=True):
        unit = heads[item]
        sums = told | adjusting.of_unit(unit, moment)
        sums |= adjusting.of_event(unit, told, gathered.asked.weights, times)
        hits.append(
            Hit(
                unit=unit,
                score=rank.normalised(sum(sums.values())),
                parts=parts,
                added=sums,
                lexical=gathered.lexical.get(unit.id),
                dense=gathered.dense.get(unit.id),
            )
        )
    return in_order(hits)


def _of(parts: Mapping[str, Numbers], items: Sequence[int]) -> list[dict[str, float]]:
    """Return the named numbers of some items, one after another: taken out together, not one by one."""
    rows = np.array(list(parts.values()))[:, items].T.tolist()
    return [dict(zip(parts, row, strict=True)) for row in rows]


def _faded(heads: Sequence[Unit], moment: Moment) -> Numbers:
    """Return what age takes from commits: so much that it decides who is among the best."""
    return np.array([adjusting.age_of(unit, moment) if adjusting.is_commit(unit) else 0.0 for unit in heads])


def _with_records(work: Work, wanted: Wanted, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits with their records, without those that do not count at the moment asked about."""
    ids = [hit.unit.item_id for hit in hits if hit.unit.tier == "record"]
    found = list(state.find(work, ids).values())
    records = {record.id: record for record in as_known(work, found, wanted.at)}
    marks = overlays(work, ids, wanted.at.seq)
    episodes = sessions.find(work, [hit.unit.item_id for hit in hits if hit.unit.tier == "episode"])
    lineages = [record.lineage for record in records.values()] + [EPISODE + name for name in episodes]
    until = min((one for one in (wanted.at.as_of, wanted.at.known_at) if one), default=None)
    uses = usage.uses_of(work, lineages, until=until)
    outdated = _outdated(work, hits) if wanted.at.is_now else set()
    kept = []
    for hit in hits:
        record = records.get(hit.unit.item_id)
        if hit.unit.tier == "evidence":
            kept.append(_adjusted(hit, adjusting.OUTDATED) if hit.unit.item_id in outdated else hit)
        elif hit.unit.tier == "episode" and hit.unit.item_id in episodes:
            told = adjusting.of_episode(episodes[hit.unit.item_id].importance)
            used = uses.get(EPISODE + hit.unit.item_id, NO_USES)
            kept.append(_adjusted(hit, told | adjusting.of_use(used)))
        elif record is not None and wanted.counts(record, marks.get(record.id, ())):
            marked = marks.get(record.id, [])
            added = adjusting.of_record(record, marked)
            added |= adjusting.of_use(uses.get(record.lineage, NO_USES))
            kept.append(_adjusted(hit, added)._replace(record=record, marks=marked))
    return in_order(kept)


def _outdated(work: Work, hits: Sequence[Hit]) -> set[str]:
    """Return the evidence on which nothing rests but what was replaced since: it is told anew elsewhere."""
    behind = evidence.resting_on(work, [hit.unit.item_id for hit in hits if hit.unit.tier == "evidence"])
    records = state.find(work, [name for names in behind.values() for name in names])
    return {
        seen
        for seen, names in behind.items()
        if {records[name].state for name in names if name in records} == {"superseded"}
    }


def _adjusted(hit: Hit, more: dict[str, float]) -> Hit:
    added = {**hit.added, **more}
    return hit._replace(added=added, score=rank.normalised(sum(added.values())))


def counting(work: Work, wanted: Wanted, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits in their order, with their records, without those that do not count."""
    kept = {hit.unit.id: hit for hit in _with_records(work, wanted, hits)}
    return [kept[hit.unit.id]._replace(score=hit.score) for hit in hits if hit.unit.id in kept]


def _settled(work: Work, wanted: Wanted, hits: list[Hit]) -> list[Hit]:
    """Put a turn that tells the value as it is now before those that told an earlier one."""
    question = read_question(wanted.question)
    if not question.kinds or not hits:
        return hits
    by_item = {hit.unit.item_id: hit for hit in hits}
    noted = [one for one in revising.of_earlier(work, list(by_item)) if concerns(question, one.revision)]
    if not noted:
        return hits
    missing = sorted({one.later for one in noted} - by_item.keys())
    for unit in reversed(store.of_items(work, missing)):
        if is_wanted(unit, wanted) and may_see(unit, wanted.chosen):
            by_item[unit.item_id] = Hit(unit, 0.0)
    known = [one for one in noted if one.later in by_item and _is_known(by_item[one.later].unit, wanted.at)]
    scores = settle(
        {name: hit.score for name, hit in by_item.items()},
        [(one.earlier, one.later, one.revision.strength) for one in known],
    )
    revised_by = {one.earlier: one for one in known}
    settled = [
        hit._replace(score=round(scores[name], 6), revised_by=revised_by.get(name))
        for name, hit in by_item.items()
        if scores[name] > 0
    ]
    return in_order(settled)


def _is_known(unit: Unit, at: Point) -> bool:
    """Tell whether a unit was there at the moment asked about; of a record, `_counts` says more."""
    seen = at.as_of is None or unit.at <= at.as_of
    return seen and (at.seq is None or unit.seq <= at.seq)
