"""What is there to find? By a seed: records, sessions and documents that share words, and questions."""

import random

from phantasm.contracts.model import JsonObject

_SYSTEMS = "billing checkout catalog gateway scheduler ledger mailer importer dashboard pricing".split()
_PARTS = "parser cache queue worker schema migration webhook cursor socket certificate".split()
_DOINGS = ["was moved to", "depends on", "is owned by", "fails without", "is configured by", "reads from"]
_VALUES = [
    "PostgreSQL 16", "Redis", "the staging cluster", "Ana", "the nightly job", "forty connections",
    "src/core/pool.py", "ERR_4102", "two retries", "the eu-west region", "a signed token", "version 3.2.1",
]  # fmt: skip
_ASKING = [
    "What does {} {} depend on?",
    "Who owns the {} {}?",
    "Why did the {} {} fail?",
    "{} {}",
    "When was {} {} moved?",
]
# Long enough for three parts (evidence/formation.py cuts at a thousand characters).
_SENTENCES_OF_A_DOCUMENT = 40
_TURNS_OF_A_SESSION = 8


def statement(chance: random.Random, name: str) -> str:
    """Return one sentence; the name keeps it from being a repetition of another."""
    system, part = chance.choice(_SYSTEMS), chance.choice(_PARTS)
    return f"The {system} {part} {name} {chance.choice(_DOINGS)} {chance.choice(_VALUES)}."


def records(chance: random.Random, name: str, count: int) -> JsonObject:
    """Return an `ingest` of some facts, of which a few have evidence of their own."""
    items: list[JsonObject] = []
    for number in range(count):
        item: JsonObject = {"record_kind": "fact", "statement": statement(chance, f"{name}n{number}")}
        if chance.random() < 0.1:
            item["raw_evidence"] = [{"text": f"log: {statement(chance, name)}", "origin": "tool_output"}]
        if chance.random() < 0.2:
            item["subject_key"] = f"{name}.{number}"
        items.append(item)
    return {"items": items}


def session(chance: random.Random, name: str) -> JsonObject:
    """Return an `ingest` of what was said in a session."""
    said = [f"{chance.choice('AB')}na: {statement(chance, name)}" for _ in range(_TURNS_OF_A_SESSION)]
    return {"evidence": [{"text": text, "origin": "user"} for text in said]}


def document(chance: random.Random, name: str) -> JsonObject:
    """Return an `ingest` of a text that is cut into parts."""
    text = " ".join(statement(chance, name) for _ in range(_SENTENCES_OF_A_DOCUMENT))
    return {"evidence": [{"text": text, "origin": "tool_output", "source": f"docs/{name}.md"}]}


def questions(seed: int, count: int) -> list[str]:
    """Return so many different questions."""
    chance, found = random.Random(f"{seed}/questions"), dict[str, None]()
    while len(found) < count:
        asked = chance.choice(_ASKING).format(chance.choice(_SYSTEMS), chance.choice(_PARTS))
        found[f"{asked} {chance.choice(_VALUES)}" if chance.random() < 0.7 else asked] = None
    return list(found)
