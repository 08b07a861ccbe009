"""What does a case ask? One memory store as a folder: a corpus, questions, and which documents answer them.

The layout is BEIR's: `corpus.jsonl` in the order in which things became known, `queries.jsonl`, `qrels.tsv`
(above 0 = gold, else stale: superseded by the gold). What is written and asked (`Material`) is read apart
from what is right (`Judgements`), so that no answer can reach the store.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject

CORPUS, QUESTIONS, JUDGEMENTS = "corpus.jsonl", "queries.jsonl", "qrels.tsv"
_COLUMNS = ("query-id", "corpus-id", "score")


@dataclass(frozen=True, slots=True)
class Document:
    """Something that became known, as the set writes it."""

    id: str
    text: str
    timestamp: str | None = None
    group: str | None = None
    """The session or document that it is a part of."""
    role: str | None = None
    files: bool = False
    """Whether it names the files that it touched: a commit."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be found."""

    id: str
    text: str
    kind: str
    """A row of the table, and nothing that a search is told."""
    before: int | None = None
    """How many documents existed when it was asked; all of them when left out."""


@dataclass(frozen=True, slots=True)
class Material:
    """What is written and what is asked."""

    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    repeated: tuple[str, ...] = ()
    """The ids of questions that a set asks again; the first of each counts."""


@dataclass(frozen=True, slots=True)
class Judgements:
    """Which documents answer which question, which did once, and what the answer is."""

    gold: dict[str, frozenset[str]]
    stale: dict[str, frozenset[str]]
    references: dict[str, str]
    """The reference answers; empty where a set has none."""


@dataclass(frozen=True, slots=True)
class CaseFolder:
    """A case, and the set that it belongs to."""

    folder: Path
    set: str


def find_cases(folders: Sequence[Path]) -> list[CaseFolder]:
    """Return every case in or below some folders, each once; a folder without any is refused."""
    found: dict[Path, None] = {}
    for folder in folders:
        if not folder.is_dir():
            raise PhantasmError(Code.NOT_FOUND, f"{folder} is not a folder", field="DIR")
        below = sorted(path.parent.resolve() for path in folder.rglob(CORPUS) if path.is_file())
        if not below:
            raise _no_case(folder)
        found |= dict.fromkeys(below)
    parents = list(dict.fromkeys(folder.parent for folder in found))
    names = [parent.name for parent in parents]
    # Two sets of one name are told apart by their whole paths.
    labels = {parent: parent.name if names.count(parent.name) == 1 else str(parent) for parent in parents}
    return [CaseFolder(folder, labels[folder.parent]) for folder in found]


def read_material(folder: Path) -> Material:
    """Read what a case writes and asks."""
    documents = tuple(_document(*found) for found in _objects(folder / CORPUS))
    repeated: list[str] = []
    questions = tuple(_question(*found) for found in _objects(folder / QUESTIONS, repeated))
    return Material(documents, questions, tuple(dict.fromkeys(repeated)))


def read_judgements(folder: Path) -> Judgements:
    """Read which documents answer which question of a case, and the reference answers."""
    path = folder / JUDGEMENTS
    gold: dict[str, set[str]] = {}
    stale: dict[str, set[str]] = {}
    for number, line in _lines(path):
        columns = tuple(line.split("\t"))
        if number == 1 and columns == _COLUMNS:
            continue
        if len(columns) != len(_COLUMNS):
            raise _malformed(path, number, "has not three columns: " + ", ".join(_COLUMNS))
        question, document, score = columns
        try:
            kept = gold if int(score) > 0 else stale
        except ValueError as problem:
            raise _malformed(path, number, f"{score!r} is not a whole number") from problem
        kept.setdefault(question, set()).add(document)
    return Judgements(
        {name: frozenset(ids) for name, ids in gold.items()},
        {name: frozenset(ids) for name, ids in stale.items()},
        dict(_reference(*found) for found in _objects(folder / QUESTIONS, [])),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line is, for whoever has to correct it."""

    path: Path
    number: int


def _document(place: _Place, value: JsonObject) -> Document:
    metadata = _metadata(place, value)
    title = value.get("title")
    text = _text(place, value, "text")
    return Document(
        id=_id(place, value),
        text=f"{title}\n{text}" if isinstance(title, str) and title.strip() else text,
        timestamp=_optional(metadata, "timestamp"),
        group=_optional(metadata, "group"),
        role=_optional(metadata, "role"),
        files=bool(metadata.get("files")),
    )


def _question(place: _Place, value: JsonObject) -> Question:
    metadata = _metadata(place, value)
    before = metadata.get("before")
    if before is not None and (isinstance(before, bool) or not isinstance(before, int) or before < 0):
        raise _malformed(place.path, place.number, "metadata.before is not a number of documents")
    kind = _optional(metadata, "kind") or "query"
    return Question(_id(place, value), _text(place, value, "text"), kind, before)


def _reference(place: _Place, value: JsonObject) -> tuple[str, str]:
    """Return a question's id and its reference answer, which sets write as text, number or null."""
    return _id(place, value), str(_metadata(place, value).get("answer") or "")


def _objects(path: Path, repeated: list[str] | None = None) -> Iterator[tuple[_Place, JsonObject]]:
    """Yield the objects of a file, one per line, refusing what is none.

    What has the id of a line before it is refused, or left out and its id added to `repeated` where given.
    """
    seen: dict[object, int] = {}
    for number, line in _lines(path):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as problem:
            raise _malformed(path, number, f"is not valid JSON: {problem}") from problem
        if not isinstance(value, dict):
            raise _malformed(path, number, "is not a JSON object")
        place = _Place(path, number)
        name = _id(place, value)
        first = seen.setdefault(name, number)
        if first == number:
            yield place, value
        elif repeated is None:
            raise _malformed(path, number, f"has the _id of line {first}: {name!r}")
        else:
            repeated.append(name)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something; only a line feed ends one, as texts may hold the other marks."""
    if not path.is_file():
        raise PhantasmError(
            Code.NOT_FOUND,
            f"the case {path.parent} has no {path.name}",
            field="DIR",
            expected=f"{CORPUS}, {QUESTIONS} and {JUDGEMENTS} in one folder",
        )
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as problem:
        number = problem.object[: problem.start].count(b"\n") + 1
        raise _malformed(path, number, "is not valid UTF-8") from problem
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line.rstrip("\r")


def _id(place: _Place, value: JsonObject) -> str:
    name = value.get("_id")
    # A run is a table whose columns white space separates.
    if not isinstance(name, str) or not name or name.split() != [name]:
        raise _malformed(place.path, place.number, "has no _id, a text without white space")
    return name


def _text(place: _Place, value: JsonObject, name: str) -> str:
    text = value.get(name)
    if not isinstance(text, str):
        raise _malformed(place.path, place.number, f"has no {name}")
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        raise _malformed(place.path, place.number, f"{name} holds an unpaired surrogate") from problem
    return text


def _metadata(place: _Place, value: JsonObject) -> JsonObject:
    metadata = value.get("metadata", {})
    if not isinstance(metadata, dict):
        raise _malformed(place.path, place.number, "metadata is not an object")
    return metadata


def _optional(metadata: JsonObject, name: str) -> str | None:
    value = metadata.get(name)
    return None if value is None else str(value)


def _malformed(path: Path, number: int, problem: str) -> PhantasmError:
    return PhantasmError(Code.INVALID_PARAMS, f"{path}, line {number}: {problem}", field="DIR")


def _no_case(folder: Path) -> PhantasmError:
    return PhantasmError(
        Code.NOT_FOUND,
        f"there is no case in {folder} or below it",
        field="DIR",
        expected=f"a folder with {CORPUS}, {QUESTIONS} and {JUDGEMENTS}, or a folder of such folders",
        remediation=(Remediation("The layout of a case is described in docs/evaluation.md."),),
    )
