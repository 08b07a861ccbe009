"""What does checking anchors cost, against `git status` and hashing the anchored files?"""

from __future__ import annotations

import hashlib
import random
import subprocess
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks.anchor_tree import Repository
from benchmarks.figures import Figure
from benchmarks.retrieval_stores import MAINTAINER, ask
from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.setup.project import lay_out_state
from phantasm.workspace.anchors.checking import see, verify_all
from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.anchors.references import write
from phantasm.workspace.checkout import Checkout

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.runtime.bootstrap import Runtime
    from phantasm.workspace.anchors.model import Seen

COLD_TARGET, WARM_TARGET = 3.0, 1.0
_BATCH = 1_000
_WORDS = (
    "client server parse render config token queue worker cache index record anchor branch commit".split()
)
Measure = Callable[[], object]
Anchors = list[tuple[Reference, "Seen"]]


def generated(root: Path, files: int, choice: random.Random) -> None:
    """Write a repository of Python files of 20 to 400 lines, in folders of about 25."""
    for number in range(files):
        folder = root / f"part{number // 500}" / f"package{number // 25}"
        folder.mkdir(parents=True, exist_ok=True)
        functions = [_function(number, index, choice) for index in range(choice.choice([2, 4, 8, 16, 40]))]
        text = f'"""Module {number}."""\n\nimport os\n\n\n' + "\n\n".join(functions)
        (folder / f"module{number}.py").write_text(text, encoding="utf-8")


def _function(module: int, index: int, choice: random.Random) -> str:
    words = [choice.choice(_WORDS) for _ in range(6)]
    body = "\n".join(f"    {word}_{choice.randrange(99)} = os.{word}({index}, {module})" for word in words)
    return (
        f"def {words[0]}_{words[1]}_{index}(value, *, limit=None):\n{body}\n    return {words[0]}_{index}\n"
    )


def anchored(repository: Repository, count: int, choice: random.Random) -> Anchors:
    """Return anchors all over a repository: a fifth files, two fifths spans, two fifths definitions."""
    checkout = Checkout(repository.root)
    sources = list(repository.sources.values())
    made: Anchors = []
    while len(made) < count:
        source = sources[len(made) % len(sources)]
        kind = choice.randrange(5)
        start = choice.randrange(1, len(source.lines) - 5)
        if kind == 0:
            reference = Reference("file", source.path)
        elif kind < 3 or not source.symbols:
            reference = Reference("file", source.path, lines=(start, start + 4))
        else:
            reference = Reference("symbol", source.path, choice.choice(source.symbols).name)
        seen = see(reference, checkout)
        if seen is not None:
            made.append((reference, seen))
    return made


def measured(root: Path, *, files: int, count: int, rounds: int) -> list[Figure]:
    """Return the best of some rounds, each measure in turn, as ratios to the yardstick."""
    choice = random.Random(9)
    generated(root, files, choice)
    repository = Repository(root)
    anchors = anchored(repository, count, choice)
    figures = [Figure("anchors", len(anchors)), Figure("files", len(repository.sources))]
    kept = root / ".phantasm" / "state" / "indexes" / "anchors.json"
    runtime = store_of(root, anchors)
    for title, share in (
        ("nothing changed", 0.0),
        ("2 % of the files changed", 0.02),
        ("all files touched", None),
    ):
        _change(repository, share, choice)
        if share is not None:
            repository.git("status")  # as after any command of git: the index knows how the files look
        time.sleep(1.1)
        best = _best(
            {
                "yardstick": lambda: _yardstick(root, anchors),
                "plain": lambda: verify_all(anchors, Checkout(root)),
                "cold": lambda: _cold(runtime, kept),
                "warm": lambda: ask(runtime, "anchors_check", {"limit": 1}),
            },
            rounds,
            before={"warm": lambda: ask(runtime, "anchors_refresh", {}, profile=MAINTAINER)},
        )
        unit = best["yardstick"]
        # The targets are for a checkout in which nothing changed; the rest shows what changes cost.
        cold, warm = (COLD_TARGET, WARM_TARGET) if share == 0.0 else (None, None)
        figures += [
            Figure(f"{title}: git status and hashing, ms", unit * 1e3),
            Figure(f"{title}: verify_all, ratio", best["plain"] / unit, cold, at_most=True),
            Figure(f"{title}: `anchors_check` cold, ratio", best["cold"] / unit, cold, at_most=True),
            Figure(f"{title}: `anchors_check` warm, ratio", best["warm"] / unit, warm, at_most=True),
        ]
    return figures


def store_of(root: Path, anchors: Anchors) -> Runtime:
    """Return a store with one record for each anchor."""
    (root / ".git" / "info" / "exclude").write_text(".phantasm/\n", encoding="utf-8")
    lay_out_state(Paths(root))
    runtime = open_project(root)
    for start in range(0, len(anchors), _BATCH):
        items = [
            {
                "record_kind": "fact",
                "statement": f"Finding {random.Random(number).randbytes(16).hex()}",
                "links": [{"type": "about", "target": write(reference)}],
            }
            for number, (reference, _) in enumerate(anchors[start : start + _BATCH], start)
        ]
        ask(runtime, "ingest", {"items": items})
    return runtime


def _cold(runtime: Runtime, kept: Path) -> None:
    """Check without anything that an earlier look found out."""
    kept.unlink(missing_ok=True)
    ask(runtime, "anchors_check", {"limit": 1})


def _change(repository: Repository, share: float | None, choice: random.Random) -> None:
    """Change a share of the files; None: write all of them again as they are."""
    sources = list(repository.sources.values())
    if share is None:
        for source in sources:
            (repository.root / source.path).touch()
        return
    for source in choice.sample(sources, int(len(sources) * share)):
        lines = list(source.lines)
        at = choice.randrange(len(lines))
        lines[at : at + 1] = ["# a note", f"{lines[at]}  # touched"]
        (repository.root / source.path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _yardstick(root: Path, anchors: Anchors) -> None:
    command = ["git", "--no-optional-locks", "-C", str(root), "status", "--porcelain"]
    subprocess.run(command, capture_output=True, check=True)
    for path in {reference.name for reference, _ in anchors}:
        data = (root / path).read_bytes()
        hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _best(measures: dict[str, Measure], rounds: int, *, before: dict[str, Measure]) -> dict[str, float]:
    """Return the best time of each, in turn; what comes before one is not counted."""
    best = dict.fromkeys(measures, float("inf"))
    for _ in range(rounds):
        for name, measure in measures.items():
            if name in before:
                before[name]()
            started = time.perf_counter()
            measure()
            best[name] = min(best[name], time.perf_counter() - started)
    return best
