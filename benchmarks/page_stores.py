"""What does an operator's page have to cope with? A project's memory after a busy year, made once and kept.

Everything goes through the one door, day after day, with a clock that is set: records in bulk and one by one,
their revisions, links and citations of files that are there, sessions that become episodes and procedures,
reported tokens and outcomes, and at last what waits for a decision, of every sort. The year ends yesterday,
so that a page of today shows it. A folder that is filled already is left as it is.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from benchmarks.project_texts import batch, words
from benchmarks.year_material import START, Plan, facts_of, sessions_of
from phantasm.capabilities.clock import FixedClock
from phantasm.config.load import load
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import API_VERSION
from phantasm.runtime import maintaining
from phantasm.runtime.bootstrap import Runtime, compose
from phantasm.runtime.party import Party
from phantasm.runtime.setup.project import lay_out_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from phantasm.contracts.kinds import KindName
    from phantasm.contracts.model import JsonObject

DAYS = 365
SEED = 10
"""Where all choices start; any number does, and it must be the same on every run."""
FILLED = "filled"
"""A file beside the store that says that the year is over."""
KINDS: dict[KindName, int] = {
    "fact": 7_060,
    "note": 900,
    "decision": 500,
    "known_issue": 300,
    "task": 300,
    "dependency": 200,
    "glossary": 200,
    "convention": 150,
    "environment": 120,
    "preference": 80,
    "constraint": 70,
    "question": 50,
    "person": 40,
    "goal": 15,
    "blocker": 10,
    "identity": 5,
}
"""Of ten thousand records so many are of a kind: what holds for every task stays what people can oversee."""
IN_BULK = 0.5
"""The share of records that an import brings in one request a day; the others are written one by one."""
REVISED, ARCHIVED = 0.08, 0.04
"""Shares of the records that get a newer version, and that are put away."""
SENSITIVE, LINKED, CITING = 0.01, 0.10, 0.05
"""Shares of the records for few eyes, resting on another one, about a file."""
WITHOUT_KEY = 0.02
"""The share that the judge compares with what is about the same: it has no key."""
BY_AGENTS = 0.10
"""The share that no person said: what is older than half a year of it asks to be verified in the end."""
WAITING = {"suggestion": 900, "conflict": 300, "duplicate": 300, "stale": 300, "doubtful": 200}
"""What waits for a decision in the end where there are 100,000 records, besides the procedures (issue 10)."""
FILES, LINES = 400, 120
"""The repository that records cite."""
BACKUPS = 3
_PERSON = Party(at_terminal=True, ask=lambda question: True)
_WRITERS = ("claude_code", "codex", "cursor", "gemini")
_BETWEEN_NIGHTS = 30
"""Days after which maintenance runs: a night for each would take hours and end in the same rows."""


@dataclass(slots=True)
class Project:
    """One project on its way through the year."""

    folder: Path
    runtime: Runtime
    clock: FixedClock
    drawn: random.Random
    files: list[str]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    keyed: list[tuple[str, str]] = field(default_factory=list)
    """Live records that nothing was done to yet: id and key."""

    def ask(self, operation: str, params: JsonObject, profile: str = "") -> dict[str, Any]:
        """Send one request and return its data; a refusal ends the run."""
        number = next(self.numbers)
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": operation,
            "request_id": f"r{number}",
            "client": {"profile": profile or self.drawn.choice(_WRITERS), "name": "page benchmark"},
            "idempotency_key": f"k{number}",
            "params": params,
        }
        response = self.runtime.handle(request, _PERSON if profile == "cli" else Party())
        if response.error is not None or response.data is None:
            raise SystemExit(f"{operation} was refused: {response.error}")
        return response.data


def filled(folder: Path, records: int, sessions: int, tell: Callable[[str], None]) -> Path:
    """Return a project of a size; it is made where it is not there yet, which takes some minutes."""
    if (folder / FILLED).exists():
        return folder
    if folder.exists():
        raise SystemExit(f"{folder} is there, and no year has passed in it")
    files = _make_repository(folder, random.Random(SEED))
    project = _open(folder, files)
    for day in _live(project, records, Plan(DAYS, -(-sessions // DAYS), sessions // 40, SEED)):
        tell(f"day {day + 1}: {next(project.numbers):,} requests")
    _leave_waiting(project, records)
    tell("embedding")
    project.ask("embed", {}, "scheduler")
    for number in range(BACKUPS):
        project.ask("backup_create", {"reason": f"before release {number + 1}"}, "cli")
    project.runtime.close()
    (folder / FILLED).touch()
    return folder


def _make_repository(folder: Path, drawn: random.Random) -> list[str]:
    """Write the files that records cite, and commit them."""
    names = [name.removesuffix(".toml").removesuffix(".ts") for name in words().files]
    files = [name if name.endswith(".py") else f"{name}.py" for name in drawn.sample(names, FILES)]
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        sentences = (f"    # {drawn.choice(words().words)} {drawn.choice(words().words)}" for _ in count())
        path.write_text("def run() -> None:\n" + "\n".join(islice(sentences, LINES)) + "\n    return\n")
    (folder / ".gitignore").write_text(f".phantasm/\n{FILLED}\n")
    git = shutil.which("git") or "git"
    who = ["-c", "user.name=Page", "-c", "user.email=page@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q", "-b", "main"], ["add", "."], [*who, "commit", "-q", "-m", "Begin"]):
        subprocess.run([git, *command], cwd=folder, check=True)
    return files


def _open(folder: Path, files: list[str]) -> Project:
    first = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=DAYS)
    paths, clock = Paths(folder), FixedClock(first, timedelta(milliseconds=1))
    lay_out_state(paths, clock=clock)
    config = load(paths)
    # The made-up texts name files that are not there: looking for each would take most of the time.
    anchors = config.settings.anchors.model_copy(update={"derive": False})
    chosen = config._replace(settings=config.settings.model_copy(update={"anchors": anchors}))
    environment, profiles = compose(paths, chosen, start=folder, clock=clock)
    return Project(folder, Runtime(environment, profiles), clock, random.Random(SEED), files)


def _live(project: Project, records: int, plan: Plan) -> Iterator[int]:
    """Let the days pass, and yield each after which maintenance ran."""
    began = project.clock.now()
    offset = (began.replace(hour=0) - START).days
    facts = [replace(fact, day=fact.day + offset) for fact in facts_of(plan)]
    kinds = [kind for kind, share in KINDS.items() for _ in range(share)]
    project.drawn.shuffle(kinds)
    # Some of the records come from the sessions, and from what waits in the end.
    wanted = max(0, records - sum(_waiting(records).values()) - plan.facts)
    written = 0
    for day in range(DAYS):
        project.clock.advance(began + timedelta(days=day) - project.clock.now())
        due = wanted * (day + 1) // DAYS - written
        _write(project, day, [kinds[(written + n) % len(kinds)] for n in range(due)])
        written += due
        _work(project, sessions_of(plan, facts, day + offset))
        if day % _BETWEEN_NIGHTS == _BETWEEN_NIGHTS - 1 or day == DAYS - 1:
            maintaining.run(project.runtime, {"prune": False, "budget": 100_000}, lambda: None)
            yield day


def _write(project: Project, day: int, kinds: list[KindName]) -> None:
    """Write the records of a day, and change some that are there."""
    drawn, texts = project.drawn, batch(day, 3 * len(kinds) // 2 + 30).statements
    items = [
        _item(project, kind, text, f"{day}.{n}")
        for n, (kind, text) in enumerate(zip(kinds, texts, strict=False))
    ]
    several = round(len(items) * IN_BULK)
    _hold(project, {"items": items[:several]})
    for item in items[several:]:
        project.clock.advance(timedelta(seconds=drawn.randrange(60)))
        _hold(project, {"items": [item]})
    spare = iter(texts[len(items) :])
    for _ in range(round(len(items) * REVISED)):
        name, _ = _take(project)
        project.ask("revise", {"id": name, "statement": next(spare), "reason": "it changed"})
    for _ in range(round(len(items) * ARCHIVED)):
        name, _ = _take(project)
        project.ask("set_state", {"ids": [name], "action": "archive", "reason": "over"})
    for _ in range(round(len(items) * ARCHIVED)):
        name, _ = drawn.choice(project.keyed)
        project.ask("verify", {"ids": [name], "outcome": "holds"})


def _item(project: Project, kind: KindName, statement: str, number: str) -> dict[str, Any]:
    drawn = project.drawn
    item: dict[str, Any] = {"record_kind": kind, "statement": statement, "links": []}
    item["origin"] = "agent" if drawn.random() < BY_AGENTS else "user"
    if drawn.random() >= WITHOUT_KEY:
        item["subject_key"] = f"{drawn.choice(words().services)}.{kind}.{number}"
    if drawn.random() < SENSITIVE:
        item["sensitivity"] = "sensitive"
    if drawn.random() < CITING:
        item["links"].append({"type": "about", "target": f"file:{drawn.choice(project.files)}"})
    if drawn.random() < LINKED and project.keyed:
        sort = drawn.choice(("depends_on", "derived_from", "relates_to", "part_of"))
        item["links"].append({"type": sort, "target": drawn.choice(project.keyed)[0]})
    return item


def _hold(project: Project, params: dict[str, Any]) -> None:
    told = project.ask("ingest", params) if params["items"] else {"results": []}
    for item, outcome in zip(params["items"], told["results"], strict=True):
        if outcome["outcome"] == "created" and "subject_key" in item:
            project.keyed.append((outcome["record_id"], item["subject_key"]))


def _take(project: Project) -> tuple[str, str]:
    """Return some record that was left alone until now, and leave it alone from now on."""
    place = project.drawn.randrange(len(project.keyed))
    project.keyed[place], project.keyed[-1] = project.keyed[-1], project.keyed[place]
    return project.keyed.pop()


def _work(project: Project, sessions: list[dict[str, Any]]) -> None:
    """Hand over the sessions of a day one by one, and what each used."""
    drawn = project.drawn
    for session in sessions:
        project.clock.advance(timedelta(seconds=drawn.randrange(600)))
        profile = drawn.choice(_WRITERS)
        project.ask("session_append", {"sessions": [session]}, profile)
        used = [name for name, _ in drawn.sample(project.keyed, min(3, len(project.keyed)))]
        outcome = drawn.choice(("success", "success", "partial", "failure"))
        project.ask(
            "report_outcome", {"outcome": outcome, "used": used, "session_id": session["session_id"]}, profile
        )
        tokens: JsonObject = {
            "input_tokens": drawn.randrange(50_000),
            "output_tokens": drawn.randrange(5_000),
        }
        project.ask("usage_report", tokens | {"surface": "chat", "model": "a-model"}, profile)


def _waiting(records: int) -> dict[str, int]:
    """Return how many of each sort wait in a store of that size."""
    return {kind: max(1, count * min(records, 100_000) // 100_000) for kind, count in WAITING.items()}


def _leave_waiting(project: Project, records: int) -> None:
    """Leave something of every sort for a person to decide."""
    wanted = _waiting(records)
    texts = iter(batch(DAYS, 10_000).statements)
    for number in range(wanted["suggestion"]):
        item: JsonObject = {
            "record_kind": "fact",
            "subject_key": f"suggested.{number}",
            "statement": next(texts),
        }
        project.ask("ingest", item, "generic_mcp")
    for _ in range(wanted["conflict"]):
        _, key = _take(project)
        item = {"record_kind": key.split(".")[1], "subject_key": key, "statement": next(texts)}
        project.ask("ingest", item | {"on_conflict": "conflict"})
    for kind, size in (("stale", 1), ("duplicate", 2)):
        findings = [
            {"kind": kind, "record_ids": [_take(project)[0] for _ in range(size)]}
            for _ in range(wanted[kind])
        ]
        project.ask("record_findings", {"kinds": [], "findings": findings, "limit": 1_000}, "scheduler")
    for number in range(wanted["doubtful"]):
        root, _ = _take(project)
        link = {"type": "depends_on", "target": root}
        item = {"record_kind": "fact", "subject_key": f"resting.{number}", "statement": next(texts)}
        project.ask("ingest", item | {"links": [link]})
        project.ask("revise", {"id": root, "statement": next(texts), "reason": "it was wrong"})
