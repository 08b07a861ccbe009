"""How often is the judge right? On the labelled pairs, and on a stream of plain facts.

Run: python benchmarks/judge.py [--held] [--together] [--show] [--facts FOLDER]

The pairs (benchmarks/judgement/*.jsonl) are written from the documentation and configuration of real
packages. A third of them (held_*.jsonl) is kept aside while the rules are tuned; `--held` reports it.
Each pair is ingested into a store of its own, older first, through the same door as everything else.
`--together` ingests all older statements into one store, then all newer ones: what is closed there beyond its
own pair is cross-talk. `--facts` takes a folder with corpus.jsonl and qrels.tsv (1 = holds, -1 = superseded),
ingests the corpus in order and reports which superseded siblings were closed at write time, and a sample of
all other closings.
"""

import argparse
import csv
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from phantasm.capabilities.clock import FixedClock
from phantasm.config.paths import Paths
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.setup.project import lay_out_state

PAIRS = Path(__file__).parent / "judgement"
SEED = 20261115
SAMPLE = 100
PRECISION, RECALL, FACTS = 0.98, 0.85, 0.95
# What must not stay live beside the newer statement, one way or the other.
INCOMPATIBLE = frozenset({"supersede", "conflict"})
_OUTCOMES = {"superseded": "supersede", "conflict": "conflict", "duplicate": "duplicate", "refined": "refine"}


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what the store made of it."""

    pair: JsonObject
    outcome: str
    """supersede, conflict, duplicate, refine or none."""


class Store:
    """One store and short ways to ask it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._number = 0

    def ask(self, operation: str, **params: object) -> dict[str, Any]:
        """Send a request that must succeed."""
        self._number += 1
        request: JsonObject = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"r{self._number}",
            "client": {"profile": "claude_code"},
            "idempotency_key": f"k{self._number}",
            "params": params,
        }
        response = self._runtime.handle(request)
        if response.error is not None or response.data is None:
            message = f"{operation}: {response.error}"
            raise RuntimeError(message)
        return response.data

    def hold(self, pair: JsonObject, which: str) -> dict[str, Any]:
        """Ingest one side of a pair and return what became of it."""
        meta = dict(pair.get(f"{which}_meta") or {})  # type: ignore[call-overload]  # JSON
        quality = {"confidence": meta.pop("confidence")} if "confidence" in meta else {}
        kind = "fact" if pair["kind"] in {"identity", "constraint"} else pair["kind"]
        data = self.ask("ingest", record_kind=kind, statement=pair[which], quality=quality, **meta)
        result: dict[str, Any] = data["results"][0]
        return result


@contextmanager
def fresh_store(template: Path | None = None) -> Iterator[Store]:
    """Yield an empty store in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        if template:
            shutil.copytree(template, root)
        else:
            root.mkdir()
            lay_out_state(Paths(root))
        clock = FixedClock(datetime(2026, 1, 1, tzinfo=UTC), timedelta(milliseconds=1))
        with open_project(root, clock=clock) as runtime:
            yield Store(runtime)


def judge_apart(pairs: list[JsonObject]) -> list[Judged]:
    """Ingest every pair into a store of its own."""
    judged = []
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "template"
        template.mkdir()
        lay_out_state(Paths(template))
        for pair in pairs:
            with fresh_store(template) as store:
                older = store.hold(pair, "older")
                newer = store.hold(pair, "newer")
            met = older["record_id"] in newer["met"] or older["record_id"] == newer["record_id"]
            judged.append(Judged(pair, _OUTCOMES.get(newer["outcome"], "none") if met else "none"))
    return judged


def judge_together(pairs: list[JsonObject]) -> tuple[int, list[tuple[str, str]]]:
    """Ingest all pairs into one store; return how many were closed, and which not by their own pair."""
    closed, wrong = 0, []
    with fresh_store() as store:
        texts: dict[str, tuple[object, str]] = {}
        for which in ("older", "newer"):
            for pair in pairs:
                result = store.hold(pair, which)
                if result["outcome"] == "superseded":
                    closed += len(result["met"])
                    wrong += [
                        (texts[record_id][1], str(pair[which]))
                        for record_id in result["met"]
                        if texts[record_id][0] != pair["id"]
                    ]
                texts[result["record_id"]] = (pair["id"], str(pair[which]))
    return closed, wrong


def report_pairs(judged: list[Judged], *, show: bool) -> bool:
    """Print precision, recall and the confusion table; tell whether the figures are reached."""
    table = Counter((str(one.pair["label"]), one.outcome) for one in judged)
    labels = ["supersede", "conflict", "duplicate", "refine", "none"]
    print(f"{'label / judged':<16}" + "".join(f"{label:>11}" for label in labels))
    for label in labels:
        print(f"{label:<16}" + "".join(f"{table[label, outcome]:>11}" for outcome in labels))
    superseded = [one for one in judged if one.outcome == "supersede"]
    right = [one for one in superseded if one.pair["label"] in INCOMPATIBLE]
    strictly = [one for one in superseded if one.pair["label"] == "supersede"]
    incompatible = [one for one in judged if one.pair["label"] in INCOMPATIBLE]
    found = [one for one in incompatible if one.outcome in INCOMPATIBLE]
    compatible = [one for one in judged if one.pair["label"] not in INCOMPATIBLE]
    alarms = [one for one in compatible if one.outcome == "conflict"]
    precision, recall = len(strictly) / max(1, len(superseded)), len(found) / max(1, len(incompatible))
    print(f"pairs {len(judged)}, of which {len(compatible)} are no contradictions")
    print(f"supersession precision {precision:.3f} (target {PRECISION}); {len(superseded) - len(right)} of")
    print(f"  {len(superseded)} on pairs that do not contradict each other")
    print(f"supersede-or-conflict recall {recall:.3f} (target {RECALL})")
    print(f"false conflicts {len(alarms)} of {len(compatible)} ({len(alarms) / max(1, len(compatible)):.3f})")
    if show:
        for one in judged:
            if one.outcome != one.pair["label"]:
                print(f"{one.pair['id']} {one.pair['category']}: {one.pair['label']} judged {one.outcome}")
                print(f"   {one.pair['older']}\n   {one.pair['newer']}")
    return precision >= PRECISION and recall >= RECALL


def report_facts(folder: Path, *, show: bool) -> bool:
    """Ingest a corpus in order and report which superseded siblings were closed at write time."""
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").read_text().splitlines()]
    linked = _linked(folder / "qrels.tsv")
    closings: dict[str, str] = {}
    ids: dict[str, str] = {}
    text = {document["_id"]: document["text"] for document in corpus}
    with fresh_store() as store:
        for document in corpus:
            held = store.hold({"kind": "fact", "older": document["text"]}, "older")
            ids.setdefault(held["record_id"], document["_id"])
            if held["outcome"] == "superseded":
                closings |= {ids[record_id]: document["_id"] for record_id in held["met"]}
    # Whichever of the two was written first is the one to be closed at write time.
    pairs = [tuple(sorted(pair, key=int)) for pair in linked]
    closed = [pair for pair in pairs if pair[0] in closings]
    others = sorted((old, new) for old, new in closings.items() if (old, new) not in set(pairs))
    share = len(closed) / max(1, len(pairs))
    print(f"{folder.name}: {len(corpus)} statements, {len(closings)} closed at write time")
    print(f"linked pairs whose earlier one was closed: {len(closed)} of {len(pairs)} = {share:.3f}")
    sample = random.Random(SEED).sample(others, min(SAMPLE, len(others)))
    print(f"other closings: {len(others)}; a sample of {len(sample)} follows with --show")
    if show:
        for old, new in pairs:
            if old not in closings:
                print(f"MISSED {text[old]} | {text[new]}")
        for old, new in sample:
            print(f"CLOSED {text[old]} | {text[new]}")
    return share >= FACTS


def _linked(path: Path) -> list[tuple[str, str]]:
    by_query: dict[str, dict[str, list[str]]] = {}
    with path.open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            by_query.setdefault(row["query-id"], {}).setdefault(row["score"], []).append(row["corpus-id"])
    return [
        (held, stale)
        for scores in by_query.values()
        for stale in scores.get("-1", [])
        for held in scores.get("1", [])
    ]


def main() -> int:
    """Run what was asked for; exit with 1 when a figure is not reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--held", action="store_true", help="the third that is kept aside while tuning")
    parser.add_argument("--together", action="store_true", help="all pairs in one store: cross-talk")
    parser.add_argument("--show", action="store_true", help="print what was judged otherwise than labelled")
    parser.add_argument("--facts", type=Path, metavar="FOLDER", help="a corpus with links instead of pairs")
    chosen = parser.parse_args()
    if chosen.facts:
        return 0 if report_facts(chosen.facts, show=chosen.show) else 1
    pattern = "held_*.jsonl" if chosen.held else "dev_*.jsonl"
    pairs = [
        json.loads(line) for path in sorted(PAIRS.glob(pattern)) for line in path.read_text().splitlines()
    ]
    if chosen.together:
        closed, wrong = judge_together(pairs)
        print(
            f"{2 * len(pairs)} statements in one store: {closed} closed, {len(wrong)} of them by another pair"
        )
        for old, new in wrong:
            print(f"   {old}\n   {new}\n")
        return 0 if not wrong else 1
    return 0 if report_pairs(judge_apart(pairs), show=chosen.show) else 1


if __name__ == "__main__":
    sys.exit(main())
