"""What does git know about the tracked files? Who touched them between two commits, and what they held."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from phantasm.config.finding import FOLDER
from phantasm.state.exchange.tracked.folder import MAX_BYTES, MAX_FILES, NAME
from phantasm.workspace import git

_PREFIX = f"{FOLDER}/{NAME}/"
# Years of a team's work on its memory; who wrote what is older than that is not told.
_MOST_COMMITS = 5_000
_COMMIT, _AUTHOR = "\x01", "\x02"
# A name is shown in one line of an answer.
_AUTHOR_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class Touch:
    """The newest commit that touched a file."""

    commit: str
    author: str
    removed: bool


def touched(root: Path, since: str | None, until: str) -> dict[str, Touch]:
    """Return who last touched each file after one commit up to another; nothing where git cannot tell."""
    if since == until:
        return {}
    span = until if since is None else f"{since}..{until}"
    options = ("--relative", "--no-renames", "--name-status", "-z", f"--max-count={_MOST_COMMITS}")
    form = f"--format={'%x01'}%H{'%x02'}%an"
    try:
        told = git.text(root, "log", *options, form, span, "--", _PREFIX)
    except git.GitError:
        return {}
    found: dict[str, Touch] = {}
    for block in told.split(_COMMIT)[1:]:
        head, _, rest = block.partition("\0")
        commit, _, author = head.partition(_AUTHOR)
        parts = rest.lstrip("\n").split("\0")
        for status, path in zip(parts[::2], parts[1::2], strict=False):
            name = path.removeprefix(_PREFIX)
            found.setdefault(name, Touch(commit, author[:_AUTHOR_CHARACTERS], removed=status == "D"))
    return found


def blobs_at(root: Path, revision: str) -> dict[str, str]:
    """Return the content's id of each file that a commit has; raises where git does not know the commit."""
    told = git.text(root, "ls-tree", "-r", "-z", revision, "--", _PREFIX)
    found = {}
    for row in told.split("\0"):
        kind, _, path = row.partition("\t")
        if kind.startswith("100") and path.startswith(_PREFIX):
            found[path.removeprefix(_PREFIX)] = kind.split(" ")[2]
    return dict(sorted(found.items())[:MAX_FILES])


def texts_of(root: Path, blobs: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of some contents by name; what is too large or no UTF-8 is empty."""
    names = list(blobs)
    told = git.run(root, "cat-file", "--batch", given="".join(f"{blobs[name]}\n" for name in names).encode())
    found: dict[str, str] = {}
    start = 0
    for name in names:
        end = told.index(b"\n", start)
        told_of = told[start:end].split(b" ")
        if told_of[1] == b"missing":  # a clone that does not have everything
            found[name], start = "", end + 1
            continue
        size = int(told_of[2])
        data = told[end + 1 : end + 1 + size]
        start = end + 1 + size + 1
        found[name] = _text(data)
    return found


def _text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        return ""
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return ""


def commit_of(root: Path, revision: str) -> str | None:
    """Return the commit that a name stands for; None where it stands for none."""
    return git.answer(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")


def common(root: Path, one: str, other: str) -> str | None:
    """Return the newest commit that two commits both go on from."""
    return git.answer(root, "merge-base", one, other)
