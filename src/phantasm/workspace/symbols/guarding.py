"""May a grammar read a text? Parsers take minutes, gigabytes or the process down over some texts. Pure.

The generated parsers recover from errors in time that grows with the square of what is wrong, and nest without a
bound. So they get only what people may have written: not too large, not too deep, without endless lines.
"""

import re
from itertools import accumulate

LARGEST_PARSED = 600_000
"""Characters; the largest source file that people wrote here has 480,000, and is parsed in half a second."""
LONGEST_LINE = 8_000
"""Characters; a longer line is minified or data."""
DEEPEST = 150
"""Brackets inside one another; people nest some 20, and recovery from 1,000 that are open takes a second."""
MOST_OPEN_ANGLES = 300
"""How many more `<` than `>` a text may have: a chain of them is read as types inside types, in gigabytes."""
_OTHER = re.compile(r"[^()\[\]{}]+")
_STEP = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def may_be_parsed(text: str) -> bool:
    """Tell whether a text is like one that somebody wrote."""
    if len(text) > LARGEST_PARSED or text.count("<") - text.count(">") > MOST_OPEN_ANGLES:
        return False
    if len(text) > LONGEST_LINE and max(map(len, text.split("\n"))) > LONGEST_LINE:
        return False
    brackets = _OTHER.sub("", text)
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0) <= DEEPEST
