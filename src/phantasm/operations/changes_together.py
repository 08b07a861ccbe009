"""Show what usually changes together with a file or a folder, with the commits that say so."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import commits
from phantasm.evidence.commits import CommitMention
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.history import looking, paths
from phantasm.workspace.history.going_along import MOST_COMMITS, going_along
from phantasm.workspace.history.naming import project_path
from phantasm.workspace.place import tree_of

KIND = Kind.READ
EXAMPLE: JsonObject = {"paths": ["src/phantasm/config/settings.py"], "limit": 5}


class Params(Model):
    """Which files."""

    paths: Annotated[list[Line], Field(min_length=1, max_length=50)] = Field(
        description="Files or folders, from the project's root or from where the caller stands"
    )
    limit: Annotated[int, Field(ge=1, le=200)] = Field(default=10, description="At most so many")


class CompanionView(Model):
    """A file that changes along."""

    path: str
    score: float = Field(description="How surely it goes along, from 0 to 1")
    together: int = Field(description="In how many commits both changed")
    of: int = Field(description="How many commits changed what is asked about; mass changes are not counted")
    changes: int = Field(description="How many commits changed this file at all")
    confidence: float = Field(
        description="How often it changed when the other did; newer and smaller commits count more"
    )
    last_at: str = Field(description="When both last changed in one commit")
    examples: list[CommitMention] = Field(description="The newest commits that changed both")


class Result(Model):
    """What changes along, surest first."""

    asked: list[str] = Field(description="What was asked about, as the history has it")
    unknown: list[str] = Field(description="Those of them that no known commit changed")
    commits: int = Field(description="How many commits were looked at")
    files: list[CompanionView]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is meant, by its names in the project."""

    names: tuple[str, ...]
    blobs: BlobStore


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read the names from where the caller stands."""
    root = tree_of(environment.paths.root, environment.start)
    names = [project_path(name, root, environment.start) for name in params.paths]
    return Prepared(tuple(dict.fromkeys(names)), environment.blobs)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Count what the same commits changed."""
    asked = paths.meant(work, prepared.names)
    touches = paths.touching_any(work, asked, MOST_COMMITS)
    found = going_along(work, asked, touches)[: params.limit]
    shas = [sha for companion in found for sha in companion.examples]
    mentioned = commits.mentions(work, prepared.blobs, list(looking.find(work, shas).values()))
    work.evidence_ids += sorted({one.evidence_id for one in mentioned.values() if one.evidence_id})
    return Result(
        asked=list(prepared.names),
        unknown=[one.name for one in asked if not one.is_known],
        commits=len(touches),
        files=[
            CompanionView(
                path=companion.path,
                score=companion.score,
                together=companion.together,
                of=companion.of,
                changes=companion.changes,
                confidence=companion.confidence,
                last_at=companion.last_at,
                examples=[mentioned[sha] for sha in companion.examples],
            )
            for companion in found
        ],
    )
