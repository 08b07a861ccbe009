"""What does a writer ask next, and what must the store hold afterwards?

Everything follows from the seed and from what was acknowledged so far, so that a writer that was killed
asks exactly the same again, with the same idempotency key.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from phantasm.contracts.model import JsonObject

PROFILE = "claude_code"
# How often each kind of write is chosen: mostly new records, enough of the rest to meet every table.
_WEIGHTS = {"ingest": 55, "revise": 20, "set_state": 15, "usage_report": 10}
# Writers change what they wrote lately, as agents do; older records stay as they are.
_RECENT = 40
_WORDS = [
    "parser",
    "cache",
    "queue",
    "index",
    "ledger",
    "router",
    "schema",
    "worker",
    "broker",
    "buffer",
    "cursor",
    "socket",
]


@dataclass(frozen=True, slots=True)
class Step:
    """One write that a writer is about to ask for."""

    key: str
    operation: str
    params: JsonObject

    def request(self) -> JsonObject:
        """Return the whole request; the same for every retry."""
        return {
            "api_version": "v1",
            "operation": self.operation,
            "request_id": self.key,
            "client": {"profile": PROFILE},
            "idempotency_key": self.key,
            "params": self.params,
        }


@dataclass(slots=True)
class Held:
    """What a writer's acknowledged writes have led to."""

    states: dict[str, str] = field(default_factory=dict)
    usage: set[str] = field(default_factory=set)
    evidence: set[str] = field(default_factory=set)

    def in_state(self, *states: str) -> list[str]:
        """Return the recent records in some states."""
        return [name for name, state in self.states.items() if state in states][-_RECENT:]

    def take(self, operation: str, data: Mapping[str, Any]) -> None:
        """Account for one acknowledged write."""
        match operation:
            case "ingest":
                for result in data["results"]:
                    self.states[result["record_id"]] = "live"
                    self.evidence.update(result["evidence_ids"])
            case "revise":
                self.states[data["supersedes"]] = "superseded"
                self.states[data["record_id"]] = "live"
            case "set_state":
                self.states.update({moved["record_id"]: moved["after"] for moved in data["records"]})
            case "usage_report":
                self.usage.add(data["usage_id"])


def next_step(seed: int, writer: str, number: int, held: Held) -> Step:
    """Return the writer's write with this number."""
    chance = random.Random(f"{seed}/{writer}/{number}")
    operation = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    live, movable = held.in_state("live"), held.in_state("live", "archived")
    key = f"{writer}-{number}"
    if operation == "revise" and live:
        params: JsonObject = {"id": chance.choice(live), "statement": _statement(chance, key)}
    elif operation == "set_state" and movable:
        params = _move(chance, held, movable)
    elif operation == "usage_report":
        tokens = chance.randrange(10_000)
        params = {"surface": "campaign", "input_tokens": tokens, "output_tokens": tokens // 3}
    else:
        operation, params = "ingest", _records(chance, key)
    return Step(key, operation, params)


def _records(chance: random.Random, key: str) -> JsonObject:
    shape = chance.random()
    if shape < 0.1:
        items = [
            {"record_kind": "fact", "statement": _statement(chance, f"{key}.{part}")} for part in range(3)
        ]
        return {"items": items}
    params: JsonObject = {"record_kind": "fact", "statement": _statement(chance, key)}
    if shape < 0.3:
        params["subject_key"] = f"campaign.{key}"
    if shape > 0.9:
        # Every third lies in a file of its own, the others in their rows.
        lines = chance.choice((1, 1, 600))
        text = f"log of {key}: {chance.random()}\n" * lines
        params["raw_evidence"] = [{"text": text, "origin": "tool_output"}]
    return params


def _move(chance: random.Random, held: Held, movable: Sequence[str]) -> JsonObject:
    record = chance.choice(movable)
    if held.states[record] == "archived":
        action = chance.choice(["restore", "tombstone"])
    else:
        action = chance.choices(["archive", "tombstone"], [3, 1])[0]
    return {"ids": [record], "action": action, "reason": "campaign"}


def _statement(chance: random.Random, name: str) -> str:
    words = " ".join(chance.choices(_WORDS, k=chance.randrange(4, 24)))
    return f"In step {name} the {words} was looked at."
