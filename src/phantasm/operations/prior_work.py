"""Show what was already done about something: commits, also those that were taken back, and what is known."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import commits
from phantasm.evidence.commits import CommitView
from phantasm.retrieval.telling import tell_of_vectors
from phantasm.retrieval.views import HitView, views
from phantasm.state.scopes import standpoint
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.history import looking, paths, taken_back
from phantasm.workspace.history.going_along import MOST_COMMITS, going_along
from phantasm.workspace.history.naming import commits_in, issues_in, paths_in, project_path
from phantasm.workspace.history.paths import Meant, Touch
from phantasm.workspace.history.prior import Bringing, Prior, join, with_taken_back
from phantasm.workspace.place import Place, here, tree_of

if TYPE_CHECKING:
    from phantasm.retrieval.look import Sight

KIND = Kind.READ
EXAMPLE: JsonObject = {"query": "retry of failed uploads", "paths": ["src/upload"], "limit": 5}
_LOOKED_AT = 30
"""Commits that each way of looking brings at most: more than anybody reads, enough to join."""
_NEAREST = 3
"""What is shown where nothing answers, so that one sees what was looked at."""
_SHARE_OF_THE_BEST = 0.25
"""What scores less than this part of the best record only shares a common word: as with commits."""
_SURELY, _MOST_ALONG = 0.5, 2
"""A file that goes along at least so surely may tell what was done about the other; two say enough."""


class Params(Model):
    """What it is about: words, files and folders, or both."""

    query: Annotated[str, Field(max_length=10_000)] = Field(
        default="", description="In words; also an issue's number (#12) or a commit's name"
    )
    paths: Annotated[list[Line], Field(max_length=50)] = Field(
        default=[], description="Files or folders, from the project's root or from where the caller stands"
    )
    limit: Annotated[int, Field(ge=1, le=100)] = Field(
        default=10, description="At most so many commits, and as many records and episodes"
    )

    @model_validator(mode="after")
    def _something(self) -> "Params":
        if not self.paths and not self.query.strip():
            message = "name paths, a query, or both"
            raise ValueError(message)
        return self


class PriorCommit(CommitView):
    """Something that was done."""

    standing: Literal["done", "reverted", "revert", "unreachable"] = Field(
        description="reverted: it was taken back; revert: it takes others back; "
        "unreachable: history was rewritten without it"
    )
    because: list[str] = Field(description="Why it is told")
    score: float


class Result(Model):
    """What was done, best first, and what is remembered about it."""

    asked: list[str] = Field(description="The paths that were asked about, as the history has them")
    unknown: list[str] = Field(description="Those of them that no known commit changed")
    match: Literal["strong_match", "weak_match", "no_match"] = Field(
        description="How well the commits fit; what is named, by itself or by its file, fits"
    )
    commits: list[PriorCommit]
    remembered: list[HitView] = Field(description="Records and episodes about the same, best first")
    known_commits: int = Field(description="How many commits were taken in; 0: `commits_ingest` comes first")


class _Answers(NamedTuple):
    match: Literal["strong_match", "weak_match", "no_match"]
    bringing: Bringing


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is meant, where the caller is, and what vectors contribute."""

    names: tuple[str, ...]
    question: str
    place: Place
    blobs: BlobStore
    sight: "Sight | None"


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read the names from where the caller stands, and embed the question."""
    from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

    root = tree_of(environment.paths.root, environment.start)
    names = list(dict.fromkeys(project_path(name, root, environment.start) for name in params.paths))
    question = params.query.strip() or " ".join(name for name in names if name) or "."
    sight = look_for(environment, question)
    return Prepared(tuple(names), question, here(environment.start), environment.blobs, sight)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Look by words, by names and by files, and tell what became of it."""
    asked = paths.meant(work, prepared.names)
    answers = _answering(work, params, prepared)
    named = [*_named(work, params.query), *_touching(work, params, asked)]
    is_named = any(one.shas for one in named)
    # What only happens to be nearest says nothing beside what is named.
    nearest = [] if is_named and answers.match == "no_match" else [answers.bringing]
    found = join([*named, *nearest], params.limit)
    known = looking.find(work, [prior.sha for prior in found])
    takes_back = taken_back.reverts_of(work, [commit.id for commit in known.values()])
    found = with_taken_back(found, {sha: takes_back.get(commit.id, []) for sha, commit in known.items()})
    told = _told(work, prepared.blobs, found)
    work.evidence_ids += [one.evidence_id for one in told if one.evidence_id]
    tell_of_vectors(work, prepared.sight)
    return Result(
        asked=list(prepared.names),
        unknown=[one.name for one in asked if not one.is_known],
        match="strong_match" if is_named else answers.match,
        commits=told,
        remembered=_remembered(work, params, prepared),
        known_commits=looking.count(work),
    )


def _named(work: Work, query: str) -> list[Bringing]:
    """Return what the question names: commits, and commits that mention its issues."""
    shas = [commit.sha for name in commits_in(query) if (commit := looking.named(work, name))]
    brought = [Bringing("named", "the question names it", shas)]
    for issue in issues_in(query):
        mentioning = [commit.sha for commit in looking.mentioning(work, [issue])[:_LOOKED_AT]]
        brought.append(Bringing("issue", f"mentions #{issue}", mentioning))
    return brought


def _answering(work: Work, params: Params, prepared: Prepared) -> "_Answers":
    if not params.query.strip():
        return _Answers("no_match", Bringing("text", "", []))
    from phantasm.retrieval.commits import commits_about  # noqa: PLC0415  numpy

    found = commits_about(work, params.query, prepared.sight, _LOOKED_AT)
    shas = [one.commit.sha for one in found.commits]
    if found.match == "no_match":
        return _Answers(found.match, Bringing("text", "nothing else comes nearer", shas[:_NEAREST]))
    return _Answers(found.match, Bringing("text", "what it says answers", shas))


def _touching(work: Work, params: Params, asked: list[Meant]) -> list[Bringing]:
    """Return the newest commits that changed what is asked about, or a file that the question names."""
    known = set(paths.paths_named(work, paths_in(params.query)))
    mentioned = paths.meant(work, sorted(known - {one.name for one in asked}))
    brought = []
    for one in [*asked, *mentioned]:
        touches = paths.touching_any(work, [one], MOST_COMMITS)
        shas = [touch.commit.sha for touch in touches[:_LOOKED_AT]]
        brought.append(Bringing("path", f"changed {one.name or 'the repository'}", shas))
        brought += _along(work, one, touches) if one.files else []
    return brought


def _along(work: Work, one: Meant, touches: list[Touch]) -> list[Bringing]:
    """Return the newest commits that changed what surely goes along with a file."""
    sure = [other for other in going_along(work, [one], touches) if other.score >= _SURELY][:_MOST_ALONG]
    return [
        Bringing(
            "along",
            f"changed {other.path}, which goes along with {one.name}",
            [
                touch.commit.sha
                for touch in paths.touching_any(work, paths.meant(work, [other.path]), _LOOKED_AT)
            ],
        )
        for other in sure
    ]


def _told(work: Work, blobs: BlobStore, found: list[Prior]) -> list[PriorCommit]:
    known = looking.find(work, [prior.sha for prior in found])
    listed = [known[prior.sha] for prior in found if prior.sha in known]
    by_sha = {prior.sha: prior for prior in found}
    return [
        PriorCommit(
            **view.model_dump(),
            standing=_standing(view),
            because=by_sha[view.sha].why,
            score=by_sha[view.sha].score,
        )
        for view in commits.views(work, blobs, listed)
    ]


def _standing(view: CommitView) -> Literal["done", "reverted", "revert", "unreachable"]:
    if view.reverted_by is not None:
        return "reverted"
    if view.unreachable:
        return "unreachable"
    return "revert" if view.reverts else "done"


def _remembered(work: Work, params: Params, prepared: Prepared) -> list[HitView]:
    """Return the records and episodes that answer."""
    from phantasm.retrieval import look  # noqa: PLC0415  numpy
    from phantasm.retrieval.filters import Filter  # noqa: PLC0415  numpy
    from phantasm.retrieval.hits import Wanted  # noqa: PLC0415  numpy

    chosen = Filter(
        tiers=["record", "episode"],
        seen_from=standpoint(prepared.place, work.caller.session_id),
        sensitive=work.caller.may(Right.SENSITIVE_READ),
    )
    wanted = Wanted(prepared.question, chosen=chosen, most=params.limit)
    found, _ = look.find(work, wanted, prepared.sight)
    if found.match == "no_match":
        return []
    # A small store brings everything that it has: what is far behind the best is about something else.
    least = max((hit.score for hit in found.hits), default=0.0) * _SHARE_OF_THE_BEST
    near = [hit for hit in found.hits if hit.score >= least]
    return views(work, prepared.blobs, near[: params.limit], 0, explain=False)
