"""What does the memory tool say? Its messages and its view of texts, as the published tool words them.

Models were trained on these words, so they are given back to the letter. Lines end at LF alone.
"""

from collections.abc import Iterable, Sequence

ROOT = "/memories"
# The tool shows line numbers in six places and refuses what does not fit them.
MAX_LINES = 999_999
LINE_NUMBER_WIDTH = 6
# Listings go two folders deep.
_DEPTH = 2
# Lines shown before and after a change.
_LINES_AROUND = 2
_BYTES_PER_STEP = 1024
_UNITS = "BKMG"


class FileProblemError(Exception):
    """What the tool answers when it cannot do something; its text is the answer."""


def missing(path: str) -> FileProblemError:
    """Return the answer for a path that leads nowhere."""
    return FileProblemError(f"The path {path} does not exist. Please provide a valid path.")


def gone(path: str) -> FileProblemError:
    """Return the answer for a file that somebody else took away in the meantime."""
    return FileProblemError(
        f"The file {path} no longer exists (may have been deleted or renamed concurrently)."
    )


def busy(path: str) -> FileProblemError:
    """Return the answer for a path that others keep changing."""
    return FileProblemError(f"The path {path} is being changed by others. Please try again.")


def numbered(path: str, text: str, view_range: Sequence[int] | None) -> str:
    """Return a file with line numbers, or a range of its lines; -1 is the last line."""
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise FileProblemError(f"File {path} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if view_range and len(view_range) == len(("first", "last")):
        first = max(1, view_range[0])
        last = len(lines) if view_range[1] == -1 else view_range[1]
    return f"Here's the content of {path} with line numbers:\n" + _numbers(lines[first - 1 : last], first)


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, str]:
    """Return a text with the one occurrence of a passage replaced, and the answer that shows the change."""
    count = text.count(old)
    if count == 0:
        raise FileProblemError(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    if count > 1:
        lines = ", ".join(str(text.count("\n", 0, place) + 1) for place in _places(text, old))
        raise FileProblemError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    line = text.count("\n", 0, text.index(old))
    after = text.replace(old, new)
    start = max(0, line - _LINES_AROUND)
    snippet = _numbers(after.split("\n")[start : line + _LINES_AROUND + 1], start + 1)
    told = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
    return after, told + snippet


def inserted(path: str, text: str, line: int, addition: str) -> tuple[str, str]:
    """Return a text with lines put in behind a line, and the answer."""
    lines = text.removesuffix("\n").split("\n") if text else []
    if not 0 <= line <= len(lines):
        raise FileProblemError(
            f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}]."
        )
    after = "\n".join([*lines[:line], addition.rstrip("\n"), *lines[line:]])
    return after if after.endswith("\n") else after + "\n", f"The file {path} has been edited."


def listing(path: str, below: Iterable[tuple[str, int]]) -> str:
    """Return what is in a folder: sizes in bytes by path inside it; a folder's size is that of its files."""
    sizes: dict[tuple[str, ...], int] = {}
    total = 0
    for name, size in below:
        parts = tuple(name.split("/"))
        total += size
        for depth in range(1, min(len(parts), _DEPTH) + 1):
            # The empty last part sorts a folder before what is in it, and is the slash behind its name.
            shown = parts[:depth] if depth == len(parts) else (*parts[:depth], "")
            sizes[shown] = sizes.get(shown, 0) + size
    lines = [f"{_size(total)}\t{path}"]
    for parts, size in sorted(sizes.items()):
        if not any(part.startswith(".") for part in parts):
            lines.append(f"{_size(size)}\t{path}/{'/'.join(parts)}")
    told = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:\n"
    return told + "\n".join(lines)


def _places(text: str, passage: str) -> Iterable[int]:
    place = text.find(passage)
    while place >= 0:
        yield place
        place = text.find(passage, place + 1)


def _numbers(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:>{LINE_NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def _size(size: int) -> str:
    """Return a size the way `du -h` does, without the zero behind the point."""
    step = 0
    shown = float(size)
    while shown >= _BYTES_PER_STEP and step < len(_UNITS) - 1:
        shown /= _BYTES_PER_STEP
        step += 1
    return f"{shown:.0f}{_UNITS[step]}" if shown == int(shown) else f"{shown:.1f}{_UNITS[step]}"
