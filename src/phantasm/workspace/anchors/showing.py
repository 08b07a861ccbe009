"""What changed? A unified diff that is short enough to be read. Pure."""

import re
from collections.abc import Sequence
from difflib import unified_diff

_MOST_LINES = 60
"""As much as fits on a screen; more is looked up in git."""
_MOST_LETTERS = 200
"""Of one line: minified files have lines of a megabyte."""
_MOST_COMPARED = 4_000
"""Lines on either side. Comparing more takes seconds, and nobody reads that."""
_AROUND = 3
_HUNK = re.compile(r"@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@")


def diff_of(
    old: Sequence[str], new: Sequence[str], *, names: tuple[str, str], at: tuple[int, int] = (1, 1)
) -> str | None:
    """Return what became of some lines; None where there is too much to compare or nothing to show.

    `names` are the files' names, `at` the lines at which the texts start in them.
    """
    same = 0
    shorter = min(len(old), len(new))
    while same < shorter and old[same] == new[same]:
        same += 1
    tail = 0
    while tail < shorter - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    first, tail = max(0, same - _AROUND), max(0, tail - _AROUND)
    left, right = old[first : len(old) - tail], new[first : len(new) - tail]
    if max(len(left), len(right)) > _MOST_COMPARED:
        return None
    lines = list(unified_diff(left, right, *names, lineterm="", n=_AROUND))
    lines = [_placed(line, at[0] - 1 + first, at[1] - 1 + first) for line in lines]
    shown = [
        line if len(line) <= _MOST_LETTERS else f"{line[:_MOST_LETTERS]}…" for line in lines[:_MOST_LINES]
    ]
    if len(lines) > _MOST_LINES:
        shown.append(f"… {len(lines) - _MOST_LINES} more lines")
    return "\n".join(shown) or None


def _placed(line: str, old: int, new: int) -> str:
    """Return a line of a diff; the head of a hunk counts from the start of the file."""
    head = _HUNK.fullmatch(line)
    return f"@@ -{int(head[1]) + old}{head[2]} +{int(head[3]) + new}{head[4]} @@" if head else line
