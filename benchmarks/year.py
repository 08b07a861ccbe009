"""Does a memory stay small, quick and good over a year of daily sessions?

Run: python -m benchmarks.year [--days 365] [--sessions 56] [--facts 240] [--json]

A clock that is set moves from day to day. Each day's sessions come in batches; each night maintenance runs and
prunes. Measured are the bytes of the store per condensed episode, its bound, whether facts stated once are
still found, how long a night takes, and whether every run that is undone gives back the state before it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure, report
from benchmarks.year_material import START, Fact, Plan, current, facts_of, sessions_of
from phantasm.capabilities.clock import FixedClock
from phantasm.config.load import load
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.runtime import maintaining
from phantasm.runtime.bootstrap import Runtime, compose
from phantasm.runtime.evaluation.digest import held
from phantasm.runtime.party import Party
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage.inspection import reader
from phantasm.storage.journal import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phantasm.contracts.model import JsonObject

TARGET_BYTES_PER_EPISODE = 2_048
BOUND_MEGABYTES = 60
"""A bound that a year without pruning would pass by far."""
_BATCH = 20
"""Sessions that are handed over in one request."""
_SEARCHED_FROM = 10
_PERSON = Party(at_terminal=True, ask=lambda question: True)


@dataclass(slots=True)
class Year:
    """One project, its clock, and what was measured."""

    runtime: Runtime
    clock: FixedClock
    plan: Plan
    facts: list[Fact]
    nights: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    recalls: list[tuple[int, float]] = field(default_factory=list)
    undone: list[bool] = field(default_factory=list)
    requests: int = 0

    def ask(self, operation: str, params: JsonObject, profile: str = "claude_code") -> dict[str, Any]:
        """Send one request and return its data."""
        self.requests += 1
        request: JsonObject = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"r{self.requests}",
            "client": {"profile": profile},
            "idempotency_key": f"k{self.requests}",
            "params": params,
        }
        response = self.runtime.handle(request, _PERSON if profile == "cli" else Party())
        if response.error is not None or response.data is None:
            raise SystemExit(f"{operation}: {response.error}")
        return response.data


def open_year(folder: Path, plan: Plan, bound_megabytes: int = BOUND_MEGABYTES) -> Year:
    """Make a project of its own, without vectors, with a bound and a clock that is set."""
    paths, clock = Paths(folder), FixedClock(START, timedelta(milliseconds=1))
    lay_out_state(paths, clock=clock)
    config = load(paths)
    settings = config.settings
    maintenance = settings.maintenance.model_copy(update={"size_bound_megabytes": bound_megabytes})
    embedding = settings.embedding.model_copy(update={"provider": "none"})
    chosen = settings.model_copy(update={"maintenance": maintenance, "embedding": embedding})
    environment, profiles = compose(paths, replace(config, settings=chosen), start=folder, clock=clock)
    return Year(Runtime(environment, profiles), clock, plan, facts_of(plan))


def live(year: Year, *, undo_every: int = 0, look_every: int = 30) -> Iterator[int]:
    """Let the days pass, and yield each once its night is over."""
    for day in range(year.plan.days):
        _set(year.clock, day)
        sessions = sessions_of(year.plan, year.facts, day)
        for start in range(0, len(sessions), _BATCH):
            year.ask("session_append", {"sessions": sessions[start : start + _BATCH]})
        if undo_every and day % undo_every == undo_every - 1:
            year.undone.append(run_and_undo(year))
        _night(year)
        if day % look_every == look_every - 1 or day == year.plan.days - 1:
            year.recalls.append((day, recall(year, day)))
        yield day


def _set(clock: FixedClock, day: int) -> None:
    """Move to 23:00 of a day."""
    clock.advance(START + timedelta(days=day, hours=23) - clock.now())


def _night(year: Year) -> None:
    started = last = time.perf_counter()

    def beat() -> None:
        nonlocal last
        now = time.perf_counter()
        year.steps.append(now - last)
        last = now

    told = maintaining.run(year.runtime, {}, beat)
    year.nights.append(time.perf_counter() - started)
    pruned = told["pruned"]
    if told["state"] != "done" or not isinstance(pruned, dict):
        raise SystemExit(f"the night ended otherwise: {told}")
    year.used.append(int(str(pruned["used_bytes"])))


def run_and_undo(year: Year) -> bool:
    """Do a run without pruning and undo it; tell whether the state is the one from before."""
    before = digest(year)
    told = maintaining.run(year.runtime, {"prune": False}, lambda: None)
    changed = digest(year)
    year.ask("undo", {"session_id": told["run_id"], "reason": "to see whether it goes back"}, "cli")
    after = digest(year)
    year.ask("undo", {"operations": [_last_operation(year)]}, "cli")
    return before == after and digest(year) == changed


def _last_operation(year: Year) -> str:
    entries = year.ask("audit", {"limit": 1}, "cli")["entries"]
    return str(entries[0]["id"])


def digest(year: Year) -> str:
    """Return the digest of everything that is held."""
    environment = year.runtime.environment
    with environment.database.read() as (connection, head):
        return held(reader(connection, head), environment.blobs).digest


def recall(year: Year, day: int) -> float:
    """Return the share of facts that are found among the first ten, and not in their old version."""
    asked = current(year.facts, day)
    return sum(_is_found(year, fact) for fact in asked) / len(asked)


def _is_found(year: Year, fact: Fact) -> bool:
    params: JsonObject = {"query": fact.question, "limit": _SEARCHED_FROM, "arms": "lexical"}
    hits = year.ask("search", params)["hits"]
    texts = [str(hit.get("text") or hit.get("excerpt") or hit) for hit in hits]
    place = next((n for n, text in enumerate(texts) if fact.answer in text), None)
    outdated = fact.outdated and any(fact.outdated in text for text in texts[: (place or 0)])
    return place is not None and not outdated


def sizes(year: Year) -> dict[str, int]:
    """Return the bytes of the files, after everything was folded into the store."""
    environment = year.runtime.environment
    with environment.database.lock.hold("size"):
        environment.database.scrub()
    files = [path for path in environment.paths.store.parent.rglob("*") if path.is_file()]
    found = {path.name: path.stat().st_size for path in files if path.stat().st_size}
    return dict(sorted(found.items()))


def consists_of(year: Year) -> dict[str, int]:
    """Return the bytes of each table and index of the store, the largest first."""
    with year.runtime.environment.database.read() as (connection, _):
        try:
            rows = connection.execute("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name").fetchall()
        except Exception:  # noqa: BLE001  a driver without dbstat: the figure is left out
            return {}
    return dict(sorted(((row[0], row[1]) for row in rows), key=lambda pair: -pair[1]))


def figures_of(year: Year) -> tuple[list[Figure], dict[str, Any]]:
    """Return what was reached."""
    environment = year.runtime.environment
    with environment.database.read() as (connection, head):
        work = reader(connection, head)
        counted = {row[0]: row[1] for row in connection.execute(_COUNT_EPISODES).fetchall()}
        verdict = verify(work)
    episodes = sum(counted.values())
    files, month = sizes(year), min(30, max(1, year.plan.days // 4))
    first = statistics.mean(year.nights[month : 2 * month] or year.nights[:month])
    last = statistics.mean(year.nights[-month:])
    grown = year.plan.days / (1.5 * month)
    early = next((share for day, share in year.recalls if day >= month), year.recalls[0][1])
    numbers = {
        "episodes": counted,
        "files": files,
        "consists_of": consists_of(year),
        "recalls": year.recalls,
        "night_seconds_second_month": round(first, 3),
        "night_seconds_last_month": round(last, 3),
        "longest_step_milliseconds": round(max(year.steps) * 1_000),
        "median_step_milliseconds": round(statistics.median(year.steps) * 1_000, 1),
        "most_bytes_used": max(year.used),
        "thinned_entries": verdict.thinned,
        "chain_problems": list(verdict.problems),
        "finished_at": to_timestamp(year.clock.now()),
    }
    found = [
        Figure("episodes", episodes, 20_000 if year.plan.days >= 365 else None),  # noqa: PLR2004
        Figure("bytes of the whole store per episode", sum(files.values()) / episodes, TARGET_BYTES_PER_EPISODE, at_most=True),
        Figure("bytes used at most, of the bound", max(year.used) / (BOUND_MEGABYTES * 1e6), 1.0, at_most=True),
        Figure("facts found in the end", year.recalls[-1][1], early),
        Figure("a night's growth against that of the episodes", last / first / grown, 1.0, at_most=True),
        Figure("runs undone that gave back the state", _share(year.undone), 1.0),
        Figure("problems of the chain", len(verdict.problems), 0, at_most=True),
    ]
    return found, numbers


def _share(told: list[bool]) -> float:
    return sum(told) / len(told) if told else 1.0


_COUNT_EPISODES = """SELECT episode_state, count(*) FROM sessions WHERE episode_state IS NOT NULL
                     GROUP BY episode_state"""


def main() -> int:
    """Live through the year and say what was reached."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--sessions", type=int, default=56)
    parser.add_argument("--facts", type=int, default=240)
    parser.add_argument("--undo-every", type=int, default=45)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    plan = Plan(given.days, given.sessions, given.facts)
    with tempfile.TemporaryDirectory() as folder:
        year = open_year(Path(folder), plan)
        started = time.perf_counter()
        for day in live(year, undo_every=given.undo_every):
            if day % 10 == 9:  # noqa: PLR2004  a line of progress now and then
                night, used = year.nights[-1], year.used[-1] / 1e6
                taken = time.perf_counter() - started
                print(f"day {day + 1}: night {night:.2f} s, {used:.1f} MB, {taken:.0f} s", file=sys.stderr)
        found, numbers = figures_of(year)
        year.runtime.close()
    return report(found, given.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
