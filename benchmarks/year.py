"""Does a memory stay small, quick and good over a year of daily sessions?

Run: python -m benchmarks.year [--days 365] [--sessions 56] [--facts 240] [--json]

A clock that is set moves from day to day. Each day's sessions come in batches; each night maintenance runs
and prunes. Measured are the bytes of the store per episode, its bound, whether facts stated once are
still found, how long a night takes, and whether every run that is undone gives back the state before it.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
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
from phantasm.runtime.party import Party
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage.inspection import reader
from phantasm.storage.journal import verify
from tools.evaluation.digest import held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phantasm.contracts.model import JsonObject
    from phantasm.storage.lock import WriteLock

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
    locked: list[tuple[float, str]] = field(default_factory=list)
    """For how many seconds the store was locked, and for what."""
    counted: list[int] = field(default_factory=list)
    """Condensed and archived episodes at the end of each day."""
    used: list[int] = field(default_factory=list)
    recalls: list[tuple[int, float]] = field(default_factory=list)
    firsts: list[tuple[int, float]] = field(default_factory=list)
    """In how many of the answers about a fact that changed the newest version comes first."""
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
    environment, profiles = compose(paths, config._replace(settings=chosen), start=folder, clock=clock)
    year = Year(Runtime(environment, profiles), clock, plan, facts_of(plan))
    environment.database.lock = _Watched(environment.database.lock, year.locked)  # type: ignore[assignment]
    return year


@dataclass(slots=True)
class _Watched:
    """The store's lock, and how long it was held."""

    lock: WriteLock
    told: list[tuple[float, str]]

    @contextmanager
    def hold(self, purpose: str) -> Iterator[None]:
        """Hold the lock and note for how long."""
        with self.lock.hold(purpose):
            started = time.perf_counter()
            yield
            self.told.append((time.perf_counter() - started, purpose))


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
            _look(year, day)
        yield day


def _set(clock: FixedClock, day: int) -> None:
    """Move to 23:00 of a day."""
    clock.advance(START + timedelta(days=day, hours=23) - clock.now())


def _night(year: Year) -> None:
    started = time.perf_counter()
    told = maintaining.run(year.runtime, {}, lambda: None)
    year.nights.append(time.perf_counter() - started)
    pruned = told["pruned"]
    if told["state"] != "done" or not isinstance(pruned, dict):
        raise SystemExit(f"the night ended otherwise: {told}")
    year.used.append(int(str(pruned["used_bytes"])))
    with year.runtime.environment.database.read() as (connection, _):
        year.counted.append(int(connection.execute(_COUNT_BRIEF).fetchone()[0]))


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


def _look(year: Year, day: int) -> None:
    """Ask for every fact that was stated so far."""
    places = [(fact, *_places(year, fact)) for fact in current(year.facts, day)]
    year.recalls.append((day, sum(new is not None for _, new, _ in places) / len(places)))
    changed = [(new, old) for fact, new, old in places if fact.outdated]
    if changed:
        first = sum(new is not None and (old is None or new < old) for new, old in changed)
        year.firsts.append((day, first / len(changed)))


def _places(year: Year, fact: Fact) -> tuple[int | None, int | None]:
    """Return where among the first ten the answer comes, and where what was true before it."""
    params: JsonObject = {"query": fact.question, "limit": _SEARCHED_FROM, "arms": "lexical"}
    texts = [str(hit["text"]) for hit in year.ask("search", params)["hits"]]
    found = (n for n, text in enumerate(texts) if fact.answer in text)
    before = (n for n, text in enumerate(texts) if fact.outdated and fact.outdated in text)
    return next(found, None), next(before, None)


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
    # The standard library's driver has the table that tells; ours does not.
    with sqlite3.connect(f"file:{year.runtime.environment.paths.store}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall()
    return dict(sorted(rows, key=lambda pair: -int(pair[1])))


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
        "newest_version_first": year.firsts,
        "night_seconds_second_month": round(first, 3),
        "night_seconds_last_month": round(last, 3),
        "locked_milliseconds": _locked(year),
        "bytes_by_month": [year.used[day] for day in range(29, len(year.used), 30)],
        "most_bytes_used": max(year.used),
        "thinned_entries": verdict.thinned,
        "chain_problems": list(verdict.problems),
        "finished_at": to_timestamp(year.clock.now()),
    }
    found = [
        Figure("episodes", episodes, 20_000 if year.plan.days >= 365 else None),
        Figure("bytes per condensed episode", _marginal(year), TARGET_BYTES_PER_EPISODE, at_most=True),
        Figure(
            "bytes of the whole store per episode, with those that are still whole",
            sum(files.values()) / episodes,
        ),
        Figure(
            "bytes used at most, of the bound", max(year.used) / (BOUND_MEGABYTES * 1e6), 1.0, at_most=True
        ),
        Figure("facts found in the end", year.recalls[-1][1], early),
        Figure("a night's growth against that of the episodes", last / first / grown, 1.0, at_most=True),
        Figure("runs undone that gave back the state", _share(year.undone), 1.0),
        Figure("problems of the chain", len(verdict.problems), 0, at_most=True),
    ]
    return found, numbers


def _marginal(year: Year) -> float:
    """Return what one more condensed episode costs, in bytes, over the second half of the time."""
    half = len(year.used) // 2
    return (year.used[-1] - year.used[half]) / max(1, year.counted[-1] - year.counted[half])


def _locked(year: Year) -> dict[str, dict[str, float]]:
    """Return for how long each sort of write held the lock."""
    found: dict[str, list[float]] = {}
    for seconds, purpose in year.locked:
        found.setdefault(purpose, []).append(seconds * 1_000)
    return {
        name: {
            "median": round(statistics.median(times), 1),
            "most": round(max(times), 1),
            "times": len(times),
        }
        for name, times in sorted(found.items())
    }


def _share(told: list[bool]) -> float:
    return sum(told) / len(told) if told else 1.0


_COUNT_BRIEF = "SELECT count(*) FROM sessions WHERE episode_state IN ('condensed', 'archived')"
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
            if day % 10 == 9:
                night, used = year.nights[-1], year.used[-1] / 1e6
                taken = time.perf_counter() - started
                print(f"day {day + 1}: night {night:.2f} s, {used:.1f} MB, {taken:.0f} s", file=sys.stderr)
        found, numbers = figures_of(year)
        year.runtime.close()
    return report(found, given.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
