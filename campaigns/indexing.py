"""Does killing the indexer change an answer?

Writers ingest, revise, archive and tombstone while a process that embeds or rebuilds is killed at random
moments, again and again. Once it has caught up, every question must be answered as by an index that was
built in one go: the same ids in the same order with the same scores, on every arm. Then the smaller laws of
indexes (campaigns/indexlaws.py).
Full size: python -m campaigns.indexing --kills 100
"""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from campaigns import indexlaws, material
from campaigns.indexchild import ARMS, BUSY, Rankings, fill, must, open_with, send, unfounded
from campaigns.laws import broken_laws
from campaigns.locked import read_only_degrades
from campaigns.processes import REPOSITORY, module_command, spawn
from campaigns.verdict import Verdict, accept, finish, new_project, options, progress, workplace
from phantasm.config.paths import Paths
from phantasm.contracts.model import JsonObject
from phantasm.retrieval.vectors import files
from phantasm.runtime.bootstrap import Runtime

# A kill comes so long after the indexer began, evenly over the orders of magnitude: from the first file call
# to a few batches of units, each of which takes seconds with the shipped model.
_SOONEST_SECONDS, _LATEST_SECONDS = 0.005, 15.0
# Share of the killed runs that began with a rebuild instead of with what was new.
_REBUILDS = 0.25
_WRITERS = 2
_WAYS: tuple[JsonObject, ...] = ({"indexes": ["vectors"]}, {"indexes": ["words", "vectors"]})


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much of everything."""

    kills: int = 100
    records: int = 3_000
    questions: int = 200
    provider: str = "embedded"
    latest_seconds: float = _LATEST_SECONDS


@dataclass(slots=True)
class _Seen:
    """What the kills did."""

    kills: int = 0
    inside: int = 0
    """While the indexer was at work, not between two rounds."""
    torn: int = 0
    """After which rows or files lay there that no manifest names."""
    cursors: set[tuple[int, int]] = field(default_factory=set)
    searches: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def run(folder: Path, sizes: Sizes, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    verdict, started = Verdict("indexing", seed), time.monotonic()
    try_kills(folder, sizes, verdict)
    for name, law in (indexlaws.LAWS | {"read-only degrades": read_only_degrades}).items():
        scene = indexlaws.Scene(folder / name.replace(" ", "-"), folder / "twin", sizes.provider, seed)
        broken = list(law(scene))
        verdict.broken += [f"{name}: {problem}" for problem in broken]
        verdict.figures[name] = "holds" if not broken else f"BROKEN ({len(broken)})"
        progress(f"{name}: {verdict.figures[name]}")
    verdict.figures["seconds"] = round(time.monotonic() - started, 1)
    return verdict


def try_kills(folder: Path, sizes: Sizes, verdict: Verdict) -> None:
    """Kill the indexer of a project again and again, let it catch up, and compare its answers."""
    root = new_project(folder / "project").root
    asked = material.questions(verdict.seed, sizes.questions)
    (folder / "questions.json").write_text(json.dumps(asked), encoding="utf-8")
    fill(root, sizes.provider, sizes.records, verdict.seed)
    seen = _Seen()
    wrote = _kill_while_writing(folder, root, sizes, seen, random.Random(verdict.seed))
    begun = time.monotonic()
    caught = _once(folder, root, sizes.provider, "catch-up")
    catching_up = time.monotonic() - begun
    found = _compare(folder, root, sizes, verdict)
    verdict.broken += [*seen.broken, *(f"a writer was answered {code}" for code in unfounded(wrote))]
    verdict.broken += [f"project: {law}" for law in broken_laws(root)]
    if caught["missing"] or caught["vectors"] != caught["units"]:
        verdict.broken.append(f"the indexer did not catch up: {caught}")
    verdict.figures = {
        "kills": seen.kills,
        "kills_inside_a_run": seen.inside,
        "kills_that_left_rows_behind": seen.torn,
        "commits_seen_between_kills": len(seen.cursors),
        "searches_between_kills": dict(seen.searches),
        "writes": dict(wrote),
        "units": caught["units"],
        "vectors": caught["vectors"],
        "embedded_by_the_catch_up": caught["embedded"],
        "catch_up_seconds": round(catching_up, 1),
        "rankings_compared": len(found),
        "hits_compared": sum(len(one[1]) for one in found.values()),
    }


def _kill_while_writing(
    folder: Path, root: Path, sizes: Sizes, seen: _Seen, chance: random.Random
) -> Counter[str]:
    stop = folder / "stop"
    stop.unlink(missing_ok=True)
    reports = [folder / f"writer-{number}.json" for number in range(_WRITERS)]
    writers = [
        spawn(
            _child(
                "write",
                root,
                sizes.provider,
                report,
                "--key",
                f"w{number}",
                "--seed",
                chance.randrange(2**31),
            )
        )
        for number, report in enumerate(reports)
    ]
    asked = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    with open_with(root, sizes.provider) as runtime:
        while seen.kills < sizes.kills and not seen.broken:
            _kill_once(folder, root, sizes, seen, chance)
            _look(runtime, root, chance.choice(asked), seen)
            if (
                seen.kills == sizes.kills // 2
            ):  # the first half meets an index in the making, the rest follows
                _once(folder, root, sizes.provider, "half-time")
            if seen.kills % 10 == 0:
                progress(f"{seen.kills} kills, {seen.torn} left rows behind, {len(seen.cursors)} commits")
    stop.touch()
    if any(writer.wait() for writer in writers):
        seen.broken.append("a writer died")
        return Counter()
    return sum((Counter(json.loads(report.read_text(encoding="utf-8"))) for report in reports), Counter())


def _kill_once(folder: Path, root: Path, sizes: Sizes, seen: _Seen, chance: random.Random) -> None:
    """Start the indexer, wait until it is at it, and kill it at some moment."""
    status = folder / "status"
    extra: list[object] = ["--key", f"indexer-{seen.kills}"]
    if chance.random() < _REBUILDS:
        extra += ["--first", json.dumps(chance.choice(_WAYS))]
    command = _child("index", root, sizes.provider, status, *extra)
    delay = _SOONEST_SECONDS * (sizes.latest_seconds / _SOONEST_SECONDS) ** chance.random()
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE) as process:
        if process.stdout is None or process.stdout.readline() != b"ready\n":
            seen.broken.append("the indexer did not start")
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
    if process.returncode != -signal.SIGKILL:
        seen.broken.append(f"the indexer ended by itself with {process.returncode}")
    seen.kills += 1
    seen.inside += status.read_bytes()[:1] == BUSY


def _look(runtime: Runtime, root: Path, question: str, seen: _Seen) -> None:
    """Ask while nobody indexes, and see what the kill left."""
    for folder in Paths(root).indexes.iterdir():
        manifest = files.read_manifest(folder)
        expected = set(_files(folder, manifest)) if manifest else set()
        seen.torn += expected != {(path, path.stat().st_size) for path in folder.glob("*-*.*")}
        if manifest:
            seen.cursors.add((manifest.number, manifest.stamp.cursor))
    response = send(runtime, "search", {"query": question}, key="look")
    if response.error is not None:
        seen.broken.append(f"a search was answered {response.error.code}: {response.error.message}")
    seen.searches.update([warned.code for warned in response.warnings] or ["complete"])


def _files(folder: Path, manifest: files.Manifest) -> Iterator[tuple[Path, int]]:
    """Yield the files that a manifest names, with the size that it says."""
    for part in files.parts(manifest.stamp).values():
        yield part.path(folder, manifest.number), manifest.rows * part.row_bytes


def _compare(folder: Path, root: Path, sizes: Sizes, verdict: Verdict) -> Rankings:
    """Hold the answers against those after deleting `indexes/`, and those of a twin derived in one go."""
    caught_up = _ask(folder, root, sizes.provider, "caught-up")
    twin = folder / "twin"
    shutil.copytree(root, twin, ignore=shutil.ignore_patterns("indexes"))
    accept(twin)
    shutil.rmtree(Paths(root).indexes)
    _once(folder, root, sizes.provider, "anew")
    with open_with(twin, sizes.provider) as runtime:
        both: JsonObject = {"indexes": ["words", "vectors"]}
        must(runtime, "reindex", both, key="twin")
        problems = must(runtime, "reindex", both | {"dry_run": True}, key="twin-verify")["problems"]
    verdict.broken += [f"twin: {problem}" for problem in problems]
    for name, other in (("deleted indexes", root), ("twin", twin)):
        answers = _ask(folder, other, sizes.provider, name.replace(" ", "-"))
        differing = indexlaws.differing(caught_up, answers)
        verdict.broken += [f"{name}: {question}" for question in differing]
        progress(f"{name}: {len(answers)} rankings compared, {len(differing)} differ")
    if len(caught_up) != len(ARMS) * sizes.questions:
        verdict.broken.append(f"only {len(caught_up)} rankings came back")
    return caught_up


def _ask(folder: Path, root: Path, provider: str, name: str) -> Rankings:
    found: Rankings = _run("ask", folder, root, provider, name)
    return found


def _once(folder: Path, root: Path, provider: str, name: str) -> dict[str, int]:
    done: dict[str, int] = _run("once", folder, root, provider, name)
    return done


def _run(role: str, folder: Path, root: Path, provider: str, name: str) -> Any:  # noqa: ANN401  any JSON
    report = folder / f"{role}-{name}.json"
    subprocess.run(_child(role, root, provider, report, "--key", name), cwd=REPOSITORY, check=True)
    return json.loads(report.read_text(encoding="utf-8"))


def _child(role: str, root: Path, provider: str, report: Path, *more: object) -> list[str]:
    return module_command("indexchild", role, root, "--provider", provider, "--file", report, *more)


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--kills", type=int, default=100, help="kills (default: %(default)s)")
    parser.add_argument("--records", type=int, default=3_000, help="to begin with (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=200, help="questions (default: %(default)s)")
    parser.add_argument("--provider", default="embedded", help="who embeds (default: %(default)s)")
    chosen = parser.parse_args()
    sizes = Sizes(chosen.kills, chosen.records, chosen.questions, chosen.provider)
    with workplace(chosen.folder) as folder:
        verdict = run(folder, sizes, chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
