"""Which work is there, and what did the caller choose of it? The graph with the records that say it.

`work_graph` reads everything. A frame, asked for at every turn, looks at the newest and at what is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from phantasm.context.framing.scene import Thing
from phantasm.context.reading.approving import followed
from phantasm.state import guard, links, listing, store
from phantasm.state.filters import Filter
from phantasm.state.graph import Edge, WorkGraph, work_graph
from phantasm.state.relations import represent
from phantasm.state.review.store import overlays
from phantasm.state.timeline import as_known, holds
from phantasm.state.work_items import item

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phantasm.context.reading.occasion import Occasion
    from phantasm.contracts.kinds import KindName
    from phantasm.state.links import Link
    from phantasm.state.model import Record
    from phantasm.storage.work import Work

# So many of the newest of each kind are looked at: more than a team keeps open, and read in a twentieth of a
# second. Of decisions few are work.
_LOOKED_AT: dict[KindName, int] = {"goal": 100, "task": 200, "blocker": 100, "question": 100, "decision": 50}


@dataclass(frozen=True, slots=True)
class Workload:
    """The work as a frame looks at it; lines are named by their lineage."""

    records: Mapping[str, Record]
    links: Sequence[Link]
    """What leads from or to these records and holds at the point."""
    things: Mapping[str, Thing]
    graph: WorkGraph
    chosen: str | None


def workload(work: Work, occasion: Occasion, named: Iterable[str]) -> Workload:
    """Read the work that can be seen from where the caller stands; also some lines, whatever their age."""
    chosen = _chosen(work, occasion) if occasion.focus else None
    records = _newest(work, occasion) | _as_seen(work, named, occasion)
    if chosen:
        records[chosen.lineage] = chosen
    joined = _joined(work, list(records), occasion)
    ends = {end for link in joined for end in (link.source, link.target)} - records.keys()
    records |= _as_seen(work, ends, occasion)
    items = {
        line: item(line, record.kind, record.content.payload if record.content else None)
        for line, record in sorted(records.items())
    }
    trusted = followed(work, list(records.values()), occasion.people)
    marks = overlays(work, [record.id for record in records.values()], occasion.last_seq)
    things = {
        line: Thing(
            item=items[line],
            record_id=record.id,
            handle=record.handle,
            text=record.content.statement
            if record.content and (occasion.sensitive or record.sensitivity != "sensitive")
            else None,
            trusted=record.id in trusted,
            marks=tuple(marks.get(record.id, ())),
        )
        for line, record in records.items()
    }
    graph = work_graph(items.values(), [Edge(link.type, link.source, link.target) for link in joined])
    return Workload(records, joined, things, graph, chosen.lineage if chosen else None)


def _newest(work: Work, occasion: Occasion) -> dict[str, Record]:
    found: dict[str, Record] = {}
    for kind, most in _LOOKED_AT.items():
        chosen = Filter(states=("live",), kind=kind, seen_from=occasion.seen_from)
        if occasion.at.is_now:
            held = store.listing(work, chosen, most)
        else:
            held = list(islice(listing.everything(work, chosen, occasion.at), most))
        found |= {record.lineage: record for record in held}
    return found


def _as_seen(work: Work, lines: Iterable[str], occasion: Occasion) -> dict[str, Record]:
    """Return what some lines hold, as far as it can be seen from where the caller stands."""
    here = occasion.seen_from
    return {
        line: record
        for line, record in represent(work, sorted(set(lines)), occasion.at).items()
        if holds(record, occasion.at) and (here is None or here.sees(record.scope, record.scope_ref))
    }


def _joined(work: Work, lines: Sequence[str], occasion: Occasion) -> list[Link]:
    touching = {link.id: link for link in (*links.outgoing(work, lines), *links.incoming(work, lines))}
    held = links.held_after(work, list(touching.values()), occasion.last_seq)
    return sorted(held, key=lambda link: (link.type, link.source, link.target, link.id))


def _chosen(work: Work, occasion: Occasion) -> Record:
    """Return what the caller chose, as it stands at the moment asked about: any version names its line."""
    name = occasion.focus or ""
    named = store.find(work, [name]).get(name)
    if named is None:
        raise guard.not_found(name, "params.focus")
    versions = as_known(work, store.lineage(work, named), occasion.at)
    held = [version for version in versions if holds(version, occasion.at)]
    if not (held or versions):
        raise guard.not_found(name, "params.focus")
    return (held or versions)[-1]
