"""Is there a request that the door cannot answer?

Reliability R1. Requests from the published schemas, requests with something wrong, and garbage: every one
gets a response that keeps to the published schema, and none meets a defect.
Full size: python -m campaigns.requests --count 50000
"""

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from campaigns.cases import PERSON, prepare_project
from campaigns.generator import Generator
from campaigns.laws import broken_laws
from campaigns.spoiling import garbage, spoiled
from campaigns.verdict import Verdict, finish, options, progress, workplace
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.errors import STATUS, Code
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party

# After so many requests a new project begins: stores, backups and exports stay small.
CHAPTER = 2_500
# Operations that copy the whole store come up more rarely, since each costs as much as fifty others.
_WHOLE_STORE_WEIGHT = 0.15
_PARTIES = (PERSON, Party(), Party(at_terminal=True), Party(at_terminal=True, ask=lambda question: False))
# Nothing is wrong with the disk here, and nobody else writes: these would misjudge the request.
_UNFOUNDED = frozenset(
    {Code.INTERNAL, Code.STORAGE_FAILED, Code.STORAGE_FULL, Code.STORE_BUSY, Code.STORE_CORRUPT}
)
_HONEST_CODES = frozenset(code.value for code in STATUS if code not in _UNFOUNDED)


@dataclass(slots=True)
class _Tally:
    """What came back."""

    kinds: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    broken: list[str] = field(default_factory=list)


class _Judge:
    """Holds every response against the published schemas."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.response = Draft202012Validator(described["response_schema"])
        self.data = {
            each["name"]: Draft202012Validator(each["result_schema"]) for each in described["operations"]
        }

    def problems(self, response: Response) -> Iterator[str]:
        """Name whatever is outside the contract."""
        shown = response.to_json_object()
        json.dumps(shown, ensure_ascii=False, allow_nan=False).encode()
        for problem in self.response.iter_errors(shown):
            yield f"outside the response schema: {problem.message[:200]}"
        if response.error is not None:
            if response.error.code not in _HONEST_CODES:
                yield f"answered {response.error.code}: {response.error.message[:300]}"
        elif response.operation in self.data:
            for problem in self.data[response.operation].iter_errors(response.data):
                yield f"outside the schema of {response.operation}: {problem.message[:200]}"
        else:
            yield f"an answer from an operation that nobody describes: {response.operation!r}"


def run(folder: Path, *, count: int, seed: int) -> Verdict:
    """Send so many requests, a new project for each chapter."""
    tally, started = _Tally(), time.monotonic()
    for chapter, first in enumerate(range(0, count, CHAPTER)):
        root = folder / f"chapter-{chapter}"
        known = prepare_project(root).names()
        with open_project(root) as runtime:
            generator = _generator(runtime, random.Random(f"{seed}/{chapter}"), known)
            _tell(runtime, min(CHAPTER, count - first), generator, tally)
        tally.broken += [f"chapter {chapter}: {law}" for law in broken_laws(root)]
        progress(f"{first + CHAPTER} requests, {len(tally.broken)} problems")
    verdict = Verdict("requests", seed, broken=tally.broken)
    verdict.figures = {
        "requests": sum(tally.kinds.values()),
        "problems": len(tally.broken),
        "kinds": dict(tally.kinds),
        "outcomes": dict(tally.outcomes.most_common()),
        "ok_by_operation": {name: times for name, times in sorted(tally.answered.items()) if times},
        "slowest_ms": round(tally.slowest[0], 1),
        "slowest": tally.slowest[1],
        "seconds": round(time.monotonic() - started, 1),
    }
    return verdict


def _generator(runtime: Runtime, chance: random.Random, known: dict[str, list[str]]) -> Generator:
    described = _described(runtime)
    return Generator(chance, {each["name"]: each for each in described["operations"]}, known)


def _described(runtime: Runtime) -> dict[str, Any]:
    return runtime.handle({"operation": "describe", "params": {}}).data or {}


def _tell(runtime: Runtime, count: int, generator: Generator, tally: _Tally) -> None:
    weights = {
        name: _WHOLE_STORE_WEIGHT if each["kind"] == "snapshot" else 1
        for name, each in generator.operations.items()
    }
    judge, chance = _Judge(_described(runtime)), generator.chance
    for _ in range(count):
        request = generator.request(chance.choices(list(weights), list(weights.values()))[0])
        kind = chance.choices(["valid", "spoiled", "garbage"], [5, 4, 1])[0]
        _send(runtime, _sent(generator, request, kind), judge, tally, generator)
        tally.kinds[kind] += 1


def _sent(generator: Generator, request: dict[str, Any], kind: str) -> bytes | dict[str, Any]:
    if kind == "garbage":
        return garbage(generator, request)
    value = spoiled(generator, request) if kind == "spoiled" else request
    return value if generator.chance.random() < 0.5 else json.dumps(value).encode("utf-8", "surrogatepass")


def _send(
    runtime: Runtime, sent: bytes | dict[str, Any], judge: _Judge, tally: _Tally, generator: Generator
) -> None:
    party = generator.chance.choice(_PARTIES)
    shown = repr(sent)[:600]
    started = time.perf_counter()
    try:
        response = runtime.handle(sent, party)
        problems = list(judge.problems(response))
    except Exception as problem:  # noqa: BLE001  whatever escapes the door is a finding
        tally.broken.append(f"{problem!r} escaped; request {shown}")
        return
    tally.slowest = max(tally.slowest, ((time.perf_counter() - started) * 1000, response.operation))
    tally.outcomes[response.error.code if response.error else "ok"] += 1
    tally.answered[response.operation] += response.error is None
    tally.broken += [f"{problem}; request {shown}" for problem in problems]
    if response.provenance.store_id is not None:  # what needs no store names only examples
        generator.learn(response.data)
    if response.operation == "snapshot_export" and response.error is None:
        _sweep(Paths(runtime.environment.paths.root))


def _sweep(paths: Paths) -> None:
    """Keep only the newest exports: the campaign is about answers, not about disk space."""
    bundles = sorted(paths.backups.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    for bundle in bundles[:-5]:
        bundle.unlink()


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--count", type=int, default=50_000, help="how many requests (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, count=chosen.count, seed=chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
