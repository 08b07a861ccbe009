"""The corpus has each pair once, and nothing of what is evaluated on."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from training.corpus.build import RUN, forbidden, once, runs
from training.corpus.pair import Pair, clean, read, write

ROOT = Path(__file__).parents[3]
SENTENCE = " ".join(f"word{'abcdefghijklmnopqrst'[number]}" for number in range(RUN + 4))


def test_pairs_come_once() -> None:
    pairs = [Pair("a", "x", "y"), Pair("b", "x", "y"), Pair("a", "y", "x"), Pair("a", "z", "z")]
    assert once(pairs) == [pairs[0], pairs[2]]


def test_runs_are_those_of_words() -> None:
    assert list(runs("one two three")) == []
    assert len(list(runs(SENTENCE))) == 5
    assert set(runs(SENTENCE)) == set(runs(SENTENCE.upper().replace(" ", ", ")))
    assert set(runs(f"before {SENTENCE} after")) > set(runs(SENTENCE))


def test_runs_are_the_same_in_every_process() -> None:
    script = "import sys; from training.corpus.build import runs; print(*runs(sys.argv[1]))"
    command = [sys.executable, "-c", script, SENTENCE]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert [int(run) for run in found.split()] == list(runs(SENTENCE))


def test_evaluation_sets_are_left_out(tmp_path: Path) -> None:
    data = tmp_path / "data" / "set" / "case"
    data.mkdir(parents=True)
    (data / "corpus.jsonl").write_text(json.dumps({"_id": "1", "text": f"It says: {SENTENCE}."}) + "\n")
    assert set(runs(SENTENCE)) <= forbidden(tmp_path / "data")
    pairs = [
        Pair("a", "question", f"xx {SENTENCE} yy"),
        Pair("a", "question", "an answer"),
        Pair("b", "q", "a"),
    ]
    write(tmp_path / "given.jsonl.xz", [*pairs, pairs[1]])
    out = tmp_path / "out"
    command = [sys.executable, "-m", "training.corpus.build", str(tmp_path / "given.jsonl.xz")]
    command += ["--out", str(out), "--exclude", str(tmp_path / "data"), "--shard", "1"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    shards = sorted(out.iterdir())
    assert len(shards) == 2
    assert {pair for shard in shards for pair in read(shard)} == set(pairs[1:])


@pytest.mark.parametrize("name", ["pairs.jsonl", "pairs.jsonl.xz"])
def test_what_was_written_is_read(tmp_path: Path, name: str) -> None:
    pairs = [Pair("a", "größe\n", '"quoted"'), Pair("b", "\u2028", "記憶")]
    assert write(tmp_path / name, pairs) == 2
    assert list(read(tmp_path / name)) == pairs


def test_texts_are_cleaned_and_cut_at_a_word() -> None:
    assert clean("a\x00  b\t c\n\n \nd ") == "a b c\nd"
    assert clean("one two three", 9) == "one two"
    assert len(clean("word " * 1000)) <= 1200
