"""What is being worked on, and why now? Every line of work with its reasons, the strongest first. Pure."""

from dataclasses import dataclass
from datetime import date

from phantasm.context.framing.answers import FocusAnswer, GoalAnswer, Stage, WhyAnswer
from phantasm.context.framing.scene import Scene, Thing, quoted
from phantasm.state.graph import progress, waits
from phantasm.state.work_items import urgency

# What each reason counts. Chosen by hand, so that what the caller says beats what the session did, that beats
# what the calendar says, and that beats what others wait for.
_CHOSEN = 20.0
_MENTIONED = {"turn": 8.0, "wake": 4.0, "resume": 4.0}
"""Times how well it answers the query, which lies between a half and 1."""
_IN_PROGRESS = 3.0
_TOUCHED = 2.0
_TOUCHED_LAST = 1.5
_NOTED = 0.5
"""The session only wrote it down."""
_OVERDUE = 2.5
_DUE_SOON = 1.5
_DUE_THIS_WEEK = 0.75
_KEEPS_OTHERS = 0.5
_KEEPS_OTHERS_MOST = 1.5
_PRIORITIES = {"critical": 1.5, "urgent": 1.5, "high": 1.0, "low": -0.5}
_NUMBERED_PRIORITIES = {"0": 1.5, "1": 1.0, "3": -0.5, "4": -0.5}
_WAITS = -1.0
_SOON_DAYS, _WEEK_DAYS = 3, 7
# What is read of what an item waits for; `work_graph` shows the rest.
_WAITS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of work with what speaks for it now."""

    name: str
    thing: Thing
    why: tuple[WhyAnswer, ...]
    """The strongest first."""
    begun: bool
    """Whether it is being worked on: chosen, mentioned, in progress, or touched in the session."""

    @property
    def weight(self) -> float:
        """Return what its reasons count together, in steps that make ties exact."""
        return round(sum(reason.weight for reason in self.why), 2)


def ranked(scene: Scene) -> list[Ranked]:
    """Return what is open, and what the caller chose, the strongest first; ties go by urgency."""
    names = {thing.item.id for thing in scene.open_work() if thing.text is not None}
    if scene.chosen is not None and scene.chosen in scene.things:
        names.add(scene.chosen)
    keeping = _keeping_others(scene)
    found = [_ranked(scene, name, keeping.get(name, 0)) for name in sorted(names)]
    return sorted(found, key=lambda one: (-one.weight, not one.thing.trusted, urgency(one.thing.item)))


def focus_of(found: list[Ranked]) -> Ranked | None:
    """Return what is being worked on, if anything is."""
    return next((one for one in found if one.begun and _can_be_focus(one)), None)


def focus_answer(scene: Scene, focus: Ranked | None) -> FocusAnswer:
    """Answer what is being worked on."""
    if focus is None:
        return FocusAnswer(text="Nothing is being worked on.")
    thing, stage = focus.thing, stage_of(scene, focus.name)
    goal = goal_of(scene, focus.name)
    outcome = None
    if goal:
        far = progress(scene.graph, goal)
        whole = scene.things[goal]
        outcome = GoalAnswer(**whole.cited.model_dump(), done=far.done, total=far.total)
    part = f", part of {quoted(scene.things[goal])}" if goal and goal != focus.name else ""
    awaited = [scene.things[wait.by] for wait in waits(scene.graph, focus.name) if wait.by in scene.things]
    return FocusAnswer(
        text=f"{quoted(thing)} ({stage.replace('_', ' ')}{part}).",
        item=thing.cited,
        stage=stage,
        outcome=outcome,
        due=thing.item.due,
        owner=thing.item.owner,
        waits_for=[one.cited for one in awaited[:_WAITS_SHOWN]] if stage == "blocked" else [],
        marks=list(thing.marks),
    )


def stage_of(scene: Scene, name: str) -> Stage:
    """Return how far a line of work is."""
    item = scene.things[name].item
    if not item.is_work:
        return "held"
    return "blocked" if item.is_open and scene.waiting_for(name) else item.status


def goal_of(scene: Scene, name: str) -> str | None:
    """Return the nearest goal that a line is part of; a goal is its own."""
    wholes: dict[str, list[str]] = {}
    for whole, parts in scene.graph.parts.items():
        for part in parts:
            wholes.setdefault(part, []).append(whole)
    frontier, seen = [name], {name}
    while frontier:
        goals = [one for one in frontier if one in scene.things and scene.things[one].item.kind == "goal"]
        if goals:
            return min(goals)
        frontier = sorted({whole for one in frontier for whole in wholes.get(one, ())} - seen)
        seen |= set(frontier)
    return None


def _can_be_focus(one: Ranked) -> bool:
    # What stands in the way is worked on only when somebody says so; until then it is waited for.
    item = one.thing.item
    named = any(reason.code in {"chosen", "mentioned", "in_progress"} for reason in one.why)
    return item.kind != "blocker" or named


def _ranked(scene: Scene, name: str, keeps: int) -> Ranked:
    thing = scene.things[name]
    why = [*_said(scene, name), *_done(scene, name, thing), *_dated(scene, thing)]
    if keeps:
        others = "another item waits" if keeps == 1 else f"{keeps} other items wait"
        why.append(_why("keeps_others", f"{others} for it", min(_KEEPS_OTHERS_MOST, _KEEPS_OTHERS * keeps)))
    if weight := _priority(thing.item.priority):
        why.append(_why("priority", f"its priority is {thing.item.priority}", weight))
    if thing.item.is_open and scene.waiting_for(name):
        why.append(_why("waits", "it has to wait for something itself", _WAITS))
    touch = scene.touched.get(name)
    begun = (
        name == scene.chosen
        or name in scene.mentioned
        or (thing.item.is_work and thing.item.status == "in_progress")
        or (touch is not None and not touch.created)
    )
    return Ranked(name, thing, tuple(sorted(why, key=lambda one: (-one.weight, one.code))), begun)


def _said(scene: Scene, name: str) -> list[WhyAnswer]:
    why = [_why("chosen", "the caller chose it", _CHOSEN)] if name == scene.chosen else []
    if name in scene.mentioned:
        weight = _MENTIONED[scene.moment] * scene.mentioned[name]
        why.append(_why("mentioned", "the query is about it", weight))
    return why


def _done(scene: Scene, name: str, thing: Thing) -> list[WhyAnswer]:
    why = []
    if thing.item.is_work and thing.item.status == "in_progress":
        why.append(_why("in_progress", "it was begun and not ended", _IN_PROGRESS))
    touch = scene.touched.get(name)
    if touch is None:
        return why
    if touch.created:
        return [*why, _why("noted", f"the session wrote it down on {touch.at[:10]}", _NOTED)]
    last = all(touch.seq >= other.seq for other in scene.touched.values() if not other.created)
    words = f"the session {'last ' if last else ''}worked on it on {touch.at[:10]}"
    return [*why, _why("touched", words, _TOUCHED + (_TOUCHED_LAST if last else 0.0))]


def _dated(scene: Scene, thing: Thing) -> list[WhyAnswer]:
    due = thing.item.due
    if due is None or not thing.item.is_open or not thing.item.is_work:
        return []
    days = (date.fromisoformat(due) - date.fromisoformat(scene.today)).days
    if days < 0:
        return [_why("overdue", f"it was due on {due}", _OVERDUE)]
    if days <= _SOON_DAYS:
        return [_why("due_soon", f"it is due on {due}", _DUE_SOON)]
    if days <= _WEEK_DAYS:
        return [_why("due_this_week", f"it is due on {due}", _DUE_THIS_WEEK)]
    return []


def _keeping_others(scene: Scene) -> dict[str, int]:
    """Return how many open items wait directly for each line."""
    count: dict[str, int] = {}
    for name, awaited in scene.graph.awaited.items():
        if scene.graph.items[name].is_open and scene.graph.items[name].is_work:
            for other in awaited:
                count[other] = count.get(other, 0) + 1
    return count


def _priority(words: str | None) -> float:
    word = (words or "").strip().casefold()
    return _PRIORITIES.get(word) or _NUMBERED_PRIORITIES.get(word.removeprefix("p"), 0.0)


def _why(code: str, text: str, weight: float) -> WhyAnswer:
    return WhyAnswer(code=code, text=text, weight=round(weight, 2))
