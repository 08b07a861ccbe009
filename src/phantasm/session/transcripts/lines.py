"""Where does each line of a growing file begin and end? Pure; never holds more than one line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

MOST_LINE_BYTES = 16 * 1024 * 1024
"""The longest line that is held, in bytes: turns with pictures have a few MiB, and memory is bounded."""

CHUNK_BYTES = 1024 * 1024
"""How much is asked for at once, in bytes: larger chunks read no faster."""


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line as it stands in the file, without its line feed."""

    start: int
    """The offset of its first byte."""
    stop: int
    """The offset behind its line feed, or behind the last byte where it has none."""
    data: bytes | None
    """None: longer than what is held; its bytes were passed over."""
    finished: bool
    """False: the last line, whose line feed is not written yet."""


def lines(read: Callable[[int], bytes], start: int = 0, *, most: int = MOST_LINE_BYTES) -> Iterator[RawLine]:
    """Yield the lines that `read` gives from `start` on, the last one also when it is not finished.

    `read(n)` answers with at most n bytes, and with none at the end. Offsets count from the file's beginning,
    so that whoever reads on at a line's `stop` gets the same lines as whoever reads everything.
    """
    held: list[
        bytes
    ] = []  # the pieces of a line that goes on over several chunks; emptied once it is too long
    length = 0
    while chunk := read(CHUNK_BYTES):
        begin = 0
        while (end := chunk.find(b"\n", begin)) >= 0:
            length += end - begin
            data = b"".join((*held, chunk[begin:end])) if length <= most else None
            yield RawLine(start, start + length + 1, data, finished=True)
            start += length + 1
            begin, length = end + 1, 0
            held.clear()
        length += len(chunk) - begin
        if length > most:
            held.clear()
        elif begin < len(chunk):
            held.append(chunk[begin:])
    if length:
        yield RawLine(start, start + length, b"".join(held) if length <= most else None, finished=False)
