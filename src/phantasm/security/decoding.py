"""Escaped and encoded text as its reader will see it, with the way back to the places in the original.

A secret is stored as somebody printed it: coloured by a terminal, escaped as JSON inside JSON, encoded for a
URL, or as base64 in a manifest. The rules look at what is left when that is taken away; what they find is
masked where it stands in the text as it came.
"""

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from phantasm.contracts.patterns import compiled

# JSON in JSON in a log line is escaped three times over; nothing that people paste is escaped more often.
MOST_ROUNDS = 4
# Shorter base64 holds at most a word; names in code look like it by chance.
SHORTEST_BASE64_CHARACTERS = 24
# Enough to tell text from noise: a byte of noise is one of text with a chance of a half.
_SAMPLE_CHARACTERS = 32
_OF_TEXT = frozenset(range(0x20, 0x7F)) | frozenset(range(0x80, 0xF5)) | frozenset(b"\t\n\r\x1b")
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " ", "e": "\x1b", "a": " ", "v": " "}
_ENTITIES = {"quot": '"', "amp": "&", "lt": "<", "gt": ">", "apos": "'"}
# Zero-width and joining characters, which a terminal or a browser does not show.
_INVISIBLE = "\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\ufeff"

# The first character stands alone in front, so that the search skips to the next one that may begin one.
_ESCAPE = (
    rf"[\x1b\\%&{_INVISIBLE}](?:"
    # ECMA-48: control sequences (colours), operating system commands (titles, links), single functions
    r"(?<=\x1b)(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)|[@-Z^_=>78])"
    r"|(?<=\\)(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(0[0-7]{2})|([nrtbfeav\"'`/\\]))"
    r"|(?<=%)([0-9a-fA-F]{2})"
    r"|(?<=&)(?:(quot|amp|lt|gt|apos)|#([0-9]{1,6})|#x([0-9a-fA-F]{1,5}));"
    rf"|(?<=[{_INVISIBLE}])[{_INVISIBLE}]*+)"
)
# A run of base64, over the line breaks of a wrapped one.
_BASE64 = r"[A-Za-z0-9+/_\-]{24,}+(?:\r?\n[A-Za-z0-9+/_\-]{1,76}+)*+={0,2}"


class Decoded(NamedTuple):
    """A text without its escapes; each piece that was copied or replaced knows where it came from."""

    text: str
    starts: list[int]
    """Where each piece begins in `text`."""
    origins: list[tuple[int, int]]
    """Where that piece stands in the original. One of the same length was copied; others were escapes."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a span of the decoded text stands in the original."""
        return self._place(start)[0], self._place(end - 1)[1]

    def _place(self, position: int) -> tuple[int, int]:
        piece = bisect_right(self.starts, position) - 1
        begin, end = self.origins[piece]
        following = self.starts[piece + 1] if piece + 1 < len(self.starts) else len(self.text)
        if following - self.starts[piece] == end - begin:
            begin += position - self.starts[piece]
            return begin, begin + 1
        return begin, end


def without_escapes(text: str) -> Decoded | None:
    """Return a text with its escapes taken away, round after round; None where there are none."""
    decoded: Decoded | None = None
    for _ in range(MOST_ROUNDS):
        current = decoded.text if decoded else text
        once = _once(current)
        if once is None:
            break
        decoded = once if decoded is None else _through(decoded, once)
    return decoded


def encoded_texts(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield what stands in base64 and is text: (what it says, start, end)."""
    for match in compiled(_BASE64).finditer(text):
        said = _text_in(match[0])
        if said is not None:
            yield said, match.start(), match.end()


def _once(text: str) -> Decoded | None:
    if not any(mark in text for mark in "\\%\x1b&") and text.isascii():
        return None
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[tuple[int, int]] = []
    done = length = 0
    for match in compiled(_ESCAPE).finditer(text):
        start, end = match.span()
        for piece, begin, stop in ((text[done:start], done, start), (_meaning(match), start, end)):
            if piece:
                pieces.append(piece)
                starts.append(length)
                origins.append((begin, stop))
                length += len(piece)
        done = end
    if not done:
        return None
    if done < len(text):
        pieces.append(text[done:])
        starts.append(length)
        origins.append((done, len(text)))
    return Decoded("".join(pieces), starts, origins)


def _meaning(match: re.Match[str]) -> str:
    """Return what an escape stands for; nothing where it only moved, coloured or hid."""
    unit, point, byte, octal, simple, percent, entity, decimal, hexadecimal = match.groups()
    if simple:
        return _SIMPLE.get(simple, simple)
    if entity:
        return _ENTITIES[entity]
    if octal:
        return chr(int(octal, 8))
    if decimal:
        return _character(int(decimal))
    if digits := unit or point or byte or percent or hexadecimal:
        return _character(int(digits, 16))
    return ""


def _character(number: int) -> str:
    """Return a character by number; what cannot stand in a text becomes a mark of the same length."""
    is_character = 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF  # noqa: PLR2004 - Unicode's own
    return chr(number) if is_character else "\ufffd"


def _through(first: Decoded, second: Decoded) -> Decoded:
    """Return the second decoding with its places in the original of the first."""
    starts: list[int] = []
    origins: list[tuple[int, int]] = []
    bounds = [*second.starts, len(second.text)]
    for piece, (begin, end) in enumerate(second.origins):
        start, stop = bounds[piece], bounds[piece + 1]
        if stop - start != end - begin:  # an escape of the second round: one place in the original
            starts.append(start)
            origins.append(first.span(begin, end))
            continue
        position = begin
        while position < end:  # copied: cut where the first round had its own pieces
            at = bisect_right(first.starts, position) - 1
            limit = first.starts[at + 1] if at + 1 < len(first.starts) else len(first.text)
            until = min(limit, end)
            starts.append(start + position - begin)
            origins.append(first.span(position, until))
            position = until
    return Decoded(second.text, starts, origins)


def _text_in(run: str) -> str | None:
    """Return the text that a run of base64 holds; None where it holds bytes, or is a word or a path."""
    standard = "".join(run.split()).replace("-", "+").replace("_", "/").rstrip("=")
    sample = _bytes_of(standard[:_SAMPLE_CHARACTERS])
    if sum(byte in _OF_TEXT for byte in sample) < len(sample):
        return None
    return _bytes_of(standard).decode("utf-8", "replace") or None


def _bytes_of(standard: str) -> bytes:
    try:
        return base64.b64decode(standard + "=" * (-len(standard) % 4))
    except binascii.Error:  # one letter too many: no base64
        return b""
