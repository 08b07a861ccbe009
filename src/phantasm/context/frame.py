"""What is going on, what comes next, and why? The session frame: six answers, put together and hashed. Pure.

A frame is derived from one snapshot and never stored: asked again of the same snapshot it has the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from phantasm.context.framing.action import next_action
from phantasm.context.framing.answers import ChangeAnswer, Frame, RuleAnswer
from phantasm.context.framing.cue import Trace, cue
from phantasm.context.framing.focus import Ranked, focus_answer
from phantasm.context.framing.recalling import Found, Near, Wish, recall
from phantasm.context.framing.scene import Scene
from phantasm.contracts.canonical import digest


@dataclass(frozen=True, slots=True)
class Material:
    """What the answers about the past are made of."""

    wish: Wish
    """For what, and how, something is recalled."""
    found: Sequence[Found] = ()
    near: Near = field(default_factory=Near)
    rules: Sequence[RuleAnswer] = ()
    traces: Sequence[Trace] = ()
    """What was done and said last."""
    changed: Sequence[ChangeAnswer] | None = None
    """What changed since; None where nobody asks for it."""


def compose(scene: Scene, lines: list[Ranked], focus: Ranked | None, material: Material) -> Frame:
    """Put the six answers together; what one of them says already is not recalled once more."""
    step = next_action(scene, lines, focus)
    about = focus or next((one for one in lines if one.name == step.name), None)
    current = focus_answer(scene, focus)
    said = {rule.id for rule in material.rules}
    said |= {one.id for one in (current.item, current.outcome) if one}
    found = [one for one in material.found if one.id not in said]
    return Frame(
        focus=current,
        next_action=step.answer,
        why_now=list(about.why) if about else [],
        constraints=list(material.rules),
        recall=recall(found, material.near, material.wish),
        resume_cue=cue(scene, focus, step.answer, material.traces, material.changed),
    )


def hash_of(frame: Frame) -> str:
    """Return the hex SHA-256 over the canonical answers."""
    return digest(frame.model_dump(mode="json"))
