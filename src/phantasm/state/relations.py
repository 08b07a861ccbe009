"""What is related to what, how, and how far away? A bounded walk along links, ring by ring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from phantasm.state import links, store
from phantasm.state.links import OUTSIDE
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.scopes import Standpoint
from phantasm.state.timeline import Point, as_known, holds
from phantasm.state.views import readable
from phantasm.storage.work import Work

Direction = Literal["out", "in", "both"]
_GONE = frozenset({"superseded", "archived", "tombstoned"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """Along which links, how far, how many, and seen from where."""

    direction: Direction
    types: frozenset[str]
    depth: int
    max_nodes: int
    seen_from: Standpoint | None
    at: Point

    def includes(self, link_type: str) -> bool:
        """Tell whether a type of link is followed."""
        return not self.types or link_type in self.types


@dataclass(frozen=True, slots=True)
class Node:
    """A record's line, one of its earlier versions, or something outside the store."""

    key: str
    depth: int
    record: Record | None = None
    reference: str | None = None
    is_gone: bool = False
    """Whether nothing of the line holds at the point."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One link between two nodes; without a link's id it follows from a version or an open conflict."""

    type: str
    source: str
    target: str
    link_id: str | None = None
    review_id: str | None = None


@dataclass(slots=True)
class Surroundings:
    """What a walk found; what it left out is counted by ring."""

    nodes: dict[str, Node] = field(default_factory=dict)
    relations: dict[Relation, None] = field(default_factory=dict)
    too_many: dict[int, int] = field(default_factory=dict)
    too_far: dict[int, int] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)
    """What belongs to other branches, worktrees and sessions."""
    withheld: int = 0


def walk(work: Work, root: str, wanted: Wanted) -> Surroundings:
    """Return what surrounds a lineage or a reference's address."""
    found = Surroundings()
    found.nodes = {node.key: node for node in _nodes(work, [root], 0, wanted.at)}
    frontier, full = list(found.nodes), False
    for depth in range(1, wanted.depth + 2):
        relations = list(_around(work, [found.nodes[key] for key in frontier], wanted, found))
        ends = dict.fromkeys(
            end
            for relation in relations
            for end in (relation.source, relation.target)
            if end not in found.nodes
        )
        ring = _seen(_nodes(work, list(ends), depth, wanted.at), wanted, found)
        hidden = {key for key, node in ring.items() if not _shows(work, node)}
        relations = [
            relation for relation in relations if not (relation.type == "about" and relation.source in hidden)
        ]
        found.withheld += len(hidden & _only_about(ring, relations))
        reachable = {end for relation in relations for end in (relation.source, relation.target)}
        ring = {key: node for key, node in ring.items() if key in reachable}
        room = 0 if full or depth > wanted.depth else max(0, wanted.max_nodes - len(found.nodes))
        taken = dict(list(ring.items())[:room])
        if len(ring) > len(taken):
            left = found.too_far if depth > wanted.depth else found.too_many
            left[depth] = len(ring) - len(taken)
            full = full or depth <= wanted.depth
        found.nodes |= taken
        for relation in relations:
            if relation.source in found.nodes and relation.target in found.nodes:
                found.relations[relation] = None
        frontier = list(taken)
        if not frontier:
            break
    return found


def represent(work: Work, lineages: Sequence[str], at: Point) -> dict[str, Record]:
    """Return what holds of each of some lineages at a point, or what held last."""
    if at.is_now:
        return store.newest_versions(work, lineages)
    chosen: dict[str, Record] = {}
    for version in as_known(work, store.versions_of(work, lineages), at):
        if version.lineage not in chosen or holds(version, at) or not holds(chosen[version.lineage], at):
            chosen[version.lineage] = version
    return chosen


def is_gone(record: Record, at: Point) -> bool:
    """Tell whether a record neither holds at a point nor waits for a decision."""
    return record.state in _GONE and not holds(record, at)


def _around(work: Work, nodes: Sequence[Node], wanted: Wanted, found: Surroundings) -> Iterator[Relation]:
    """Yield the relations of some nodes, sorted."""
    lines = [node.key for node in nodes if node.record is None or node.key == node.record.lineage]
    linked: list[links.Link] = []
    if wanted.direction != "in":
        out = links.outgoing(work, [key for key in lines if not key.startswith(OUTSIDE)])
        hidden = {node.key for node in nodes if not _shows(work, node)}
        about = [link for link in out if link.type == "about" and link.source in hidden]
        found.withheld += len(about)
        linked += [link for link in out if link not in about]
    if wanted.direction != "out":
        linked += links.incoming(work, lines)
    relations = {
        Relation(link.type, link.source, link.target, link.id)
        for link in links.held_after(work, linked, wanted.at.seq)
        if wanted.includes(link.type)
    }
    relations |= set(_implied(work, nodes, wanted))
    yield from sorted(relations, key=lambda one: (one.type, one.source, one.target, one.link_id or ""))


def _implied(work: Work, nodes: Sequence[Node], wanted: Wanted) -> Iterator[Relation]:
    """Yield what no link says: earlier versions, and conflicts that nobody has decided."""
    records = {node.record.id: node for node in nodes if node.record is not None}
    if wanted.includes("supersedes") and wanted.direction != "in":
        for node in records.values():
            if node.record is not None and node.record.supersedes is not None:
                yield Relation("supersedes", node.key, _version_key(node.record.supersedes))
    if wanted.includes("contradicts") and wanted.at.known_at is None:
        for review in reviews.waiting_about(work, list(records), ("proposed", "held")):
            if review.kind == "conflict":
                members = store.find(work, review.ids("proposed", "held"))
                for proposed in review.ids("proposed"):
                    for held in review.ids("held"):
                        source, target = members[proposed].lineage, members[held].lineage
                        if source != target:
                            yield Relation("contradicts", source, target, review_id=review.id)


def _nodes(work: Work, keys: Sequence[str], depth: int, at: Point) -> list[Node]:
    """Return what some keys stand for, in their order; what was not yet known at the point is left out."""
    versions = store.find(work, [key.removeprefix(_VERSION) for key in keys if key.startswith(_VERSION)])
    lines = represent(work, [key for key in keys if not key.startswith((OUTSIDE, _VERSION))], at)
    texts = {
        link.target: link.reference
        for link in links.incoming(work, [key for key in keys if key.startswith(OUTSIDE)])
        if link.reference is not None
    }
    nodes = []
    for key in keys:
        if key.startswith(OUTSIDE):
            nodes.append(Node(key, depth, reference=texts.get(key)))
        elif key.startswith(_VERSION):
            nodes.append(Node(key, depth, versions[key.removeprefix(_VERSION)], is_gone=True))
        elif key in lines:
            nodes.append(Node(key, depth, lines[key], is_gone=is_gone(lines[key], at)))
    return nodes


def _seen(nodes: Sequence[Node], wanted: Wanted, found: Surroundings) -> dict[str, Node]:
    kept = {}
    for node in nodes:
        record, here = node.record, wanted.seen_from
        if record is not None and here is not None and not here.sees(record.scope, record.scope_ref):
            found.elsewhere.add(node.key)
        else:
            kept[node.key] = node
    return kept


def _shows(work: Work, node: Node) -> bool:
    return node.record is None or readable(node.record, work.caller)


def _only_about(ring: dict[str, Node], relations: Sequence[Relation]) -> set[str]:
    """Return which nodes of a ring no relation leads to any more."""
    return set(ring) - {end for relation in relations for end in (relation.source, relation.target)}


_VERSION = "version:"


def _version_key(record_id: str) -> str:
    return _VERSION + record_id
