"""How is one thing told in a digest? By what it says, without names that belong to one store. Pure."""

from phantasm.contracts.canonical import text_digest
from phantasm.contracts.model import JsonObject
from phantasm.evidence.model import Evidence
from phantasm.session.store import FORGOTTEN, Kept
from phantasm.state.model import Record

GONE = "(gone)"
"""What stands for something that was erased or is no longer open."""
# Of a text so much is shown to people, enough to know it by; the digest beside it speaks for the rest.
_SHOWN_CHARACTERS = 160
_REPORT = "report_"
"""What the source of a use begins with that somebody reported outside of any session."""
# Confidence is a quotient somewhere: so many digits tell any two apart that mean something.
_CONFIDENCE_DIGITS = 6
_NAMES = frozenset({"evidence_id", "evidence_ids", "record_id"})
"""Keys under which derived content keeps names that belong to one store."""


def record_line(record: Record) -> JsonObject:
    """Tell what a record says and how it stands."""
    content = record.content
    quality = record.quality
    return {
        "kind": record.kind,
        "key": record.subject_key,
        "statement": content.statement if content else GONE,
        "payload": nameless(content.payload) if content else None,
        "origin": record.origin,
        "scope": [record.scope, record.scope_ref],
        "sensitivity": record.sensitivity,
        "confidence": round(quality.confidence, _CONFIDENCE_DIGITS),
        "state": record.state,
        "frozen": record.frozen,
        "valid_from": record.valid_from if record.valid_from != record.recorded_at else None,
        "valid_to": record.valid_to,
        "verified_at": quality.verified_at,
        "expires_at": quality.expires_at,
        "revalidate_at": quality.revalidate_at,
    }


def name_of(record: Record) -> str:
    """Return what stands for a record where another thing is about it."""
    statement = record.content.statement if record.content else GONE
    return f"{record.kind} {record.subject_key or '-'} {record.scope} {record.scope_ref}: {statement}"


def session_line(kept: Kept) -> JsonObject:
    """Tell what is known about a session besides its episode."""
    session = kept.session
    if kept.state == FORGOTTEN:
        return {"id": session.id, "state": kept.state}
    return {
        "id": session.id,
        "client": session.client,
        "state": kept.state,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "last_at": kept.last_at,
        "continues": session.continues,
        "folder": session.folder,
        "branch": session.branch,
        "title": session.title,
        "episode_state": kept.episode_state,
        "outcome": kept.outcome,
        "importance": kept.importance,
    }


def seen_line(seen: Evidence) -> JsonObject:
    """Tell what was seen, by whom and when."""
    text = seen.text or ""
    return {
        "origin": seen.origin,
        "session": seen.session_id,
        "source": seen.source,
        "sensitivity": seen.sensitivity,
        "at": seen.observed_at if seen.observed_at != seen.recorded_at else None,
        "begins": text[:_SHOWN_CHARACTERS],
        "text": text_digest(text),
    }


def source_of(source: str) -> str:
    """Return who used something: a session by its own id; a report has none but ours."""
    return "a report" if source.startswith(_REPORT) else source


def nameless(value: object) -> object:
    """Return derived content without the names that belong to one store."""
    if isinstance(value, dict):
        return {name: nameless(part) for name, part in value.items() if name not in _NAMES}
    if isinstance(value, list | tuple):
        return [nameless(part) for part in value]
    return value
