"""Write what is held true as text that git merges, or as a page to read."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.config.finding import FOLDER
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind, KindName, Right
from phantasm.contracts.model import FilePath, JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state.anchored.freshness import dated, freshness_of
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.exchange.leaving import lines_of
from phantasm.state.exchange.lines import RecordLine, is_export, text_of_lines
from phantasm.state.exchange.markdown import is_page, page_of
from phantasm.state.filters import Filter
from phantasm.state.inputs import EvidenceInput
from phantasm.state.listing import everything
from phantasm.state.model import Record
from phantasm.state.moments import PointFields, ScopeName
from phantasm.state.review.store import overlays
from phantasm.state.timeline import point
from phantasm.storage.blobs import BlobStore
from phantasm.storage.files import is_file
from phantasm.storage.work import Change, Work
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.project_files import ORDINARY_MODE, PRIVATE_MODE, place_of, write_whole

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"path": ".phantasm/memory.jsonl"}
# What an import reads in one piece; about 100,000 records.
MAX_BYTES = 64 * 1024 * 1024
_SUFFIXES = {"jsonl": ".jsonl", "markdown": ".md"}
# Enough of a file to see whether it is an export.
_FIRST_CHARACTERS = 200


class Params(PointFields):
    """Which records, into which file."""

    path: FilePath | None = Field(
        default=None,
        description="The file, relative to the project; .phantasm/memory.jsonl or memory.md when left out",
    )
    format: Literal["jsonl", "markdown"] = Field(
        default="jsonl", description="A record per line for git and `memory_import`, or a page to read"
    )
    record_kind: KindName | None = Field(default=None, description="Only this kind")
    scope: ScopeName | None = Field(default=None, description="Only this scope")
    scope_ref: Line | None = Field(default=None, description="Only this branch, worktree or session")
    include_sensitive: bool = Field(
        default=False, description="Also sensitive records; needs the rights to read and to export them"
    )
    include_history: bool = Field(
        default=False, description="Also what earlier versions said; for reading, not imported again"
    )
    include_evidence: bool = Field(default=False, description="Also the evidence that records rest on")
    overwrite: bool = Field(default=False, description="Replace a file that is no export")
    dry_run: bool = Field(default=False, description="Say what would be written, and write nothing")


class Result(Model):
    """What was written; the same records give the same bytes."""

    path: str
    format: str
    records: int
    withheld: int = Field(description="Sensitive records that were left out")
    bytes: int
    sha256: str
    written: bool = Field(description="False in a dry run, and when the file says just that already")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the text goes, and where evidence lies."""

    paths: Paths
    place: Path
    blobs: BlobStore
    checkout: Checkout | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Find the file's place, and refuse one that is not ours to replace."""
    suffix = _SUFFIXES[params.format]
    name = params.path or f"{FOLDER}/memory{suffix}"
    place = place_of(environment.paths, name)
    if place.suffix != suffix:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"an export as {params.format} is a {suffix} file",
            field="params.path",
            expected=f"a path that ends with {suffix}",
        )
    if place.exists() and not _is_ours(place) and not (params.overwrite and is_file(place)):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{name} is there and is no export",
            field="params.path",
            expected="a new path, an earlier export, or overwrite",
            remediation=(Remediation("Look at the file, then name another one or set overwrite."),),
        )
    checkout = checkout_of(environment) if environment.config.settings.anchors.check else None
    return Prepared(environment.paths, place, environment.blobs, checkout)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Put the text together and write it."""
    if params.include_sensitive:
        _refuse_sensitive(work)
    at = point(work, params.as_of, params.known_at)
    chosen = Filter(states=("live",), kind=params.record_kind, scope=params.scope, scope_ref=params.scope_ref)
    found = list(everything(work, chosen, at))
    records = [one for one in found if params.include_sensitive or one.sensitivity == "normal"]
    lines = lines_of(work, records, at, with_history=params.include_history)
    if params.include_evidence:
        behind = evidence.behind(work, [line.id for line in lines], at.seq)
        lines = _with_evidence(work, lines, behind, prepared.blobs, sensitive=params.include_sensitive)
    if params.format == "jsonl":
        text = text_of_lines(lines)
    else:
        text = page_of(lines, _notes(work, records, prepared.checkout) if at.is_now else {})
    data = text.encode()
    _refuse_too_large(data)
    written = not work.dry_run and not _says(prepared.place, data)
    if written:
        mode = PRIVATE_MODE if params.include_sensitive else ORDINARY_MODE
        write_whole(prepared.paths, prepared.place, data, mode=mode)
    if params.include_sensitive and any(one.sensitivity == "sensitive" for one in records):
        work.warn("sensitive_exported", "the file holds sensitive records: keep it out of the repository")
    # Under a fresh id: a digest in the journal would outlive what is erased and confirm a guess of it.
    work.changed(Change("memory_file", work.ids.new("exp"), "export", after_state="exported"))
    return Result(
        path=prepared.place.relative_to(prepared.paths.root.resolve()).as_posix(),
        format=params.format,
        records=len(lines),
        withheld=len(found) - len(records),
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        written=written,
    )


def _notes(work: Work, records: Sequence[Record], checkout: Checkout | None) -> dict[str, list[str]]:
    """Return what a page notes of each record: what waits for a decision, and how fresh it is."""
    marks = overlays(work, [record.id for record in records])
    fresh = freshness_of(work, records, checkout)
    return {name: [*marks.get(name, ()), dated(one)] for name, one in fresh.items()}


def _with_evidence(
    work: Work,
    lines: Sequence[RecordLine],
    behind: Mapping[str, Sequence[str]],
    blobs: BlobStore,
    *,
    sensitive: bool,
) -> list[RecordLine]:
    kept = evidence.find(work, blobs, [name for names in behind.values() for name in names])
    shown = {
        name: EvidenceInput.model_validate(
            {
                "text": one.text,
                "origin": one.origin,
                "media_type": one.media_type,
                "source": one.source,
                "observed_at": one.observed_at,
            }
        )
        for name, one in kept.items()
        if one.text is not None and (sensitive or one.sensitivity == "normal")
    }
    return [
        replace(line, evidence=tuple(shown[name] for name in behind.get(line.id, ()) if name in shown))
        for line in lines
    ]


def _refuse_sensitive(work: Work) -> None:
    for right in (Right.SENSITIVE_READ, Right.SENSITIVE_EXPORT):
        if not work.caller.may(right):
            raise PhantasmError(
                Code.SENSITIVE,
                f"profile {work.caller.profile} lacks the right {right.value!r}",
                field="params.include_sensitive",
                remediation=(Remediation("Leave sensitive records out, or ask a person to export them."),),
            )


def _refuse_too_large(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"the export would have {len(data)} bytes; an import reads at most {MAX_BYTES}",
            field="params",
            remediation=(Remediation("Export kind by kind, or without evidence and history."),),
        )


def _is_ours(place: Path) -> bool:
    if not is_file(place):
        return False
    with place.open("rb") as file:
        first = file.read(_FIRST_CHARACTERS).decode("utf-8", "replace").replace("\r\n", "\n")
    return not first or is_export(first) or is_page(first)


def _says(place: Path, data: bytes) -> bool:
    return is_file(place) and place.stat().st_size == len(data) and place.read_bytes() == data
