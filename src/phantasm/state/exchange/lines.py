"""How is a record written as one line of text, and read back? Pure; the same records give the same bytes.

The first line names the format. An empty line stands before every record, so that git merges edits of
neighbouring records by itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, ValidationError, model_validator

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import ALPHABET, HANDLE_LENGTH
from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import JsonObject, Line, Model, Statement, Timestamp
from phantasm.state.exchange.text import NotJsonError, Problem, object_of
from phantasm.state.inputs import ClaimInput, EvidenceInput, LinkName, QualityInput, SensitivityName
from phantasm.state.model import Content, Draft, Quality
from phantasm.state.moments import OriginName, ScopeName

# A line of versions this long is decades of daily corrections; more is no lineage.
_MAX_PREVIOUS = 10_000
_ID_CHARACTERS = 26

RecordId = Annotated[str, StringConstraints(pattern=rf"^rec_[{ALPHABET}]{{{_ID_CHARACTERS}}}$")]
Handle = Annotated[str, StringConstraints(pattern=rf"^[{ALPHABET}]{{{HANDLE_LENGTH}}}$")]
LineLinkName = LinkName | Literal["supersedes"]


class LineLink(Model):
    """A relation to another record's lineage, or to something outside the store."""

    type: LineLinkName
    target: RecordId | None = None
    reference: Line | None = None
    seen: JsonObject | None = None

    @model_validator(mode="after")
    def _leads_somewhere(self) -> "LineLink":
        if (self.target is None) == (self.reference is None):
            message = "a link has a target or a reference"
            raise ValueError(message)
        if self.reference is not None and self.type != "about":
            message = "only `about` has a reference"
            raise ValueError(message)
        return self


class LineShape(Model):
    """Every field that a line may have."""

    id: RecordId
    lineage: RecordId
    handle: Handle | None = None
    previous: list[RecordId] = Field(default=[], max_length=_MAX_PREVIOUS)
    kind: KindName
    subject_key: Line | None = None
    statement: Statement
    payload: JsonObject | None = None
    provenance: JsonObject | None = None
    claim: ClaimInput | None = None
    scope: ScopeName = "project"
    scope_ref: Line | None = None
    sensitivity: SensitivityName = "normal"
    origin: OriginName
    quality: QualityInput = QualityInput()
    valid_from: Timestamp
    valid_to: Timestamp | None = None
    frozen: bool = False
    links: list[LineLink] = []
    evidence: list[EvidenceInput] = []
    history: list[JsonObject] = []

    @model_validator(mode="after")
    def _is_a_record(self) -> "LineShape":
        if (self.scope == "project") != (self.scope_ref is None):
            message = "scope_ref goes with the scopes branch, worktree and session, and they need it"
            raise ValueError(message)
        return self


FORMAT, VERSION = "phantasm-memory", 1
HEADER: JsonObject = {"format": FORMAT, "version": VERSION}
_CONFLICT_MARKERS = ("<<<<<<< ", ">>>>>>> ")


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One record on its way between stores."""

    id: str
    lineage: str
    handle: str | None
    draft: Draft
    previous: tuple[str, ...] = ()
    """The ids of the versions that were decided about before this one, oldest first."""
    frozen: bool = False
    links: tuple[LineLink, ...] = ()
    evidence: tuple[EvidenceInput, ...] = ()
    history: tuple[JsonObject, ...] = field(default=())
    """What earlier versions said; for reading only."""

    @property
    def order(self) -> tuple[str, str, str]:
        """Where the line stands in the file."""
        return (self.draft.kind, self.draft.subject_key or "", self.lineage)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A record and the line of the file it was read from."""

    number: int
    line: RecordLine


def text_of_lines(lines: Iterable[RecordLine]) -> str:
    """Return the text of a whole export."""
    ordered = sorted(lines, key=lambda line: line.order)
    return "".join(
        [sorted_json(HEADER) + "\n", *(f"\n{sorted_json(object_of_line(line))}\n" for line in ordered)]
    )


def is_export(text: str) -> bool:
    """Tell whether a text starts like an export of any version."""
    try:
        return object_of(text.partition("\n")[0]).get("format") == FORMAT
    except NotJsonError:
        return False


def read_lines(text: str) -> tuple[list[Numbered], list[Problem]]:
    """Return the records of an export and what is wrong with the other lines; refuses unresolved merges."""
    lines = text.split("\n")  # never splitlines: a JSON text may hold other separators
    if not is_export(text) or object_of(lines[0]) != HEADER:
        raise _refused("does not start as an export of this version", f"first line {sorted_json(HEADER)}")
    found: list[Numbered] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith(_CONFLICT_MARKERS):
            raise _refused(f"has an unresolved merge conflict at line {number}", "a file without markers")
        if not line.strip():
            continue
        try:
            value = object_of(line)
            if value != HEADER:  # a union merge may keep the header twice
                found.append(Numbered(number, line_of_object(value)))
        except NotJsonError as problem:
            problems.append(Problem(number, str(problem)))
        except ValidationError as problem:
            problems.append(Problem(number, wrong_field(problem)))
    return found, problems


def wrong_field(problem: ValidationError) -> str:
    """Say which field is wrong and how, without repeating what it holds."""
    first = problem.errors(include_url=False, include_input=False, include_context=False)[0]
    if first["type"] == "extra_forbidden":
        return "a field is unknown"
    where = ".".join(str(part) for part in first["loc"][:1])
    return f"{where}: {first['msg']}" if where else first["msg"]


def line_of_object(value: JsonObject) -> RecordLine:
    """Return the record that a JSON object describes; raises where its shape is wrong."""
    shape = LineShape.model_validate(value)
    return RecordLine(
        id=shape.id,
        lineage=shape.lineage,
        handle=shape.handle,
        draft=Draft(
            kind=shape.kind,
            content=Content(
                shape.statement,
                shape.payload,
                shape.provenance,
                shape.claim.to_triple() if shape.claim else None,
            ),
            origin=shape.origin,
            subject_key=shape.subject_key,
            scope=shape.scope,
            scope_ref=shape.scope_ref or "",
            sensitivity=shape.sensitivity,
            quality=shape.quality.to_quality(),
            valid_from=shape.valid_from,
            valid_to=shape.valid_to,
        ),
        previous=tuple(name for name in dict.fromkeys(shape.previous) if name != shape.id),
        frozen=shape.frozen,
        links=tuple(shape.links),
        evidence=tuple(shape.evidence),
    )


def object_of_line(line: RecordLine) -> JsonObject:
    """Return a record as the JSON object of its line."""
    draft, content = line.draft, line.draft.content
    triple = content.triple
    links = sorted((link.model_dump(exclude_none=True) for link in line.links), key=sorted_json)
    seen = sorted((one.model_dump(exclude_none=True) for one in line.evidence), key=sorted_json)
    value: JsonObject = {
        "id": line.id,
        "lineage": line.lineage,
        "handle": line.handle,
        "previous": list(line.previous),
        "kind": draft.kind,
        "subject_key": draft.subject_key,
        "statement": content.statement,
        "payload": content.payload,
        "provenance": content.provenance,
        "claim": triple and triple._asdict(),
        "scope": draft.scope,
        "scope_ref": draft.scope_ref or None,
        "sensitivity": draft.sensitivity,
        "origin": draft.origin,
        "quality": _quality(draft.quality),
        "valid_from": draft.valid_from,
        "valid_to": draft.valid_to,
        "frozen": line.frozen or None,
        "links": links,
        "evidence": seen,
        "history": list(line.history),
    }
    # What is not there takes no place; an empty payload is there.
    return {name: part for name, part in value.items() if part is not None and part != []}


def _quality(quality: Quality) -> JsonObject:
    parts: Sequence[tuple[str, object]] = (
        ("confidence", quality.confidence),
        ("source_type", quality.source_type),
        ("author", quality.author),
        ("verified_at", quality.verified_at),
        ("expires_at", quality.expires_at),
        ("revalidate_at", quality.revalidate_at),
    )
    return {name: part for name, part in parts if part is not None}


def _refused(reason: str, expected: str) -> PhantasmError:
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"the file {reason}",
        field="params.path",
        expected=expected,
        remediation=(Remediation("Resolve or repair the file, or export it again."),),
    )
