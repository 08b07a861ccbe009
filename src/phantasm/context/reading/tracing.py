"""What did a session do, what was said last, and what changed since? Read from the journal and the units."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.context.framing.answers import ChangeAnswer
from phantasm.context.framing.cue import Trace
from phantasm.context.framing.scene import Touch
from phantasm.context.reading.approving import followed
from phantasm.context.reading.occasion import Occasion
from phantasm.contracts.ids import evidence_handle
from phantasm.evidence import store as evidence
from phantasm.retrieval import store as units
from phantasm.state import links, store
from phantasm.state.model import Record
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# Writes of the journal that are looked through, newest first: weeks of work, and read in milliseconds.
_WRITES = 500
# What one write changed first; a bulk of thousands is no work on each of them.
_CHANGES_PER_WRITE = 20
# Writes of the session that count as its work: what it did long before is not what it is doing.
_OWN_WRITES = 100
# Turns that are looked at for the last one that may be read.
_TURNS = 20


@dataclass(frozen=True, slots=True)
class Journal:
    """The writes that a frame looks at, newest first."""

    session: str | None
    """The session that goes on; for a wake or resume the last one, where the caller's has left nothing."""
    own: Sequence[Row]
    recent: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Doings:
    """What the session wrote."""

    touched: dict[str, Touch]
    written: frozenset[str]
    last: Record | None
    """The record that it touched last."""


def journal_of(work: Work, occasion: Occasion) -> Journal:
    """Return the writes that count: those of the session that goes on, and the newest of all."""
    below = None if occasion.last_seq is None else occasion.last_seq + 1
    recent = entries.page(work, entries.Filter(below=below), _WRITES)
    session = occasion.session
    own = _of_session(work, session, recent, below) if session else []
    if not own and occasion.moment != "turn":
        session = next((row["session_id"] for row in recent if row["session_id"]), session)
        own = [row for row in recent if session and row["session_id"] == session]
    return Journal(session, own, recent)


def doings(work: Work, journal: Journal) -> Doings:
    """Return what the session wrote, line by line."""
    seqs = [row["seq"] for row in journal.own[:_OWN_WRITES]]
    changes = entries.changes_of(work, seqs, at_most=_CHANGES_PER_WRITE)
    when = {row["seq"]: row["occurred_at"] for row in journal.own}
    every = [change for seq in sorted(changes) for change in changes[seq]]
    records = store.find(work, [one["object_id"] for one in every if one["object_type"] == "record"])
    linked = links.find(work, [one["object_id"] for one in every if one["object_type"] == "link"])
    touched: dict[str, Touch] = {}
    last = None
    for change in every:
        record, link = records.get(change["object_id"]), linked.get(change["object_id"])
        line = record.lineage if record else link.source if link else None
        if line is None:
            continue
        # Noting something with its links is one write; a later version or a later link is work on it.
        before = touched.get(line)
        is_first = bool(record and record.id == record.lineage and change["change"] == "create")
        created = is_first or (before is not None and before.created and before.seq == change["seq"])
        touched[line] = Touch(change["seq"], when[change["seq"]], created=created)
        last = record if record and record.state == "live" else last
    return Doings(touched, frozenset(one["object_id"] for one in every), last)


def last_turn(work: Work, journal: Journal, occasion: Occasion) -> frozenset[str]:
    """Return the evidence of the session's last turn, and what was written together with it."""
    latest = turns(work, journal, occasion)
    if not latest:
        return frozenset()
    seqs = {seq for _, seq in latest[0]}
    changes = entries.changes_of(work, sorted(seqs), at_most=_CHANGES_PER_WRITE)
    together = {change["object_id"] for listed in changes.values() for change in listed}
    return frozenset({name for name, _ in latest[0]} | together)


def said_last(work: Work, journal: Journal, occasion: Occasion) -> list[Trace]:
    """Return the last thing that was seen in the session and may be read."""
    latest = turns(work, journal, occasion)
    found = evidence.find(work, occasion.blobs, [name for turn in latest for name, _ in turn])
    for turn in latest:
        for name, seq in turn:
            seen = found.get(name)
            if seen and seen.text and (occasion.sensitive or seen.sensitivity != "sensitive"):
                return [
                    Trace(
                        type="evidence",
                        id=seen.id,
                        seq=seq,
                        at=seen.observed_at,
                        origin=seen.origin,
                        trusted=seen.trusted,
                        text=seen.text,
                        handle=evidence_handle(seen.id),
                        session=seen.session_id,
                    )
                ]
    return []


def done_last(work: Work, record: Record, occasion: Occasion) -> list[Trace]:
    """Return the last change to a line of records."""
    versions = {version.id: version for version in store.lineage(work, record)}
    rows = [
        row
        for row in entries.changes_to(work, list(versions))
        if (occasion.last_seq is None or row["seq"] <= occasion.last_seq) and row["change"] != "shorten"
    ]
    # A revision closes the one before it in the same write: what came is told, not what went.
    last = max(rows, key=lambda row: (row["seq"], row["change"] != "close", row["ordinal"]), default=None)
    if last is None:
        return []
    version = versions[last["object_id"]]
    readable = version.content and (occasion.sensitive or version.sensitivity != "sensitive")
    return [
        Trace(
            type="record",
            id=version.id,
            seq=last["seq"],
            at=last["occurred_at"],
            origin=version.origin,
            trusted=bool(followed(work, [version], occasion.people)),
            text=version.content.statement if version.content and readable else None,
            handle=version.handle,
            change=_told(last, version),
            by=last["actor"] or last["profile"],
        )
    ]


def changed_since(work: Work, journal: Journal, occasion: Occasion) -> list[ChangeAnswer]:
    """Return what changed since the session's last write, or since a moment, newest first."""
    if occasion.since is not None:
        after = entries.last_seq_at(work, occasion.since)
    elif journal.own:
        after = journal.own[0]["seq"]
    else:
        return []
    rows = {row["seq"]: row for row in journal.recent if row["seq"] > after}
    changes = entries.changes_of(work, sorted(rows), at_most=_CHANGES_PER_WRITE)
    newest: dict[str, Row] = {}
    for seq in sorted(changes, reverse=True):
        for change in changes[seq]:
            if change["object_type"] == "record":
                newest.setdefault(change["object_id"], change)
    records = store.find(work, list(newest))
    shown = [record for name, record in records.items() if _is_shown(record, newest[name], occasion)]
    trusted = followed(work, shown[: occasion.limit], occasion.people)
    return [
        ChangeAnswer(
            id=record.id,
            handle=record.handle,
            kind=record.kind,
            text=record.content.statement if record.content else None,
            trusted=record.id in trusted,
            change=_told(newest[record.id], record),
            at=rows[newest[record.id]["seq"]]["occurred_at"],
            by=rows[newest[record.id]["seq"]]["actor"] or rows[newest[record.id]["seq"]]["profile"],
        )
        for record in shown[: occasion.limit]
    ]


def _told(change: Row, record: Record) -> str:
    """Return what a change is called: the journal creates every version, a reader sees a revision."""
    name = str(change["change"])
    return "revise" if name == "create" and record.supersedes else name


def _is_shown(record: Record, change: Row, occasion: Occasion) -> bool:
    seen = occasion.seen_from is None or occasion.seen_from.sees(record.scope, record.scope_ref)
    readable = occasion.sensitive or record.sensitivity != "sensitive"
    # Of a revision the new version is told; that the old one went says nothing more.
    went = change["change"] in {"close", "shorten"} and record.state == "superseded"
    return seen and readable and not went and record.state != "suggested"


def _of_session(work: Work, session: str, recent: Sequence[Row], below: int | None) -> list[Row]:
    own = [row for row in recent if row["session_id"] == session]
    if own or len(recent) < _WRITES:
        return own
    every = entries.named(work, "session_id", [session])  # long ago: the whole journal is looked through
    return [row for row in reversed(every) if below is None or row["seq"] < below][:_WRITES]


def turns(work: Work, journal: Journal, occasion: Occasion) -> list[list[tuple[str, int]]]:
    """Return the evidence of the session's last turns with its writes, the last turn first."""
    if journal.session is None:
        return []
    following = units.next_position(work, journal.session)
    places = [(journal.session, place) for place in range(max(0, following - _TURNS), following)]
    found: dict[int, dict[str, int]] = {}
    for unit in units.beside(work, places):
        if occasion.last_seq is None or unit.seq <= occasion.last_seq:
            found.setdefault(unit.position, {})[unit.item_id] = unit.seq
    return [sorted(found[place].items()) for place in sorted(found, reverse=True)]
