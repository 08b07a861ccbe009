"""Is what was mined what was hidden? `procedure_mining.py` says what counts as found, spurious and right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phantasm.learning.procedures.align import in_order
from phantasm.learning.procedures.model import Found, Refused, Verified
from phantasm.learning.procedures.normalise import actions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.workflows import Hidden, Workflow

SHARE = 0.8
"""Of sessions and of steps: what makes a procedure a workflow."""

_QUOTES = re.compile(r"[\"']")
_NAMES = re.compile(r"\{(\w+)\}")


def form_of(step: str) -> str:
    return actions(step.removeprefix("? "))[-1].form


def score(
    found: Sequence[Found], hidden: Mapping[str, Hidden], workflows: Sequence[Workflow]
) -> dict[str, Any]:
    """Compare what was mined with what was hidden."""
    kept = [one for one in found if not isinstance(one.verdict, Refused)]
    reached: dict[str, Found] = {}
    waiting: list[str] = []
    spurious: list[str] = []
    # The best supported first: of two fragments of one workflow the second is spurious.
    for one in sorted(kept, key=lambda found: (-len(found.candidate.sessions), found.candidate.signature)):
        workflow = workflow_of(one, hidden, workflows)
        is_promoted = isinstance(one.verdict, Verified)
        if workflow and workflow.name not in reached:
            reached[workflow.name] = one
        else:
            shown = f"{one.candidate.title} [{'; '.join(one.candidate.acts)}]"
            (spurious if is_promoted else waiting).append(shown)
    by_name = {one.name: one for one in workflows}
    right = [name for name, one in reached.items() if parameters_right(one, by_name[name])]
    return {
        "candidates": len(kept),
        "found": len(reached),
        "promoted": sum(isinstance(one.verdict, Verified) for one in reached.values()),
        "spurious": len(spurious),
        "parameters_right": len(right),
        "parameters_right_share": round(len(right) / len(reached), 3) if reached else 0.0,
        "missed": sorted(by_name.keys() - reached.keys()),
        "parameters_wrong": sorted(reached.keys() - set(right)),
        "spurious_titles": spurious,
        "waiting_besides": waiting,
    }


def workflow_of(one: Found, hidden: Mapping[str, Hidden], workflows: Sequence[Workflow]) -> Workflow | None:
    """Return the workflow that a procedure is, by its sessions and its steps."""
    sessions = one.candidate.sessions
    for workflow in workflows:
        doing = sum(workflow.name in hidden[session].workflows for session in sessions)
        steps = [step.form for step in one.candidate.steps if not step.optional]
        wanted = [form_of(step) for step in workflow.required]
        shared = in_order(wanted, steps)
        if doing >= SHARE * len(sessions) and shared >= SHARE * len(wanted) and shared >= SHARE * len(steps):
            return workflow
    return None


def parameters_right(one: Found, workflow: Workflow) -> bool:
    """Whether every step reads as it was hidden, with numbers for names."""
    left = [(form_of(step), step.removeprefix("? ")) for step in workflow.steps]
    pairs = []
    for step in one.candidate.steps:
        place = next((at for at, (form, _) in enumerate(left) if form == step.form), None)
        if place is not None:
            pairs.append((step.action, left.pop(place)[1]))
    return numbered(line for line, _ in pairs) == numbered(line for _, line in pairs)


def numbered(lines: Iterable[str]) -> list[str]:
    """Replace names by numbers, in the order of first use; leave out quotes and flags that change nothing."""
    numbers: dict[str, int] = {}
    found = []
    for line in lines:
        plain = " ".join(word for word in _QUOTES.sub("", line).split() if word not in {"-q", "--yes"})
        found.append(
            _NAMES.sub(lambda name: f"<{numbers.setdefault(name[1], len(numbers))}>", plain).removeprefix(
                "./"
            )
        )
    return found
