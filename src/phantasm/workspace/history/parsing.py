"""How is what `git log -z` prints read? Pure: bytes in, commits out.

Every field ends with NUL, and a path, a name or a message may hold anything else: the reading goes by
position and never looks for a mark inside of them.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from phantasm.contracts.clock import EARLIEST, to_timestamp
from phantasm.workspace.history.model import Change, Commit, FileChange

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
