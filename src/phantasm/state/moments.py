"""Which moment and which places is a read about? The shapes that requests share; what writes has `inputs`."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.model import Line, Model, Timestamp

OriginName = Literal["user", "agent", "tool_output", "repository_file", "web", "import"]
ScopeName = Literal["project", "branch", "worktree", "session"]
Everywhere = Annotated[bool, Field(description="Also what belongs to other branches, worktrees and sessions")]


class PointFields(Model):
    """The moment that a read is about; now when left out."""

    as_of: Timestamp | None = Field(default=None, description="What was true in the world at this moment")
    known_at: Timestamp | None = Field(default=None, description="What the store knew at this moment")


class MomentFields(PointFields):
    """The moment that a read is about, also as a commit."""

    at_commit: Annotated[Line, Field(max_length=200)] | None = Field(
        default=None, description="What was held in the history of this tag, branch or commit"
    )
