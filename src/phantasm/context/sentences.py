"""Where do the sentences of a text begin and end? Prose by its marks, program text by its lines. Pure."""

import re

# An end of a sentence with what closes around it, a CJK stop, or an end of line.
_END = re.compile("[.!?\u2026][\"')\\]\u2019\u201d*]*\\s+|[\u3002\uff01\uff1f]|\\n+")
# What is shorter says nothing alone ("Yes!", "1."): it goes with what follows.
_SHORTEST_CHARACTERS = 15
# What is longer is cut at a comma: a sentence of a page must not be all or nothing. Measured on the
# development sets: 140 keeps more gold and more of the answers than 200 (docs/context.md).
LONGEST_CHARACTERS = 140
_EARLIEST_SHARE = 0.4
_PAUSE = re.compile(r"[,;:)\u3001\uff0c]\s*|\s-\s")


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Return where each sentence starts and stops; together they are the whole text, but for blank ones."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match.end() - start >= _SHORTEST_CHARACTERS or "\n" in match[0]:
            found += _cut(text, start, match.end())
            start = match.end()
    found += _cut(text, start, len(text))
    return tuple(_joined(text, found))


def _cut(text: str, start: int, stop: int) -> list[tuple[int, int]]:
    spans = []
    while stop - start > LONGEST_CHARACTERS:
        earliest, latest = start + int(LONGEST_CHARACTERS * _EARLIEST_SHARE), start + LONGEST_CHARACTERS
        pauses = [match.end() for match in _PAUSE.finditer(text, earliest, latest)]
        blank = text.rfind(" ", earliest, latest)
        cut = pauses[-1] if pauses else blank + 1 if blank >= 0 else latest
        spans.append((start, cut))
        start = cut
    return [*spans, (start, stop)] if text[start:stop].strip() else spans


def _joined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put what is too short together with what follows it, or, at the end, with what comes before it."""
    found: list[tuple[int, int]] = []
    for start, stop in spans:
        last = found[-1] if found else None
        is_short = last is not None and len(text[last[0] : last[1]].strip()) < _SHORTEST_CHARACTERS
        if last is not None and is_short and last[1] == start and stop - last[0] <= LONGEST_CHARACTERS:
            found[-1] = (last[0], stop)
        else:
            found.append((start, stop))
    return found


def joined(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return spans in order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        else:
            found.append((start, stop))
    return tuple(found)
