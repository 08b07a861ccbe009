"""How is something that another framework stores kept? As a note under a key, with every version.

Files of the memory tool and items of a LangGraph store are notes like any other: searched, compiled,
audited, taken back and erased by the same operations. Their key says whose they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import MAX_STATEMENT_CHARACTERS, JsonObject, is_blank
from phantasm.surfaces.python.project import Project

KIND = "note"
RENAMED_FROM = "renamed_from"
"""The detail of a note that names the note it goes on from under another key."""

# The most that `list` gives at once, and the most that `set_state` takes.
_PAGE_RECORDS = 1_000
# The most characters of a subject of a claim; longer keys are refused by the key itself.
_SUBJECT_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Note:
    """One live note under a key."""

    id: str
    key: str
    statement: str
    payload: JsonObject
    recorded_at: str


def find(project: Project, key: str) -> Note | None:
    """Return the live note under a key."""
    return next(_pages(project, {"subject_key": key, "limit": 1}), None)


def starting_with(project: Project, prefix: str) -> list[Note]:
    """Return every live note whose key starts so, newest first."""
    return list(_pages(project, {"subject_prefix": prefix, "limit": _PAGE_RECORDS}))


def named(project: Project, ids: Sequence[str]) -> list[Note]:
    """Return notes by their ids, at most as many as `inspect` takes."""
    records = (project.send("inspect", {"ids": [*ids]}).data or {}).get("records")
    return [_note(record) for record in records if _is_keyed(record)] if isinstance(records, list) else []


def fields(key: str, statement: str, payload: JsonObject) -> JsonObject:
    """Return a note as `ingest` takes it.

    The claim names the note itself as its subject. So the judge compares it with nothing that is held under
    other words: storing a file must not replace a fact that happens to say the opposite.
    """
    return {
        "record_kind": KIND,
        "subject_key": key,
        "statement": statement,
        "payload": payload,
        "claim": {"subject": key[:_SUBJECT_CHARACTERS], "predicate": "holds", "object": "its own text"},
    }


def searchable(text: str, otherwise: str) -> tuple[str, bool]:
    """Return the statement for a text, and whether it is the whole text.

    What is too long is cut at the end of a line, so that no secret is cut in two and missed.
    """
    if is_blank(text):
        return otherwise, False
    if len(text) <= MAX_STATEMENT_CHARACTERS:
        return text, True
    cut, _, _ = text[:MAX_STATEMENT_CHARACTERS].rpartition("\n")
    return (otherwise if is_blank(cut) else cut), False


def erase(project: Project, notes: Iterable[Note], *, reason: str) -> None:
    """Erase notes with all their versions, also those from before they were renamed.

    Who writes a new version meanwhile does not keep it: it is looked for again until none is left.
    """
    names = [note.id for note in notes]
    request_id = project.new_id("req")
    while ids := list(dict.fromkeys(one for name in names for one in _versions(project, name))):
        for start in range(0, len(ids), _PAGE_RECORDS):
            params = {"ids": ids[start : start + _PAGE_RECORDS], "action": "tombstone", "reason": reason}
            project.send("set_state", params, request_id=request_id)


def is_gone(problem: PhantasmError) -> bool:
    """Tell whether a change came too late: somebody else has changed or erased the note."""
    return problem.code in {Code.STALE_TARGET, Code.ERASED, Code.NOT_FOUND}


def _pages(project: Project, params: JsonObject) -> Iterator[Note]:
    cursor: str | None = None
    while True:
        page = project.send("list", {"record_kind": KIND, "cursor": cursor, **params}).data or {}
        records = page["records"]
        if isinstance(records, list):
            yield from (_note(record) for record in records if _is_keyed(record))
        cursor = str(page["next_cursor"]) if page.get("next_cursor") else None
        if cursor is None or params["limit"] == 1:
            return


def _is_keyed(record: JsonObject) -> bool:
    return record.get("subject_key") is not None


def _note(record: JsonObject) -> Note:
    payload = record.get("payload")
    return Note(
        id=str(record["id"]),
        key=str(record["subject_key"]),
        statement=str(record.get("statement", "")),
        payload=payload if isinstance(payload, dict) else {},
        recorded_at=str(record["recorded_at"]),
    )


def _versions(project: Project, record_id: str) -> Iterator[str]:
    """Name every version of a note that still says something, and of what it was renamed from."""
    waiting, seen = [record_id], set[str]()
    while waiting:
        for version in project.history(waiting.pop()).versions:
            if version.id in seen:
                continue
            seen.add(version.id)
            before = (version.payload or {}).get(RENAMED_FROM)
            if isinstance(before, str) and before not in seen:
                waiting.append(before)
            if version.state != "tombstoned":
                yield version.id
