"""Who indexes, writes and asks in the indexing campaign? One process each.

Run by the campaign: python -m campaigns.indexchild ROLE ROOT ...
"""

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from itertools import count, product
from pathlib import Path
from typing import Any

from campaigns import material
from campaigns.cases import PERSON
from phantasm.capabilities.clock import FixedClock
from phantasm.config.load import load
from phantasm.contracts.clock import Clock
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, compose, locate

# Writers write, then think: indexing is to have something to do all the time, and the disk some rest.
_WRITER_PAUSE_SECONDS = 0.15
_INDEXER_PAUSE_SECONDS = 0.02
# A page that is longer than anybody reads: what differs anywhere in it shows.
_HITS = 50
_RECORDS_PER_REQUEST = 250
# So that sessions and documents bring about as many units as a fifth of the records.
_RECORDS_PER_SESSION = 50
ARMS = ("hybrid", "dense", "lexical")
_ASKED_AT = datetime(2030, 1, 1, tzinfo=UTC)
"""How old something is counts, so all questions are asked at one moment, after everything was written."""
BUSY, IDLE = b"b", b"i"
"""What a process that is about to be killed notes: whether it is at work."""
# Answers of writers that race with one another; anything else is a finding.
_REFUSALS = frozenset({"stale_target", "erased", "not_found", "subject_exists"})

Rankings = dict[str, list[Any]]
"""By arm and question: how well it matches, the ids with their scores, and whether anything was left out."""


def open_with(root: Path, provider: str, clock: Clock | None = None) -> Runtime:
    """Open a project as if its user had chosen an embedder."""
    paths = locate(root)
    config = load(paths)
    embedding = config.settings.embedding.model_copy(update={"provider": provider})
    settings = config.settings.model_copy(update={"embedding": embedding})
    environment, profiles = compose(paths, config._replace(settings=settings), start=root, clock=clock)
    return Runtime(environment, profiles)


def send(
    runtime: Runtime, operation: str, params: JsonObject, *, key: str, session: str | None = None
) -> Response:
    """Send one request as a person."""
    client: JsonObject = {"profile": "cli"}
    if session:
        client["session_id"] = session
    request: JsonObject = {"api_version": "v1", "operation": operation, "request_id": key}
    return runtime.handle(request | {"client": client, "idempotency_key": key, "params": params}, PERSON)


def must(
    runtime: Runtime, operation: str, params: JsonObject, *, key: str, session: str | None = None
) -> dict[str, Any]:
    """Send a request that must succeed, and return its data."""
    response = send(runtime, operation, params, key=key, session=session)
    if response.data is None:
        message = f"{operation}: {response.error}"
        raise RuntimeError(message)
    return response.data


def fill(root: Path, provider: str, records: int, seed: int) -> None:
    """Put records, sessions and documents into a project."""
    chance = random.Random(f"{seed}/fill")
    with open_with(root, provider) as runtime:
        for start in range(0, records, _RECORDS_PER_REQUEST):
            some = material.records(chance, f"f{start}", min(_RECORDS_PER_REQUEST, records - start))
            must(runtime, "ingest", some, key=f"records-{start}")
        for number in range(records // _RECORDS_PER_SESSION):
            name = f"f{number}"
            must(runtime, "ingest", material.session(chance, name), key=f"session-{number}", session=name)
            must(runtime, "ingest", material.document(chance, name), key=f"document-{number}")


def index(runtime: Runtime, key: str, first: JsonObject | None, status: Path) -> None:
    """Embed what is new, again and again, until somebody ends it; begin with a rebuild where one is named."""
    descriptor = os.open(status, os.O_WRONLY | os.O_CREAT, 0o600)
    print("ready", flush=True)
    for number in count():
        os.pwrite(descriptor, BUSY, 0)
        operation = "reindex" if first and not number else "embed"
        must(runtime, operation, first or {} if not number else {}, key=f"{key}-{number}")
        os.pwrite(descriptor, IDLE, 0)
        time.sleep(_INDEXER_PAUSE_SECONDS)


def write(runtime: Runtime, name: str, seed: int, stop: Path) -> Counter[str]:
    """Write until told to stop; returns what was done and what was refused."""
    done: Counter[str] = Counter()
    live: list[str] = []
    archived: list[str] = []
    for number in count():
        if stop.exists():
            return done
        chance, key = random.Random(f"{seed}/{name}/{number}"), f"{name}w{number}"
        kind = chance.choices(["records", "session", "revise", "move", "tombstone"], [40, 10, 20, 20, 10])[0]
        operation, params = _next(chance, key, kind, (live, archived))
        response = send(
            runtime, operation, params, key=key, session=f"s-{key}" if kind == "session" else None
        )
        if response.error is not None:
            done[f"error:{response.error.code}"] += 1
            continue
        done[kind] += 1
        data: dict[str, Any] = response.data or {}
        live += [one["record_id"] for one in data.get("results", []) if one["outcome"] == "created"]
        live += [data["record_id"]] if operation == "revise" else []
        archived += [one["record_id"] for one in data.get("records", []) if one["after"] == "archived"]
        time.sleep(_WRITER_PAUSE_SECONDS)
    return done


def _next(
    chance: random.Random, key: str, kind: str, held: tuple[list[str], list[str]]
) -> tuple[str, JsonObject]:
    live, archived = held
    if kind == "session":
        return "ingest", material.session(chance, key)
    if kind == "records" or not live:
        return "ingest", material.records(chance, key, 4)
    if kind == "move" and archived and chance.random() < 0.5:
        return "set_state", {"ids": [archived.pop()], "action": "restore"}
    chosen = live.pop(chance.randrange(len(live)))
    if kind == "revise":
        return "revise", {"id": chosen, "statement": material.statement(chance, key)}
    return "set_state", {"ids": [chosen], "action": "archive" if kind == "move" else "tombstone"}


def unfounded(done: Counter[str]) -> list[str]:
    """Return the errors that no race between writers explains."""
    errors = [name.removeprefix("error:") for name in done if name.startswith("error:")]
    return [code for code in errors if code not in _REFUSALS]


def rankings(root: Path, provider: str, asked: list[str]) -> Rankings:
    """Ask every question on every arm, always at the same moment."""
    found: Rankings = {}
    with open_with(root, provider, FixedClock(_ASKED_AT)) as runtime:
        for arm, question in product(ARMS, asked):
            params: JsonObject = {"query": question, "arms": arm, "limit": _HITS}
            response = send(runtime, "search", params, key="ask")
            data: dict[str, Any] = response.data or {"match": str(response.error), "hits": []}
            ids = [[hit["id"], hit["score"]] for hit in data["hits"]]
            incomplete = response.error is not None or bool(response.warnings)
            found[f"{arm}: {question}"] = [data["match"], ids, incomplete]
    return found


def main() -> int:
    """Read the arguments and play the part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("role", choices=["index", "once", "write", "ask"])
    parser.add_argument("root", type=Path)
    parser.add_argument("--provider", required=True)
    parser.add_argument("--key", default="child")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=json.loads, default=None)
    parser.add_argument("--file", type=Path, required=True)
    chosen = parser.parse_args()
    if chosen.role == "ask":
        asked = json.loads(chosen.file.with_name("questions.json").read_text(encoding="utf-8"))
        answers = rankings(chosen.root, chosen.provider, asked)
        chosen.file.write_text(json.dumps(answers), encoding="utf-8")
        return 0
    with open_with(chosen.root, chosen.provider) as runtime:
        match chosen.role:
            case "index":
                index(runtime, chosen.key, chosen.first, chosen.file)
            case "once":
                done = must(runtime, "embed", {}, key=chosen.key)
                chosen.file.write_text(json.dumps(done), encoding="utf-8")
            case _:
                wrote = write(runtime, chosen.key, chosen.seed, chosen.file.with_name("stop"))
                chosen.file.write_text(json.dumps(wrote), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
