"""What may a draft meet? The open records that share a key, a subject key or the very words with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from phantasm.state import encounters, keeping, store
from phantasm.state.claims.readings import Reading
from phantasm.state.model import Draft, Record
from phantasm.state.rules import Claim
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# Looking at every pair pays off only while there are few.
_FEW_DRAFTS = 4
_Key = tuple[str, str]
"""A column and the text under which it is looked up."""


@dataclass(slots=True)
class Met:
    """What is held about the drafts of one request, kept up to date while they are judged."""

    readings: list[Reading]
    digests: list[str]
    sought: list[list[_Key]]
    by_words: bool = True
    """Whether any draft looks further than under its digest and its subject key."""
    salted: dict[str, int] = field(default_factory=dict)
    """The keys that were derived for looking up; most are those under which the drafts are kept."""
    records: dict[str, Record] = field(default_factory=dict)
    _open: dict[str, Reading] = field(default_factory=dict)
    _claims: dict[str, Claim] = field(default_factory=dict)
    """What was met so far: of a bulk, next to nothing."""
    _under: dict[_Key, dict[str, None]] = field(default_factory=dict)

    def existing(self, place: int) -> list[Claim]:
        """Return every open claim that a draft may meet."""
        found: dict[str, None] = {}
        for key in self.sought[place]:
            under = self._under.get(key)
            if under:
                most = encounters.MET_PER_KEY.get(key[0], len(under))
                found |= under if len(under) <= most else dict.fromkeys(islice(reversed(under), most))
        return [self._claim(record_id) for record_id in found if record_id in self._open]

    def _claim(self, record_id: str) -> Claim:
        claim = self._claims.get(record_id)
        if claim is None:
            claim = self._claims[record_id] = claim_of(self.records[record_id], self._open[record_id])
        return claim

    def add(self, record: Record, reading: Reading) -> None:
        """Count a record as held for the drafts that follow."""
        if record.id in self.records or record.content_digest is None:
            return
        self.records[record.id] = record
        self._open[record.id] = reading
        keys = [("digest", record.content_digest), ("subject", record.subject_key or "")]
        if self.by_words:
            keys += [("topic", reading.topic or ""), ("frame", reading.frame or "")]
            keys += [("mention", reading.mention or ""), ("anchor", reading.anchor or "")]
        for key in keys:
            if key[1]:
                under = self._under.get(key)
                if under is None:
                    self._under[key] = {record.id: None}
                else:
                    under[record.id] = None

    def drop(self, record_id: str) -> None:
        """Forget a record that is no longer open."""
        self._open.pop(record_id, None)


def gather(work: Work, drafts: Sequence[Draft]) -> Met:
    """Load everything that some drafts may meet."""
    readings = [keeping.reading_of(draft.content) for draft in drafts]
    digests = [keeping.content_digest(work, draft) for draft in drafts]
    # What has a key of its own meets only the same key, or what has none.
    by_words = any(draft.subject_key is None for draft in drafts) or encounters.has_unkeyed(work)
    sought_by = [
        _sought(draft, digest, reading.seeks if by_words else ())
        for draft, digest, reading in zip(drafts, digests, readings, strict=True)
    ]
    met = Met(readings, digests, sought_by, by_words)
    if not encounters.has_open(work):  # the first records of a project have nothing to meet but each other
        return met
    sought: dict[str, dict[str, None]] = {}
    for keys in met.sought:
        for column, text in keys:
            sought.setdefault(column, {})[text] = None
    found = encounters.saying(work, list(sought.get("digest", ())))
    found += encounters.open_about(work, list(sought.get("subject", ())))
    for column in ("topic", "frame", "mention", "anchor"):
        for text in sought.get(column, ()):
            if text not in met.salted:
                met.salted[text] = keeping.salted_key(work, text)
        found += encounters.met(work, column, [met.salted[text] for text in sought.get(column, ())])
    distinct = {row["id"]: row for row in found if _may_meet(row, drafts)}
    for record in store.with_bodies(work, list(distinct.values())):
        if record.content is not None:
            met.add(record, keeping.reading_of(record.content))
    return met


def _may_meet(row: Row, drafts: Sequence[Draft]) -> bool:
    """Tell whether the judge would compare a record with any draft: one scope, no two keys of their own."""
    return (
        any(
            draft.scope == row["scope"]
            and draft.scope_ref == row["scope_ref"]
            and (draft.subject_key is None or row["subject_key"] in {None, draft.subject_key})
            for draft in drafts[:_FEW_DRAFTS]
        )
        or len(drafts) > _FEW_DRAFTS
    )


def claim_of(record: Record, reading: Reading) -> Claim:
    """Return a record as the judge sees it."""
    return Claim(
        id=record.id,
        kind=record.kind,
        subject_key=record.subject_key,
        scope=record.scope,
        scope_ref=record.scope_ref,
        origin=record.origin,
        confidence=record.quality.confidence,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        digest=record.content_digest or "",
        reading=reading,
        state=record.state,
        frozen=record.frozen,
        payload=record.content.payload if record.content else None,
    )


def newcomer(draft: Draft, digest: str, reading: Reading, *, now: str) -> Claim:
    """Return a draft as the judge sees it."""
    return Claim(
        id=None,
        kind=draft.kind,
        subject_key=draft.subject_key,
        scope=draft.scope,
        scope_ref=draft.scope_ref,
        origin=draft.origin,
        confidence=draft.quality.confidence,
        valid_from=draft.valid_from or now,
        valid_to=draft.valid_to,
        digest=digest,
        reading=reading,
        payload=draft.content.payload,
    )


def _sought(draft: Draft, digest: str, seeks: Sequence[_Key]) -> list[_Key]:
    subject = [("subject", draft.subject_key)] if draft.subject_key else []
    return [("digest", digest), *subject, *seeks]
