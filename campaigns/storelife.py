"""How does a store of the compiling campaign live? It is made, and it moves on, through the one door."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from campaigns import memories
from campaigns.cases import PERSON
from campaigns.indexchild import open_with
from campaigns.verdict import new_project
from phantasm.capabilities.clock import FixedClock
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.party import Party

ASKED_AT = datetime(2026, 11, 16, 9, tzinfo=UTC)
"""When the stores are asked, and after that written to again."""
_SMALLEST, _LARGEST = 5, 60
"""Items of a store: records and pieces of evidence together."""
_BEGUN_AT = datetime.fromisoformat(memories.FIRST_DAY).replace(tzinfo=UTC)
# So that the last of some eighty looks at the clock lies in October, and not all stores are equally old.
_SHORTEST_STEP, _LONGEST_STEP = timedelta(hours=1), timedelta(hours=80)
_CHANGES_AFTERWARDS, _RECORDS_AFTERWARDS = 5, 3
"""What comes between compiling and replaying."""
# A third of the stores is derived anew in between, in a quarter something that was handed over is erased.
_REINDEXED, _ERASED = 3, 4
# What generated writes may be answered besides success: two of them can be about the same.
_REFUSALS = frozenset({"stale_target", "subject_exists", "erased", "frozen", "invalid_params"})


class Store:
    """One store of the campaign, opened."""

    def __init__(self, root: Path, provider: str, clock: FixedClock, name: str) -> None:
        self.root, self.clock = root, clock
        self.runtime = open_with(root, provider, clock)
        self.chance = random.Random(name)
        self.tally: Counter[str] = Counter()
        self.live: list[str] = []
        self._name, self._numbers = name, count()

    def send(
        self, operation: str, params: JsonObject, *, profile: str = "cli", session: str | None = None
    ) -> Response:
        """Send one request; only what writes of two writers can explain may be refused."""
        key = f"{self._name}/{operation}/{next(self._numbers)}"
        client: JsonObject = {"profile": profile, **({"session_id": session} if session else {})}
        request: JsonObject = {"api_version": "v1", "operation": operation, "request_id": key}
        request |= {"client": client, "idempotency_key": key, "params": params}
        return self.runtime.handle(request, PERSON if profile == "cli" else Party())

    def write(self, operation: str, params: JsonObject, *, session: str | None = None) -> dict[str, Any]:
        """Write, and remember what is live now; what is refused is counted."""
        response = self.send(operation, params, session=session)
        if response.error is not None:
            if response.error.code not in _REFUSALS:
                message = f"{self.root.name}: {operation}: {response.error}"
                raise RuntimeError(message)
            self.tally[f"refused {response.error.code}"] += 1
            return {}
        self.tally[operation] += 1
        data: dict[str, Any] = response.data or {}
        for one in data.get("results", []):
            self.tally[one["outcome"]] += 1
            if one["outcome"] in {"created", "superseded", "refined", "conflict"}:
                self.live.append(one["record_id"])
        return data


def make(root: Path, provider: str, name: str) -> JsonObject:
    """Lay out a store and let it live for a while."""
    new_project(root)
    chance = random.Random(f"{name}/shape")
    if chance.random() < 0.7:
        (root / ".git").mkdir()
        (root / ".git" / "HEAD").write_text(f"ref: refs/heads/{memories.BRANCH}\n", encoding="utf-8")
    step = _SHORTEST_STEP + chance.random() * (_LONGEST_STEP - _SHORTEST_STEP)
    store = Store(root, provider, FixedClock(_BEGUN_AT, step), f"{name}/make")
    wanted = chance.randint(_SMALLEST, _LARGEST)
    with store.runtime:
        while wanted > 0:
            wanted -= _live_on(store, wanted)
        done = store.write("embed", {})
    if done["missing"]:
        message = f"{root.name}: {done['missing']} units have no vector"
        raise RuntimeError(message)
    return {"tally": dict(store.tally)}


def _live_on(store: Store, most: int) -> int:
    """Do one thing to a store; returns how many items that brought."""
    chance = store.chance
    name = f"n{chance.randrange(1_000)}"
    match chance.choices(["records", "turns", "change"], [5, 3, 4])[0]:
        case "records":
            items = [memories.record(chance, f"{name}.{n}") for n in range(chance.randint(1, min(8, most)))]
            on_conflict = chance.choice(("refuse", "supersede", "conflict"))
            review = chance.random() < 0.1
            store.write("ingest", {"items": items, "on_conflict": on_conflict, "review_required": review})
            return len(items)
        case "turns":
            turns = [memories.seen(chance, name) for _ in range(chance.randint(1, min(6, most)))]
            store.write("ingest", {"evidence": turns}, session=f"session-{chance.randrange(3)}")
            return len(turns)
        case _:
            _change(store)
            return 0


def _change(store: Store, *, gently: bool = False) -> None:
    """Change something that is held; gently: so that nothing is erased."""
    if not store.live:
        return
    chance = store.chance
    name = chance.choice(store.live)
    actions = ["archive", "retract", "freeze", "restore"] + ([] if gently else ["tombstone"])
    match chance.choice(("revise", "link", "verify", "set_state")):
        case "revise":
            said = memories.record(chance, "revised")["statement"]
            data = store.write("revise", {"id": name, "statement": said})
            store.live += [data["record_id"]] if data else []
        case "link":
            other = chance.choice(store.live)
            kind = chance.choice(("derived_from", "depends_on", "contradicts", "relates_to"))
            store.write("link", {"id": name, "links": [{"type": kind, "target": other}]})
        case "verify":
            store.write("verify", {"ids": [name]})
        case _:
            store.write("set_state", {"ids": [name], "action": chance.choice(actions)})


def move_on(root: Path, provider: str, name: str, handed: list[str]) -> JsonObject:
    """Change what was handed over, add to it, derive it anew, in some stores erase one thing of it."""
    store = Store(root, provider, FixedClock(ASKED_AT, timedelta(minutes=7)), f"{name}/on")
    number = int(root.name)
    with store.runtime:
        before = _erased(store)
        store.live = [item for item in handed if not item.startswith("ev_")]
        for _ in range(_CHANGES_AFTERWARDS):
            _change(store, gently=True)
        items = [memories.record(store.chance, f"later.{n}") for n in range(_RECORDS_AFTERWARDS)]
        store.write("ingest", {"items": items, "on_conflict": "supersede"})
        store.write("ingest", {"evidence": [memories.seen(store.chance, "later")]}, session="session-1")
        if number % _ERASED == 0:
            _erase_one(store, handed)
        store.write("reindex" if number % _REINDEXED == 0 else "embed", {})
        erased = sorted(_erased(store) - before)
    return {"tally": dict(store.tally), "erased": erased}


def _erase_one(store: Store, handed: list[str]) -> None:
    """Erase the first thing that may be; frozen records may not, and evidence that others rest on."""
    for item in store.chance.sample(handed, len(handed)):
        if store.write("set_state", {"ids": [item], "action": "tombstone"}):
            return


def _erased(store: Store) -> set[str]:
    with store.runtime.environment.database.read() as (connection, _):
        rows = connection.execute(
            """SELECT id FROM records WHERE state = 'tombstoned'
               UNION SELECT id FROM evidence WHERE erased_at IS NOT NULL"""
        ).fetchall()
    return {row["id"] for row in rows}
