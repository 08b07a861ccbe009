"""May a grammar read a text? Parsers take minutes, gigabytes or the process down over some texts. Pure.

The generated parsers recover from errors in time that grows with the square of what is wrong, and nest
without a bound. So they get only what somebody may have written: not too large or deep, no endless lines.
"""

import re
import zlib
from itertools import accumulate

LARGEST_PARSED = 1_000_000
"""Characters; the largest file that people wrote, of 20,000 looked at, has 700,000: a fifth of a second."""
LONGEST_LINE = 8_000
"""Characters; a longer line is minified or data."""
DEEPEST = 1_000
"""Brackets that are open at once: people nest some 20, strings may hold some hundreds."""
MOST_OPEN_ANGLES = 1_000
"""How many more `<` than `>` a text may have: a chain of them is read as types in types, in gigabytes."""
MOST_REPEATED = 30
"""How many times smaller a text may be compressed: 3 is usual, 19 the most of 20,000 files of source code."""
SMALLEST_GUARDED = 2_000
"""Characters; a shorter text does little harm."""
_OTHER = re.compile(r"[^()\[\]{}]+")
_ANGLE = re.compile(r"(?<!<)<(?![<=])")
_STEP = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def may_be_parsed(text: str) -> bool:
    """Tell whether a text is like one that somebody wrote."""
    if len(text) <= SMALLEST_GUARDED:
        return True
    if len(text) > LARGEST_PARSED or max(map(len, text.split("\n"))) > LONGEST_LINE:
        return False
    data = text.encode("utf-8", "replace")
    if len(data) > MOST_REPEATED * len(zlib.compress(data, 1)):
        return False
    if text.count("<") > MOST_OPEN_ANGLES and len(_ANGLE.findall(text)) - text.count(">") > MOST_OPEN_ANGLES:
        return False
    return max(accumulate(map(_STEP.__getitem__, _OTHER.sub("", text))), default=0) <= DEEPEST
