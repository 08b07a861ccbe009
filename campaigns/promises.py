"""Was every promise kept? Compares a store with everything that was acknowledged to its writers."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from campaigns import acks
from campaigns.acks import Ack
from campaigns.laws import snapshot
from campaigns.plan import PROFILE, Held
from phantasm.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class Kept:
    """What the comparison showed; `lost` and `surplus` name each instance."""

    acknowledged: int
    replayed: int
    errors: Counter[str]
    milliseconds: list[float]
    lost: list[str]
    surplus: list[str]


def compare(root: Path, logs: Sequence[Path]) -> Kept:
    """Look for every acknowledged effect, and for effects that nobody was told about.

    Every writer has finished, so the store holds exactly what was acknowledged: no less and no more.
    """
    by_writer = [list(acks.read(log)) for log in logs]
    answers = [ack for found in by_writer for ack in found if ack.data is not None]
    held = [_held(found) for found in by_writer]
    with snapshot(root) as (connection, _):
        lost = [*missing_writes(connection, answers), *_missing_effects(connection, held)]
        surplus = list(_surplus(connection, answers, held))
    return Kept(
        acknowledged=len({ack.key for ack in answers}),
        replayed=sum(ack.replayed for ack in answers),
        errors=Counter(ack.error for found in by_writer for ack in found if ack.error),
        milliseconds=[ack.milliseconds for ack in answers],
        lost=lost,
        surplus=surplus,
    )


def _held(answers: Sequence[Ack]) -> Held:
    held = Held()
    for ack in answers:
        if ack.data is not None:
            held.take(ack.operation, ack.data)
    return held


def missing_writes(connection: Connection, answers: Sequence[Ack]) -> Iterator[str]:
    """Each acknowledged key has its journal entry and a receipt with the very same data."""
    written = {
        row["id"]: (row["operation"], row["request_id"])
        for row in connection.execute("SELECT id, operation, request_id FROM operations")
    }
    receipts = {
        (row["operation"], row["idempotency_key"]): row["outcome"]
        for row in connection.execute("SELECT * FROM receipts WHERE profile = :profile", {"profile": PROFILE})
    }
    for ack in answers:
        if written.get(ack.operation_id or "") != (ack.operation, ack.key):
            yield f"{ack.key}: its journal entry {ack.operation_id} is not there"
        outcome = receipts.get((ack.operation, ack.key))
        if outcome is None or json.loads(outcome)["data"] != ack.data:
            yield f"{ack.key}: its receipt is missing or says something else"


def _missing_effects(connection: Connection, held: Sequence[Held]) -> Iterator[str]:
    states = _states(connection)
    usage = _column(connection, "SELECT id FROM usage")
    evidence = _column(connection, "SELECT id FROM evidence")
    for one in held:
        for name, state in one.states.items():
            if states.get(name) != state:
                yield f"record {name} is {states.get(name)}, not {state}"
        yield from (f"usage {name} is not there" for name in one.usage - usage)
        yield from (f"evidence {name} is not there" for name in one.evidence - evidence)


def _surplus(connection: Connection, answers: Sequence[Ack], held: Sequence[Held]) -> Iterator[str]:
    keys = {ack.key for ack in answers}
    known = {name for one in held for name in one.states}
    reported = {name for one in held for name in one.usage}
    yield from (f"record {name} was never acknowledged" for name in _states(connection).keys() - known)
    usage = _column(connection, "SELECT id FROM usage")
    yield from (f"usage {name} was never acknowledged" for name in usage - reported)
    statement = (
        "SELECT request_id, count(*) AS times FROM operations WHERE kind = 'mutation' GROUP BY request_id"
    )
    for row in connection.execute(statement):
        if row["times"] > 1 or row["request_id"] not in keys:
            yield f"{row['request_id']} was applied {row['times']} times"


def _states(connection: Connection) -> dict[str, str]:
    return {row["id"]: row["state"] for row in connection.execute("SELECT id, state FROM records")}


def _column(connection: Connection, statement: str) -> set[str]:
    return {row[0] for row in connection.execute(statement)}
