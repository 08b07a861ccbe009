"""Does a search know when it has nothing? Questions asked of their own store, and of another one.

    python -m benchmarks.match_calibration /work/shared/data [--questions 500] [--seed 1] [--json]

Every store of the case folders gets some of its own questions (answerable) and as many questions of other
sets (unrelated). Reported: AUROC of the sureness, the precision of `strong_match`, and how much of both kinds
is answered with `no_match`; also for questions of the same set that are asked of another store (near).
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tools.evaluation.cases import CaseFolder, batches, find_cases, moment_of, read_material
from tools.evaluation.running import case_store


class Asked(NamedTuple):
    """One question and what was said about it."""

    kind: str
    sureness: float
    match: str


def ask_all(folder: CaseFolder, questions: dict[str, list[str]], cache: Path | None) -> list[Asked]:
    """Write one store and ask it questions of each kind."""
    documents = read_material(folder.folder).documents
    first = next((moment for one in documents if (moment := moment_of(one.timestamp))), None)
    with case_store(first, cache) as store:
        for batch in batches(documents, start=0, stop=len(documents)):
            store.write(batch)
        store.embed()
        return [
            Asked(kind, answer["sureness"], answer["match"])
            for kind, listed in questions.items()
            for answer in (store.ask("search", {"query": question, "limit": 10}) for question in listed)
        ]


def choose(cases: list[CaseFolder], wanted: int, rng: random.Random) -> list[dict[str, list[str]]]:
    """For each store: some of its own questions, as many of other sets, and of other stores of its set."""
    own = [[one.text for one in read_material(case.folder).questions] for case in cases]
    sets = sorted({case.set for case in cases})
    chosen = []
    for number, case in enumerate(cases):
        share = max(1, round(wanted / len(sets) / sum(other.set == case.set for other in cases)))
        other = [text for at, listed in enumerate(own) if cases[at].set != case.set for text in listed]
        near = [
            text
            for at, listed in enumerate(own)
            if at != number and cases[at].set == case.set
            for text in listed
        ]
        mine = rng.sample(own[number], min(share, len(own[number])))
        kinds = {"answerable": mine, "unrelated": rng.sample(other, min(len(mine), len(other)))}
        chosen.append(kinds | {"near": rng.sample(near, min(len(mine), len(near)))})
    return chosen


def report(asked: list[Asked]) -> dict[str, float]:
    """The figures of all answers together."""
    kinds = {kind: [one for one in asked if one.kind == kind] for kind in ("answerable", "unrelated", "near")}
    sure = {kind: np.array([one.sureness for one in listed]) for kind, listed in kinds.items()}
    none = {kind: np.mean([one.match == "no_match" for one in listed]) for kind, listed in kinds.items()}
    strong = [one.kind for one in asked if one.match == "strong_match" and one.kind != "near"]
    wins = sure["answerable"][:, None] - sure["unrelated"][None]
    return {
        "answerable": len(sure["answerable"]),
        "unrelated": len(sure["unrelated"]),
        "auroc": float(np.mean(wins > 0) + np.mean(wins == 0) / 2),
        "strong_precision": strong.count("answerable") / max(1, len(strong)),
        "strong_share_of_answerable": strong.count("answerable") / max(1, len(sure["answerable"])),
        "no_match_unrelated": float(none["unrelated"]),
        "no_match_answerable": float(none["answerable"]),
        "no_match_near": float(none["near"]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    cases = find_cases(chosen.data)
    questions = choose(cases, chosen.questions, random.Random(chosen.seed))
    asked: list[Asked] = []
    for case, listed in zip(cases, questions, strict=True):
        asked += ask_all(case, listed, chosen.cache)
    figures = report(asked)
    if chosen.json:
        print(json.dumps(figures, indent=1))
    else:
        for name, figure in figures.items():
            print(f"{name:28} {figure:.3f}")


if __name__ == "__main__":
    main()
