"""How do memory products compare on the same texts with the same vectors?

Run: python benchmarks/retrieval_peers.py [--sizes N ...] [--peers NAME ...] [--ready] [--data FOLDER]
                                          [--scratch FOLDER] [--json]

Each product is installed in a virtual environment of its own under a scratch folder, in the pinned version,
and runs as a process that a small adapter (`benchmarks/peers/`) speaks for. Everybody's vectors come from one
endpoint on the loopback that serves our model; ours are also measured with the model in the process. With
`--ready` the endpoint has made the vectors before, and what is measured is the products' own work. Texts are
added 500 at a call where the product takes as many. Proxies that lead nowhere keep everybody off the
network. `--data` is a case folder (corpus, queries, qrels) for a look at recall. Bounds (issue 5): ours, with
vectors from the endpoint, takes texts in at least 5 times as quickly as the fastest product, and its search
at p50 is no slower than any product's at the largest size. FTS5 and grep are floors, not products.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.figures import Figure, report
from benchmarks.peers.products import OURS, OURS_INSIDE, OURS_JUDGED, PRODUCTS
from benchmarks.peers.running import FailedError, Running, endpoint, install
from benchmarks.project_texts import batch, questions

if TYPE_CHECKING:
    from collections.abc import Sequence

PER_CALL = 500
"""Texts in one call."""
QUESTIONS = 100
LIMIT = 10
WARMING = 3
"""Questions before anything counts."""
PATIENCE_SECONDS = 900
"""What a product may take to get one size in; then it is ended and reported so."""
TIMES_FASTER, NO_SLOWER = 5.0, 1.0
"""The bounds of issue 5."""


def make_ready(url: str, texts: Sequence[str]) -> None:
    """Have the endpoint embed texts beforehand."""
    for start in range(0, len(texts), PER_CALL):
        body = json.dumps({"input": texts[start : start + PER_CALL]}).encode()
        with urlopen(Request(f"{url}/ready", body), timeout=PATIENCE_SECONDS) as answer:  # noqa: S310  # loopback
            answer.read()


def fill(running: Running, texts: Sequence[str]) -> dict[str, float]:
    """Return the rates at which texts were taken, and at which they can be searched in every way."""
    taken, own, began = 0.0, 0.0, time.perf_counter()
    for start in range(0, len(texts), PER_CALL):
        answer = running.ask(do="add", texts=list(texts[start : start + PER_CALL]))
        taken, own = taken + answer["seconds"], own + answer["processor"]
        if time.perf_counter() - began > PATIENCE_SECONDS:
            rate = (start + PER_CALL) / taken
            raise FailedError(f"too slow: {rate:,.0f} texts/s, ended after {PATIENCE_SECONDS} s")
    settled = running.ask(do="settle")
    return {
        "taken_per_s": len(texts) / taken,
        "texts_per_s": len(texts) / (taken + settled["seconds"]),
        "own_ms_per_text": (own + settled["processor"]) / len(texts) * 1e3,
    }


def measure(running: Running, texts: Sequence[str], asked: Sequence[str]) -> dict[str, float]:
    """Return what one product takes for one size."""
    rates = fill(running, texts)
    for question in asked[:WARMING]:
        running.ask(do="search", query=question, limit=LIMIT)
    answers = [running.ask(do="search", query=question, limit=LIMIT) for question in asked]
    times = [answer["seconds"] * 1e3 for answer in answers]
    return rates | {
        "p50_ms": float(np.quantile(times, 0.5)),
        "p95_ms": float(np.quantile(times, 0.95)),
        "own_p50_ms": float(np.quantile([answer["processor"] * 1e3 for answer in answers], 0.5)),
        "answered": float(np.mean([bool(answer["texts"]) for answer in answers])),
    }


def plain(text: str) -> str:
    """Return a text as it is recognised again, whatever was done to its spaces."""
    return " ".join(text.split())


def recall(running: Running, case: Path) -> dict[str, float]:
    """Return the share of a case's answers among the ten best."""

    def lines(name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (case / name).read_text(encoding="utf-8").splitlines()]

    documents = {line["_id"]: line["text"] for line in lines("corpus.jsonl") if line["text"].strip()}
    wanted: dict[str, set[str]] = {}
    for row in (case / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, score = row.split("\t")
        if int(score) > 0 and document in documents:
            wanted.setdefault(query, set()).add(plain(documents[document]))
    rates = fill(running, list(documents.values()))
    found = []
    for line in lines("queries.jsonl"):
        if line["_id"] in wanted:
            hits = running.ask(do="search", query=line["text"], limit=LIMIT)["texts"]
            best = {plain(text) for text in hits}
            found.append(len(wanted[line["_id"]] & best) / len(wanted[line["_id"]]))
    return rates | {"recall_at_10": float(np.mean(found))}


def run_product(name: str, scratch: Path, url: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """Return what one product does at every size, or why it does not."""
    product = PRODUCTS[name]
    found: dict[str, Any] = {}
    jobs: list[int | Path] = [*chosen.sizes, *([chosen.data] if chosen.data else [])]
    for job in jobs:
        with tempfile.TemporaryDirectory(prefix="phantasm-peer-") as folder:
            try:
                running = Running(product, install(product, scratch), Path(folder), url)
                try:
                    if isinstance(job, int):
                        texts = batch(0, job).statements
                        found[str(job)] = measure(running, texts, questions(QUESTIONS, texts))
                    else:
                        found["data"] = recall(running, job)
                finally:
                    running.close()
            except FailedError as problem:
                found[str(job) if isinstance(job, int) else "data"] = {"failed": str(problem)}
        print(f"{name}, {job}: {list(found.values())[-1]}", file=sys.stderr, flush=True)
    return found


def figures_of(found: dict[str, dict[str, Any]], size: str, *, ready: bool) -> list[Figure]:
    """Return ours against the products at one size."""
    own = (OURS, OURS_JUDGED, OURS_INSIDE)
    others = [
        each[size]
        for name, each in found.items()
        if name not in own and not PRODUCTS[name].is_floor and "p50_ms" in each.get(size, {})
    ]
    ours = {name: found[name][size] for name in own if "p50_ms" in found.get(name, {}).get(size, {})}
    if not others or OURS not in ours:
        return []
    fastest = max(each["texts_per_s"] for each in others)
    quickest = min(each["p50_ms"] for each in others)
    # A product's text is searchable once it has its vector, ours at commit. With `--ready` nobody makes any.
    figures = [
        Figure(
            f"{size}: {name}, until a search finds it, times the fastest product",
            each["taken_per_s"] / fastest,
            None if ready or name != OURS else TIMES_FASTER,
        )
        for name, each in ours.items()
    ]
    figures += [
        Figure(f"{size}: {name}, with its vector, times the fastest product", each["texts_per_s"] / fastest)
        for name, each in ours.items()
    ]
    return figures + [
        Figure(
            f"{size}: {name}, search p50, times the quickest",
            each["p50_ms"] / quickest,
            NO_SLOWER,
            at_most=True,
        )
        for name, each in ours.items()
    ]


def show(found: dict[str, dict[str, Any]]) -> None:
    """Print one line a product and size; `own` is processor time of the product's process."""
    print(f"{'product':24}{'texts':>8}{'taken/s':>9}{'in/s':>9}{'own ms':>8}", end="")
    print(f"{'p50 ms':>9}{'p95 ms':>9}{'own p50':>9}{'answered':>10}")
    for name, each in found.items():
        for size, one in each.items():
            if "failed" in one:
                print(f"{name:24}{size:>8}  {one['failed']}")
                continue
            rates = f"{one['taken_per_s']:9,.0f}{one['texts_per_s']:9,.0f}{one['own_ms_per_text']:8.2f}"
            if "recall_at_10" in one:
                print(f"{name:24}{size:>8}{rates}   recall@10 {one['recall_at_10']:.3f}")
            else:
                times = f"{one['p50_ms']:9.1f}{one['p95_ms']:9.1f}{one['own_p50_ms']:9.1f}"
                print(f"{name:24}{size:>8}{rates}{times}{one['answered']:10.0%}")


def main() -> int:
    """Measure everybody, and say whether the bounds are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000], help="default: %(default)s")
    parser.add_argument("--peers", nargs="+", choices=list(PRODUCTS), default=list(PRODUCTS))
    parser.add_argument("--ready", action="store_true", help="vectors are made before anything is measured")
    parser.add_argument("--data", type=Path, help="a case folder to look at recall with")
    parser.add_argument("--scratch", type=Path, help="where products stay installed between runs")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.data and not (chosen.data / "corpus.jsonl").is_file():
        parser.error(f"{chosen.data} is no case: it has no corpus.jsonl")
    with tempfile.TemporaryDirectory(prefix="phantasm-peers-") as temporary, endpoint() as url:
        scratch = chosen.scratch or Path(temporary)
        for size in chosen.sizes if chosen.ready else []:
            texts = batch(0, size).statements
            make_ready(url, [*texts, *questions(QUESTIONS, texts)])
        found = {name: run_product(name, scratch, url, chosen) for name in chosen.peers}
    if not chosen.json:
        show(found)
    size = str(max(chosen.sizes, default=0))
    figures = figures_of(found, size, ready=chosen.ready) if chosen.sizes else []
    return report(figures, chosen.json, {"products": found})


if __name__ == "__main__":
    sys.exit(main())
