"""What can be chosen about the repository's worktrees and branches?"""

from typing import Literal

from pydantic import Field

from phantasm.contracts.model import Model


class WorkspaceSettings(Model):
    """How memory follows the repository."""

    worktrees: Literal["shared", "own"] = Field(
        default="shared",
        description="Whether linked worktrees use the main worktree's memory, or each keeps one of its own.",
    )
    follow_branches: bool = Field(
        default=True,
        description="Whether records follow their branch by themselves when it is merged, renamed or gone.",
    )
