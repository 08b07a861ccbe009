"""What is new in the repository's history? Asks git, a bounded piece at a time.

Which commits are new is one walk without looking at any content; what they changed is asked only of those
that are taken in now. Nothing that a repository configures is run on the way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from phantasm.contracts.clock import EARLIEST, to_timestamp
from phantasm.workspace import git
from phantasm.workspace.history.model import Change, Commit, FileChange, Tag

# Every field ends with NUL, and a path, a name or a message may hold anything else: the reading goes by
# position and never looks for a mark inside of them.

_START = "\x01"
FORMAT = f"--format=%x{ord(_START):02x}%H%x00%P%x00%ct%x00%aN%x00%aE%x00%B%x00"
_FIELDS = 6
# A copy adds a file; what changed its type or is in conflict was modified.
_CHANGES: dict[str, Change] = {"A": "A", "C": "A", "D": "D", "R": "R"}
_WITH_TWO_PATHS = frozenset("RC")


def parse(output: bytes, borders: frozenset[str] = frozenset()) -> Iterator[Commit]:
    """Yield the commits; those at the border of a shallow clone without files, as all would look new."""
    tokens = output.decode("utf-8", "replace").split("\0")
    place = 0
    while place + _FIELDS < len(tokens) and tokens[place].startswith(_START):
        sha, parents, seconds, author, mail, message = tokens[place : place + _FIELDS]
        # Behind the fields git ends the entry itself, with one more NUL.
        files, place = _files(tokens, place + _FIELDS + 1)
        name = sha.removeprefix(_START)
        yield Commit(
            sha=name,
            parents=tuple(parents.split()),
            committed_at=moment(seconds),
            author=" ".join(author.split()),
            mail=mail.strip(),
            message=message,
            files=() if name in borders else tuple(files),
        )


def moment(seconds: str) -> str:
    """Return a time that git counts in seconds; a clock that was far off says as little as none."""
    try:
        return to_timestamp(datetime.fromtimestamp(int(seconds), UTC))
    except (ValueError, OverflowError, OSError):
        return EARLIEST


def _files(tokens: list[str], place: int) -> tuple[list[FileChange], int]:
    """Read the files of one commit; return them and where the next begins."""
    found: list[FileChange] = []
    while place < len(tokens) and tokens[place] and not tokens[place].startswith(_START):
        letter = tokens[place].lstrip("\n")[:1]
        change = _CHANGES.get(letter, "M")
        if letter in _WITH_TWO_PATHS:
            if place + 2 >= len(tokens):
                break
            old, path, place = tokens[place + 1], tokens[place + 2], place + 3
            found.append(FileChange(change, path, old if change == "R" else None))
            continue
        if place + 1 >= len(tokens):
            break
        found.append(FileChange(change, tokens[place + 1]))
        place += 2
    return found, place


def below(files: Sequence[FileChange], prefix: str) -> list[FileChange]:
    """Return what happened below a folder, by the names that files have seen from there."""
    if not prefix:
        return list(files)
    found = []
    for file in files:
        old = file.old_path
        came = old is not None and not old.startswith(prefix)
        if file.path.startswith(prefix):
            change: Change = "A" if came else file.change
            before = old.removeprefix(prefix) if old is not None and not came else None
            found.append(FileChange(change, file.path.removeprefix(prefix), before))
        elif old is not None and not came:
            found.append(FileChange("D", old.removeprefix(prefix)))
    return found


_RENAMES_LOOKED_AT = 400
"""Files of one commit that are compared for renames; git's own default, which keeps a mass move quick."""
_LINES_OF_WORK = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master")
"""Besides what is checked out: where the work of others arrives."""
_TAG_FIELDS = "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(creatordate:unix)"
_LOG = (
    *("-c", "log.showRoot=true"),  # what the first commit added is told, whatever is configured
    *("log", "--no-walk=unsorted", "--stdin", "-z", "--name-status"),
    *("-m", "--first-parent"),  # a merge is compared with the line that it was merged into
    *("--no-ext-diff", "--no-textconv", "--no-color", "--no-notes", "--encoding=UTF-8"),
    *("--ignore-submodules=none", "--no-relative", "--no-decorate"),
    FORMAT,
)


@dataclass(frozen=True, slots=True)
class Span:
    """Which part of the history is wanted."""

    most: int | None = None
    """How many commits back; None: all."""
    since: str | None = None
    """Only what was committed from this day on."""


def heads(root: Path) -> list[str]:
    """Return the commits from which the history is read: what is checked out, and the main line of work."""
    own = git.answer(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    others = git.answer(root, "for-each-ref", "--format=%(objectname)", *_LINES_OF_WORK)
    return list(dict.fromkeys([name for name in (own or "", *(others or "").splitlines()) if name]))


def new_since(root: Path, tips: Sequence[str], span: Span) -> list[str]:
    """Return the commits that the heads lead to and the known tips do not, oldest first.

    Every commit comes after those that it stands on, so what is taken in from the front is always whole.
    """
    starts = heads(root)
    if not starts or set(starts) <= set(tips):
        return []
    limits = [f"--max-count={span.most}"] if span.most is not None else []
    # Without a time of day git takes the present one.
    limits += [f"--since={span.since}T00:00:00Z"] if span.since else []
    asked = "\n".join([*starts, *(f"^{tip}" for tip in tips), ""]).encode()
    # What was collected as garbage meanwhile is no border any more.
    options = ("--ignore-missing", "--topo-order", *limits, "--stdin")
    return git.text(root, "rev-list", *options, given=asked).split()[::-1]


def read(root: Path, shas: Sequence[str]) -> list[Commit]:
    """Return some commits, in the order in which they are named; files of a folder by their names in it."""
    if not shas:
        return []
    prefix = git.answer(root, "rev-parse", "--show-prefix") or ""
    named = "\n".join([*shas, ""]).encode()
    try:
        output = git.run(root, *_LOG, "-M", f"-l{_RENAMES_LOOKED_AT}", given=named)
    except git.GitError:
        # A partial clone has no contents to compare, and nothing is fetched from here.
        output = git.run(root, *_LOG, "--no-renames", given=named)
    found = {
        commit.sha: replace(commit, files=tuple(below(commit.files, prefix))) if prefix else commit
        for commit in parse(output, _borders(root))
    }
    return [found[sha] for sha in shas if sha in found]


def set_aside(root: Path, known: Sequence[str]) -> set[str]:
    """Return the commits that some known ones lead to and nothing in the repository does any more."""
    here = _present(root, known)
    gone = set(known) - set(here)
    if not here:
        return gone
    asked = "\n".join([*here, *(f"^{name}" for name in _everything(root)), ""]).encode()
    return gone | set(git.text(root, "rev-list", "--ignore-missing", "--stdin", given=asked).split())


def tags(root: Path) -> list[Tag]:
    """Return the tags that name commits, by name."""
    found = []
    for line in (git.answer(root, "for-each-ref", f"--format={_TAG_FIELDS}", "refs/tags") or "").splitlines():
        name, own, peeled, seconds = line.split("\0")
        found.append(Tag(name, peeled or own, moment(seconds)))
    return found


def _everything(root: Path) -> list[str]:
    """Return what every reference and every worktree stands on."""
    referred = (git.answer(root, "for-each-ref", "--format=%(objectname)") or "").splitlines()
    listed = (git.answer(root, "worktree", "list", "--porcelain") or "").splitlines()
    standing = [line.removeprefix("HEAD ") for line in listed if line.startswith("HEAD ")]
    # Before the first commit git writes zeros.
    return [name for name in dict.fromkeys([*referred, *standing]) if name.strip("0")]


def _present(root: Path, shas: Sequence[str]) -> list[str]:
    """Return which commits the repository still has."""
    asked = "\n".join([*shas, ""]).encode()
    lines = git.text(root, "cat-file", "--batch-check=%(objecttype) %(objectname)", given=asked).splitlines()
    return [line.split()[1] for line in lines if line.startswith("commit ")]


def _borders(root: Path) -> frozenset[str]:
    """Return the commits at which a shallow clone ends."""
    folder = git.answer(root, "rev-parse", "--git-common-dir")
    if folder is None:
        return frozenset()
    try:
        return frozenset((root / folder / "shallow").read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return frozenset()
