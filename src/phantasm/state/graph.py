"""What can be worked on, what waits for what, and how far is it? Pure: items and links in, answers out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from phantasm.state.work_items import Item, urgency


@dataclass(frozen=True, slots=True)
class Edge:
    """One link between two lineages."""

    type: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Wait:
    """What an item waits for, and by which way: from the item to what it waits for."""

    by: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far something is; what was cancelled does not count."""

    done: int
    total: int
    cancelled: int


@dataclass(frozen=True, slots=True)
class WorkGraph:
    """Items, and what each of them waits for and consists of, directly."""

    items: Mapping[str, Item]
    awaited: Mapping[str, tuple[str, ...]]
    """What is open and keeps an item waiting."""
    parts: Mapping[str, tuple[str, ...]]
    circles: tuple[tuple[str, ...], ...]
    """Ways round, through waiting or through parts, whether or not somebody still waits."""


def work_graph(items: Iterable[Item], edges: Iterable[Edge]) -> WorkGraph:
    """Put items and links together; links to what is not among the items do not count."""
    known = {one.id: one for one in items}
    inside = [edge for edge in edges if edge.source in known and edge.target in known]
    waiting = [pair for edge in inside if (pair := _waiting(edge))]
    kept = [pair for edge in inside if (pair := _waiting(edge)) and _keeps_waiting(known[pair[1]], edge.type)]
    parts = _onward((edge.target, edge.source) for edge in inside if edge.type == "part_of")
    return WorkGraph(known, _onward(kept), parts, (*circles(_onward(waiting)), *circles(parts)))


def ready(graph: WorkGraph) -> list[Item]:
    """Return the tasks that can be worked on, most urgent first: open, and nothing open is in their way."""
    tasks = [one for one in graph.items.values() if one.kind == "task" and one.is_open]
    return sorted((one for one in tasks if not graph.awaited.get(one.id)), key=urgency)


def blocked(graph: WorkGraph) -> list[Item]:
    """Return what is open and has to wait, most urgent first."""
    names = [name for name in graph.awaited if graph.items[name].is_open and graph.items[name].is_work]
    return sorted((graph.items[name] for name in names), key=urgency)


def waits(graph: WorkGraph, name: str) -> list[Wait]:
    """Return everything an item waits for, nearest first, each by a shortest way."""
    return _reached(name, graph.awaited)


def parts_of(graph: WorkGraph, name: str) -> list[Item]:
    """Return the parts of a whole, and theirs, each once."""
    return [graph.items[part.by] for part in _reached(name, graph.parts)]


def progress(graph: WorkGraph, name: str) -> Progress:
    """Say how much of a whole's work is done."""
    statuses = [part.status for part in parts_of(graph, name) if part.is_work]
    cancelled = statuses.count("cancelled")
    return Progress(statuses.count("done"), len(statuses) - cancelled, cancelled)


def circles(onward: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Return a way round for every thing that leads back to itself, none of them twice."""
    left = _without_ends(onward)
    found: list[tuple[str, ...]] = []
    covered: set[str] = set()
    for start in sorted(left):
        if start not in covered and (way := _way_round(start, left)):
            found.append(way)
            covered |= set(way)
    return tuple(found)


def _waiting(edge: Edge) -> tuple[str, str] | None:
    """Return who waits for what, by a link."""
    match edge.type:
        case "blocks":
            return edge.target, edge.source
        case "depends_on":
            return edge.source, edge.target
        case _:
            return None


def _keeps_waiting(awaited: Item, link: str) -> bool:
    # Whatever is held and not closed can block; to depend on a fact is not to wait for it.
    return awaited.is_open and (link == "blocks" or awaited.is_work)


def _onward(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for here, there in pairs:
        found.setdefault(here, set()).add(there)
    return {here: tuple(sorted(found[here])) for here in sorted(found)}


def _reached(name: str, onward: Mapping[str, Sequence[str]]) -> list[Wait]:
    paths: dict[str, tuple[str, ...]] = {name: (name,)}
    frontier = [name]
    while frontier:
        reached = []
        for here in frontier:
            for there in onward.get(here, ()):
                if there not in paths:
                    paths[there] = (*paths[here], there)
                    reached.append(there)
        frontier = reached
    del paths[name]
    return [Wait(by, path) for by, path in paths.items()]


def _without_ends(onward: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Leave out what leads nowhere, and what leads only there: circles remain, and what leads to them."""
    left = {here: len(theres) for here, theres in onward.items()}
    leading_to: dict[str, list[str]] = {}
    for here, theres in onward.items():
        for there in theres:
            leading_to.setdefault(there, []).append(here)
    ends = [there for there in leading_to if there not in left]
    while ends:
        for here in leading_to.get(ends.pop(), ()):
            left[here] -= 1
            if left[here] == 0:
                ends.append(here)
    return {
        here: [there for there in onward[here] if left.get(there)] for here, count in left.items() if count
    }


def _way_round(start: str, onward: Mapping[str, Sequence[str]]) -> tuple[str, ...] | None:
    """Return a shortest way from something back to itself."""
    ways = [Wait(start, (start,)), *_reached(start, onward)]
    return next(((*one.path, start) for one in ways if start in onward.get(one.by, ())), None)
