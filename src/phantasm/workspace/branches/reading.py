"""Which branches and worktrees does a repository have, and which is its trunk? Asks git; writes nothing."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from phantasm.workspace import git
from phantasm.workspace.branches.model import Rename, Repository, Trace
from phantasm.workspace.place import MAIN_WORKTREE

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


_HEADS = "refs/heads/"
_REMOTES = "refs/remotes/"
_USUAL_TRUNKS = ("main", "master", "trunk")
_LARGEST_LOG = 4_000_000
"""Bytes of a reflog that are read, the newest ones: some tens of thousands of moves."""


def read(start: Path) -> Repository | None:
    """Return what git has at a folder; None where there is no repository, or no git."""
    told = git.answer(start, "rev-parse", "--git-common-dir", "--is-shallow-repository")
    if told is None:
        return None
    common_text, _, shallow = told.rpartition("\n")
    common = (start / common_text).resolve()
    heads, remotes, remote_trunk = _references(start)
    trunk = _trunk(start, heads, remote_trunk)
    tips = [heads[trunk]] if trunk in heads else []
    tips += [remotes[name] for name in (trunk, remote_trunk) if name is not None and name in remotes]
    logs = dict(_branch_logs(common))
    head_logs = list(_head_logs(common))
    return Repository(
        trunk=trunk,
        trunk_tips=tuple(dict.fromkeys(tips)),
        heads=heads,
        remotes=remotes,
        worktrees=frozenset({MAIN_WORKTREE, *_linked(common)}),
        traces=traces(logs, head_logs),
        renames=renames([*logs.values(), *(log for log, _ in head_logs)]),
        merged_names=merged([log for log, _ in head_logs]),
        shallow=shallow == "true",
    )


def _references(start: Path) -> tuple[dict[str, str], dict[str, str], str | None]:
    """Return local branches, branches of remotes, and what a remote calls its default branch."""
    told = git.answer(
        start, "for-each-ref", "--format=%(refname)%09%(objectname)%09%(symref)", _HEADS, _REMOTES
    )
    heads: dict[str, str] = {}
    remotes: dict[str, str] = {}
    trunk = None
    for line in (told or "").splitlines():
        name, tip, points_to = (*line.split("\t"), "", "")[:3]
        if name.startswith(_HEADS):
            heads[name.removeprefix(_HEADS)] = tip
            continue
        remote, _, branch = name.removeprefix(_REMOTES).partition("/")
        if branch == "HEAD":
            default = points_to.removeprefix(f"{_REMOTES}{remote}/")
            trunk = default if remote == "origin" or trunk is None else trunk
        elif remote == "origin" or branch not in remotes:
            remotes[branch] = tip
    return heads, remotes, trunk or None


def _trunk(start: Path, heads: dict[str, str], remote_trunk: str | None) -> str | None:
    if remote_trunk is not None:
        return remote_trunk
    chosen = git.answer(start, "config", "--get", "init.defaultBranch")
    for name in (chosen, *_USUAL_TRUNKS):
        if name and name in heads:
            return name
    return next(iter(heads)) if len(heads) == 1 else None


def _branch_logs(common: Path) -> Iterator[tuple[str, list[Line]]]:
    folder = common / "logs" / "refs" / "heads"
    if folder.is_dir():
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                yield file.relative_to(folder).as_posix(), parse(_tail(file))


def _head_logs(common: Path) -> Iterator[tuple[list[Line], str | None]]:
    for folder in (common, *(common / "worktrees" / name for name in _linked(common))):
        text = _tail(folder / "logs" / "HEAD")
        if text:
            head = _tail(folder / "HEAD").strip()
            now = head.removeprefix(f"ref: {_HEADS}") if head.startswith(f"ref: {_HEADS}") else None
            yield parse(text), now


def _linked(common: Path) -> list[str]:
    """Return the names of the linked worktrees; one whose folder is away for now is still one."""
    folder = common / "worktrees"
    return sorted(entry.name for entry in folder.iterdir() if entry.is_dir()) if folder.is_dir() else []


def _tail(file: Path) -> str:
    try:
        if not file.is_file():  # a pipe in its place would keep us waiting for good
            return ""
        with file.open("rb") as opened:
            size = opened.seek(0, 2)
            opened.seek(max(0, size - _LARGEST_LOG))
            return opened.read().decode("utf-8", "replace")
    except OSError:
        return ""
