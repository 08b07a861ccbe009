"""What would have answered a question, and is no longer held? Looked for by words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.retrieval import lexical, matching, store
from phantasm.retrieval.filters import may_see
from phantasm.state import store as state
from phantasm.storage.sql import Conditions

if TYPE_CHECKING:
    from phantasm.retrieval.hits import Wanted
    from phantasm.state.model import Record
    from phantasm.storage.work import Work

# Of the past, so many are looked at; nearly all of it has a successor that is held.
_LOOKED_AT = 20
# The share of a question's words that something withdrawn must have: it is to be what was asked for, not
# something like it.
_SHARE = 0.6


def withdrawn(work: Work, wanted: Wanted, most: int) -> list[Record]:
    """Return records that have the words of a question, were held once and have no successor."""
    words = lexical.words_of(wanted.question)
    counted = matching.frequencies(work, words, live=False)
    if not counted:
        return []
    conditions = Conditions()
    conditions.equal("tier", "record")
    if not wanted.chosen.sensitive:  # what may not be read takes no place of what may
        conditions.equal("sensitivity", "normal")
    expression = lexical.any_of(lexical.affordable(counted, counted))
    found = matching.match(work, expression, _LOOKED_AT, live=False, conditions=conditions)
    units = store.find(work, [name for name, _ in found])
    closest = [
        unit.item_id
        for name, _ in found
        for unit in (units[name],)
        if _share(words, f"{unit.title} {unit.body}") >= _SHARE
        and wanted.chosen.lets_through(unit)
        and may_see(unit, wanted.chosen)
    ]
    records = [record for record in state.find(work, closest).values() if record.content]
    held = state.live_lineages(work, [record.lineage for record in records])
    gone = [one for one in records if one.state in {"archived", "superseded"} and one.lineage not in held]
    return gone[:most]


def _share(words: list[str], text: str) -> float:
    there = set(text.split())
    return sum(word in there for word in words) / len(words)
