"""What can be chosen about the repository's history?"""

from typing import Annotated

from pydantic import Field

from phantasm.config.agent_settings import Glob
from phantasm.contracts.model import Model


class HistorySettings(Model):
    """What is taken in of the repository's commits."""

    enabled: bool = Field(default=True, description="Whether maintenance takes in new commits.")
    max_commits: Annotated[int, Field(ge=1, le=1_000_000)] = Field(
        default=20_000,
        description="How far back the first reading goes; `phantasm history update --all` goes further.",
    )
    since: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = Field(
        default="", description="Only commits from this day on, as YYYY-MM-DD. Empty: as far as max_commits."
    )
    exclude: Annotated[list[Glob], Field(max_length=500)] = Field(
        default=[],
        description="Files that are left out, as in .gitignore: vendor/**, *.lock. A commit that changed "
        "nothing else is left out with them.",
    )
