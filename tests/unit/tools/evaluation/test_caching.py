"""Vectors that were asked for once are not asked for again, by whichever process, after whatever end."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from phantasm.capabilities.embedding.hashing import HashingEmbedder
from phantasm.capabilities.embedding.port import Model, View
from tests.fixtures.commands import ROOT
from tools.evaluation.caching import CachingEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phantasm.capabilities.embedding.port import Side, Vectors

PLAIN = HashingEmbedder()


class Counting:
    """An embedder that remembers what it was asked."""

    def __init__(self, model: Model = PLAIN.model) -> None:
        self.model = model
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        self.asked += texts
        return PLAIN.embed(texts, side=side, view=view)


def test_asks_for_each_text_once(tmp_path: Path) -> None:
    counting = Counting()
    caching = CachingEmbedder(counting, tmp_path / "deep" / "cache")
    assert caching.model is counting.model
    texts = ["the store", "a file", "the store"]
    first = caching.embed(texts, side="document")
    assert np.array_equal(first, PLAIN.embed(texts, side="document"))
    assert np.array_equal(caching.embed(["a file", "new"], side="document")[0], first[1])
    assert counting.asked == ["the store", "a file", "new"]


def test_another_one_finds_what_is_kept(tmp_path: Path) -> None:
    kept = CachingEmbedder(PLAIN, tmp_path).embed(["one", "two"], side="document")
    later = Counting()
    again = CachingEmbedder(later, tmp_path).embed(["two", "three", "one"], side="document")
    assert later.asked == ["three"]
    assert np.array_equal(again[[2, 0]], kept)
    assert again.dtype == np.float32


def test_keeps_sides_views_and_models_apart(tmp_path: Path) -> None:
    counting = Counting()
    caching = CachingEmbedder(counting, tmp_path)
    caching.embed(["one"], side="document")
    caching.embed(["one"], side="query")
    narrow = caching.embed(["one"], side="query", view=View(0, 64))
    assert narrow.shape == (1, 64)
    newer = Counting(Model("hashing-1", "2", PLAIN.model.widths, (0,), 8))
    CachingEmbedder(newer, tmp_path).embed(["one"], side="query")
    slashed = Counting(Model("hub/model", "2", PLAIN.model.widths, (0,), 8))
    CachingEmbedder(slashed, tmp_path).embed(["one"], side="query")
    assert (len(counting.asked), len(newer.asked), len(slashed.asked)) == (3, 1, 1)


def test_takes_no_texts_and_empty_ones(tmp_path: Path) -> None:
    caching = CachingEmbedder(PLAIN, tmp_path)
    assert caching.embed([], side="query").shape == (0, 256)
    assert not caching.embed([""], side="query").any()


def test_leaves_out_what_a_kill_or_a_disk_has_torn(tmp_path: Path) -> None:
    CachingEmbedder(PLAIN, tmp_path).embed(["one", "two", "three"], side="query")
    (file,) = tmp_path.rglob("*.vectors")
    data = bytearray(file.read_bytes())
    data[20] ^= 1  # a bit of the first row
    file.write_bytes(data[:-7])  # and the end of the last
    later = Counting()
    vectors = CachingEmbedder(later, tmp_path).embed(["one", "two", "three"], side="query")
    assert later.asked == ["one", "three"]
    assert np.array_equal(vectors, PLAIN.embed(["one", "two", "three"], side="query"))


def test_files_are_private(tmp_path: Path) -> None:
    CachingEmbedder(PLAIN, tmp_path / "cache").embed(["one"], side="query")
    modes = {path.is_dir(): path.stat().st_mode & 0o777 for path in (tmp_path / "cache").rglob("*")}
    assert modes == {True: 0o700, False: 0o600}


_PROCESS = """
import sys
from pathlib import Path
from tools.evaluation.caching import CachingEmbedder
from phantasm.capabilities.embedding.hashing import HashingEmbedder

caching = CachingEmbedder(HashingEmbedder(), Path(sys.argv[1]))
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    caching.embed([f"text {number}"], side="document")
    print(number, flush=True)
if sys.argv[4] == "wait":
    sys.stdin.read()
"""


def _start(folder: Path, first: int, last: int, end: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _PROCESS, str(folder), str(first), str(last), end]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)


def test_several_processes_share_a_folder(tmp_path: Path) -> None:
    processes = [_start(tmp_path, start, start + 60, "end") for start in (0, 30, 60)]
    for process in processes:
        process.communicate(timeout=60)
    assert [process.returncode for process in processes] == [0, 0, 0]
    later = Counting()
    texts = [f"text {number}" for number in range(120)]
    vectors = CachingEmbedder(later, tmp_path).embed(texts, side="document")
    assert later.asked == []
    assert np.array_equal(vectors, PLAIN.embed(texts, side="document"))


@pytest.mark.parametrize("last", [1, 7])
def test_a_killed_process_leaves_what_it_had(tmp_path: Path, last: int) -> None:
    process = _start(tmp_path, 0, last, "wait")
    assert process.stdout is not None
    for number in range(last):
        assert int(process.stdout.readline()) == number
    process.send_signal(signal.SIGKILL)
    process.communicate()
    later = Counting()
    CachingEmbedder(later, tmp_path).embed([f"text {number}" for number in range(last + 1)], side="document")
    assert later.asked == [f"text {last}"]
