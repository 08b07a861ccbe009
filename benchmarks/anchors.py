"""Are anchors followed rightly, and at what cost?

Run: python benchmarks/anchors.py mutations [--folder FOLDER] [--edits N] [--anchors N] [--seed N]
     python benchmarks/anchors.py speed [--files 5000] [--anchors 10000] [--rounds 5]

`mutations` fetches real packages (once; needs the network), anchors their files, spans and definitions, edits
them by script, and compares every verdict with what the edit did. Targets (issue 9): at least 2,000 anchors
and 1,000 edits; 98 % right for every kind of edit; nothing that was left alone called changed.
`speed` checks 10,000 anchors in a repository of 5,000 files, against `git status` and hashing the anchored
files in the same run. Targets: at most 3 times for a first look, at most 1 time for the next.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.anchor_mutations import Score, run
from benchmarks.anchor_sources import fetched
from benchmarks.anchor_speed import measured
from benchmarks.anchor_tree import Repository
from benchmarks.figures import Figure, report

RIGHT_TARGET, EDITS_TARGET, ANCHORS_TARGET = 0.98, 1_000, 2_000


def mutations(folder: Path, *, edits: int, anchors: int, seed: int, misses: int) -> int:
    places = fetched(folder)
    score = Score()
    for number, place in enumerate(places):
        started = time.perf_counter()
        repository = Repository(place)
        run(
            repository, edits // len(places) + 1, score=score, seed=seed + number, most=anchors // len(places)
        )
        print(
            f"{place.name}: {len(repository.sources)} files, {time.perf_counter() - started:.0f} s",
            flush=True,
        )
    for miss in score.misses[:misses]:
        print(f"  {miss}")
    figures = [
        Figure("anchors", score.anchors, ANCHORS_TARGET),
        Figure("edits", score.edits.total(), EDITS_TARGET),
        Figure("verdicts on anchors in untouched files", score.untouched),
        Figure("misses on anchors in untouched files", _elsewhere(score), 0, at_most=True),
        Figure("false changed", score.false_changed, 0, at_most=True),
        Figure("verdicts on anchors in touched files", score.checked.total()),
        Figure("misses on anchors in touched files", score.checked.total() - score.right.total()),
        Figure("right, all kinds", score.right.total() / score.checked.total(), RIGHT_TARGET),
    ]
    for kind in sorted(score.checked):
        said = ", ".join(f"{status} {count}" for status, count in sorted(score.statuses[kind].items()))
        what = f"{kind} ({score.edits[kind]} edits, {score.checked[kind]} anchors: {said})"
        figures.append(Figure(what, score.right[kind] / score.checked[kind], RIGHT_TARGET))
    return report(figures, as_json=False, numbers={})


def _elsewhere(score: Score) -> int:
    return len(score.misses) - (score.checked.total() - score.right.total())


def speed(*, files: int, anchors: int, rounds: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        root.mkdir()
        return report(measured(root, files=files, count=anchors, rounds=rounds), as_json=False, numbers={})


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    mutating = commands.add_parser("mutations")
    mutating.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "anchor-sources")
    mutating.add_argument("--edits", type=int, default=1_500)
    mutating.add_argument("--anchors", type=int, default=4_000)
    mutating.add_argument("--seed", type=int, default=9)
    mutating.add_argument("--misses", type=int, default=40)
    timing = commands.add_parser("speed")
    timing.add_argument("--files", type=int, default=5_000)
    timing.add_argument("--anchors", type=int, default=10_000)
    timing.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    if given.command == "speed":
        return speed(files=given.files, anchors=given.anchors, rounds=given.rounds)
    return mutations(
        given.folder, edits=given.edits, anchors=given.anchors, seed=given.seed, misses=given.misses
    )


if __name__ == "__main__":
    raise SystemExit(main())
