"""What happens in a year of daily sessions? Made-up but realistic ones, and facts to be found again later.

Everything follows from one seed. Most sessions are ordinary work: something is asked for, commands run, some
fail and are got past, the assistant says what it did. In some of them a person states a fact about one of the
project's parts, which nobody repeats; a few of these change later.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

START = datetime(2026, 1, 1, tzinfo=UTC)

_PLACES = (
    "harbor meadow copper lantern willow granite saffron juniper cobalt ember falcon glacier hazel indigo "
    "jasper kestrel lagoon maple nectar onyx pepper quartz raven sierra tundra umber velvet walnut yarrow "
    "zephyr amber birch cedar delta elder fjord garnet heron iris"
).split()
_THINGS = "exporter importer gateway scheduler mailer indexer renderer collector proxy archiver".split()
_TASKS = (
    "Add retries to the {part} upload, it drops requests under load.",
    "The {part} test is flaky on CI, can you find out why?",
    "Rename the settings of the {part} so that they match the documentation.",
    "Please speed up the {part}: a page takes four seconds.",
    "Write a migration that adds a column for the time zone to the {part} tables.",
    "Extract the parsing code of the {part} into its own module and add tests for it.",
    "Users see an empty list in the {part} after logging in again. Fix it please.",
    "Bump the HTTP client that the {part} uses and adapt the calls.",
    "Log less in the {part}, the disk fills up every weekend.",
    "Review the error messages of the {part} and make them say what to do.",
)
_ERRORS = (
    ("ModuleNotFoundError: No module named 'httpx'", "pip install httpx"),
    ("AssertionError: expected 3 rows, got 2", "git checkout -- fixtures/rows.json"),
    ("ConnectionRefusedError: connection to the test database was refused", "docker compose up -d database"),
    ("TypeError: render() missing 1 required argument: 'locale'", "ruff check --fix src"),
)
_ANSWERS = (
    "The {part} retries three times now and backs off in between; the tests pass.",
    "It was a race between two workers. I moved the write of the {part} into one transaction.",
    "The settings of the {part} are renamed, and the old names are refused with a hint.",
    "Most of the time went into one query of the {part}, which has an index now.",
    "The parser of the {part} lives in its own module with seven tests.",
)
_TOOLS = "Valkey NATS SQLite Kafka DuckDB MinIO Traefik Celery RabbitMQ Redis Nginx Caddy Grafana".split()
_PEOPLE = "Maria Jonas Aylin Chen Priya Tomas Nadia Oskar Lena Ibrahim".split()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a person states once."""

    day: int
    sentence: str
    question: str
    answer: str
    """What an answer to the question contains."""
    outdated: str = ""
    """What was true before it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much happens."""

    days: int
    sessions_per_day: int
    facts: int
    seed: int = 7


def facts_of(plan: Plan) -> list[Fact]:
    """Return the facts of a year, in the order in which they are stated."""
    drawn = random.Random(plan.seed)
    parts = [f"{place} {thing}" for place in _PLACES for thing in _THINGS]
    drawn.shuffle(parts)
    facts: list[Fact] = []
    for number in range(plan.facts):
        day = number * plan.days // plan.facts
        before = [one for one in facts if one.day < day - 20 and " on port " in one.sentence]
        if number % 8 == 7 and before:
            facts.append(_changed(drawn.choice(before), day, drawn))
        else:
            facts.append(_fact(number, parts[number % len(parts)], day, drawn))
    return facts


def _fact(number: int, part: str, day: int, drawn: random.Random) -> Fact:
    match number % 4:
        case 0:
            port = str(2_000 + number * 7)
            return Fact(day, f"The {part} listens on port {port}.", f"which port does the {part} use?", port)
        case 1:
            tool = drawn.choice(_TOOLS)
            said = f"We decided to use {tool} for the {part} because it is easier to run."
            return Fact(day, said, f"what did we decide to use for the {part}?", tool)
        case 2:
            person = drawn.choice(_PEOPLE)
            return Fact(day, f"{person} owns the {part}.", f"who owns the {part}?", person)
        case _:
            hours = str(drawn.randrange(2, 90))
            said = f"The {part} keeps its files for {hours} days."
            return Fact(day, said, f"how long does the {part} keep its files?", hours)


def _changed(fact: Fact, day: int, drawn: random.Random) -> Fact:
    port = str(drawn.randrange(20_000, 60_000))
    return Fact(day, fact.sentence.replace(fact.answer, port), fact.question, port, outdated=fact.answer)


def current(facts: list[Fact], day: int) -> list[Fact]:
    """Return what holds at the end of a day: of a question the newest answer."""
    newest = {fact.question: fact for fact in facts if fact.day <= day}
    return sorted(newest.values(), key=lambda fact: (fact.day, fact.question))


def sessions_of(plan: Plan, facts: list[Fact], day: int) -> list[dict[str, Any]]:
    """Return the sessions of a day as `session_append` takes them."""
    drawn = random.Random(plan.seed * 100_003 + day)
    stated = [fact for fact in facts if fact.day == day]
    return [
        _session(day, number, plan, drawn, stated[number] if number < len(stated) else None)
        for number in range(max(plan.sessions_per_day, len(stated)))
    ]


def _session(day: int, number: int, plan: Plan, drawn: random.Random, fact: Fact | None) -> dict[str, Any]:
    begins = START + timedelta(days=day, hours=8, seconds=number * 36_000 // plan.sessions_per_day)
    moments = (begins + timedelta(seconds=40 * n) for n in range(100))
    part = f"{drawn.choice(_PLACES)} {drawn.choice(_THINGS)}"
    file = f"src/{part.replace(' ', '/')}.py"
    test = f"pytest tests/{part.split(maxsplit=1)[0]} -q"
    turns: list[dict[str, Any]] = [{"role": "user", "text": drawn.choice(_TASKS).format(part=part)}]
    if fact is not None:
        turns.append({"role": "user", "text": fact.sentence})
    if drawn.random() < 0.25:
        error, way = drawn.choice(_ERRORS)
        turns += _run(test, 1, f"{error}\n1 failed in {drawn.randrange(1, 60)}s", "a")
        turns += _run(way, 0, "done", "b")
    else:
        turns.append({"role": "assistant", "tool": "Edit", "files": [file], "call": "e"})
    turns += _run(test, 0, f"{drawn.randrange(3, 90)} passed in {drawn.randrange(1, 60)}s", "c")
    turns.append({"role": "assistant", "text": drawn.choice(_ANSWERS).format(part=part)})
    for place, turn in enumerate(turns):
        turn |= {"id": f"t{place}", "at": next(moments).isoformat()}
    return {
        "session_id": f"{drawn.getrandbits(128):032x}",
        "title": part,
        "turns": turns,
        "ended_at": next(moments).isoformat(),
    }


def _run(command: str, exit_code: int, output: str, call: str) -> list[dict[str, Any]]:
    return [
        {"role": "assistant", "tool": "Bash", "command": command, "call": call},
        {"role": "tool", "text": output, "exit_code": exit_code, "call": call},
    ]
