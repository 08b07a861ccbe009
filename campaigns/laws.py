"""Is a store whole? The laws that hold after any crash, fault or race, checked row by row."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.storage import inspection, journal
from phantasm.storage.database import Database, Head
from phantasm.storage.driver import Connection
from phantasm.storage.work import first_payload_id

# What a broken law is called, and a question whose every answer is an instance of it.
_PAYLOADS_PER_WRITE = first_payload_id(1)
_HALF_APPLIED = {
    "a write without exactly one trust decision": """
        SELECT seq FROM operations o
        WHERE (SELECT count(*) FROM trust_decisions d WHERE d.seq = o.seq) <> 1""",
    "a trust decision without its write": """
        SELECT seq FROM trust_decisions WHERE seq NOT IN (SELECT seq FROM operations)""",
    "a write whose changes were not all kept": """
        SELECT seq FROM operations o
        WHERE change_count <> (SELECT count(*) FROM changes c WHERE c.seq = o.seq)""",
    "a change without its write": """
        SELECT seq FROM changes WHERE seq NOT IN (SELECT seq FROM operations)""",
    "a content without its write": """
        SELECT id FROM payloads WHERE id / :payloads_per_write NOT IN (SELECT seq FROM operations)""",
    "a record that no write created": """
        SELECT id FROM records r WHERE NOT EXISTS (
            SELECT 1 FROM changes c WHERE c.object_id = r.id AND c.change = 'create' AND c.seq = r.seq
              AND c.after_payload = r.payload)""",
    "a created record that does not exist": """
        SELECT object_id FROM changes
        WHERE change = 'create' AND object_type = 'record' AND object_id NOT IN (SELECT id FROM records)""",
    "a record whose state is not what its last change says": """
        SELECT r.id FROM records r JOIN changes c ON c.object_id = r.id
        WHERE c.change <> 'add_evidence' AND c.after_state NOT LIKE r.state || '%' AND NOT EXISTS (
            SELECT 1 FROM changes later WHERE later.object_id = r.id
              AND (later.seq > c.seq OR (later.seq = c.seq AND later.ordinal > c.ordinal)))""",
    "a superseded record without a successor": """
        SELECT id FROM records r WHERE state = 'superseded'
          AND NOT EXISTS (SELECT 1 FROM records o WHERE o.lineage = r.lineage AND o.id <> r.id)
          AND lineage NOT IN (SELECT target FROM links WHERE type = 'supersedes')""",
    "a live record that was closed": """
        SELECT id FROM records WHERE state = 'live' AND closed_at IS NOT NULL""",
    "a tombstone that still has content": """
        SELECT r.id FROM records r JOIN payloads p ON p.id = r.payload
        WHERE r.state = 'tombstoned' AND p.body IS NOT NULL""",
    "usage that no write reported": """
        SELECT id FROM usage WHERE id NOT IN (SELECT object_id FROM changes)""",
    "one request applied twice": """
        SELECT request_id FROM operations GROUP BY profile, operation, request_id HAVING count(*) > 1""",
}


@contextmanager
def snapshot(root: Path) -> Iterator[tuple[Connection, Head]]:
    """Open a project's store for looking only."""
    database = Database(Paths(root).store)
    try:
        with database.read() as opened:
            yield opened
    finally:
        database.close()


def broken_laws(root: Path) -> list[str]:
    """Return every law that a project's store breaks: pages, keys, chain, half-applied writes, raw files."""
    with snapshot(root) as (connection, head):
        return [
            *(f"damaged page: {problem}" for problem in inspection.page_problems(connection)),
            *(f"orphan row: {row}" for row in inspection.orphan_rows(connection)),
            *(
                f"chain: {problem}"
                for problem in journal.verify(inspection.reader(connection, head)).problems
            ),
            *(
                f"{law}: {row[0]}"
                for law, question in _HALF_APPLIED.items()
                for row in connection.execute(question, {"payloads_per_write": _PAYLOADS_PER_WRITE})
            ),
            *_receipts_without_writes(connection),
            *_rows_without_files(connection, root),
        ]


def _receipts_without_writes(connection: Connection) -> Iterator[str]:
    """A receipt is kept with its write: one without the other was half applied."""
    written = {
        row["id"]: row["operation"] for row in connection.execute("SELECT id, operation FROM operations")
    }
    answered: set[str] = set()
    for row in connection.execute("SELECT operation, idempotency_key, outcome FROM receipts"):
        operation_id = json.loads(row["outcome"])["provenance"]["operation_id"]
        answered.add(operation_id)
        if written.get(operation_id) != row["operation"]:
            yield f"a receipt without its write: {row['idempotency_key']}"
    for operation_id in written.keys() - answered:
        yield f"a write without its receipt: {operation_id}"


def _rows_without_files(connection: Connection, root: Path) -> Iterator[str]:
    raw = Paths(root).raw
    for row in connection.execute("SELECT address, bytes, referrers FROM blobs"):
        path = raw / row["address"][:2] / row["address"]
        if not path.is_file() or path.stat().st_size != row["bytes"]:
            yield f"a raw file is missing or short: {row['address']}"
    for row in connection.execute(
        """SELECT b.address FROM blobs b
           WHERE b.referrers <> (SELECT count(*) FROM evidence e WHERE e.blob = b.address)"""
    ):
        yield f"a raw file is counted wrongly: {row['address']}"
