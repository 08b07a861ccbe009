"""Which branches and worktrees does a repository have, and which is its trunk? Asks git; writes nothing."""

from collections.abc import Iterator
from pathlib import Path

from phantasm.workspace import git
from phantasm.workspace.branches import reflogs
from phantasm.workspace.branches.model import Repository
from phantasm.workspace.place import MAIN_WORKTREE

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
        traces=reflogs.traces(logs, head_logs),
        renames=reflogs.renames([*logs.values(), *(log for log, _ in head_logs)]),
        merged_names=reflogs.merged([log for log, _ in head_logs]),
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


def _branch_logs(common: Path) -> Iterator[tuple[str, list[reflogs.Line]]]:
    folder = common / "logs" / "refs" / "heads"
    if folder.is_dir():
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                yield file.relative_to(folder).as_posix(), reflogs.parse(_tail(file))


def _head_logs(common: Path) -> Iterator[tuple[list[reflogs.Line], str | None]]:
    for folder in (common, *(common / "worktrees" / name for name in _linked(common))):
        text = _tail(folder / "logs" / "HEAD")
        if text:
            head = _tail(folder / "HEAD").strip()
            now = head.removeprefix(f"ref: {_HEADS}") if head.startswith(f"ref: {_HEADS}") else None
            yield reflogs.parse(text), now


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
