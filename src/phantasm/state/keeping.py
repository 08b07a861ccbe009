"""How does a record enter, move and leave? Every write to the records, one function each."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from phantasm.contracts.canonical import digest
from phantasm.state import store
from phantasm.state.claims.reader import READING, read
from phantasm.state.claims.readings import Reading
from phantasm.state.model import Content, Draft, Record, State, Triple
from phantasm.state.rows import body_of, columns_of
from phantasm.state.standing import Standing, standing_of
from phantasm.state.tables import RECORDS, VERIFICATIONS
from phantasm.storage import payloads
from phantasm.storage.sql import Parameters
from phantasm.storage.work import Change, Work

_REKEY_BATCH = 1_000  # records that get their keys anew at a time: one page of memory, not the whole store
_KEY_COLUMNS = ("topic_key", "frame_key", "mention_key", "anchor_key")


@dataclass(frozen=True, slots=True)
class Formed:
    """A new record with its content and its keys, ready to be inserted."""

    record: Record
    payload: Parameters
    keys: Parameters


@dataclass(frozen=True, slots=True)
class Identity:
    """The names that a record already has in another store."""

    id: str
    lineage: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a new record begins: in which state, after which predecessor, under which names."""

    state: State = "live"
    predecessor: Record | None = None
    identity: Identity | None = None
    """Fresh names when left out."""
    frozen: bool = False


def content_digest(work: Work, draft: Draft) -> str:
    """Return what two records that say the same have in common; salted, so that it confirms no guess."""
    says = [
        draft.kind,
        draft.subject_key,
        draft.scope,
        draft.scope_ref,
        draft.content.statement,
        draft.content.payload,
    ]
    return digest(says, salt=work.head.salt)


def reading_of(content: Content) -> Reading:
    """Return what the judge reads in a record's content."""
    return _reading(content.statement, content.triple)


# What is met is met again: a session's worth of statements, a few kilobytes each.
@lru_cache(maxsize=1_024)
def _reading(statement: str, triple: Triple | None) -> Reading:
    return read(statement, triple=triple)


def salted_key(work: Work, text: str) -> int:
    """Return the 64 bits under which a key is indexed: keyed by the store's salt, they confirm no guess."""
    hashed = _keyed_hash(work.head.salt).copy()
    hashed.update(text.encode())
    return int.from_bytes(hashed.digest(), "big", signed=True)


# Taking in the salt is half of the work, and every record has four keys; a process seldom opens two stores.
@lru_cache(maxsize=4)
def _keyed_hash(salt: str) -> "hashlib.blake2b":
    return hashlib.blake2b(key=bytes.fromhex(salt), digest_size=8)


def keys_of(work: Work, reading: Reading, known: Mapping[str, int] | None = None) -> Parameters:
    """Return the columns under which others will find a record; `known` are keys derived before."""
    ready = known or {}
    texts = (reading.topic, reading.frame, reading.mention, reading.anchor)
    keys = [None if text is None else ready.get(text) or salted_key(work, text) for text in texts]
    return dict(zip(_KEY_COLUMNS, keys, strict=True))


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from a draft's words, worked out once."""

    digest: str
    keys: Parameters


def derive(work: Work, draft: Draft) -> Derived:
    """Work out what follows from a draft's words."""
    return Derived(content_digest(work, draft), keys_of(work, reading_of(draft.content)))


def form(work: Work, draft: Draft, place: Place, *, handle: str, derived: Derived | None = None) -> Formed:
    """Give a draft its id, its place in a lineage and its content's row; writes nothing yet."""
    derived = derived or derive(work, draft)
    payload = payloads.fresh_row(work, body_of(draft.content))
    predecessor, identity = place.predecessor, place.identity
    record_id = identity.id if identity else work.ids.new("rec")
    lineage = predecessor.lineage if predecessor else identity.lineage if identity else record_id
    record = Record(
        id=record_id,
        handle=handle,
        kind=draft.kind,
        subject_key=draft.subject_key,
        state=place.state,
        frozen=place.frozen,
        scope=draft.scope,
        scope_ref=draft.scope_ref,
        sensitivity=draft.sensitivity,
        origin=draft.origin,
        quality=draft.quality,
        valid_from=draft.valid_from or work.now,
        valid_to=draft.valid_to,
        recorded_at=work.now,
        closed_at=None,
        seq=work.seq,
        ordinal=len(work.payload_digests),
        lineage=lineage,
        supersedes=predecessor.id if predecessor else None,
        payload_id=payload["id"],
        content_digest=derived.digest,
        content=draft.content,
    )
    return Formed(record, payload, derived.keys)


def insert(work: Work, formed: Sequence[Formed]) -> None:
    """Hold new records."""
    if not formed:
        return
    payloads.insert(work, [new.payload for new in formed])
    # One row at a time: ten thousand of them together are more memory than anything else in a bulk.
    work.run_many(RECORDS.insert, (columns_of(new.record, new.keys) for new in formed))
    for new in formed:
        record = new.record
        work.fresh[record.id] = record
        state = standing_of(record).text()
        work.changed(
            Change("record", record.id, "create", after_payload=record.payload_id, after_state=state)
        )


def append(work: Work, draft: Draft, place: Place | None = None) -> Record:
    """Hold one new record."""
    (handle,) = store.fresh_handles(work, 1)
    formed = form(work, draft, place or Place(), handle=handle)
    insert(work, [formed])
    return formed.record


def move(work: Work, record: Record, standing: Standing, *, change: str) -> None:
    """Put a record somewhere else in its life cycle; its content stays."""
    before = standing_of(record)
    closed_at = None if standing.is_open else (record.closed_at if before == standing else work.now)
    work.run(
        """UPDATE records SET state = :state, frozen = :frozen, ended_at = :ended_at, closed_at = :closed_at
           WHERE id = :id""",
        {
            "id": record.id,
            "state": standing.state,
            "frozen": int(standing.frozen),
            "ended_at": standing.ended_at,
            "closed_at": closed_at,
        },
    )
    if standing.is_open and not before.is_open and record.content is not None:
        # It may have been closed when a release that reads statements differently derived the keys anew.
        work.run(_SET_KEYS, {**keys_of(work, reading_of(record.content)), "id": record.id})
    texts = (before.text(), standing.text())
    work.changed(Change("record", record.id, change, record.payload_id, record.payload_id, *texts))


def erase(work: Work, record: Record) -> None:
    """Erase what a record said and leave a stub."""
    payloads.erase(work, [record.payload_id])
    _reading.cache_clear()  # what is erased does not stay in memory either
    work.run(
        """UPDATE records SET state = 'tombstoned', frozen = 0, closed_at = COALESCE(closed_at, :now),
                  subject_key = NULL, content_digest = NULL, author = NULL, source_type = NULL,
                  topic_key = NULL, frame_key = NULL, mention_key = NULL, anchor_key = NULL,
                  ended_at = valid_from
           WHERE id = :id""",
        {"id": record.id, "now": work.now},
    )
    before = standing_of(record).text()
    work.changed(
        Change("record", record.id, "erase", record.payload_id, record.payload_id, before, "tombstoned")
    )


def set_verified(work: Work, record: Record, *, verified_at: str | None, revalidate_at: str | None) -> None:
    """Note when a record was checked and when it should be checked again."""
    quality = record.quality
    work.run(
        "UPDATE records SET verified_at = :verified_at, revalidate_at = :revalidate_at WHERE id = :id",
        {"id": record.id, "verified_at": verified_at, "revalidate_at": revalidate_at},
    )
    work.run(
        VERIFICATIONS.insert
        + """ ON CONFLICT (record_id, seq) DO UPDATE SET
              verified_at = excluded.verified_at, revalidate_at = excluded.revalidate_at""",
        {
            "record_id": record.id,
            "seq": work.seq,
            "verified_at": verified_at,
            "revalidate_at": revalidate_at,
            "verified_before": quality.verified_at,
            "revalidate_before": quality.revalidate_at,
        },
    )
    text = standing_of(record).text()
    work.changed(Change("record", record.id, "verify", record.payload_id, record.payload_id, text, text))


_SET_KEYS = """UPDATE records SET topic_key = :topic_key, frame_key = :frame_key, mention_key = :mention_key,
           anchor_key = :anchor_key
               WHERE id = :id"""


def ensure_keys(work: Work) -> None:
    """Derive every open record's keys anew when this release reads statements differently."""
    if work.value("SELECT version FROM readings WHERE one = 1") == READING:
        return
    last = ""
    while batch := store.open_after(work, last, _REKEY_BATCH):
        rows = [
            {**keys_of(work, reading_of(record.content)), "id": record.id}
            for record in batch
            if record.content is not None
        ]
        work.run_many(_SET_KEYS, rows)
        last = batch[-1].id
    work.run("UPDATE readings SET version = :version WHERE one = 1", {"version": READING})
