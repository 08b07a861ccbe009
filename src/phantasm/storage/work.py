"""What does one request do to the store? The unit of work: a transaction and what was collected in it.

A handler gets exactly one of these. It reads and writes through it, reports what it changed, and adds
warnings and next steps; the pipeline turns all of that into the journal entry and the response.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from phantasm.contracts.envelope import NextStep, ReviewItem, Warned
from phantasm.contracts.ids import Ids
from phantasm.contracts.kinds import Right
from phantasm.storage.database import Head
from phantasm.storage.driver import Connection
from phantasm.storage.sql import Parameters, Row, by_place

# Payload ids are `seq * 2^20 + n`: no look-up, the same on every dialect, a million contents per operation.
_PAYLOADS_PER_OPERATION_BITS = 20
# Well under the parameter limits of SQLite (32,766) and PostgreSQL (65,535).
_VALUES_PER_STATEMENT = 500


def first_payload_id(seq: int) -> int:
    """Return the lowest payload id of an operation; the next operation's is where its range ends."""
    return seq << _PAYLOADS_PER_OPERATION_BITS


def seq_of_payload(payload_id: int) -> int:
    """Return the sequence number of the operation that stored a content."""
    return payload_id >> _PAYLOADS_PER_OPERATION_BITS


class Change(NamedTuple):
    """One object that the operation created or changed."""

    object_type: str
    object_id: str
    change: str
    before_payload: int | None = None
    after_payload: int | None = None
    before_state: str | None = None
    after_state: str | None = None


class Caller(NamedTuple):
    """On whose behalf the work is done, after the trust decision."""

    profile: str
    rights: frozenset[Right]
    suggest_only: bool = False
    session_id: str | None = None
    person_only: frozenset[str] = frozenset()
    """The kinds of records whose live ones this caller may not replace by itself."""

    def may_supersede(self, kind: str) -> bool:
        """Tell whether the caller may replace a live record of a kind."""
        return kind not in self.person_only

    def may(self, right: Right) -> bool:
        """Tell whether the caller's profile has a right."""
        return right in self.rights


@dataclass(slots=True)
class Work:
    """One transaction: the connection, the moment, the caller, and what was collected."""

    connection: Connection
    head: Head
    now: str
    ids: Ids
    caller: Caller
    dry_run: bool = False
    commit: str | None = None
    """The commit that was checked out where the caller stood; the journal keeps it with the write."""
    changes: list[Change] = field(default_factory=list)
    warnings: list[Warned] = field(default_factory=list)
    review_items: list[ReviewItem] = field(default_factory=list)
    remediation: list[NextStep] = field(default_factory=list)
    evidence_ids: list[str] = field(default_factory=list)
    note: str | None = None
    erased: bool = False
    statements: int = 0
    payload_digests: list[tuple[int, str]] = field(default_factory=list)
    fresh: dict[str, object] = field(default_factory=dict)
    """What this write has made, by id, as it was made: whoever needs it at once need not read it again."""
    seen: list[str] = field(default_factory=list)
    """Evidence that this write has kept for a session; the session's change speaks for all of it."""
    dropped: list[str] = field(default_factory=list)
    """Evidence that this write has let go: a turn that has grown, or what the storage bound took."""
    silenced: set[str] = field(default_factory=set)
    """Sessions in which something was said that this write has erased."""
    written: list[Path] = field(default_factory=list)
    """Files and folders that have to be durable before the transaction is."""
    _after_commit: list[Callable[[], None]] = field(default_factory=list)

    @property
    def seq(self) -> int:
        """The sequence number that this write will get (a read sees `head.seq`)."""
        return self.head.seq + 1

    def run(self, statement: str, parameters: Parameters | None = None) -> int:
        """Execute a statement and return how many rows it touched."""
        self.statements += 1
        return int(self.connection.execute(statement, parameters or {}).rowcount)

    def run_many(self, statement: str, rows: Iterable[Parameters]) -> None:
        """Execute one statement for many rows."""
        self.statements += 1
        text, values_of = by_place(statement)
        self.connection.executemany(text, map(values_of, rows))

    def all(self, statement: str, parameters: Parameters | Sequence[object] | None = None) -> list[Row]:
        """Return every row that answers a question."""
        self.statements += 1
        rows: list[Row] = self.connection.execute(statement, parameters or {}).fetchall()
        return rows

    def all_of(
        self, statement: str, values: Sequence[object], parameters: Parameters | None = None
    ) -> list[Row]:
        """Return every row about many values, which stand as `:values` or, as a table, as `:rows`.

        Asked in chunks, each value once; whatever order the statement asks for holds within a chunk.
        """
        rows: list[Row] = []
        distinct = list(dict.fromkeys(values))
        for start in range(0, len(distinct), _VALUES_PER_STATEMENT):
            chunk = distinct[start : start + _VALUES_PER_STATEMENT]
            if parameters:
                named = {f"v{n}": value for n, value in enumerate(chunk)}
                text = statement.replace(":values", ", ".join(f":{name}" for name in named))
                rows += self.all(text, {**parameters, **named})
            else:
                listed, stacked = ", ".join("?" * len(chunk)), ", ".join(["(?)"] * len(chunk))
                rows += self.all(statement.replace(":values", listed).replace(":rows", stacked), chunk)
        return rows

    def one(self, statement: str, parameters: Parameters | None = None) -> Row | None:
        """Return the first row that answers a question."""
        self.statements += 1
        row: Row | None = self.connection.execute(statement, parameters or {}).fetchone()
        return row

    def value(self, statement: str, parameters: Parameters | None = None) -> Any:  # noqa: ANN401  a column
        """Return the first column of the first row, or None."""
        row = self.one(statement, parameters)
        return None if row is None else row[0]  # type: ignore[index]  # driver rows also index by position

    def changed(self, change: Change) -> None:
        """Report a change for the journal."""
        self.changes.append(change)

    def warn(self, code: str, message: str) -> None:
        """Add a warning to the response."""
        self.warnings.append(Warned(code=code, message=message))

    def claim_payload(self, digest: str) -> int:
        """Return the id for a new piece of erasable content, whose digest the journal entry will cover."""
        payload_id = first_payload_id(self.seq) + len(self.payload_digests)
        self.payload_digests.append((payload_id, digest))
        return payload_id

    def after_commit(self, action: Callable[[], None]) -> None:
        """Do something outside the store once the transaction is durable; never in a dry run."""
        self._after_commit.append(action)

    def finish(self) -> None:
        """Run what waited for the commit."""
        for action in self._after_commit:
            action()
