"""What can be chosen about the ways by which agents reach the memory?"""

from typing import Annotated

from pydantic import Field
from pydantic.config import JsonDict

from phantasm.contracts.model import Model

PROTECTS: JsonDict = {"protects": True}
"""A key that keeps something in or out: a file of the project may set it, a variable only with approval."""

Glob = Annotated[str, Field(min_length=1, max_length=500)]


class HookSettings(Model):
    """What hooks of coding agents do."""

    enabled: bool = Field(
        default=True, description="Whether hooks do anything at all.", json_schema_extra=PROTECTS
    )
    standing: bool = Field(default=True, description="Whether a session starts with the standing context.")
    recall: bool = Field(
        default=True, description="Whether a prompt or a failing command brings up what is remembered of it."
    )
    capture: bool = Field(
        default=True, description="Whether what happens in sessions is kept.", json_schema_extra=PROTECTS
    )
    ignore: Annotated[list[Glob], Field(max_length=500)] = Field(
        default=[],
        description="Files that are never captured, as in .gitignore: secrets/**, *.pem",
        json_schema_extra=PROTECTS,
    )
    prompt_tokens: Annotated[int, Field(ge=100, le=2_400)] = Field(
        default=800, description="The most tokens that are added to a prompt."
    )


class McpSettings(Model):
    """How the MCP server behaves."""

    idle_minutes: Annotated[int, Field(ge=0, le=10_080)] = Field(
        default=240, description="After how long without a request the server ends; 0: never."
    )
