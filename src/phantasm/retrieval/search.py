"""What answers a question, in which order, and how sure is that? The whole read path on one snapshot."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from phantasm.contracts.clock import from_timestamp
from phantasm.evidence import store as evidence
from phantasm.retrieval import adjusting, gathering, rank, store
from phantasm.retrieval.adjusting import Moment
from phantasm.retrieval.features import judge
from phantasm.retrieval.filters import may_see
from phantasm.retrieval.hits import Found, Hit, in_order, newest_first
from phantasm.retrieval.kindred import with_kindred
from phantasm.retrieval.linked import linked_records
from phantasm.retrieval.occurring import with_events
from phantasm.retrieval.revising import store as revising
from phantasm.retrieval.revising.asking import concerns, read_question, settle
from phantasm.retrieval.times.reading import read_times
from phantasm.retrieval.traits import HISTORY
from phantasm.session import store as sessions
from phantasm.session import usage
from phantasm.session.usage import EPISODE, NO_USES
from phantasm.state import store as state
from phantasm.state.review.store import overlays
from phantasm.state.timeline import as_known

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phantasm.retrieval.features import Numbers
    from phantasm.retrieval.gathering import Gathered, Look
    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.times.reading import Times
    from phantasm.state.timeline import Point
    from phantasm.storage.work import Work

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
