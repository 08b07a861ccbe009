"""Where is content kept so that it can be erased? One table; everything else refers to its rows.

A digest is salted per row and outlives the content, so the journal stays verifiable after erasure, while
the salt goes with the content and leaves nothing that a guess could be checked against.
"""

from collections.abc import Iterable, Sequence

from phantasm.contracts.canonical import text_digest
from phantasm.storage.sql import Parameters
from phantasm.storage.tables import PAYLOADS
from phantasm.storage.work import Work


def put(work: Work, body: str) -> int:
    """Store one content and return its id."""
    row = fresh_row(work, body)
    work.run(PAYLOADS.insert, row)
    return int(row["id"])


def put_derived(work: Work, body: str) -> int:
    """Store one content that was only derived from others, and return its id.

    It has no digest: whoever doubts it derives it again, and of tens of thousands a digest and a salt each
    would be a sixth of the room.
    """
    payload = work.claim_payload("")
    work.run(PAYLOADS.insert, {"id": payload, "salt": "", "digest": "", "body": body, "erased_at": None})
    return payload


def fresh_row(work: Work, body: str) -> Parameters:
    """Return the row that will hold a content."""
    salt = work.ids.salt()
    digest = text_digest(body, salt=salt)
    return {"id": work.claim_payload(digest), "salt": salt, "digest": digest, "body": body, "erased_at": None}


def insert(work: Work, rows: Sequence[Parameters]) -> None:
    """Store contents whose rows were made by `fresh_row`."""
    work.run_many(PAYLOADS.insert, rows)


def get_many(work: Work, ids: Iterable[int]) -> dict[int, str]:
    """Return the contents that still exist, by id."""
    rows = work.all_of("SELECT id, body FROM payloads WHERE id IN (:values)", sorted(ids))
    return {row["id"]: row["body"] for row in rows if row["body"] is not None}


def erase(work: Work, ids: Iterable[int]) -> None:
    """Erase contents for good; their digests stay for the chain."""
    prune(work, ids)
    work.erased = True


def prune(work: Work, ids: Iterable[int]) -> None:
    """Let go of contents that are derived or kept elsewhere; unlike erasing, nobody waits for their bytes."""
    work.run_many(
        "UPDATE payloads SET body = NULL, salt = NULL, erased_at = :now WHERE id = :id AND erased_at IS NULL",
        [{"id": payload, "now": work.now} for payload in ids],
    )
