"""Whose word does a record rest on in the end, and do links lead round in a circle?"""

from collections.abc import Iterator, Sequence

from phantasm.state import links, store
from phantasm.state.links import Link, LinkType
from phantasm.state.model import TRUST, UNTRUSTED_ORIGINS, Record
from phantasm.state.rules import needs_person
from phantasm.storage.work import Work


def untrusted_behind(work: Work, record: Record) -> Record | None:
    """Return the least trusted thing that a record is derived from, when its word is no instruction."""
    ancestors = store.newest_versions(work, _reached(work, record.lineage, up=True))
    untrusted = [basis for basis in (record, *ancestors.values()) if basis.origin in UNTRUSTED_ORIGINS]
    return min(untrusted, key=lambda basis: (TRUST[basis.origin], basis.id), default=None)


def instructions_from(work: Work, record: Record, origin_of: Record) -> list[Record]:
    """Return which live records, this one or derived from it, would instruct on another one's word."""
    found = store.live_versions(work, [record.lineage, *_reached(work, record.lineage, up=False)])
    return [one for _, one in sorted(found.items()) if needs_person(one.kind, origin_of.origin)]


def circle(work: Work, link: Link) -> list[str] | None:
    """Return the lineages of a circle that a link closes, from its source round to its source."""
    match link.type:
        case "depends_on" | "part_of":
            start, goal = link.target, link.source
        case "blocks":  # who is blocked waits, so the waiting runs against the link
            start, goal = link.source, link.target
        case _:
            return None
    before: dict[str, str] = {start: goal}
    frontier = [start]
    while frontier and goal not in before:
        reached = []
        for waiting, awaited in _onward(work, frontier, link.type):
            if awaited not in before:
                before[awaited] = waiting
                reached.append(awaited)
        frontier = reached
    if goal not in before:
        return None
    way = [goal, before[goal]]
    while way[-1] != goal:
        way.append(before[way[-1]])
    return way[::-1]


def _onward(work: Work, frontier: Sequence[str], link_type: LinkType) -> Iterator[tuple[str, str]]:
    """Yield pairs of who waits and for what, or of part and whole, from some lineages on."""
    same = ("part_of",) if link_type == "part_of" else ("depends_on",)
    for link in links.outgoing(work, frontier):
        if link.closed_at is None and link.type in same:
            yield link.source, link.target
    if link_type != "part_of":
        for link in links.incoming(work, frontier):
            if link.closed_at is None and link.type == "blocks":
                yield link.target, link.source


def _reached(work: Work, lineage: str, *, up: bool) -> list[str]:
    """Return what a lineage is derived from, or what is derived from it, all the way."""
    seen = {lineage: None}
    frontier = [lineage]
    while frontier:
        found = links.outgoing(work, frontier) if up else links.incoming(work, frontier)
        ends = [
            link.target if up else link.source
            for link in found
            if link.type == "derived_from" and link.closed_at is None
        ]
        frontier = [end for end in dict.fromkeys(ends) if end not in seen]
        seen |= dict.fromkeys(frontier)
    return [end for end in seen if end != lineage]
