"""Show the work: goals, tasks, blockers, decisions; what is ready, what waits for what, what is due."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, KindName
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state import graph, guard, store
from phantasm.state.graph import Edge, WorkGraph
from phantasm.state.moments import Everywhere, PointFields
from phantasm.state.scopes import standpoint
from phantasm.state.survey import (
    ConflictView,
    LinkedView,
    Survey,
    conflict_views,
    linked_views,
    survey,
)
from phantasm.state.timeline import point
from phantasm.state.views import RecordView, WithdrawnView, readable, view, withdrawn_view
from phantasm.state.work_items import Item, item, urgency
from phantasm.storage.work import Work
from phantasm.workspace.place import Place, here

KIND = Kind.READ
EXAMPLE: JsonObject = {"status": ["open", "in_progress"], "owner": "sarah", "limit": 20}

StatusName = Literal["open", "in_progress", "done", "cancelled"]
_TO_DO: tuple[KindName, ...] = ("goal", "task", "blocker", "question")
_BESIDE: tuple[KindName, ...] = ("decision", "dependency")
# What an item waits for, nearest first: more than this is not read, and `waits_for_total` says how many.
_WAITS_SHOWN = 20


class Params(PointFields):
    """Which part of the work, seen from where and when."""

    record_kind: KindName | None = Field(default=None, description="Only this kind of item")
    status: Choices[StatusName] = Field(default_factory=list, description="Only these; all when empty")
    owner: Line | None = Field(default=None, description="Only what payload.owner gives to this owner")
    goal: Line | None = Field(
        default=None, description="Only this goal and its parts, directly or through others; id or handle"
    )
    decisions: bool = Field(
        default=True, description="Also decisions and dependencies that no work is linked to"
    )
    everywhere: Everywhere = False
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=100, description="At most so many items")


class WaitView(Model):
    """Something open that an item waits for; the path leads there from the item."""

    record_id: str
    path: list[str]


class ProgressView(Model):
    """How far a goal is, by the work that is part of it; what was cancelled does not count."""

    done: int
    total: int
    cancelled: int


class WorkItem(Model):
    """One record with what follows for the work."""

    record: RecordView
    status: StatusName | None = Field(
        default=None, description="payload.status; none for what is held and not worked on"
    )
    due: str | None = None
    overdue: bool = False
    owner: str | None = None
    priority: str | None = None
    waits_for: list[WaitView] = []
    waits_for_total: int = 0
    progress: ProgressView | None = None
    linked: list[LinkedView] = []
    concerns: list[str] = Field(
        default=[], description="What could not be read from the payload: unknown_status, unreadable_due"
    )


class Deadline(Model):
    """When something open is due."""

    record_id: str
    due: str


class Result(Model):
    """Items, open and most urgent first, and the answers about all that the filters let through."""

    items: list[WorkItem]
    total: int
    ready: list[str] = Field(description="Open tasks that wait for nothing, most urgent first")
    blocked: list[str] = Field(description="What is open and waits; see waits_for of the items")
    overdue: list[str]
    deadlines: list[Deadline] = Field(description="What is open and due today or later, soonest first")
    circles: list[list[str]] = Field(description="What waits for itself, or is part of itself: the way round")
    conflicts: list[ConflictView] = []
    withdrawn: list[WithdrawnView] = Field(
        default=[], description="What no longer holds: since when, by whom, why; not what it said"
    )
    withheld: int = Field(description="How many sensitive records this profile may not read")


def prepare(params: Params, environment: Environment) -> Place:
    """Look where the caller is."""
    return here(environment.start)


def handle(params: Params, work: Work, place: Place) -> Result:
    """Put the work together and answer from it."""
    at = point(work, params.as_of, params.known_at)
    seen_from = None if params.everywhere else standpoint(place, work.caller.session_id)
    found = survey(work, (*_TO_DO, *_BESIDE) if params.decisions else _TO_DO, seen_from, at)
    whole = _graph(found)
    goal = _goal(work, params, whole) if params.goal else None
    shown = {record.lineage for record in found.records if readable(record, work.caller)}
    chosen = sorted(
        (one for name, one in whole.items.items() if name in shown and _wanted(one, params, goal)),
        key=lambda one: (not (one.is_open and one.is_work), urgency(one)),
    )
    today = (at.as_of or work.now)[:10]
    names = {lineage: record.id for lineage, record in found.named().items()}
    among = {one.id for one in chosen}
    due = sorted((one for one in chosen if one.is_open and one.is_work and one.due), key=urgency)
    return Result(
        items=_items(work, found, whole, chosen[: params.limit], today),
        total=len(chosen),
        ready=[names[one.id] for one in graph.ready(whole) if one.id in among],
        blocked=[names[one.id] for one in graph.blocked(whole) if one.id in among],
        overdue=[names[one.id] for one in due if _is_overdue(one, today)],
        deadlines=[
            Deadline(record_id=names[one.id], due=one.due)
            for one in due
            if one.due and not _is_overdue(one, today)
        ],
        circles=[[names[name] for name in way] for way in whole.circles if among & set(way)],
        conflicts=conflict_views(found),
        withdrawn=[withdrawn_view(gone) for gone in found.withdrawn],
        withheld=len(found.records) - len(shown),
    )


def _graph(found: Survey) -> WorkGraph:
    items = [
        item(lineage, record.kind, record.content.payload if record.content else None)
        for lineage, record in sorted(found.named().items())
    ]
    return graph.work_graph(items, [Edge(link.type, link.source, link.target) for link in found.links])


def _goal(work: Work, params: Params, whole: WorkGraph) -> set[str]:
    """Return the lineages of the goal that is asked for and of its parts."""
    name = params.goal or ""
    record = store.find(work, [name]).get(name)
    if record is None or record.lineage not in whole.items:
        raise guard.not_found(name, "params.goal")
    return {record.lineage, *(part.id for part in graph.parts_of(whole, record.lineage))}


def _wanted(one: Item, params: Params, goal: set[str] | None) -> bool:
    return (
        (params.record_kind is None or one.kind == params.record_kind)
        and (not params.status or (one.is_work and one.status in params.status))
        and (params.owner is None or one.owner == params.owner)
        and (goal is None or one.id in goal)
    )


def _is_overdue(one: Item, today: str) -> bool:
    return one.due is not None and one.is_open and one.is_work and one.due < today


def _items(work: Work, found: Survey, whole: WorkGraph, chosen: Sequence[Item], today: str) -> list[WorkItem]:
    named, linked = found.named(), linked_views(found, {one.id for one in chosen})
    rests_on = evidence.behind(work, [named[one.id].id for one in chosen])
    items = []
    for one in chosen:
        record = named[one.id]
        waits = graph.waits(whole, one.id) if one.is_open and one.is_work else []
        items.append(
            WorkItem(
                record=view(record, work.caller, rests_on.get(record.id), found.marks.get(record.id)),
                status=one.status if one.is_work else None,
                due=one.due,
                overdue=_is_overdue(one, today),
                owner=one.owner,
                priority=one.priority,
                waits_for=[
                    WaitView(record_id=named[wait.by].id, path=[named[name].id for name in wait.path])
                    for wait in waits[:_WAITS_SHOWN]
                ],
                waits_for_total=len(waits),
                progress=_progress(whole, one),
                linked=linked.get(one.id, []),
                concerns=list(one.concerns),
            )
        )
    return items


def _progress(whole: WorkGraph, one: Item) -> ProgressView | None:
    if one.kind != "goal" and one.id not in whole.parts:
        return None
    far = graph.progress(whole, one.id)
    return ProgressView(done=far.done, total=far.total, cancelled=far.cancelled)
