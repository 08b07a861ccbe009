"""Lines: where they begin and end, whatever the sizes of the chunks."""

import io
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts.lines import CHUNK_BYTES, RawLine, lines

MEGABYTE = 1024 * 1024


def in_pieces(data: bytes, sizes: list[int]) -> list[RawLine]:
    """Read data by pieces of the given sizes, over and over."""
    file = io.BytesIO(data)
    turn = iter(range(10**9))
    return list(lines(lambda most: file.read(min(most, sizes[next(turn) % len(sizes)]))))


def test_counts_offsets_from_the_beginning() -> None:
    found = list(lines(io.BytesIO(b"ab\n\ncd\nef").read, 100))
    assert found == [
        RawLine(100, 103, b"ab", finished=True),
        RawLine(103, 104, b"", finished=True),
        RawLine(104, 107, b"cd", finished=True),
        RawLine(107, 109, b"ef", finished=False),
    ]


def test_yields_nothing_for_nothing() -> None:
    assert list(lines(io.BytesIO(b"").read)) == []


def test_passes_over_lines_that_are_too_long() -> None:
    found = list(lines(io.BytesIO(b"abc\nabcd\na\nabcde").read, most=3))
    assert found == [
        RawLine(0, 4, b"abc", finished=True),
        RawLine(4, 9, None, finished=True),
        RawLine(9, 11, b"a", finished=True),
        RawLine(11, 16, None, finished=False),
    ]


@given(
    st.binary(max_size=60).map(lambda data: data.replace(b"\x00", b"\n")),
    st.lists(st.integers(1, 9), min_size=1),
)
def test_gives_the_same_lines_in_pieces_of_any_size(data: bytes, sizes: list[int]) -> None:
    found = in_pieces(data, sizes)
    assert found == list(lines(io.BytesIO(data).read))
    ends = [(line.data or b"") + (b"\n" if line.finished else b"") for line in found]
    assert b"".join(ends) == data


@given(st.lists(st.sampled_from([b"a", b"bc", b"\n"]), max_size=30).map(b"".join), st.integers(0, 4))
def test_gives_the_rest_from_every_line_on(data: bytes, most: int) -> None:
    whole = list(lines(io.BytesIO(data).read, most=most))
    for place, line in enumerate(whole):
        rest = list(lines(io.BytesIO(data[line.stop :]).read, line.stop, most=most))
        assert rest == whole[place + 1 :]


def test_never_holds_a_line_of_200_megabytes() -> None:
    chunk = b"x" * CHUNK_BYTES
    left = 200

    def read(most: int) -> bytes:
        nonlocal left
        left -= 1
        assert most == CHUNK_BYTES
        return chunk if left >= 0 else (b"\nlast\n" if left == -1 else b"")

    tracemalloc.start()
    try:
        found = list(lines(read))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    long = 200 * MEGABYTE + 1
    assert found == [RawLine(0, long, None, finished=True), RawLine(long, long + 5, b"last", finished=True)]
    # The 16 MiB that might have become a line, and a chunk or two; the chunk itself is one object here.
    assert peak < 20 * MEGABYTE
