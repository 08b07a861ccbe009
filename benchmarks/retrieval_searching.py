"""What does one search cost, warm and cold, beside the bare query and the bare scan below it?

Run by `retrieval_scale.py`, each way in a process of its own:
python benchmarks/retrieval_searching.py {warm,told,memory,once,profile} FOLDER TOTAL [--questions N]

`warm` asks every question by each arm and by the two floors in turn, so that a busy machine slows all alike;
a question's time is the median of its rounds. The floors are what no search can go below: the FTS5 query
alone over the same texts (porter stemming, the commonest words dropped by the product's own rule, looking up
how common they are not counted), and the product of the question's vector with every row of the index, the
best picked out (embedding the question not counted).

`told` writes ten more statements, one by one, and searches for each until it is found.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import re
import sys
import time
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # noqa: TID251  # one core is measured, and numpy reads it when it loads

import numpy as np
import Stemmer

from benchmarks.project_texts import BATCH, batch, questions
from benchmarks.retrieval_stores import ask, sizes_of
from phantasm.config.paths import Paths
from phantasm.retrieval import generations
from phantasm.retrieval.lexical import MOST_ROWS
from phantasm.retrieval.tokens import FUNCTION_WORDS, stem
from phantasm.retrieval.vectors import codes, files
from phantasm.retrieval.vectors.embedded import Sizes
from phantasm.runtime.bootstrap import open_project
from phantasm.storage.driver import driver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from phantasm.runtime.bootstrap import Runtime

ARMS = ("lexical", "dense", "hybrid")
BARE_WORDS, BARE_SCAN = "bare FTS5 query", "bare vector scan"
WARMING = 5
"""Questions asked before anything counts: they load modules and fill caches."""
TOLD = 10
"""Statements that are written one by one into a store that is full."""
LIMIT = 50
"""What the floors return: as many as a ranking would look at again, at the least."""
SHOWN = 40
"""Lines of a profile."""
BARE = "bare.sqlite"


def texts_of(total: int) -> Iterator[str]:
    """Yield every text of a store."""
    for number, size in sizes_of(total):
        made = batch(number, size)
        yield from made.statements
        for session in made.sessions:
            yield from session.turns


def asked_of(total: int, count: int) -> list[str]:
    """Return questions about texts spread over a whole store."""
    parts = list(sizes_of(total))
    some = [
        text for number, size in parts[:: max(1, len(parts) // 5)] for text in batch(number, size).statements
    ]
    return questions(count, some)


class BareWords:
    """A plain full-text table with the same texts, and nothing around it."""

    def __init__(self, folder: Path, total: int) -> None:
        path = folder / BARE
        if not path.exists():
            self._fill(path, total)
        self._connection = driver.connect(path)
        self._stemmer = Stemmer.Stemmer("porter")

    @staticmethod
    def _fill(path: Path, total: int) -> None:
        partial = path.with_suffix(".partial")
        partial.unlink(missing_ok=True)
        connection = driver.connect(partial)
        connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='porter unicode61')")
        connection.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(texts, row)")
        connection.executemany("INSERT INTO texts (text) VALUES (?)", ((text,) for text in texts_of(total)))
        connection.commit()
        connection.close()
        partial.rename(path)

    def expression(self, question: str) -> str:
        """Return the words of a question, the rarest first, as many as the product would look for."""
        counted = {}
        words = dict.fromkeys(re.findall(r"\w+", question.lower()))
        for word in [one for one in words if stem(one) not in FUNCTION_WORDS]:
            statement = "SELECT doc FROM terms WHERE term = ?"
            row = self._connection.execute(statement, (self._stemmer.stemWord(word),)).fetchone()
            if row:
                counted[word] = row[0]
        kept: list[str] = []
        rows = 0
        for word in sorted(counted, key=lambda one: (counted[one], one)):
            rows += counted[word]
            if kept and rows > MOST_ROWS:
                break
            kept.append(word)
        return " OR ".join(f'"{word}"' for word in kept)

    def query(self, expression: str) -> list[Any]:
        """Return the best texts for an expression."""
        statement = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"
        return list(self._connection.execute(statement, (expression, LIMIT)).fetchall()) if expression else []


def bare_scan(folder: Path) -> Callable[[NDArray[np.float32]], object]:
    """Return the product with every row that the index would scan, and the pick of the best."""
    index = next(path for path in sorted(Paths(folder).indexes.iterdir()) if path.is_dir())
    snapshot = files.open_snapshot(index)
    assert snapshot is not None
    rows = snapshot.fine if len(snapshot.ids) <= Sizes().fine_rows else snapshot.coarse

    def scan(vector: NDArray[np.float32]) -> object:
        query = codes.encode(vector[None, : rows.codes.shape[1]])
        found = codes.products(rows.codes, query.codes[0])
        found *= rows.scales
        return np.argpartition(found, max(0, len(found) - LIMIT))[-LIMIT:]

    return scan


def warm(runtime: Runtime, folder: Path, total: int, count: int, *, rounds: int) -> dict[str, Any]:
    """Return the milliseconds of every question by every way: on the clock, and of the processor."""
    asked, bare = asked_of(total, count), BareWords(folder, total)
    maker = generations.wanted(runtime.environment).maker
    vectors = {text: maker.embedder.embed([text], side="query", view=maker.view)[0] for text in asked}
    expressions = {text: bare.expression(text) for text in asked}
    scan = bare_scan(folder)
    ways: dict[str, Callable[[str], object]] = {
        BARE_WORDS: lambda text: bare.query(expressions[text]),
        BARE_SCAN: lambda text: scan(vectors[text]),
    }
    for arm in ARMS:
        ways[arm] = lambda text, arm=arm: ask(runtime, "search", {"query": text, "arms": arm})  # type: ignore[misc]
    for text in asked[:WARMING]:
        for way in ways.values():
            way(text)
    clock = {name: np.zeros((rounds, count)) for name in ways}
    processor = {name: np.zeros((rounds, count)) for name in ways}
    for turn in range(rounds):
        for number, text in enumerate(asked):
            for name, way in ways.items():
                began, used = time.perf_counter(), time.process_time()
                way(text)
                clock[name][turn, number] = (time.perf_counter() - began) * 1e3
                processor[name][turn, number] = (time.process_time() - used) * 1e3
    return {
        "clock_ms": {name: np.median(each, axis=0).tolist() for name, each in clock.items()},
        "processor_ms": {name: np.median(each, axis=0).tolist() for name, each in processor.items()},
    }


def told(runtime: Runtime) -> dict[str, float]:
    """Return the milliseconds from handing over a statement until a search has found it, by each arm."""
    found: dict[str, list[float]] = {"lexical": [], "dense": []}
    ask(runtime, "search", {"query": "where does it run"})
    run = randbelow(10**9)  # other texts than any store or earlier run has
    for number, text in enumerate(batch(run, BATCH).statements[:TOLD]):
        began = time.perf_counter()
        ask(runtime, "ingest", {"record_kind": "fact", "statement": text}, key=f"told-{run}-{number}")
        for arm, times in found.items():
            hits = ask(runtime, "search", {"query": text, "arms": arm, "limit": 1})["hits"]
            if not hits or hits[0]["text"] != text:
                raise SystemExit(f"what was just told is not found by the {arm} arm: {text}")
            times.append((time.perf_counter() - began) * 1e3)
    return {arm: float(np.median(times)) for arm, times in found.items()}


def memory(runtime: Runtime, asked: list[str]) -> dict[str, float]:
    """Return the most bytes that a process held which only searched, mapped files included."""
    for text in asked:
        for arm in ARMS:
            ask(runtime, "search", {"query": text, "arms": arm})
    held = Path("/proc/self/status").read_text(encoding="ascii").split("VmHWM:")[1].split()[0]
    return {"bytes": int(held) * 1024}


def profile(runtime: Runtime, asked: list[str]) -> None:
    """Show where the time of hybrid searches goes."""
    for text in asked[:WARMING]:
        ask(runtime, "search", {"query": text})
    profiler = cProfile.Profile()
    profiler.enable()
    for text in asked:
        ask(runtime, "search", {"query": text})
    profiler.disable()
    for order in ("cumulative", "tottime"):
        pstats.Stats(profiler, stream=sys.stdout).strip_dirs().sort_stats(order).print_stats(SHOWN)


def main() -> int:
    """Measure one thing and print it as JSON."""
    if len(sys.argv) == 1:  # `make bench` runs every file here; this one is asked by another
        print(__doc__)
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["warm", "told", "memory", "once", "profile"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("total", type=int)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--question", default="", help="for once: what to ask")
    given = parser.parse_args()
    asked = [] if given.question else asked_of(given.total, given.questions)
    began = time.perf_counter()
    with open_project(given.folder) as runtime:
        if given.what == "warm":
            print(json.dumps(warm(runtime, given.folder, given.total, given.questions, rounds=given.rounds)))
        elif given.what == "told":
            print(json.dumps(told(runtime)))
        elif given.what == "memory":
            print(json.dumps(memory(runtime, asked)))
        elif given.what == "profile":
            profile(runtime, asked)
        else:
            ask(runtime, "search", {"query": given.question})
            print(json.dumps({"inside_ms": (time.perf_counter() - began) * 1e3}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
