"""Was this very request answered before? Receipts make a retry harmless."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.clock import days_before
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.storage.driver import Connection
from phantasm.storage.tables import RECEIPTS
from phantasm.storage.work import Work

# A client that retries after a month is asking something new (contract: kept 30 days).
RETENTION_DAYS = 30
# Expired receipts are swept in passing; once in so many writes keeps the sweep off the common path.
_SWEEP_EVERY_WRITES = 256

# An expired receipt that was not swept yet gives way to the new one.
_KEEP = (
    RECEIPTS.insert
    + """ ON CONFLICT (profile, operation, idempotency_key) DO UPDATE SET
          body_digest = excluded.body_digest, outcome = excluded.outcome, created_at = excluded.created_at"""
)
_FIND = """SELECT body_digest, outcome FROM receipts
           WHERE profile = :profile AND operation = :operation AND idempotency_key = :idempotency_key
             AND created_at >= :oldest"""


class ReceiptKey(NamedTuple):
    """What makes two writes the same write."""

    profile: str
    operation: str
    idempotency_key: str
    body_digest: str


def find(connection: Connection, key: ReceiptKey, now: str) -> JsonObject | None:
    """Return the outcome kept for a key; a key that was used with another body is a conflict."""
    parameters = {
        "profile": key.profile,
        "operation": key.operation,
        "idempotency_key": key.idempotency_key,
        "oldest": days_before(now, RETENTION_DAYS),
    }
    row = connection.execute(_FIND, parameters).fetchone()
    if row is None:
        return None
    if row["body_digest"] != key.body_digest:
        raise PhantasmError(
            Code.IDEMPOTENCY_CONFLICT,
            f"idempotency_key {key.idempotency_key!r} was used with another body",
            field="idempotency_key",
            remediation=(Remediation("Send this request with a new idempotency_key."),),
        )
    outcome: JsonObject = json.loads(row["outcome"])
    return outcome


def keep(work: Work, key: ReceiptKey, outcome: JsonObject) -> None:
    """Keep what was answered, in the same transaction as what was done."""
    if work.seq % _SWEEP_EVERY_WRITES == 0:
        sweep(work)
    work.run(
        _KEEP,
        {
            "profile": key.profile,
            "operation": key.operation,
            "idempotency_key": key.idempotency_key,
            "body_digest": key.body_digest,
            "outcome": sorted_json(outcome),
            "created_at": work.now,
        },
    )


def forget(work: Work, operations: Sequence[str]) -> None:
    """Forget what some operations answered: it may say what was erased."""
    work.run_many("DELETE FROM receipts WHERE operation = :name", [{"name": name} for name in operations])


def blank(work: Work, mark: str, fields: frozenset[str]) -> None:
    """Empty some fields in whatever was answered about something that is erased; a retry is still known."""
    rows = work.all(
        """SELECT profile, operation, idempotency_key, outcome FROM receipts
           WHERE outcome LIKE :mark ORDER BY profile, operation, idempotency_key""",
        {"mark": f"%{mark}%"},
    )
    for row in rows:
        outcome = _emptied(json.loads(row["outcome"]), fields)
        work.run(
            """UPDATE receipts SET outcome = :outcome WHERE profile = :profile AND operation = :operation
               AND idempotency_key = :idempotency_key""",
            {**row, "outcome": sorted_json(outcome)},
        )


def _emptied(value: object, fields: frozenset[str]) -> object:
    if isinstance(value, dict):
        return {name: type(one)() if name in fields else _emptied(one, fields) for name, one in value.items()}
    return [_emptied(one, fields) for one in value] if isinstance(value, list) else value


def sweep(work: Work) -> int:
    """Forget what nobody will ask for again; return how many answers that were."""
    oldest = days_before(work.now, RETENTION_DAYS)
    return work.run("DELETE FROM receipts WHERE created_at < :oldest", {"oldest": oldest})
