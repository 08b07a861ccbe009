"""Write verified procedures as skills that agents load, and withdraw those that no longer count."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import FilePath, JsonObject, Line, Model
from phantasm.skills.files import FOLDER, MAX_SKILLS, SKILL_FILE, Shelf, carry_out, on_shelf, shelf_at
from phantasm.skills.model import Refusal, procedure_of, refusal_of
from phantasm.skills.packaging import names_for, package
from phantasm.skills.plan import (
    Held,
    Move,
    Settle,
    by_lineage,
    changes,
    move_for,
    taken_names,
    withdrawal_of,
)
from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.listing import everything
from phantasm.state.model import Record
from phantasm.state.review.store import overlays
from phantasm.state.timeline import point
from phantasm.storage.work import Change, Work

# It writes files of the project and no records. Skills instruct agents, so an agent does not write its own:
# a person does, or the scheduler with what was verified.
KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"dry_run": True}
# What one reads of a difference; the file itself has the rest.
MOST_DIFF_LINES = 400
# A doubt passes; what these say is that nobody should follow the procedure any more.
_WITHDRAWN_FOR: frozenset[Refusal] = frozenset({"not_live", "sensitive", "not_verified", "untrusted"})


class Params(Model):
    """Which procedures, into which folder."""

    procedures: list[Line] | None = Field(
        default=None, max_length=1000, description="Ids or handles; every verified procedure when left out"
    )
    folder: FilePath = Field(default=FOLDER, description="The folder, relative to the project")
    withdraw: bool = Field(
        default=True, description="Also take back skills whose procedure is no longer held or verified"
    )
    settle: Settle = Field(
        default="merge",
        description="merge: line by line, conflicts are marked; project: keep the files as they are; "
        "phantasm: write what is held over them",
    )
    with_diff: bool = Field(default=False, description="Show what changes in each file, as a unified diff")
    dry_run: bool = Field(default=False, description="Say what would be written, and write nothing")


class SkillResult(Model):
    """What became of one skill."""

    name: str
    path: str
    procedure: str = Field(description="The procedure's lineage")
    handle: str | None = None
    outcome: str = Field(
        description="created, updated, merged, conflict, unchanged, left, withdrawn, withdrawn_with_notice"
    )
    conflicts: int = Field(default=0, description="Places in the file where somebody has to decide")
    fields: list[str] = Field(
        default=[], description="Fields of the frontmatter that both sides changed; the project's stay"
    )
    reason: str | None = Field(default=None, description="Why a file was left as it is, as a stable code")
    diff: str | None = None


class Refused(Model):
    """A procedure that is no skill, and why."""

    handle: str
    reason: str


class Result(Model):
    """Every skill that was looked at, and what is no skill."""

    folder: str
    skills: list[SkillResult]
    refused: list[Refused] = Field(description="Procedures that are not exported, and why")
    outcomes: dict[str, int]
    written: int = Field(description="Files that were written or removed; 0 in a dry run")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the skills lie."""

    shelf: Shelf


def prepare(params: Params, environment: Environment) -> Prepared:
    """Find the folder, and refuse one that is not the project's."""
    return Prepared(shelf_at(environment.paths, params.folder))


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Plan every move, then carry them out."""
    held = on_shelf(prepared.shelf)
    ours = by_lineage(held)
    records = _chosen(work, params.procedures)
    refusals = _refusals(work, records)
    moves = _exports(records, refusals, held, params)
    if params.withdraw:
        moves += _withdrawals(work, ours, params.procedures, records)
    moves.sort(key=lambda move: move.name)
    changed = changes(moves, held)
    if not work.dry_run:
        for move in changed:
            carry_out(prepared.shelf, move)
    for move in changed:
        work.changed(Change("skill", move.name, move.outcome, after_state=move.outcome))
    _warn(work, moves)
    handles = {record.lineage: record.handle for record in records}
    written = sum(1 for move in changed if (one := held.get(move.name)) is None or one.text != move.text)
    return Result(
        folder=prepared.shelf.shown,
        skills=[_shown(prepared.shelf, move, held, handles, with_diff=params.with_diff) for move in moves],
        refused=[
            Refused(handle=record.handle, reason=reason)
            for record in records
            if (reason := refusals[record.lineage]) is not None
        ],
        outcomes=dict(sorted(Counter(move.outcome for move in moves).items())),
        written=0 if work.dry_run else written,
    )


def _chosen(work: Work, names: Sequence[str] | None) -> list[Record]:
    """Return the newest versions of the procedures that were asked for, by lineage."""
    if names is None:
        live = Filter(states=("live",), kind="procedure")
        found = list(islice(everything(work, live, point(work, None, None)), MAX_SKILLS))
    else:
        named = store.find(work, names)
        missing = [name for name in names if name not in named]
        if missing:
            raise PhantasmError(
                Code.NOT_FOUND, f"there is no record {missing[0]!r}", field="params.procedures"
            )
        newest = store.newest_versions(work, [record.lineage for record in named.values()])
        found = list(newest.values())
    return sorted(found, key=lambda record: record.lineage)


def _refusals(work: Work, records: Sequence[Record]) -> dict[str, Refusal | None]:
    doubts = overlays(work, [record.id for record in records])
    return {record.lineage: refusal_of(record, doubts.get(record.id, ())) for record in records}


def _exports(
    records: Sequence[Record],
    refusals: Mapping[str, Refusal | None],
    held: Mapping[str, Held],
    params: Params,
) -> list[Move]:
    procedures = [procedure_of(record) for record in records if refusals[record.lineage] is None]
    ours = by_lineage(held)
    names = names_for(
        procedures,
        {lineage: one.name for lineage, one in ours.items()},
        taken_names(held, {procedure.lineage for procedure in procedures}),
    )
    return [
        move_for(
            package(procedure, names[procedure.lineage]),
            ours.get(procedure.lineage),
            settle=params.settle,
            asked=params.procedures is not None,
        )
        for procedure in procedures
    ]


def _withdrawals(
    work: Work, ours: Mapping[str, Held], names: Sequence[str] | None, records: Sequence[Record]
) -> list[Move]:
    """Return what becomes of skills whose procedure no longer counts; others' skills are let be."""
    chosen = set(ours) if names is None else {record.lineage for record in records} & set(ours)
    newest = store.newest_versions(work, sorted(chosen))
    refusals = _refusals(work, list(newest.values()))
    return [
        withdrawal_of(
            ours[lineage], lineage, work.now[: len("2026-11-16")], erased=newest[lineage].content is None
        )
        for lineage in sorted(newest)
        if refusals[lineage] in _WITHDRAWN_FOR
    ]


def _warn(work: Work, moves: Sequence[Move]) -> None:
    for move in moves:
        if move.outcome == "conflict":
            work.warn("skill_conflict", f"{move.name}: {move.conflicts} places changed on both sides")
        elif move.outcome == "withdrawn_with_notice":
            work.warn("skill_edited", f"{move.name} was edited here: it stays, with a notice at the top")
        elif move.outcome == "left":
            work.warn("skill_left", f"{move.name} was left as it is: {move.reason.replace('_', ' ')}")


def _shown(
    shelf: Shelf, move: Move, held: Mapping[str, Held], handles: Mapping[str, str], *, with_diff: bool
) -> SkillResult:
    before = held.get(move.name)
    path = f"{shelf.shown}/{move.name}/{SKILL_FILE}"
    return SkillResult(
        name=move.name,
        path=path,
        procedure=move.lineage,
        handle=handles.get(move.lineage),
        outcome=move.outcome,
        conflicts=move.conflicts,
        fields=list(move.fields),
        reason=move.reason or None,
        diff=_diff(path, before.text if before else None, move.text) if with_diff else None,
    )


def _diff(path: str, before: str | None, after: str | None) -> str:
    lines = unified_diff(
        (before or "").splitlines(), (after or "").splitlines(), path, path, n=2, lineterm=""
    )
    return "\n".join(list(lines)[:MOST_DIFF_LINES])
