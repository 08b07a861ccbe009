"""Merge an export of memory, or suggest what an agent's file or a list of statements says."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import Warned
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import FilePath, JsonObject, Model
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Sighting
from phantasm.learning.claims.extract import lasting_in
from phantasm.state.exchange.arriving import CHANGES, MAX_PROPOSALS, Arrived, ask_about_absent, merge, propose
from phantasm.state.exchange.reading import Handed, ReadFile, read_file
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.project_files import place_of, read_whole

# A mutation, not a snapshot: it appends versions and reviews to what is there, like many ingests at once,
# and can be undone as one operation. Nothing is replaced, so nothing has to be confirmed.
KIND = Kind.MUTATION
SUGGESTIBLE = True
EXAMPLE: JsonObject = {"path": ".phantasm/memory.jsonl", "dry_run": True}
# As much as one export may have.
MAX_BYTES = 64 * 1024 * 1024
# One call is one transaction: as many changes as one `ingest` may make; the next call goes on from there.
MAX_CHANGES = 10_000
# Nobody reads more than this of what was masked; the count says the rest.
_MASKED_SHOWN = 20


class Params(Model):
    """Which file, and how much of it is taken over at once."""

    path: FilePath = Field(description="The file, relative to the project; it must lie inside the project")
    format: Literal["auto", "jsonl", "plain_jsonl", "agent_file", "document"] = Field(
        default="auto",
        description="jsonl: an export; plain_jsonl: an object with a statement per line; "
        "agent_file: CLAUDE.md, AGENTS.md and their kind, every paragraph and item; "
        "document: a README or other text, only what states something lasting; auto: by first line and name",
    )
    accept: Literal["clean", "nothing"] = Field(
        default="clean",
        description="clean: what merges without a conflict is taken over as far as the profile may; "
        "nothing: everything waits as a suggestion",
    )
    prune: bool = Field(
        default=False, description="Ask for a decision about every live record that the export does not have"
    )
    dry_run: bool = Field(default=False, description="Show the whole plan, and change nothing")


class LineResult(Model):
    """What became of one line; what needs no word is not listed."""

    line: int
    outcome: str
    record_id: str | None = None
    handle: str | None = None
    reasons: list[str] = Field(default=[], description="Why, as stable codes")


class LineProblem(Model):
    """A line that could not be read."""

    line: int
    problem: str


class Result(Model):
    """What the import did; what records say is not repeated here."""

    format: str
    outcomes: dict[str, int] = Field(description="How many lines came to which end, unchanged ones too")
    changed: int
    postponed: int = Field(description="Lines that the next call goes on with; import again")
    results: list[LineResult]
    problems: list[LineProblem]
    absent: list[str] = Field(default=[], description="With prune: live records that the export lacks")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The file as it was read, and where evidence lies."""

    found: ReadFile
    blobs: BlobStore


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read the file and mask what is secret in it."""
    place = place_of(environment.paths, params.path)
    data = read_whole(place, params.path, at_most=MAX_BYTES)
    security = environment.config.settings.security
    handed = Handed(
        name=place.relative_to(environment.paths.root.resolve()).as_posix(),
        data=data,
        lasting=lasting_in,
        format=params.format,
        sensitivity=security.default_sensitivity,
        mask=security.redact_secrets,
    )
    found = read_file(handed)
    _refuse_too_many(len(found.drafts))
    if params.prune and found.format != "jsonl":
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "prune compares memory with an export; this file is none",
            field="params.prune",
            expected="a file that memory_export wrote",
        )
    return Prepared(found, environment.blobs)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Merge or suggest, line by line."""
    found = prepared.found
    _warn_of_masked(work, found)
    _tell_of_left_out(work, found)
    if found.problems:
        work.warn("lines_skipped", f"{len(found.problems)} lines could not be read; the others were")
    lines = _merged(params, work, prepared) if found.format == "jsonl" else _proposed(work, found)
    outcomes = Counter(line.outcome for line in lines)
    return Result(
        format=found.format,
        outcomes=dict(sorted(outcomes.items())),
        changed=sum(outcomes[name] for name in CHANGES),
        postponed=outcomes["postponed"],
        results=[line for line in lines if line.outcome not in {"unchanged", "postponed"}],
        problems=[LineProblem(line=one.line, problem=one.problem) for one in found.problems],
        absent=_pruned(work, found) if params.prune else [],
    )


def _merged(params: Params, work: Work, prepared: Prepared) -> list[LineResult]:
    arrived = merge(work, prepared.found.lines, params.accept, at_most=MAX_CHANGES)
    for one in arrived:
        if one.outcome in CHANGES - {"amended"} and one.line.evidence:
            _keep_evidence(work, one, prepared.blobs)
    return [
        LineResult(
            line=one.number,
            outcome=one.outcome,
            record_id=one.record.id if one.record else None,
            handle=one.record.handle if one.record else None,
            reasons=list(one.reasons),
        )
        for one in arrived
    ]


def _proposed(work: Work, found: ReadFile) -> list[LineResult]:
    proposed = propose(work, [draft for _, draft in found.drafts])
    return [
        LineResult(
            line=number,
            outcome=one.outcome,
            record_id=one.record_id,
            handle=one.handle,
            reasons=list(one.reasons),
        )
        for (number, _), one in zip(found.drafts, proposed, strict=True)
    ]


def _keep_evidence(work: Work, arrived: Arrived, blobs: BlobStore) -> None:
    """Keep what came along; a file's word for where it was seen counts only when a person brings it."""
    if arrived.record is None:
        return
    is_person = work.caller.may(Right.REVIEW)
    seen = [
        Sighting(
            text=one.text,
            origin=one.origin if is_person else "import",
            media_type=one.media_type,
            source=one.source,
            sensitivity=arrived.record.sensitivity,
            observed_at=one.observed_at,
            session_id=None,
        )
        for one in arrived.line.evidence
    ]
    kept = evidence.put_all(work, blobs, seen)
    evidence.link(work, arrived.record.id, kept)
    work.evidence_ids += kept


def _pruned(work: Work, found: ReadFile) -> list[str]:
    if work.caller.suggest_only or found.problems:
        why = "lines could not be read" if found.problems else "this profile may only suggest"
        work.warn("not_pruned", f"nothing was asked about what the file does not have: {why}")
        return []
    return ask_about_absent(work, {one.line.lineage for one in found.lines}, at_most=MAX_CHANGES)


def _warn_of_masked(work: Work, found: ReadFile) -> None:
    for one in found.masked[:_MASKED_SHOWN]:
        work.warnings.append(
            Warned(code="secret_masked", message=f"{one.where}: masked a secret ({one.rule})")
        )
    if len(found.masked) > _MASKED_SHOWN:
        work.warn("secret_masked", f"{len(found.masked)} secrets were masked in all")


_NAMES = {"table": "tables", "html_block": "blocks of HTML", "image": "images", "code": "blocks of code"}


def _tell_of_left_out(work: Work, found: ReadFile) -> None:
    parts = [f"{_NAMES[what]}: {count}" for what, count in found.left_out.items() if count and what in _NAMES]
    if parts:
        work.warn("left_out", f"left out, as they are no sentences ({', '.join(parts)})")
    if passing := found.left_out["passing"]:
        work.warn(
            "nothing_lasting",
            f"{passing} paragraphs and list items state nothing lasting and were left out; "
            "the format agent_file suggests every one",
        )


def _refuse_too_many(statements: int) -> None:
    if statements > MAX_PROPOSALS:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"the file has {statements} statements; one import suggests at most {MAX_PROPOSALS}",
            field="params.path",
            remediation=(Remediation("Split the file, and import its parts one after the other."),),
        )
