"""Take in what is new in the repository's history: commits, tags, what was taken back."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import saying
from phantasm.evidence.model import Sighting
from phantasm.security.redaction import redact
from phantasm.storage import leases
from phantasm.storage.inspection import reader
from phantasm.storage.leases import Held
from phantasm.storage.work import Change, Work
from phantasm.workspace import git
from phantasm.workspace.history import looking, reading, store, taken_back
from phantasm.workspace.history.model import Commit, Tag
from phantasm.workspace.history.reading import Span
from phantasm.workspace.history.wording import MEDIA_TYPE, source_of, text_of
from phantasm.workspace.ignoring import Ignored, ignoring
from phantasm.workspace.place import top_of, tree_of

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"limit": 300, "dry_run": True}
_OWN_FILES = ".phantasm/**"
"""What we keep in the repository ourselves is not taken in again."""
_TAKE_BACKS_SHOWN = 50
"""Beyond this the number says enough."""


class Params(Model):
    """How much at once, and how far back."""

    limit: Annotated[int, Field(ge=1, le=5_000)] = Field(
        default=300, description="At most so many commits in this step; some tenths of a second of work"
    )
    everything: bool = Field(
        default=False,
        description="Go back to the first commit, whatever max_commits and since say, and take in what was "
        "left out before",
    )
    run_id: Line | None = Field(default=None, description="The run of maintenance that the step belongs to")
    lease: Held | None = Field(default=None, description="Under which lease the step is done")
    dry_run: bool = Field(default=False, description="Show what would be taken in, and change nothing")


class TakeBack(Model):
    """One commit takes back another."""

    commit: str
    reverted: str
    at: str


class Result(Model):
    """What was taken in, and what is left for the next step."""

    repository: bool = Field(description="Whether there is a repository whose history can be read")
    added: int = Field(description="Commits that were taken in")
    left_out: int = Field(description="Those of them that changed only excluded files: known, without a text")
    left: int = Field(description="New commits that wait for the next step")
    known: int = Field(description="Commits that are known now")
    tags: int = Field(description="Tags that came, moved or went")
    unreachable: int = Field(description="Commits that nothing leads to any more, and that are kept as such")
    came_back: int = Field(description="Commits that something leads to again")
    reverts: list[TakeBack] = Field(description="What the commits of this step take back, oldest first")
    evidence_ids: list[str] = Field(description="What the commits say, as evidence; the newest last")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What git says, read before the store is locked."""

    commits: tuple[Commit, ...] = ()
    texts: tuple[str | None, ...] = ()
    """What is kept of each as a text; None where only excluded files were changed."""
    below: frozenset[str] = frozenset()
    left: int = 0
    tags: tuple[Tag, ...] = ()
    lost: frozenset[str] = frozenset()
    was_lost: frozenset[str] = frozenset()
    sensitivity: str = "normal"
    found: bool = False
    problem: str | None = None
    """Why git could not be asked."""


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read what is new, mask it, and look what nothing leads to any more."""
    root = tree_of(environment.paths.root, environment.start)
    if top_of(root) is None:
        return Prepared()
    with environment.database.read() as (connection, head):
        work = reader(connection, head)
        tips, was_lost = store.tips(work), store.unreachable(work)
        known = store.every(work) if params.everything else set()
    try:
        wanted, below = _wanted(params, environment, root, tips, known)
        commits = reading.read(root, wanted[: params.limit])
        left = max(0, len(wanted) - params.limit)
        # Only in the last step: what nothing leads to matters once everything is known.
        lost = reading.set_aside(root, [*tips, *was_lost]) if not left else set(was_lost)
        tags = reading.tags(root)
    except git.GitError as problem:
        return Prepared(problem=str(problem))
    settings = environment.config.settings
    excluded = ignoring([_OWN_FILES, *settings.history.exclude, *settings.hooks.ignore], str(root))
    kept = [_without(commit, excluded) for commit in commits]
    masks = settings.security.redact_secrets
    if masks:
        kept = [_masked(commit) for commit in kept]
        tags = [replace(tag, name=redact(tag.name)[0]) for tag in tags]
    return Prepared(
        commits=tuple(kept),
        texts=tuple(
            None if before.files and not after.files else _text(after, masks=masks)
            for before, after in zip(commits, kept, strict=True)
        ),
        below=below,
        left=left,
        tags=tuple(tags),
        lost=frozenset(lost),
        was_lost=frozenset(was_lost),
        sensitivity=settings.security.default_sensitivity,
        found=True,
    )


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Keep the commits that nobody else has taken in meanwhile."""
    leases.require(work, params.lease)
    known = store.known(work, [commit.sha for commit in prepared.commits])
    fresh = [
        (commit, text)
        for commit, text in zip(prepared.commits, prepared.texts, strict=True)
        if commit.sha not in known
    ]
    evidence = _keep(work, fresh, prepared.sensitivity)
    if fresh:
        store.add(work, [commit for commit, _ in fresh], evidence, prepared.below)
        last = fresh[-1][0].sha
        work.changed(Change("commits", last, "create", after_state=str(len(fresh))))
    tags = store.keep_tags(work, prepared.tags) if prepared.found else 0
    lost = store.mark(work, sorted(prepared.lost - prepared.was_lost), reachable=False)
    back = store.mark(work, sorted(prepared.was_lost - prepared.lost), reachable=True)
    if lost or back:
        work.changed(Change("commits", "", "mark", after_state=f"-{lost} +{back}"))
    if prepared.problem:
        work.warn("no_history", f"git cannot tell the history: {prepared.problem}")
    taken = taken_back.reverts_since(work, work.seq - 1)
    return Result(
        repository=prepared.found,
        added=len(fresh),
        left_out=len(fresh) - len(evidence),
        left=prepared.left,
        known=looking.count(work),
        tags=tags,
        unreachable=lost,
        came_back=back,
        reverts=[
            TakeBack(commit=one.sha, reverted=one.reverted, at=one.at) for one in taken[:_TAKE_BACKS_SHOWN]
        ],
        evidence_ids=[evidence[commit.sha] for commit, _ in fresh if commit.sha in evidence],
    )


def _wanted(
    params: Params, environment: Environment, root: Path, tips: list[str], known: set[str]
) -> tuple[list[str], frozenset[str]]:
    """Return the commits to take in, oldest first, and which of them known ones stand on."""
    settings = environment.config.settings.history
    if not params.everything:
        span = Span(settings.max_commits, settings.since or None)
        return reading.new_since(root, tips, span), frozenset()
    ahead = set(reading.new_since(root, tips, Span()))
    wanted = [sha for sha in reading.new_since(root, [], Span()) if sha not in known]
    return wanted, frozenset(wanted) - ahead


def _without(commit: Commit, excluded: Ignored) -> Commit:
    return replace(commit, files=tuple(file for file in commit.files if not excluded.has_file(file.path)))


def _masked(commit: Commit) -> Commit:
    """Return a commit whose files are not called by a secret: their names are kept beside its text."""
    files = [
        replace(file, path=redact(file.path)[0], old_path=redact(file.old_path)[0] if file.old_path else None)
        for file in commit.files
    ]
    return replace(commit, files=tuple(files))


def _text(commit: Commit, *, masks: bool) -> str:
    text = text_of(commit, commit.files)
    return redact(text)[0] if masks else text


def _keep(work: Work, fresh: list[tuple[Commit, str | None]], sensitivity: str) -> dict[str, str]:
    """Keep what the commits say; return the evidence of each that says something."""
    said = {
        commit.sha: Sighting(
            text=text,
            origin="repository_file",
            media_type=MEDIA_TYPE,
            source=source_of(commit.sha),
            sensitivity=sensitivity,
            observed_at=commit.committed_at,
            session_id=None,
        )
        for commit, text in fresh
        if text is not None
    }
    return dict(zip(said, saying.keep(work, list(said.values())), strict=True))
