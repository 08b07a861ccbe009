"""What may the journal let go of? What old entries say of sessions (dialect-specific: SQLite).

Who did what and when stays. That a row which is still referred to is not removed is left to the store, which
refuses it without harm to the transaction.

An entry's digest covers all its changes at once, so that of a thinned entry cannot be worked out any more.
Its place in the chain still can: the next entry names it. And whoever thins says in an entry of its own,
which the chain covers, what the thinned entries looked like afterwards (docs/decisions/0023-thinning.md).
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from phantasm.contracts.canonical import canonical, sorted_json
from phantasm.storage.driver import IntegrityError
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work, first_payload_id

JOURNAL = "journal"
"""The type of object that thinning changes: the journal itself. What it lets go of are the changes of
sessions, lessons and uses; these themselves say how they are now."""
HEADER = tuple(
    "seq id operation kind profile actor session_id request_id occurred_at change_count previous note".split()
)
"""The fields of an entry that its digest covers."""


def header_of(row: Mapping[str, object]) -> dict[str, object]:
    """Return what a digest covers; the commit came later, and entries without one are covered as before."""
    header = {name: row[name] for name in HEADER}
    return header | ({"commit_id": row["commit_id"]} if row["commit_id"] else {})


def thin(work: Work, before: str, limit: int) -> int:
    """Let go of what old entries say of sessions; return how many entries that were."""
    rows = work.all(
        """SELECT * FROM operations WHERE body IS NULL AND occurred_at < :before
             AND EXISTS (SELECT 1 FROM changes c WHERE c.seq = operations.seq
                         AND c.object_type IN ('session', 'lesson', 'use'))
           ORDER BY seq LIMIT :limit""",
        {"before": before, "limit": limit},
    )
    if not rows:
        return 0
    whole = hashlib.sha256()
    for row in rows:
        _let_go(work, row["seq"])
        whole.update(text_of(row, _changes(work, row["seq"]), _contents(work, row["seq"])).encode())
    work.run_many(
        "UPDATE operations SET body = :body WHERE seq = :seq",
        [{"seq": row["seq"], "body": str(work.seq)} for row in rows],
    )
    span = f"{rows[0]['seq']}-{rows[-1]['seq']}"
    work.changed(Change(JOURNAL, span, "thin", after_state=f"{len(rows)} {whole.hexdigest()}"))
    return len(rows)


def text_of(row: Row, changes: Iterable[Row], contents: Iterable[Row]) -> str:
    """Return what is left of an entry as the text over which whoever thinned it took a digest."""
    header = canonical(header_of(row) | {"digest": row["digest"]})
    told = "".join(sorted_json(dict(change)) for change in changes)
    return header + told + "".join(f"{content['id']}:{content['digest']}\n" for content in contents)


def told_by(work: Work, seqs: Sequence[int]) -> dict[int, str]:
    """Return which digest each of some thinning entries noted."""
    rows = work.all_of(
        "SELECT seq, after_state FROM changes WHERE seq IN (:values) AND object_type = 'journal'", seqs
    )
    return {row["seq"]: str(row["after_state"]).partition(" ")[2] for row in rows}


def _let_go(work: Work, seq: int) -> None:
    rows = work.all(
        """SELECT after_payload FROM changes WHERE seq = :seq AND after_payload IS NOT NULL
             AND object_type IN ('session', 'lesson', 'use')""",
        {"seq": seq},
    )
    work.run(
        "DELETE FROM changes WHERE seq = :seq AND object_type IN ('session', 'lesson', 'use')", {"seq": seq}
    )
    # No entry tells of the accounts of sessions any more: nothing is left to compare them with.
    work.run_many(
        "UPDATE payloads SET salt = '', digest = '' WHERE id = :id AND erased_at IS NULL AND digest <> ''",
        [{"id": row["after_payload"]} for row in rows],
    )
    _remove_what_is_gone(work, seq)


def _remove_what_is_gone(work: Work, seq: int) -> None:
    """Remove content that was pruned or erased, unless something still refers to it."""
    rows = work.all(
        "SELECT id FROM payloads WHERE id >= :first AND id < :end AND erased_at IS NOT NULL",
        {"first": first_payload_id(seq), "end": first_payload_id(seq + 1)},
    )
    for row in rows:
        with suppress(IntegrityError):
            work.run("DELETE FROM payloads WHERE id = :id", {"id": row["id"]})


def _changes(work: Work, seq: int) -> list[Row]:
    return work.all("SELECT * FROM changes WHERE seq = :seq ORDER BY ordinal", {"seq": seq})


def _contents(work: Work, seq: int) -> list[Row]:
    return work.all(
        "SELECT id, digest FROM payloads WHERE id >= :first AND id < :end ORDER BY id",
        {"first": first_payload_id(seq), "end": first_payload_id(seq + 1)},
    )
