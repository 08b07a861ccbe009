"""Show what a record, file, symbol, commit or person is related to, and how, up to four steps away."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state import guard, linking, links, store
from phantasm.state.links import LinkType
from phantasm.state.moments import Everywhere, PointFields
from phantasm.state.relations import Direction, Node, Surroundings, Wanted, walk
from phantasm.state.review.store import overlays
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import point
from phantasm.state.views import RecordView, WithdrawnView, view, withdrawn_view
from phantasm.state.withdrawn import withdrawals
from phantasm.storage.work import Work
from phantasm.workspace.place import Place, here

KIND = Kind.READ
EXAMPLE: JsonObject = {"root_id": "k3v9qd2a", "direction": "both", "depth": 2}


class Params(PointFields):
    """From where, along which links, how far."""

    root_id: Line = Field(
        description="A record's id or handle, or file:…, symbol:…, commit:…, person:… as it was linked"
    )
    direction: Direction = Field(default="both", description="Follow links from it, to it, or both")
    types: Choices[LinkType] = Field(
        default_factory=list, description="Only these types of links; all when empty"
    )
    depth: Annotated[int, Field(ge=1, le=4)] = Field(default=1, description="How many steps, at most 4")
    max_nodes: Annotated[int, Field(ge=1, le=1000)] = Field(default=100, description="At most so many nodes")
    everywhere: Everywhere = False


class NodeView(Model):
    """A record, what is left of one, or something outside the store."""

    id: str = Field(description="What relations name it by")
    depth: int = Field(description="How many steps from the root")
    type: Literal["record", "withdrawn", "reference"]
    record: RecordView | None = None
    withdrawn: WithdrawnView | None = Field(
        default=None, description="When, by whom and why it stopped being held; not what it said"
    )
    reference: str | None = None


class RelationView(Model):
    """How two nodes relate; a link's id, or the review of an undecided conflict, or neither: a version."""

    type: str
    source: str
    target: str
    link_id: str | None = None
    review_id: str | None = None


class LeftOut(Model):
    """What a ring has that is not shown; what lies behind it was not looked at."""

    depth: int
    nodes: int
    because: Literal["max_nodes", "depth"]


class Result(Model):
    """Nodes ring by ring, and the relations between them."""

    root: str
    nodes: list[NodeView]
    relations: list[RelationView]
    truncated: bool = Field(description="Whether there is more than is shown; see left_out")
    left_out: list[LeftOut] = []
    elsewhere: int = Field(description="How many belong to other branches, worktrees and sessions")
    withheld: int = Field(description="How many relations would tell what a sensitive record says")


def prepare(params: Params, environment: Environment) -> Place:
    """Look where the caller is."""
    return here(environment.start)


def handle(params: Params, work: Work, place: Place) -> Result:
    """Walk outwards, ring by ring."""
    wanted = Wanted(
        direction=params.direction,
        types=frozenset(params.types),
        depth=params.depth,
        max_nodes=params.max_nodes,
        seen_from=None if params.everywhere else standpoint(place, work.caller.session_id),
        at=point(work, params.as_of, params.known_at),
    )
    root = _root(work, params.root_id)
    found = walk(work, root, wanted)
    if root not in found.nodes:
        raise guard.not_found(params.root_id, "params.root_id")
    names = {node.key: node.record.id if node.record else node.key for node in found.nodes.values()}
    left_out = [
        LeftOut(depth=depth, nodes=count, because="max_nodes") for depth, count in found.too_many.items()
    ]
    left_out += [LeftOut(depth=depth, nodes=count, because="depth") for depth, count in found.too_far.items()]
    return Result(
        root=names[root],
        nodes=_views(work, found, params.root_id, seq=wanted.at.seq),
        relations=[
            RelationView(
                type=one.type,
                source=names[one.source],
                target=names[one.target],
                link_id=one.link_id,
                review_id=one.review_id,
            )
            for one in found.relations
        ],
        truncated=bool(left_out),
        left_out=left_out,
        elsewhere=len(found.elsewhere),
        withheld=found.withheld,
    )


def _root(work: Work, name: str) -> str:
    if linking.is_reference(name):
        return links.address(work, name)
    record = store.find(work, [name]).get(name)
    if record is None:
        raise guard.not_found(name, "params.root_id")
    return record.lineage


def _views(work: Work, found: Surroundings, root: str, *, seq: int | None) -> list[NodeView]:
    records = [node.record for node in found.nodes.values() if node.record is not None]
    ids = [record.id for record in records]
    rests_on = evidence.behind(work, ids)
    marks = overlays(work, ids, seq)
    gone = {one.record_id: withdrawn_view(one) for one in withdrawals(work, records)}

    def shown(node: Node) -> NodeView:
        record = node.record
        if record is None:
            # Who names a reference knows it, whether or not anything is linked to it.
            text = node.reference if node.depth else root
            return NodeView(id=node.key, depth=node.depth, type="reference", reference=text)
        if node.is_gone:
            return NodeView(id=record.id, depth=node.depth, type="withdrawn", withdrawn=gone.get(record.id))
        seen = view(record, work.caller, rests_on.get(record.id), marks.get(record.id))
        return NodeView(id=record.id, depth=node.depth, type="record", record=seen)

    return [shown(node) for node in found.nodes.values()]
