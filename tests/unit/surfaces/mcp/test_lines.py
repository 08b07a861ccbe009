"""How is the input read, and how can it be left?"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from phantasm.surfaces.mcp.stdio import MOST_LINE_BYTES, Lines


@contextmanager
def _input(
    data: bytes = b"", *, is_over: bool = True, most: int = MOST_LINE_BYTES
) -> Iterator[tuple[Lines, list[str]]]:
    reader, writer = os.pipe()
    feeding = threading.Thread(target=lambda: os.write(writer, data) if data else None)
    feeding.start()
    ends: list[str] = []
    found = Lines(reader, settled=lambda: True, at_end=lambda: ends.append("end"), most_bytes=most)

    def end() -> None:
        feeding.join()
        os.close(writer)

    if is_over:
        threading.Thread(target=end).start()
    try:
        yield found, ends
    finally:
        if not is_over:
            end()
        os.close(reader)


def _all(found: Lines) -> list[str]:
    return list(iter(found.readline, ""))


def test_reads_line_by_line_until_the_end() -> None:
    with _input("one\nzwölf\n\nlast".encode()) as (found, ends):
        assert _all(found) == ["one\n", "zwölf\n", "\n"]
        assert ends == ["end"]


def test_survives_bytes_that_are_no_text() -> None:
    with _input(b"\xff\xfe\x00\nnext\n") as (found, _):
        assert _all(found)[1] == "next\n"


def test_mends_half_characters() -> None:
    with _input(rb'{"a": "cut \ud83d", "b": "\ud83d\ude00"}' + b"\n" + rb'{"\ud83d' + b"\n") as (found, _):
        assert _all(found) == ['{"a": "cut \ufffd", "b": "\U0001f600"}\n', '{"\\ud83d\n']


def test_leaves_out_a_line_that_is_too_long() -> None:
    data = b"a\n" + b"x" * 70_000 + b"\n" + b"y" * 101 + b"\nb\n"
    with _input(data, most=100) as (found, _):
        assert _all(found) == ["a\n", "b\n"]


def test_ends_when_we_do() -> None:
    with _input(b"one\n", is_over=False) as (found, _):
        assert found.readline() == "one\n"
        threading.Timer(0.05, found.stop).start()
        assert found.readline() == ""


def test_waits_until_all_is_answered() -> None:
    reader, writer = os.pipe()
    os.close(writer)
    answered = iter([False, False, True])
    asked: list[bool] = []

    def settled() -> bool:
        asked.append(next(answered))
        return asked[-1]

    assert Lines(reader, settled=settled, at_end=lambda: None).readline() == ""
    assert asked == [False, False, True]
    os.close(reader)
