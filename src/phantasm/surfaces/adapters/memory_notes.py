"""How is a file of the memory tool kept? One note each, its path in the key, its text in the statement.

What a statement cannot hold (an empty file, a very long one) stands in the note's details, whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.surfaces.adapters import keyed_notes
from phantasm.surfaces.adapters.keyed_notes import RENAMED_FROM, Note
from phantasm.surfaces.adapters.memory_wording import FileProblemError
from phantasm.surfaces.python.project import Project
from phantasm.surfaces.python.refusal import RefusedError

_PREFIX = "memories/"
# What a reason of the journal holds, in characters (`contracts.model.Line`).
_REASON_CHARACTERS = 512
_HELD = frozenset({"created", "refined", "superseded", "conflict"})
_WAITS = "The change waits for a person's decision; until then nothing is changed."


class TakenError(Exception):
    """Another file has that path by now."""


@dataclass(frozen=True, slots=True)
class File:
    """One file: its note, its path under the root, and its text."""

    note: Note
    path: str
    text: str


def find(project: Project, path: str) -> File | None:
    """Return the file at a path."""
    note = keyed_notes.find(project, _PREFIX + path) if path else None
    return _file(note) if note else None


def below(project: Project, folder: str) -> list[File]:
    """Return every file in a folder and the folders in it; the root is the empty text."""
    prefix = f"{_PREFIX}{folder}/" if folder else _PREFIX
    return [_file(note) for note in keyed_notes.starting_with(project, prefix)]


def at(project: Project, path: str) -> list[File]:
    """Return the file at a path, or everything in the folder that it is."""
    file = find(project, path)
    return [file] if file else below(project, path)


def create(project: Project, path: str, text: str) -> Response:
    """Hold a new file."""
    return _hold(project, [_fields(path, text)], project.new_id("req"))


def change(project: Project, file: File, text: str) -> Response | None:
    """Let a file say something else; None when it is no longer the file that was read."""
    statement, payload = _content(file.path, text)
    before = file.note.payload.get(RENAMED_FROM)
    params: JsonObject = {
        "id": file.note.id,
        "expected_id": file.note.id,
        "statement": statement,
        "payload": payload | ({RENAMED_FROM: before} if before else {}),
        "reason": _reason(f"edit {file.path}"),
    }
    try:
        response = project.send("revise", params)
    except RefusedError as problem:
        if keyed_notes.is_gone(problem):
            return None
        raise
    if (response.data or {}).get("outcome") == "suggested":
        raise FileProblemError(_WAITS)
    return response


def move(project: Project, files: Sequence[File], goals: Sequence[str]) -> bool:
    """Hold files under new paths and put the old notes away; False when they were changed meanwhile.

    Both writes have one request id, so that `undo` of it takes the whole move back.
    """
    request_id = project.new_id("req")
    items = [_fields(goal, file.text, file.note.id) for goal, file in zip(goals, files, strict=True)]
    _hold(project, items, request_id)
    reason = _reason(f"rename {files[0].path} to {goals[0]}")
    params = {"ids": [file.note.id for file in files], "action": "archive", "reason": reason}
    try:
        moved = (project.send("set_state", params, request_id=request_id).data or {}).get("records")
        is_done = isinstance(moved, list) and all(one["changed"] for one in moved)
    except RefusedError as problem:
        if not keyed_notes.is_gone(problem):
            _take_back(project, request_id)
            raise
        is_done = False
    if not is_done:
        _take_back(project, request_id)
    return is_done


def erase(project: Project, files: Iterable[File], what: str) -> None:
    """Erase files with all that they ever said."""
    keyed_notes.erase(project, [file.note for file in files], reason=_reason(what))


def _file(note: Note) -> File:
    text = note.payload.get("text")
    return File(note, note.key.removeprefix(_PREFIX), text if isinstance(text, str) else note.statement)


def _content(path: str, text: str) -> tuple[str, JsonObject]:
    statement, is_whole = keyed_notes.searchable(text, f"The memory file {path}")
    payload: JsonObject = {"memory_file": path}
    return statement, payload if is_whole else payload | {"text": text}


def _fields(path: str, text: str, before: str | None = None) -> JsonObject:
    statement, payload = _content(path, text)
    if before:
        payload[RENAMED_FROM] = before
    return keyed_notes.fields(_PREFIX + path, statement, payload)


def _hold(project: Project, items: Sequence[JsonObject], request_id: str) -> Response:
    """Hold new notes, all of them or none."""
    response = project.send("ingest", {"items": [*items]}, request_id=request_id)
    results = (response.data or {}).get("results")
    outcomes = [str(one["outcome"]) for one in results] if isinstance(results, list) else []
    refused = [outcome for outcome in outcomes if outcome not in _HELD]
    if not refused:
        return response
    if len(refused) < len(outcomes):
        _take_back(project, request_id)
    if refused[0] == "suggested":
        raise FileProblemError(_WAITS)
    raise TakenError


def _take_back(project: Project, request_id: str) -> None:
    project.send("undo", {"request_ids": [request_id], "reason": _reason("all or nothing")})


def _reason(what: str) -> str:
    return f"memory tool: {what}"[:_REASON_CHARACTERS]
