"""What might sessions look like? Made-up transcripts of several clients, the same for the same seed."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

BEGINNING = datetime(2026, 3, 2, 8, tzinfo=UTC)
PLACES = 10
"""How far apart the places of two turns are: something else may come between them."""
_CLIENTS = ("claude_code", "codex", "gemini_cli", "cursor")
# Few subjects and few values: what sessions say about them repeats, agrees and contradicts.
_SERVICES = ("billing", "search", "gateway", "mailer")
_PORTS = ("8080", "8443", "9090")
_STORES = ("PostgreSQL 15", "PostgreSQL 16", "SQLite")
_TOOLS = ("pnpm", "npm", "yarn")
_WORKFLOWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Add a migration for {name}.",
        ("alembic revision -m {name}", "alembic upgrade head", "pytest tests/db"),
    ),
    (
        "Release version {version}.",
        ("bump-version {version}", "make changelog", "git tag v{version}", "git push origin v{version}"),
    ),
    ("Fix the lint errors in {file}.", ("ruff check {file}", "ruff format {file}", "ruff check {file}")),
)
_NAMES = ("invoices", "customers", "payments", "addresses")
_FILES = ("src/api.py", "src/store.py", "src/mail.py")


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One session as its client has it."""

    id: str
    client: str
    started_at: str
    ended_at: str
    turns: list[dict[str, Any]] = field(default_factory=list)

    def part(self, first: int, last: int, *, ended: bool) -> dict[str, Any]:
        """Return a stretch of it as `session_append` takes it."""
        end = {"ended_at": self.ended_at} if ended else {}
        return {
            "session_id": self.id,
            "agent": self.client,
            "started_at": self.started_at,
            "turns": self.turns[first:last],
        } | end


def dialogues(seed: int | str, count: int, *, beginning: datetime = BEGINNING) -> list[Dialogue]:
    """Return so many sessions, about three a day."""
    chance = random.Random(f"dialogues/{seed}")
    moment = beginning
    found = []
    for number in range(count):
        moment += timedelta(minutes=chance.randrange(60, 900))
        found.append(_dialogue(chance, number, moment))
    return found


def _dialogue(chance: random.Random, number: int, moment: datetime) -> Dialogue:
    writer = _Writer(chance, moment)
    goal, commands = chance.choice(_WORKFLOWS)
    words = {
        "name": chance.choice(_NAMES),
        "version": f"1.{chance.randrange(9)}.{chance.randrange(9)}",
        "file": chance.choice(_FILES),
    }
    writer.say("user", goal.format(**words))
    if chance.random() < 0.6:
        writer.say("user", _remark(chance))
    for command in commands:
        writer.run(command.format(**words), fails=chance.random() < 0.12)
    if chance.random() < 0.5:
        writer.say("user", _remark(chance))
    writer.say(
        "assistant", chance.choice(("Done: all steps went through.", "That is finished, the tests pass."))
    )
    if chance.random() < 0.5:
        writer.say("user", chance.choice(("Thanks, that works.", "Great.", "No, that is still broken.")))
    return Dialogue(
        f"session-{number:05}", chance.choice(_CLIENTS), _stamp(moment), writer.turns[-1]["at"], writer.turns
    )


def _remark(chance: random.Random) -> str:
    service, tool = chance.choice(_SERVICES), chance.choice(_TOOLS)
    return chance.choice(
        (
            f"The {service} service listens on port {chance.choice(_PORTS)}.",
            f"The {service} service stores its data in {chance.choice(_STORES)}.",
            f"We decided to keep {service} on {chance.choice(_STORES)} because it needs transactions.",
            f"I prefer {tool} over everything else.",
            f"No, use {tool} for installing packages.",
            "We always run the database tests before a release.",
            f"The {service} tests need TZ=UTC to pass.",
            "Maybe we should try another queue some day?",
        )
    )


@dataclass(slots=True)
class _Writer:
    chance: random.Random
    moment: datetime
    turns: list[dict[str, Any]] = field(default_factory=list)

    def say(self, role: str, text: str) -> None:
        self._add({"role": role, "text": text})

    def run(self, command: str, *, fails: bool) -> None:
        call = f"call-{len(self.turns)}"
        self._add({"role": "assistant", "tool": "Bash", "command": command, "call": call})
        output = "Error: ModuleNotFoundError: No module named 'yaml'" if fails else "12 passed in 0.31s"
        self._add({"role": "tool", "call": call, "text": output, "exit_code": int(fails)})

    def _add(self, turn: dict[str, Any]) -> None:
        self.moment += timedelta(seconds=self.chance.randrange(5, 90))
        place = len(self.turns)
        self.turns.append(
            turn | {"id": f"turn-{place:03}", "at": _stamp(self.moment), "place": place * PLACES}
        )


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
