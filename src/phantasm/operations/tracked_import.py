"""Take in what others changed in .phantasm/memory/: a three-way merge whose news wait as suggestions."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import Warned
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Sighting
from phantasm.state.exchange.arriving import CHANGES, Accept, Arrived
from phantasm.state.exchange.tracked import arriving
from phantasm.state.exchange.tracked.arriving import Sorted
from phantasm.state.exchange.tracked.looking import Arriving, Look, look
from phantasm.state.exchange.tracked.revisions import Touch
from phantasm.state.exchange.tracked.synced import Synced, write_synced
from phantasm.state.scopes import safe_name
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

# Like `memory_import`: versions, reviews and links are appended, nothing is replaced, `undo` takes it back.
KIND = Kind.MUTATION
SUGGESTIBLE = True
EXAMPLE: JsonObject = {"dry_run": True}
# One call is one transaction, and a person has to decide about all of it; the next call goes on from there.
_MOST_CHANGES = 2_000
# Nobody reads more than this of what was masked; the count says the rest.
_MASKED_SHOWN = 20
_SOURCE_CHARACTERS = 512


class Params(Model):
    """How far the files are believed."""

    accept: Literal["nothing", "clean"] = Field(
        default="nothing",
        description="nothing: every change waits as a suggestion; "
        "clean: what merges without a conflict is taken over as far as the profile may",
    )
    limit: Annotated[int, Field(ge=1, le=_MOST_CHANGES)] = Field(
        default=_MOST_CHANGES, description="At most so many changes; the next call goes on"
    )
    dry_run: bool = Field(default=False, description="Show the whole plan, and change nothing")


class FileResult(Model):
    """What became of one file; what needs no word is not listed."""

    path: str
    outcome: str
    record_id: str | None = None
    handle: str | None = None
    reasons: list[str] = Field(default=[], description="Why, as stable codes")
    commit: str | None = Field(default=None, description="The commit that brought it, if one did")
    author: str | None = Field(default=None, description="Who made that commit, as git has it")


class FileProblem(Model):
    """A file that could not be read; it stays as it is."""

    path: str
    problem: str


class Result(Model):
    """What the import did; what records say is not repeated here."""

    branch: str | None = None
    outcomes: dict[str, int] = Field(description="How many files came to which end, known ones too")
    changed: int
    postponed: int = Field(description="Files that the next call goes on with; import again")
    results: list[FileResult]
    problems: list[FileProblem]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The files as they were read, and where evidence lies."""

    found: Look
    blobs: BlobStore


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read what has changed, mask what is secret in it, and ask git who changed it."""
    mask = environment.config.settings.security.redact_secrets
    return Prepared(look(environment.paths, environment.start, mask=mask, thorough=True), environment.blobs)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Merge file by file; ask about what somebody deleted."""
    found = prepared.found
    _warn(work, found)
    accept = _ACCEPT[params.accept]
    sorted_ = arriving.sort(work, found, accept)
    arrived = arriving.take_in(work, sorted_.news, accept, params.limit)
    arriving.ask_about_removed(work, found, sorted_.removed)
    for done in arrived:
        if done.outcome in CHANGES - {"amended"}:
            _keep_evidence(work, found, sorted_.news[done.number][0], done, prepared.blobs)
    agreed = arriving.agreed(found, sorted_, arrived)
    work.after_commit(lambda: _note(found, agreed))
    results = [*_merged(found, sorted_, arrived), *_settled(found, sorted_)]
    outcomes = Counter(one.outcome for one in results)
    return Result(
        branch=safe_name(found.branch),
        outcomes=dict(sorted(outcomes.items())),
        changed=sum(outcomes[name] for name in (*CHANGES, "removed")),
        postponed=outcomes["postponed"],
        results=[one for one in results if one.outcome not in _NOT_LISTED or one.reasons],
        problems=[
            FileProblem(path=found.shelf.shown(name), problem=problem) for name, problem in found.problems
        ],
    )


def _note(found: Look, agreed: Synced) -> None:
    """Remember what was looked at; where that fails it is looked at again, and recognised."""
    with suppress(OSError):
        write_synced(found.state, agreed)


_ACCEPT: dict[str, Accept] = {"nothing": "tracked", "clean": "clean"}
_NOT_LISTED = frozenset({"unchanged", "kept_ours", "postponed"})


def _merged(found: Look, sorted_: Sorted, arrived: Sequence[Arrived]) -> list[FileResult]:
    return [
        _result(
            found,
            sorted_.news[done.number][0],
            done.outcome,
            record_id=done.record.id if done.record else None,
            handle=done.record.handle if done.record else None,
            reasons=list(done.reasons),
        )
        for done in arrived
    ]


def _settled(found: Look, sorted_: Sorted) -> list[FileResult]:
    """Return what became of the files that brought no news, and of those that are gone."""
    results = [_result(found, one, outcome) for one, outcome, _ in sorted_.known]
    results += [_result(found, one, "waiting", record_id=name) for one, name in sorted_.waiting]
    results += [_result(found, one, "turned_down") for one in sorted_.turned_down]
    results += [_result(found, one, "unchanged", reasons=[arriving.LINKS_LEFT]) for one in sorted_.with_more]
    for gone, record in sorted_.removed:
        results.append(
            FileResult(
                path=found.shelf.shown(gone.name),
                outcome="removed",
                record_id=record.id,
                handle=record.handle,
                reasons=[arriving.REMOVED],
                **_by(None if gone.by_hand else gone.touch),
            )
        )
    return results


def _result(found: Look, one: Arriving, outcome: str, **more: object) -> FileResult:
    by = _by(None if one.by_hand else one.touch)
    return FileResult.model_validate({"path": found.shelf.shown(one.name), "outcome": outcome, **by, **more})


def _by(touch: Touch | None) -> dict[str, str]:
    return {"commit": touch.commit, "author": touch.author} if touch else {}


def _keep_evidence(work: Work, found: Look, one: Arriving, done: Arrived, blobs: BlobStore) -> None:
    """Keep what the file says with the branch, the commit and the author that it came from."""
    if done.record is None:
        return
    branch = safe_name(found.branch) or ""
    at = f"{branch or 'detached'}@{one.touch.commit[:12]}" if one.touch else branch
    by = "not committed" if one.by_hand or not one.touch else f"by {one.touch.author}"
    kept = evidence.put(
        work,
        blobs,
        Sighting(
            text=one.line.draft.content.statement,
            origin="repository_file",
            media_type="text/markdown",
            source=f"git:{at}:{found.shelf.shown(one.name)} ({by})"[:_SOURCE_CHARACTERS],
            sensitivity=done.record.sensitivity,
            observed_at=None,
            session_id=None,
        ),
    )
    evidence.link(work, done.record.id, [kept])
    work.evidence_ids.append(kept)


def _warn(work: Work, found: Look) -> None:
    for one in found.masked[:_MASKED_SHOWN]:
        message = f"a tracked file holds a secret ({one.rule}); it was masked here, and is still in git"
        work.warnings.append(Warned(code="secret_masked", message=message))
    if found.problems:
        work.warn("files_skipped", f"{len(found.problems)} files could not be read; the others were")
