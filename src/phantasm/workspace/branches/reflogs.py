"""What happened to branches? Read from git's reflogs, which remember also those that are gone. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from phantasm.workspace.branches.model import Rename, Trace

_LINE = re.compile(r"([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*?> (\d+) [+-]\d{4}(?:\t(.*))?$")
_RENAMED = re.compile(r"Branch: renamed refs/heads/(\S+) to refs/heads/(\S+)")
_MOVING = re.compile(r"checkout: moving from (\S+) to (\S+)")
_MERGED = re.compile(r"merge ([^:]+): (?:Fast-forward|Merge made)")
# What makes a commit; everything else only moves the branch to one that is there.
_MAKES = re.compile(r"(?:commit|cherry-pick|revert|am|merge [^:]+: Merge made)\b")
_REBASED = re.compile(r"rebase \(finish\): refs/heads/\S+ onto ([0-9a-f]{40,64})")
_CREATED = ("branch: Created from", "commit (initial)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a reflog."""

    old: str
    new: str
    at: int
    what: str


def parse(text: str) -> list[Line]:
    """Return the lines of a reflog, oldest first; what is no such line is left out."""
    found = (_LINE.match(line) for line in text.splitlines())
    return [Line(one[1], one[2], int(one[3]), one[4] or "") for one in found if one]


def renames(logs: Iterable[list[Line]]) -> tuple[Rename, ...]:
    """Return who was renamed to what, oldest first."""
    found = {
        Rename(told[1], told[2], line.at)
        for log in logs
        for line in log
        if (told := _RENAMED.match(line.what))
    }
    return tuple(sorted(found, key=lambda one: (one.at, one.old, one.new)))


def merged(logs: Iterable[list[Line]]) -> frozenset[str]:
    """Return the branches that were merged into another one; one that brought nothing leaves no line."""
    found = (_MERGED.match(line.what) for log in logs for line in log)
    return frozenset(name.removeprefix("origin/") for one in found if one for name in one[1].split(" "))


def traces(
    branches: Mapping[str, list[Line]], heads: Iterable[tuple[list[Line], str | None]]
) -> dict[str, Trace]:
    """Return what is known of each branch: from its own reflog, and from those of HEAD, one per worktree.

    With the reflog of a HEAD comes the branch that is checked out there now.
    """
    steps: dict[str, list[_Step]] = {}
    for log, now in heads:
        for name, taken in _of_head(log, now).items():
            steps.setdefault(name, []).extend(taken)
    found: dict[str, Trace] = {}
    for name in sorted({*(name for name, log in branches.items() if log), *steps}):
        seen = sorted(steps.get(name, []), key=lambda step: step.at)
        own_log = branches.get(name)
        found[name] = _of_branch(own_log, seen) if own_log else _of_steps(seen)
    return found


@dataclass(frozen=True, slots=True)
class _Step:
    """Where a branch was while HEAD was on it."""

    at: int
    tip: str
    own: bool


def _of_branch(log: list[Line], seen: list[_Step]) -> Trace:
    """Join what a branch's own reflog says with what HEAD saw of an earlier one with that name."""
    first = log[0]
    begun = first.at if first.what.startswith(_CREATED) else None
    before = [step for step in seen if begun is not None and step.at < begun]
    own = [line.new for line in log if _is_own(line)]
    if begun is None:
        own += [step.tip for step in seen if step.own]
    return Trace(
        tip=log[-1].new,
        start=first.new if begun is not None and not first.what.startswith(_CREATED[1]) else None,
        created_at=begun,
        own=tuple(dict.fromkeys(own)),
        visited=True,
        former=_of_steps(before) if before else None,
    )


def _of_steps(seen: list[_Step]) -> Trace:
    own = dict.fromkeys(step.tip for step in seen if step.own)
    return Trace(seen[-1].tip, own=tuple(own), visited=True)


def _is_own(line: Line) -> bool:
    rebased = _REBASED.match(line.what)
    return line.new != rebased[1] if rebased else bool(_MAKES.match(line.what))


def _of_head(log: list[Line], now: str | None) -> dict[str, list[_Step]]:
    """Follow HEAD from branch to branch."""
    steps: dict[str, list[_Step]] = {}
    first = next((told[1] for line in log if (told := _MOVING.match(line.what))), now)
    current = first
    for line in log:
        if moved := _MOVING.match(line.what):
            steps.setdefault(moved[1], []).append(_Step(line.at, line.old, own=False))
            current = moved[2]
        elif renamed := _RENAMED.match(line.what):
            steps[renamed[2]] = steps.pop(renamed[1], [])
            current = renamed[2]
        if current is not None:
            steps.setdefault(current, []).append(_Step(line.at, line.new, own=_is_own(line)))
    return steps
