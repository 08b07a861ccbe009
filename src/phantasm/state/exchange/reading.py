"""What is in a file that is to be imported? Its format, its records without secrets, its faults. Pure."""

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Literal

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import MAX_STATEMENT_CHARACTERS
from phantasm.security.redaction import Masked, redact
from phantasm.state.exchange.agent_files import items_of
from phantasm.state.exchange.lines import Numbered, is_export, read_lines
from phantasm.state.exchange.markdown import is_page
from phantasm.state.exchange.masking import masked_draft, masked_line
from phantasm.state.exchange.plain_lines import read_plain
from phantasm.state.exchange.text import Problem, text_of
from phantasm.state.inputs import RecordInput
from phantasm.state.model import Content, Draft, Quality, Sensitivity

Format = Literal["jsonl", "plain_jsonl", "agent_file"]
_PLAIN_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_AGENT_SUFFIXES = frozenset({".md", ".mdc", ".markdown", ".txt"})
_AGENT_NAMES = frozenset({".cursorrules", ".windsurfrules", ".clinerules", ".goosehints"})


@dataclass(frozen=True, slots=True)
class Handed:
    """A file as it was handed over."""

    name: str
    """Relative to the project."""
    data: bytes
    format: Literal["auto", "jsonl", "plain_jsonl", "agent_file"] = "auto"
    sensitivity: Sensitivity = "normal"
    """What its statements are where they do not say."""
    mask: bool = True


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds."""

    format: Format
    lines: list[Numbered] = field(default_factory=list)
    """The records of an export."""
    drafts: list[tuple[int, Draft]] = field(default_factory=list)
    """The statements of any other file, each with the line it begins at."""
    problems: list[Problem] = field(default_factory=list)
    masked: tuple[Masked, ...] = ()


def read_file(handed: Handed) -> ReadFile:
    """Read a file of any known format."""
    text = text_of(handed.data, handed.name)
    match _format_of(handed, text):
        case "jsonl":
            return _read_export(handed, text)
        case "plain_jsonl":
            return _read_plain(handed, text)
        case "agent_file":
            return _read_agent_file(handed, text)


def _format_of(handed: Handed, text: str) -> Format:
    if is_page(text):
        raise _unknown(handed, "is a page that Phantasm wrote for reading; import the .jsonl export")
    if handed.format != "auto":
        return handed.format
    path = PurePosixPath(handed.name)
    if is_export(text):
        return "jsonl"
    if path.suffix in _PLAIN_SUFFIXES:
        return "plain_jsonl"
    if path.suffix in _AGENT_SUFFIXES or path.name in _AGENT_NAMES:
        return "agent_file"
    raise _unknown(handed, "has no format that its name or first line would tell")


def _read_export(handed: Handed, text: str) -> ReadFile:
    found, problems = read_lines(text)
    masked: list[Masked] = []
    lines = []
    for one in found:
        line, more = masked_line(one.line, one.number) if handed.mask else (one.line, ())
        masked += more
        lines.append(replace(one, line=line))
    return ReadFile("jsonl", lines=lines, problems=problems, masked=tuple(masked))


def _read_plain(handed: Handed, text: str) -> ReadFile:
    drafts: list[tuple[int, Draft]] = []
    problems: list[Problem] = []
    masked: list[Masked] = []
    for one in read_plain(text):
        if isinstance(one, Problem):
            problems.append(one)
            continue
        number, given = one
        draft = _of_input(given, handed)
        if handed.mask:
            draft, more = masked_draft(draft, number)
            masked += more
        drafts.append((number, _from(draft, handed, line=number)))
    return ReadFile("plain_jsonl", drafts=drafts, problems=problems, masked=tuple(masked))


def _read_agent_file(handed: Handed, text: str) -> ReadFile:
    # As a whole: a key may reach over many lines, and a statement is only a part of them.
    clean, masked = redact(text, where=handed.name) if handed.mask else (text, ())
    drafts: list[tuple[int, Draft]] = []
    problems: list[Problem] = []
    for item in items_of(clean):
        if len(item.statement) > MAX_STATEMENT_CHARACTERS or "\x00" in item.statement:
            problems.append(Problem(item.line, "the statement is too long, or holds the NUL character"))
            continue
        draft = Draft(
            kind=item.kind,
            content=Content(item.statement),
            origin="repository_file",
            sensitivity=handed.sensitivity,
            quality=Quality(source_type="file"),
        )
        heading = " > ".join(item.headings)
        drafts.append((item.line, _from(draft, handed, line=item.line, heading=heading)))
    return ReadFile("agent_file", drafts=drafts, problems=problems, masked=masked)


def _of_input(given: RecordInput, handed: Handed) -> Draft:
    return Draft(
        kind=given.record_kind,
        content=given.to_content(),
        origin="import",
        subject_key=given.subject_key,
        sensitivity=given.sensitivity or handed.sensitivity,
        quality=given.quality.to_quality(),
        valid_from=given.valid_from,
        valid_to=given.valid_to,
    )


def _from(draft: Draft, handed: Handed, *, line: int, heading: str = "") -> Draft:
    provenance: dict[str, object] = {
        "file": handed.name,
        "line": line,
        "sha256": hashlib.sha256(handed.data).hexdigest(),
    }
    if heading:
        provenance["heading"] = heading
    return draft._replace(content=draft.content._replace(provenance=provenance))


def _unknown(handed: Handed, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"{handed.name} {reason}",
        field="params.format",
        expected="jsonl, plain_jsonl or agent_file",
    )
