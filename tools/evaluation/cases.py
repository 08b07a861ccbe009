"""Cases: what they ask, what is right, how a corpus is written into a store, and where answers go.

A case is a folder in BEIR's layout: `corpus.jsonl` in the order in which things became known,
`queries.jsonl`, `qrels.tsv` (above 0 = gold, else stale: superseded by the gold). What is written and asked
(`Material`) is read apart from what is right (`Judgements`), so that no answer can reach the store.

A corpus is written as an agent would have written it, one request per run of what belongs together. Parts of
a group are evidence of one session. What stands alone is a plain statement, or evidence where it is code, a
commit or longer than a statement. Nothing that names an answer goes in: sources and sessions are numbered by
their place in the corpus, because a document's own id could tell what it is about.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject

# Sets write times as they like: ISO 8601, "1:56 pm on 8 May, 2023", "March-15-2024", a bare number that only
# counts. What is no time is left out, and the order of the corpus alone says what came later.
# English names whatever the locale, which is why strptime's %B is not used.
_MONTHS = ("january february march april may june july august september october november december").split()
_SHORTEST_MONTH_NAME = 3
_CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?(?:m\b)?", re.IGNORECASE)
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?[\s\-]+([a-z]{3,9})\.?,?[\s\-]+(\d{4})\b", re.IGNORECASE)
_MONTH_FIRST = re.compile(
    r"\b([a-z]{3,9})\.?[\s\-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s\-]+(\d{4})\b", re.IGNORECASE
)
# `fromisoformat` takes "20230508" and "2023" apart too; a number without a mark only counts.
_BARE_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_NOON_HOURS = 12


def moment_of(text: str | None) -> str | None:
    """Return a set's time as the contract writes it, in UTC where no offset is given; None for no time."""
    if text is None or _BARE_NUMBER.fullmatch(text.strip()):
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        found = _in_words(text)
        if found is None:
            return None
        moment = found
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return to_timestamp(moment)
    except OverflowError:  # an offset that leads out of the years 1 to 9999
        return None


def _in_words(text: str) -> datetime | None:
    day_first, month_first = _DAY_FIRST.search(text), _MONTH_FIRST.search(text)
    if day_first:
        day, name, year = day_first.groups()
    elif month_first:
        name, day, year = month_first.groups()
    else:
        return None
    month = _month(name)
    if month is None:
        return None
    try:
        return datetime(int(year), month, int(day), tzinfo=UTC) + _time_of_day(text)
    except ValueError:
        return None


def _month(name: str) -> int | None:
    wanted = name.lower()
    for number, month in enumerate(_MONTHS, 1):
        if len(wanted) >= _SHORTEST_MONTH_NAME and month.startswith(wanted):
            return number
    return None


def _time_of_day(text: str) -> timedelta:
    found = _CLOCK.search(text)
    if found is None:
        return timedelta()
    hours, minutes, seconds, half = found.groups()
    hour = int(hours)
    if half:
        hour = hour % _NOON_HOURS + (_NOON_HOURS if half.lower() == "p" else 0)
    # datetime refuses what no clock shows, such as 25:00.
    shown = datetime(1, 1, 1, hour, int(minutes), int(seconds or 0), tzinfo=UTC)
    return shown - datetime(1, 1, 1, tzinfo=UTC)


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


@dataclass(frozen=True, slots=True)
class Target:
    """A file or folder that a person named, and with which option."""

    path: Path
    option: str


def check_target(target: Target, materials: Mapping[CaseFolder, Material]) -> None:
    """Refuse, before hours of work, a target that could not hold the answers."""
    place = target.path if is_folder(target.path) else target.path.parent
    place.mkdir(parents=True, exist_ok=True)
    if is_folder(target.path):
        return
    asked: dict[str, CaseFolder] = {}
    for case, material in materials.items():
        for question in material.questions:
            other = asked.setdefault(question.id, case)
            if other != case:
                raise PhantasmError(
                    Code.INVALID_PARAMS,
                    f"{other.folder} and {case.folder} both ask {question.id!r}, which one file cannot hold",
                    field=target.option,
                    expected="a folder, which gets a file for each case",
                )


def is_folder(path: Path) -> bool:
    """Tell whether each case gets a file of its own: a folder, or a name without an ending."""
    return path.is_dir() or not path.suffix


def name_of(case: CaseFolder, cases: Collection[CaseFolder]) -> str:
    """Return what a case's file is called: with the set's name where two sets have cases of one name."""
    name = case.folder.name
    if [other.folder.name for other in cases].count(name) == 1:
        return name
    return "-".join((*case.set.strip("/").split("/"), name))


def write_all(files: Mapping[Path, Sequence[str]]) -> list[Path]:
    """Write each file's lines and return the files."""
    for path, lines in files.items():
        path.write_text("".join(lines), encoding="utf-8")
    return list(files)


STATEMENT_KIND = "fact"
"""The kind of every plain statement: what is true, whatever the set is about."""
LONGEST_STATEMENT_CHARACTERS = 1_000
"""A paragraph. What is longer is a text that statements can be taken from, and is kept as it is."""
RECORDS_PER_REQUEST = 500
"""One request is one transaction; this many commit within a second or two."""
EVIDENCE_PER_REQUEST = 500
"""Half of what `ingest` takes at once."""
CHARACTERS_PER_REQUEST = 4_000_000
"""Far below the largest request, also where each character takes four bytes."""

_ORIGINS = {
    "user": "user",
    "human": "user",
    "assistant": "agent",
    "agent": "agent",
    "model": "agent",
    "tool": "tool_output",
    "function": "tool_output",
    "system": "import",
}
_NO_ROLE = "user"
"""Whoever speaks in a dialogue without roles, and whoever states something, is a person."""
# One line of code: it starts as a definition does, or ends as a statement of a curly language does.
_CODE = re.compile(
    r"\s*(?:def|class|function|fn|func|public|private|static|const|var|#include)\b.*[(){};<>]|.*[;{}]\s*$"
)


@dataclass(frozen=True, slots=True)
class Batch:
    """One request: the parameters of `ingest`, and which documents they hold."""

    positions: tuple[int, ...]
    params: JsonObject
    session_id: str | None = None
    moment: str | None = None
    """The latest time that its documents name."""

    @property
    def is_evidence(self) -> bool:
        """Tell whether evidence ids come back, and not records."""
        return "evidence" in self.params


Numbered = tuple[int, Document]


def batches(documents: Sequence[Document], *, start: int, stop: int) -> Iterator[Batch]:
    """Yield the requests that write some of a corpus, in order; what is empty is not written."""
    sessions = {
        group: number for number, group in enumerate(dict.fromkeys(one.group for one in documents), 1)
    }
    chosen = [(place, documents[place]) for place in range(start, min(stop, len(documents)))]
    written = [(place, document) for place, document in chosen if document.text.strip()]
    for (is_statement, group), run in groupby(written, lambda one: (states(one[1]), one[1].group)):
        largest = RECORDS_PER_REQUEST if is_statement else EVIDENCE_PER_REQUEST
        for part in _portions(list(run), largest):
            session = None if group is None else f"session-{sessions[group]}"
            yield _batch(part, session=session, is_statement=is_statement)


def states(document: Document) -> bool:
    """Tell whether a document is a plain statement: it stands alone, on one line, and is no code."""
    return (
        document.group is None
        and not document.files
        and len(document.text) <= LONGEST_STATEMENT_CHARACTERS
        and "\n" not in document.text.strip()
        and "\x00" not in document.text
        and not _CODE.match(document.text)
    )


def _portions(run: list[Numbered], largest: int) -> Iterator[list[Numbered]]:
    """Yield a run in pieces that one request can take."""
    part: list[Numbered] = []
    characters = 0
    for place, document in run:
        characters += len(document.text)
        if part and (len(part) == largest or characters > CHARACTERS_PER_REQUEST):
            yield part
            part, characters = [], len(document.text)
        part.append((place, document))
    yield part


def _batch(part: list[Numbered], *, session: str | None, is_statement: bool) -> Batch:
    moments = [moment for _, document in part if (moment := moment_of(document.timestamp))]
    params: JsonObject = (
        {"items": [_record(document) for _, document in part]}
        if is_statement
        else {"evidence": [_evidence(place, document) for place, document in part]}
    )
    return Batch(tuple(place for place, _ in part), params, session, max(moments, default=None))


def _record(document: Document) -> JsonObject:
    record: JsonObject = {
        "record_kind": STATEMENT_KIND,
        "statement": document.text,
        "origin": _origin(document, without_role=_NO_ROLE),
    }
    moment = moment_of(document.timestamp)
    return record | ({"valid_from": moment} if moment else {})


def _evidence(place: int, document: Document) -> JsonObject:
    in_dialogue = document.group is not None
    evidence: JsonObject = {
        "text": document.text,
        "origin": _origin(document, without_role=_NO_ROLE if in_dialogue else "repository_file"),
        "source": f"{'message' if in_dialogue else 'document'}:{place}",
    }
    moment = moment_of(document.timestamp)
    return evidence | ({"observed_at": moment} if moment else {})


def _origin(document: Document, *, without_role: str) -> str:
    if document.role is None:
        return without_role
    return _ORIGINS.get(document.role.strip().lower(), "import")
