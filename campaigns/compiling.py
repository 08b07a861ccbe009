"""Is a context the same bytes for the same snapshot and request, and can it be written again later?

Makes stores through the one door, asks each for contexts in two processes of this Python and one of every
other that is named, with different hash seeds, and compares texts, manifests and whole answers. Then the
stores move on, and contexts are written again from their manifests: every byte must be as it was, and what
was erased in between must be named, and nothing else.
Full size: python -m campaigns.compiling --stores 1000 --manifests 1000 --pythons PATH,PATH
(PATH: an interpreter with what requirements/runtime.lock names; the project itself is taken from here.)
"""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaigns.processes import REPOSITORY
from campaigns.verdict import Verdict, finish, options, progress, workplace

# At once; the machine that the figures are from has two cores.
_PROCESSES = 2
_PARTS = ("text", "manifest", "answer")
"""What is compared of every answer."""

Lines = dict[str, dict[str, Any]]
"""What children noted, by store."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much of everything."""

    stores: int = 1_000
    manifests: int = 1_000
    requests: int = 5
    """Of each store."""
    provider: str = "embedded"
    pythons: tuple[str, ...] = ()
    """Other interpreters."""


class Children:
    """Starts the children of one campaign and collects what they note."""

    def __init__(self, folder: Path, sizes: Sizes, seed: int) -> None:
        self.folder, self._sizes, self._seed = folder, sizes, seed
        self._started = 0

    def run(self, role: str, *, python: str = sys.executable, count: int = 0) -> Lines:
        """Let some processes play a part in every store; returns what they noted."""
        shares = [f"{first}:{self._sizes.stores}:{_PROCESSES}" for first in range(_PROCESSES)]
        started = [self._start(role, python, share, count) for share in shares]
        lines: Lines = {}
        for process, report in started:
            if process.wait():
                message = f"a process of {python} that was to {role} ended with {process.returncode}"
                raise RuntimeError(message)
            noted = report.read_text(encoding="utf-8").splitlines()
            lines |= {line["store"]: line for line in map(json.loads, noted)}
        progress(f"{role}: {len(lines)} stores by {python}")
        return dict(sorted(lines.items()))

    def _start(self, role: str, python: str, share: str, count: int) -> tuple[subprocess.Popen[bytes], Path]:
        self._started += 1
        report = self.folder / f"{role}-{self._started}.jsonl"
        # Every process hashes differently. One thread each: they share the cores.
        settings = [f"PYTHONHASHSEED={self._started}", "OPENBLAS_NUM_THREADS=1"]
        command = ["env", *settings, f"PYTHONPATH={REPOSITORY / 'src'}", python]
        command += ["-m", "campaigns.compilechild", role, str(self.folder), "--share", share]
        command += ["--provider", self._sizes.provider, "--seed", str(self._seed)]
        command += ["--count", str(count), "--report", str(report)]
        return subprocess.Popen(command, cwd=REPOSITORY), report


def run(folder: Path, sizes: Sizes, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    verdict, started = Verdict("compiling", seed), time.monotonic()
    children = Children(folder, sizes, seed)
    made = children.run("make", count=sizes.requests)
    _compare(children, sizes, verdict)
    written = _tally(made)
    verdict.figures |= {"stores": len(made), "writes": sum(written[name] for name in _WRITES)}
    verdict.figures["outcomes_of_writes"] = {name: written[name] for name in _OUTCOMES if written[name]}
    _replay(children, sizes, verdict)
    verdict.figures["seconds"] = round(time.monotonic() - started, 1)
    return verdict


_WRITES = ("ingest", "revise", "link", "verify", "set_state")
_OUTCOMES = ("created", "superseded", "refined", "conflict", "duplicate", "suggested", "refused")


def _compare(children: Children, sizes: Sizes, verdict: Verdict) -> None:
    """Let every interpreter compile everything, and hold their answers against those of the first."""
    first = children.run("compile")
    differing: Counter[str] = Counter()
    versions = Counter(line["python"] for line in list(first.values())[:1])
    verdict.broken += [problem for line in first.values() for problem in line["broken"]]
    for python in (sys.executable, *sizes.pythons):
        found = children.run("compile", python=python)
        versions.update(line["python"] for line in list(found.values())[:1])
        for part, problem in _differences(first, found):
            differing[part] += 1
            verdict.broken.append(problem)
    answered = _tally(first)
    compared = (sum(versions.values()) - 1) * sum(len(line["answers"]) for line in first.values())
    verdict.figures |= {
        "pythons": dict(versions),
        "answers_compared": compared,
        "differing": {part: differing[part] for part in _PARTS},
        "lines": answered.pop("lines"),
        "tokens": answered.pop("tokens"),
        "answers": dict(sorted(answered.items())),
    }


def _differences(first: Lines, found: Lines) -> Iterator[tuple[str, str]]:
    """Yield which part of which answer differs."""
    for store, line in first.items():
        other = found[store]
        for number, (ours, theirs) in enumerate(zip(line["answers"], other["answers"], strict=True)):
            for part, one, two in zip(_PARTS, ours, theirs, strict=True):
                if one != two:
                    yield part, f"store {store}, request {number}: another {part} by {other['python']}"


def _replay(children: Children, sizes: Sizes, verdict: Verdict) -> None:
    """Let the stores move on, and write contexts again."""
    moved = children.run("move-on")
    share = sizes.manifests // sizes.stores + 1  # a store whose requests were all refused has none
    tally: Counter[str] = Counter()
    for python in (sys.executable, *sizes.pythons):
        for store, line in children.run("replay", python=python, count=share).items():
            erased = set(moved[store]["erased"])
            for one in line["replays"]:
                gone = sorted(erased & set(one["items"]))
                tally["manifests_replayed"] += python == sys.executable
                tally["replays"] += 1
                tally["replays_identical" if one["identical"] else "replays_with_something_erased"] += 1
                if one["identical"] == bool(gone) or one["erased"] != gone or one["otherwise"] != [[], 0]:
                    tally["replays_differing"] += 1
                    verdict.broken.append(f"store {store}: {gone} erased, replay by {python}: {one}")
    written = _tally(moved)
    verdict.figures["writes_before_replaying"] = {
        name: written[name] for name in (*_WRITES, "reindex", "embed")
    }
    verdict.figures |= {"replays_differing": 0} | dict(tally)
    verdict.figures["stores_with_something_erased"] = sum(bool(line["erased"]) for line in moved.values())


def _tally(lines: Lines) -> Counter[str]:
    return sum((Counter(line["tally"]) for line in lines.values()), Counter())


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--stores", type=int, default=1_000, help="stores (default: %(default)s)")
    parser.add_argument(
        "--manifests", type=int, default=1_000, help="to replay, at least (default: %(default)s)"
    )
    parser.add_argument("--requests", type=int, default=5, help="for each store (default: %(default)s)")
    parser.add_argument("--provider", default="embedded", help="who embeds (default: %(default)s)")
    parser.add_argument("--pythons", default="", help="other interpreters, separated by commas")
    chosen = parser.parse_args()
    pythons = tuple(one for one in chosen.pythons.split(",") if one)
    sizes = Sizes(chosen.stores, chosen.manifests, chosen.requests, chosen.provider, pythons)
    with workplace(chosen.folder) as folder:
        verdict = run(folder, sizes, chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
