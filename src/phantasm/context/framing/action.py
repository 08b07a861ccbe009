"""What is to be done next: a talk, a thought, a tool, or waiting? Pure."""

import re
from dataclasses import dataclass

from phantasm.context.framing.answers import ActionAnswer, ActionKind
from phantasm.context.framing.focus import Ranked
from phantasm.context.framing.scene import Scene, Thing, cut, quoted
from phantasm.state.graph import parts_of, waits

# The verb that a task begins with says what sort of step it is. What says nothing is done with tools, as most
# tasks of a repository are.
_TALK = re.compile(
    r"\W*(?:please\s)?(?:ask|discuss|clarify|tell|confirm|agree|decide\swith|talk|call|reply|answer|invite)\b",
    re.IGNORECASE,
)
_THINK = re.compile(
    r"\W*(?:please\s)?(?:analy[sz]e|investigate|compare|decide|design|review|understand|find\sout|evaluate|plan"
    r"|research|estimate|diagnose|think|consider|assess|read|explore|figure\sout|choose|look\sinto)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\?\s*$|^\W*(?:who|what|when|where|why|which|how|is|are|was|were|do|does|did|has|have|had)\b",
    re.IGNORECASE,
)
# What is asked and not done: a person's word brings it to an end.
_TO_BE_SETTLED = frozenset({"question", "decision"})
# Named in a sentence; the answer's items have the same.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Next:
    """The next step, and the line of work that it is about."""

    answer: ActionAnswer
    name: str | None = None


def next_action(scene: Scene, found: list[Ranked], focus: Ranked | None) -> Next:
    """Choose the next step: what the turn asks, then the focus, then what is ready, then what is open."""
    if scene.moment == "turn" and scene.query and _QUESTION.search(scene.query.strip()):
        kind: ActionKind = "analytical" if scene.slots else "conversational"
        return Next(ActionAnswer(kind=kind, text=f"Answer the question: “{cut(scene.query)}”."))
    if focus is not None and (focus.thing.item.is_open or not focus.thing.item.is_work):
        return _step(scene, found, focus.name)
    for one in found:
        if one.thing.item.kind == "task" and _is_ready(scene, one.name) and one.thing.trusted:
            return _step(scene, found, one.name)
    for one in found:
        if one.thing.item.kind != "blocker" and one.thing.item.is_open and _is_ready(scene, one.name):
            return _step(scene, found, one.name)
    if waiting := [one for one in found if one.thing.item.is_open and one.thing.item.is_work]:
        return _wait(scene, waiting[0].name)
    done = f"{quoted(focus.thing)} is {focus.thing.item.status}. " if focus else ""
    return Next(ActionAnswer(kind="conversational", text=f"{done}Nothing is open: ask what is wanted."))


def _step(scene: Scene, found: list[Ranked], name: str) -> Next:
    """Return the step that brings a line of work forward."""
    thing = scene.things[name]
    if scene.waiting_for(name):
        return _before(scene, found, name)
    if thing.item.kind == "goal" and (part := _part(scene, found, name)):
        return _step(scene, found, part)
    if not thing.trusted:
        words = f"Ask a person whether {quoted(thing)} is to be done: it rests on an untrusted origin."
        return _about(thing, name, "conversational", words)
    if thing.item.kind in _TO_BE_SETTLED:
        verb = "Settle the question" if thing.item.kind == "question" else "Decide"
        return _about(thing, name, "conversational", f"{verb}: {quoted(thing)}.")
    if thing.item.kind == "blocker" and thing.item.status != "in_progress":
        return _wait(scene, name)
    if not thing.item.is_work:
        return _about(thing, name, "analytical", f"Go on with {quoted(thing)}.")
    verb = "Go on with" if thing.item.status == "in_progress" else "Begin with"
    if thing.item.kind == "goal":
        return _about(thing, name, "analytical", f"Plan the work for {quoted(thing)}: it has no open part.")
    return _about(thing, name, sort_of(thing.text or ""), f"{verb} {quoted(thing)}.")


def sort_of(task: str) -> ActionKind:
    """Return what sort of step the words of a task ask for."""
    if _TALK.match(task):
        return "conversational"
    return "analytical" if _THINK.match(task) else "tool"


def _before(scene: Scene, found: list[Ranked], name: str) -> Next:
    """Return what has to be done before a line that waits can go on, if anything can be done."""
    order = {one.name: place for place, one in enumerate(found)}
    awaited = [wait.by for wait in waits(scene.graph, name) if wait.by in order]
    doable = [one for one in awaited if _is_ready(scene, one) and _is_doable(scene.things[one])]
    if not doable:
        return _wait(scene, name)
    # Tasks before questions: a person need not be asked while there is something to do.
    best = min(doable, key=lambda one: (scene.things[one].item.kind in _TO_BE_SETTLED, order[one]))
    step = _step(scene, found, best)
    words = f"{step.answer.text} {quoted(scene.things[name])} waits for it."
    return Next(step.answer.model_copy(update={"text": words}), step.name)


def _wait(scene: Scene, name: str) -> Next:
    """Say what is waited for: the ends of the ways, or the line itself when it is in the way."""
    reached = [wait.by for wait in waits(scene.graph, name) if wait.by in scene.things and wait.by != name]
    ends = [one for one in reached if not scene.waiting_for(one)] or reached[:1]
    thing = scene.things[name]
    if not ends:
        return _about(thing, name, "waiting", f"Wait: {quoted(thing)} stands in the way.")
    named = [scene.things[one] for one in ends[:_NAMED]]
    more = f" and {len(ends) - _NAMED} more" if len(ends) > _NAMED else ""
    words = f"Wait for {', '.join(map(quoted, named))}{more}: {quoted(thing)} cannot go on."
    return Next(ActionAnswer(kind="waiting", text=words, items=[one.cited for one in named]), name)


def _part(scene: Scene, found: list[Ranked], goal: str) -> str | None:
    """Return the part of a goal that comes first: what can be done before what waits."""
    parts = {part.id for part in parts_of(scene.graph, goal)}
    among = [
        one.name
        for one in found
        if one.name in parts and one.name != goal and one.thing.item.kind not in {"goal", "blocker"}
    ]
    return next((name for name in among if _is_ready(scene, name)), next(iter(among), None))


def _is_ready(scene: Scene, name: str) -> bool:
    return scene.things[name].item.is_open and not scene.waiting_for(name)


def _is_doable(thing: Thing) -> bool:
    # Not a goal: its parts may wait for it, and then the way leads round.
    begun = thing.item.kind == "blocker" and thing.item.status == "in_progress"
    return thing.item.kind in {"task", *_TO_BE_SETTLED} or begun


def _about(thing: Thing, name: str, kind: ActionKind, words: str) -> Next:
    return Next(ActionAnswer(kind=kind, text=words, items=[thing.cited]), name)
