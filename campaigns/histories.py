"""What may happen to a project's memory? A made-up history that mixes everything, the same for the same seed.

Sessions come in parts and late, people and agents write down, revise, decide, erase and take back, and
consolidation runs in between.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from campaigns.cases import PERSON
from campaigns.dialogues import BEGINNING, Dialogue, dialogues
from campaigns.verdict import new_project
from phantasm.capabilities.clock import FixedClock
from phantasm.contracts.envelope import Response
from phantasm.runtime import maintaining
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party

Json = Any
"""Whatever JSON can say."""
_SUBJECTS = ("port", "database", "owner", "region", "queue")
_VALUES = ("8080", "9090", "PostgreSQL 15", "PostgreSQL 16", "Sarah", "Berlin", "Kafka")
# How often each thing is done, relative to the others.
_WEIGHTS = {
    "ingest": 9,
    "append": 14,
    "consolidate": 3,
    "learn_procedures": 1,
    "maintain": 1,
    "review": 5,
    "revise": 3,
    "set_state": 3,
    "erase": 1,
    "link": 2,
    "verify": 2,
    "report": 3,
    "findings": 1,
    "undo": 2,
}


# How often a session uses what is remembered, and a run is taken back.
_CITING, _UNDONE = 0.3, 0.15


@dataclass(slots=True)
class History:
    """A project, and what happens to it."""

    runtime: Runtime
    clock: FixedClock
    chance: random.Random
    waiting: list[tuple[Dialogue, int, int]]
    """Stretches of sessions that nobody has handed over yet, in order."""
    holidays: float = 0.0
    """How often work rests for days or weeks."""
    records: list[str] = field(default_factory=list)
    operations: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    _number: int = 0

    def live_through(self, operations: int) -> None:
        """Do so many things."""
        names, weights = list(_WEIGHTS), list(_WEIGHTS.values())
        while sum(self.done.values()) < operations:
            self.clock.advance(self._pause())
            (name,) = self.chance.choices(names, weights)
            deeds: dict[str, Callable[[], None]] = {
                "append": self._append,
                "consolidate": self._consolidate,
                "learn_procedures": self._learn,
                "maintain": self._maintain,
                "ingest": self._ingest,
                "review": self._review,
                "report": self._report,
                "undo": self._undo,
            }
            deeds.get(name, lambda name=name: self._change(name))()

    def _pause(self) -> timedelta:
        """Return how long nothing happens: hours, and now and then a holiday."""
        if self.chance.random() < self.holidays:
            return timedelta(days=self.chance.randrange(5, 40))
        return timedelta(minutes=self.chance.randrange(1, 240))

    def ask(
        self, operation: str, *, profile: str = "cli", session: str | None = None, **params: Json
    ) -> Response:
        """Send a request; a refusal is an answer."""
        self._number += 1
        client: dict[str, Json] = {"profile": profile} | ({"session_id": session} if session else {})
        request: dict[str, Json] = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"history-{self._number}",
            "client": client,
            "idempotency_key": f"history-{self._number}",
            "params": params,
        }
        response = self.runtime.handle(request, PERSON if profile == "cli" else Party())
        if response.error is not None:
            if response.error.code == "internal":
                raise AssertionError(response.error.message)
            self.done[f"{operation} refused"] += 0
        elif response.provenance.operation_id:
            self.done[operation] += 1
            self.operations.append(response.provenance.operation_id)
            self._remember(response.data or {})
        return response

    def get(self, operation: str, **params: Json) -> dict[str, Json]:
        """Send a request that must succeed, and return its data."""
        response = self.ask(operation, **params)
        if response.error is not None:
            raise AssertionError(response.error.message)
        return response.data or {}

    def _remember(self, data: dict[str, Any]) -> None:
        found = [data.get("record_id"), *(one.get("record_id") for one in data.get("results", []))]
        self.records += [name for name in found if name and name not in self.records]

    def _append(self) -> None:
        if not self.waiting:
            return
        # Mostly in order; now and then something comes late.
        place = 0 if self.chance.random() < 0.8 else self.chance.randrange(min(6, len(self.waiting)))
        dialogue, first, last = self.waiting.pop(place)
        part = dialogue.part(first, last, ended=last >= len(dialogue.turns))
        if self.records and self.chance.random() < _CITING:
            part["turns"] = [*part["turns"], *self._citing(part["turns"][-1])]
        self.ask("session_append", profile="claude_code", **part)
        self.sessions.append(dialogue.id)

    def _citing(self, last: Json) -> list[Json]:
        """Return turns that use what is remembered: a record is cited, a file changed that one is about."""
        handle = self.get("inspect", ids=[self._record()])["records"][0]["handle"]
        at, place = last["at"], last["place"]
        said = {"role": "assistant", "text": f"I go by what [m:{handle}] says.", "at": at, "place": place + 1}
        edit = {"role": "assistant", "tool": "Edit", "files": ["src/api.py"], "at": at, "place": place + 2}
        return [said | {"id": f"cites-{place}"}, edit | {"id": f"edits-{place}"}]

    def _ingest(self) -> None:
        subject, value = self.chance.choice(_SUBJECTS), self.chance.choice(_VALUES)
        params: dict[str, Any] = {"record_kind": "fact", "statement": f"The {subject} is {value}."}
        manner = self.chance.choice(
            ["plain", "keyed", "conflict", "suggested", "evidence", "dependent", "about"]
        )
        match manner:
            case "keyed":
                params |= {"subject_key": subject, "on_conflict": "supersede"}
            case "conflict":
                params |= {"subject_key": subject, "on_conflict": "conflict"}
            case "evidence":
                # Every fourth of them lies in a file of its own.
                times = self.chance.choice((1, 1, 1, 600))
                params |= {"raw_evidence": [{"text": f"seen: {subject} {value}\n" * times}]}
            case "dependent" if self.records:
                params |= {"links": [{"type": "depends_on", "target": self._record()}]}
            case "about":
                params |= {"links": [{"type": "about", "target": "file:src/api.py"}]}
            case _:
                pass
        self.ask("ingest", profile="generic_mcp" if manner == "suggested" else "cli", **params)

    def _review(self) -> None:
        queue: list[Json] = self.get("review_queue", limit=50)["items"]
        if queue:
            item = self.chance.choice(queue)
            action = self.chance.choice(["accept", "accept", "reject", "resolve", "defer"])
            wake: Json = {"wake": {"until": "2027-12-24"}} if action == "defer" else {}
            self.ask("review", ids=[item["id"]], action=action, **wake)

    def _change(self, name: str) -> None:
        if not self.records:
            return
        record = self._record()
        match name:
            case "revise":
                self.ask(name, id=record, statement=f"The {record[-3:]} is {self.chance.choice(_VALUES)}.")
            case "set_state":
                action = self.chance.choice(["archive", "retract", "restore", "freeze", "unfreeze"])
                self.ask(name, ids=[record], action=action)
            case "erase":
                self._erase(record)
            case "verify":
                self.ask(name, ids=[record], outcome=self.chance.choice(["holds", "holds", "fails"]))
            case "link":
                kind = self.chance.choice(["depends_on", "derived_from", "blocks"])
                self.ask(name, id=record, links=[{"type": kind, "target": self._record()}])
            case _:
                self.ask("record_findings", kinds=["stale", "duplicate"], profile="scheduler")

    def _erase(self, record: str) -> None:
        target = self.chance.choice([record, record, *self.sessions[-5:]])
        self.ask("set_state", ids=[target], action="tombstone")

    def _report(self) -> None:
        session: Json = {"session_id": self.chance.choice(self.sessions)} if self.sessions else {}
        used = [self._record()] if self.records else []
        if session or used:
            outcome = self.chance.choice(["success", "success", "failure"])
            self.ask("report_outcome", profile="claude_code", outcome=outcome, used=used, **session)

    def _undo(self) -> None:
        if self.operations:
            self.ask("undo", operations=[self.chance.choice(self.operations[-15:])])

    def _consolidate(self) -> None:
        run = f"run_{self._number:026}"
        for _ in range(self.chance.randrange(1, 4)):
            self.ask(
                "consolidate",
                profile="scheduler",
                session=run,
                run_id=run,
                limit=self.chance.choice([3, 100]),
            )
        if self.chance.random() < _UNDONE:
            self.ask("undo", session_id=run)

    def _maintain(self) -> None:
        """Let a whole run of maintenance go: consolidation, and what the storage bound may take."""
        report = maintaining.run(self.runtime, {}, lambda: None)
        self.done["maintain"] += 1
        self.clock.advance(timedelta(minutes=1))
        if self.chance.random() < _UNDONE:
            self.ask("undo", session_id=report["run_id"])

    def _learn(self) -> None:
        self.ask("learn_procedures", profile="scheduler", session=f"run_{self._number:026}")

    def _record(self) -> str:
        """Return a record: one that somebody wrote down, or one that is held, whoever made it."""
        if self.chance.random() < 0.5:
            held: list[Json] = self.get("list", everywhere=True, limit=100)["records"]
            if held:
                return str(self.chance.choice(held)["id"])
        return self.chance.choice(self.records)


def _stretches(chance: random.Random, sessions: list[Dialogue]) -> Iterator[tuple[Dialogue, int, int]]:
    for dialogue in sessions:
        first = 0
        while first < len(dialogue.turns):
            last = first + chance.randrange(1, len(dialogue.turns) + 1)
            yield dialogue, first, last
            first = last


@contextmanager
def history(folder: Path, seed: int | str, *, sessions: int, holidays: float = 0.0) -> Iterator[History]:
    """Yield a project with nothing in it, and sessions that wait to be handed over."""
    new_project(folder)
    clock = FixedClock(BEGINNING, timedelta(milliseconds=1))
    chance = random.Random(f"history/{seed}")
    told = list(_stretches(chance, dialogues(seed, sessions)))
    with open_project(folder, clock=clock) as runtime:
        yield History(runtime, clock, chance, told, holidays)
