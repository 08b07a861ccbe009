"""What was done, by whom, and can the account be trusted? A chain of digests over every write."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from phantasm.contracts.canonical import canonical, sorted_json, text_digest
from phantasm.storage import payloads
from phantasm.storage.sql import Row
from phantasm.storage.tables import CHANGES, OPERATIONS
from phantasm.storage.thinning import header_of, text_of, told_by
from phantasm.storage.work import Change, Work, first_payload_id, seq_of_payload

GENESIS = "0" * 64
"""What the first entry is chained to."""

_VERIFY_BATCH_ROWS = 2_000


class Entry(NamedTuple):
    """What the pipeline knows about a write besides its changes."""

    operation: str
    kind: str
    actor: str | None
    request_id: str


class Verdict(NamedTuple):
    """What walking the chain showed."""

    entries: int
    erased_contents: int
    problems: tuple[str, ...]
    thinned: int = 0
    """Entries of which only a later entry says what they looked like."""


def append(work: Work, entry: Entry) -> str:
    """Add the work's entry to the chain and move the head; returns the operation's id."""
    operation_id = work.ids.new("op")
    note = payloads.put(work, work.note) if work.note else None
    header = {
        "seq": work.seq,
        "id": operation_id,
        "operation": entry.operation,
        "kind": entry.kind,
        "profile": work.caller.profile,
        "actor": entry.actor,
        "session_id": work.caller.session_id,
        "request_id": entry.request_id,
        "occurred_at": work.now,
        "change_count": len(work.changes),
        "previous": work.head.digest,
        "commit_id": work.commit,
    }
    seq = work.seq
    rows = [columns(change) | {"seq": seq, "ordinal": place} for place, change in enumerate(work.changes)]
    digest = _entry_digest(header | {"note": note}, rows, work.payload_digests)
    work.run(OPERATIONS.insert, header | {"note": note, "digest": digest, "body": None})
    if len(rows) == 1:
        work.run(CHANGES.insert, rows[0])
    elif rows:
        work.run_many(CHANGES.insert, rows)
    work.run(
        "UPDATE head SET seq = :seq, digest = :digest WHERE one = 1", {"seq": work.seq, "digest": digest}
    )
    return operation_id


def verify(work: Work, *, up_to: int | None = None) -> Verdict:
    """Walk the whole chain and compare every digest, and every content that was not erased."""
    problems: list[str] = []
    previous, entries, erased, cursor = GENESIS, 0, 0, 0
    thinned = _Thinned()
    last = work.head.seq if up_to is None else up_to
    while batch := _operations_after(work, cursor, last):
        span = (batch[0]["seq"], batch[-1]["seq"])
        changes, contents = _changes_between(work, *span), _payloads_between(work, *span)
        for row in batch:
            seq = row["seq"]
            own = contents.get(seq, [])
            erased += sum(1 for content in own if content["erased_at"] is not None)
            if row["body"] is not None:
                thinned.add(row, changes.get(seq, []), own)
            problems += _problems_of(row, previous, changes.get(seq, []), own)
            previous = row["digest"]
        entries += len(batch)
        cursor = batch[-1]["seq"]
    if up_to is None and previous != work.head.digest:
        problems.append("the head does not name the last entry: entries are missing from the end")
    problems += thinned.problems(work) if up_to is None else []
    return Verdict(entries, erased, tuple(problems), thinned.count)


@dataclass(slots=True)
class _Thinned:
    """The thinned entries on the way, by the entry that thinned them."""

    count: int = 0
    by: dict[int, "hashlib._Hash"] = field(default_factory=dict)

    def add(self, row: Row, changes: list[Row], contents: list[Row]) -> None:
        """Take in one entry, in the order of the chain."""
        self.count += 1
        whole = self.by.setdefault(int(row["body"]), hashlib.sha256())
        whole.update(text_of(row, changes, contents).encode())

    def problems(self, work: Work) -> list[str]:
        """Compare with what whoever thinned them noted; that note is part of the chain."""
        told = told_by(work, list(self.by))
        return [
            f"entries that entry {seq} thinned were altered since"
            for seq, whole in sorted(self.by.items())
            if told.get(seq) != whole.hexdigest()
        ]


def _entry_digest(
    header: Mapping[str, object], changes: Iterable[dict[str, object]], contents: Iterable[tuple[int, str]]
) -> str:
    whole = hashlib.sha256(canonical(header_of(header)).encode())
    whole.update("".join([sorted_json(change) for change in changes]).encode())
    whole.update("".join([f"{payload_id}:{digest}\n" for payload_id, digest in contents]).encode())
    return whole.hexdigest()


def _problems_of(row: Row, previous: str, changes: list[Row], contents: list[Row]) -> list[str]:
    problems = []
    name = f"entry {row['seq']} ({row['operation']})"
    if row["previous"] != previous:
        problems.append(f"{name} does not follow the entry before it")
    if row["body"] is None and row["digest"] != _entry_digest(
        row, map(dict, changes), [(content["id"], content["digest"]) for content in contents]
    ):
        problems.append(f"{name} was altered")
    problems += [
        f"content {content['id']} of {name} was altered" for content in contents if _altered(content)
    ]
    return problems


def _altered(content: Row) -> bool:
    # What was only derived has no digest, nor has an account of a session whose entry was thinned.
    kept = content["erased_at"] is None and bool(content["digest"])
    return kept and text_digest(content["body"], salt=content["salt"]) != content["digest"]


def columns(change: Change) -> dict[str, object]:
    """Return a change as its row, less the key."""
    return {
        "object_type": change.object_type,
        "object_id": change.object_id,
        "change": change.change,
        "before_payload": change.before_payload,
        "after_payload": change.after_payload,
        "before_state": change.before_state,
        "after_state": change.after_state,
    }


def _operations_after(work: Work, cursor: int, last: int) -> list[Row]:
    rows = work.all(
        "SELECT * FROM operations WHERE seq > :cursor AND seq <= :last ORDER BY seq LIMIT :limit",
        {"cursor": cursor, "last": last, "limit": _VERIFY_BATCH_ROWS},
    )
    # A store of an earlier release is verified before it is migrated: it has nothing thinned.
    return [{"body": None, "commit_id": None, **dict(row)} for row in rows]


def _changes_between(work: Work, first: int, last: int) -> dict[int, list[Row]]:
    rows = work.all(
        "SELECT * FROM changes WHERE seq BETWEEN :first AND :last ORDER BY seq, ordinal",
        {"first": first, "last": last},
    )
    return _grouped((row["seq"], row) for row in rows)


def _payloads_between(work: Work, first: int, last: int) -> dict[int, list[Row]]:
    rows = work.all(
        "SELECT id, salt, digest, body, erased_at FROM payloads WHERE id >= :first AND id < :end ORDER BY id",
        {"first": first_payload_id(first), "end": first_payload_id(last + 1)},
    )
    return _grouped((seq_of_payload(row["id"]), row) for row in rows)


def _grouped(pairs: Iterable[tuple[int, Row]]) -> dict[int, list[Row]]:
    groups: dict[int, list[Row]] = {}
    for seq, row in pairs:
        groups.setdefault(seq, []).append(row)
    return groups
