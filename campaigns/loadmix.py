"""What is asked of a server under load? Reads as a page and agents send them, writes as agents do.

A writer's next write follows from the seed and from what it was told so far; its key is its request id, so
that the journal shows how often it was applied.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from campaigns import material
from campaigns.plan import Step
from phantasm.contracts.model import JsonObject

_READS = {
    "search": 25,
    "list": 18,
    "health": 15,
    "inspect": 12,
    "compile": 10,
    "audit": 10,
    "review_queue": 5,
    "metrics": 5,
}
"""How often each read is chosen: people and agents search and list, and look at the rest now and then."""
_WRITES = {
    "ingest": 35,
    "session_append": 20,
    "revise": 15,
    "usage_report": 10,
    "link": 10,
    "propose": 10,
}
READS, WRITES = tuple(_READS), tuple(_WRITES)
_RECENT = 40
"""Writers change what they wrote lately, as agents do."""
_BUDGET_TOKENS = 2000
_QUESTIONS = 400


class Read(NamedTuple):
    """One read."""

    operation: str
    params: JsonObject


@dataclass(slots=True)
class Held:
    """What a writer's acknowledged writes have led to."""

    records: list[str] = field(default_factory=list)
    """The live ones, oldest first."""
    quotable: list[tuple[str, str]] = field(default_factory=list)
    """Evidence, and what it says."""
    turns: int = 0

    def take(self, step: Step, data: Mapping[str, Any]) -> None:
        """Account for one acknowledged write."""
        match step.operation:
            case "ingest":
                first = data["results"][0]
                self.records.append(first["record_id"])
                said = step.params.get("raw_evidence")
                if isinstance(said, list) and isinstance(said[0], dict):
                    self.quotable.append((first["evidence_ids"][0], str(said[0]["text"])))
            case "revise":
                self.records.remove(data["supersedes"])
                self.records.append(data["record_id"])
            case "session_append":
                self.turns += int(data["added"])
            case _:
                pass


class Reads:
    """A reader's questions, without end."""

    def __init__(self, seed: int, name: str) -> None:
        self._chance = random.Random(f"{seed}/{name}")
        self._questions = material.questions(seed, _QUESTIONS)

    def next(self) -> Read:
        """Return the next read."""
        return self.of(self._chance.choices(list(_READS), list(_READS.values()))[0])

    def of(self, operation: str) -> Read:
        """Return a read by one operation."""
        return Read(operation, self._params(operation))

    def _params(self, operation: str) -> JsonObject:
        match operation:
            case "search":
                return {"query": self._chance.choice(self._questions)}
            case "compile":
                return {"query": self._chance.choice(self._questions), "token_budget": _BUDGET_TOKENS}
            case "list" | "audit" | "review_queue":
                return {"limit": 20}
            case _:
                return {}


class Writes:
    """A writer's requests, one after another."""

    def __init__(self, seed: int, name: str) -> None:
        self._chance = random.Random(f"{seed}/{name}")
        self._name = name
        self._number = 0
        self.held = Held()

    def next(self) -> Step:
        """Return the next write; one for which there is nothing yet becomes an ingest."""
        return self.of(self._chance.choices(list(_WRITES), list(_WRITES.values()))[0])

    def of(self, operation: str) -> Step:
        """Return a write by one operation, if it can be."""
        self._number += 1
        key = f"{self._name}-{self._number}"
        params = self._params(operation, key)
        return Step(key, operation, params) if params else Step(key, "ingest", self._ingest(key))

    def _params(self, operation: str, key: str) -> JsonObject | None:
        chance, recent = self._chance, self.held.records[-_RECENT:]
        match operation:
            case "session_append":
                turn = {
                    "id": f"{self.held.turns}",
                    "role": "user",
                    "text": f"Asked in {key}: {self._said(key)}",
                }
                return {"session_id": f"session-{self._name}", "turns": [turn]}
            case "usage_report":
                tokens = chance.randrange(10_000)
                return {"surface": "campaign", "input_tokens": tokens, "output_tokens": tokens // 3}
            case "revise" if recent:
                return {"id": chance.choice(recent), "statement": self._said(key)}
            case "link" if len(recent) > 1:
                # From the newer to the older: a way round would be a finding for a person, each time.
                older, newer = sorted(chance.sample(range(len(recent)), 2))
                return {"id": recent[newer], "links": [{"type": "relates_to", "target": recent[older]}]}
            case "propose" if self.held.quotable:
                evidence, text = self.held.quotable.pop()
                item = {"record_kind": "fact", "statement": self._said(key), "evidence": evidence}
                return {"items": [item | {"quote": text}]}
            case _:
                return None

    def _ingest(self, key: str) -> JsonObject:
        params: JsonObject = {"record_kind": "fact", "statement": self._said(key)}
        if self._chance.random() < 0.4:
            text = f"log of {key}: {self._said(key)}"
            params["raw_evidence"] = [{"text": text, "origin": "tool_output"}]
        return params

    def _said(self, key: str) -> str:
        return material.statement(self._chance, key.replace("-", "n"))
