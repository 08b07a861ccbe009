"""In which parts is a long text looked for? Spans of up to a thousand characters, cut where a thought ends.

Pure. The parts of a text are contiguous and together are the whole text; cutting it again cuts it the same.
"""

import re

# What a retrieval unit may hold: a few paragraphs of prose or one function, and still one thought
# (memory.md "Tiers").
PART_CHARACTERS = 1_000
# A cut in the first half of a part would make two short ones where one does.
_EARLIEST_SHARE = 0.5
# Where a thought ends, best first: a blank line, a sentence, a line, a word.
_ENDS = (
    re.compile(r"\n\s*\n"),
    re.compile(r"[.!?…]['\")\]]*\s+|[\u3002\uff01\uff1f]"),
    re.compile(r"\n"),
    re.compile(r"\s"),
)


def parts_of(text: str, longest: int = PART_CHARACTERS) -> list[tuple[int, int]]:
    """Return where each part starts and stops."""
    spans: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > longest:
        stop = _cut(text, start, longest)
        spans.append((start, stop))
        start = stop
    spans.append((start, len(text)))
    return spans


def _cut(text: str, start: int, longest: int) -> int:
    earliest, latest = start + int(longest * _EARLIEST_SHARE), start + longest
    for end in _ENDS:
        found = [match.end() for match in end.finditer(text, earliest, latest)]
        if found:
            return found[-1]
    return latest
