"""Report the tokens that a client used; nothing is ever estimated."""

from typing import Annotated

from pydantic import Field

from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.session import usage
from phantasm.storage.work import Work

KIND = Kind.MUTATION
NEEDS = Right.SUGGEST
EXAMPLE: JsonObject = {"surface": "chat", "model": "a-model", "input_tokens": 1200, "output_tokens": 300}

Tokens = Annotated[int, Field(ge=0, le=10**12)]


class Params(Model):
    """Who used how many tokens."""

    surface: Line = Field(description="Where the tokens were used: chat, compile, review, …")
    input_tokens: Tokens = Field(description="Tokens sent to the model")
    output_tokens: Tokens = Field(description="Tokens received from the model")
    model: Line | None = Field(default=None, description="The model")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """The report's id."""

    usage_id: str


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Keep the report."""
    usage_id = usage.report_usage(
        work,
        params.surface,
        model=params.model,
        input_tokens=params.input_tokens,
        output_tokens=params.output_tokens,
    )
    return Result(usage_id=usage_id)
