"""Show who knows a file, a folder or a topic, with the commits that say so."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import commits
from phantasm.evidence.commits import CommitMention
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.history import looking, paths
from phantasm.workspace.history.authors import Deed, Person, who_knows
from phantasm.workspace.history.model import Known
from phantasm.workspace.history.naming import project_path
from phantasm.workspace.place import tree_of

if TYPE_CHECKING:
    from phantasm.retrieval.look import Sight

KIND = Kind.READ
EXAMPLE: JsonObject = {"paths": ["src/phantasm/retrieval"], "limit": 3}
_MOST_COMMITS = 2_000
"""The newest that are looked at: who worked there before that has seen little of what is there now."""
_MOST_ANSWERS = 60
"""Commits that a topic brings: beyond these most only share a word with it."""
_EXAMPLES = 3
_KEY_SHOWN = 8


class Params(Model):
    """An area: files and folders, a topic, or both."""

    paths: Annotated[list[Line], Field(max_length=50)] = Field(
        default=[], description="Files or folders, from the project's root or from where the caller stands"
    )
    query: Annotated[str, Field(max_length=10_000)] = Field(default="", description="A topic, in words")
    limit: Annotated[int, Field(ge=1, le=100)] = Field(default=5, description="At most so many people")

    @model_validator(mode="after")
    def _something(self) -> "Params":
        if not self.paths and not self.query.strip():
            message = "name paths, a query, or both"
            raise ValueError(message)
        return self


class PersonView(Model):
    """Somebody who worked there."""

    name: str
    score: float = Field(description="What speaks for them: newer commits, and those about little else, more")
    share: float = Field(description="Their part of all that speaks for anybody, from 0 to 1")
    commits: int
    last_at: str
    because: list[str] = Field(description="The reasons, in sentences")
    examples: list[CommitMention] = Field(description="The newest commits, or those that answer best")


class Result(Model):
    """The people, who knows most first."""

    asked: list[str] = Field(description="The paths that were asked about, as the history has them")
    unknown: list[str] = Field(description="Those of them that no known commit changed")
    commits: int = Field(description="How many commits speak; merges and programs do not")
    people: list[PersonView]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is meant, and what vectors contribute."""

    names: tuple[str, ...]
    blobs: BlobStore
    sight: "Sight | None"


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read the names from where the caller stands, and embed the topic."""
    root = tree_of(environment.paths.root, environment.start)
    names = [project_path(name, root, environment.start) for name in params.paths]
    sight = None
    if params.query.strip():
        from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

        sight = look_for(environment, params.query)
    return Prepared(tuple(dict.fromkeys(names)), environment.blobs, sight)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Weigh who committed what."""
    asked = paths.meant(work, prepared.names)
    touches = paths.touching_any(work, asked, _MOST_COMMITS)
    found = {
        touch.commit.sha: (touch.commit, touch.within, touch.created, 1.0)
        for touch in touches
        if _speaks(touch.commit)
    }
    for commit, fit in _answering(params, work, prepared):
        found.setdefault(commit.sha, (commit, commit.files, False, fit))
    deeds = [
        Deed(
            sha=sha,
            at=commit.committed_at,
            author=commit.author or "",
            mail=commit.mail or "",
            files=commit.files,
            within=within,
            fit=fit,
            created=created,
        )
        for sha, (commit, within, created, fit) in found.items()
    ]
    people = who_knows(deeds, work.now)[: params.limit]
    return Result(
        asked=list(prepared.names),
        unknown=[one.name for one in asked if not one.is_known],
        commits=len(deeds),
        people=_views(work, prepared.blobs, people, len(deeds)),
    )


def _answering(params: Params, work: Work, prepared: Prepared) -> list[tuple[Known, float]]:
    if not params.query.strip():
        return []
    from phantasm.retrieval.commits import commits_about  # noqa: PLC0415  numpy

    found = commits_about(work, params.query, prepared.sight, _MOST_ANSWERS)
    if found.match == "no_match":  # what only comes nearest makes nobody an expert
        return []
    return [(one.commit, one.score) for one in found.commits if _speaks(one.commit)]


def _speaks(commit: Known) -> bool:
    """Tell whether a commit says something about who knows what."""
    return bool(commit.author) and not commit.bot and not commit.is_merge


def _views(work: Work, blobs: BlobStore, people: list[Person], among: int) -> list[PersonView]:
    names = commits.names_of(work, blobs, [key for person in people for key in person.keys])
    best = {person.keys: _examples(person) for person in people}
    known = looking.find(work, [deed.sha for deeds in best.values() for deed in deeds])
    mentioned = commits.mentions(work, blobs, list(known.values()))
    work.evidence_ids += sorted({one.evidence_id for one in mentioned.values() if one.evidence_id})
    return [
        PersonView(
            name=next(
                (names[key] for key in person.keys if key in names), f"author {person.keys[0][:_KEY_SHOWN]}"
            ),
            score=person.score,
            share=person.share,
            commits=len(person.deeds),
            last_at=person.last_at,
            because=_because(person, among),
            examples=[mentioned[deed.sha] for deed in best[person.keys]],
        )
        for person in people
    ]


def _examples(person: Person) -> list[Deed]:
    """Return what shows it best: what answers the topic best, else the newest."""
    return sorted(person.deeds, key=lambda deed: -deed.fit)[:_EXAMPLES]


def _because(person: Person, among: int) -> list[str]:
    said = [f"{len(person.deeds)} of {among} commits, the last on {person.last_at[:10]}."]
    if person.created:
        said.append(f"Added files there in {person.created} of them.")
    return said
