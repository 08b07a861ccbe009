"""What can be chosen about sessions, learning and maintenance?"""

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field
from pydantic.config import JsonDict

from phantasm.contracts.model import Model

WIDENS: JsonDict = {"widens_trust": True}
"""A key marked so is ignored, with a warning, until the person at the terminal has approved the file: the
repository's config is somebody else's text."""


Url = Annotated[str, Field(pattern=r"^https?://[^\s@]+$", max_length=500)]
"""Where a server is. No password: what a file of the repository holds is no secret."""

VariableName = Annotated[str, Field(pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$", max_length=100)]
"""The name of an environment variable, or nothing."""


def host_of(url: str) -> str:
    """Return the host and port of a url; empty where it has none."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:  # half an IPv6 address
        return ""


class SessionSettings(Model):
    """What is kept of sessions."""

    output_characters: Annotated[int, Field(ge=0, le=100_000)] = Field(
        default=2_000,
        description="How much of a failing command's output is kept: its beginning and its end.",
    )
    condense_after_days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=30, description="The age at which an episode is condensed to a few lines."
    )
    retention_days: Annotated[int, Field(ge=0, le=3650)] = Field(
        default=30,
        description="How long the turns of a condensed episode are kept; records and their evidence stay.",
        json_schema_extra=WIDENS,  # a clone must not be able to have turns removed early
    )


class LearningSettings(Model):
    """What is made of sessions."""

    claims: Literal["records", "suggestions", "off"] = Field(
        default="records",
        # The default is the widest: whatever else a clone says, it narrows.
        description="What claims from sessions become: records where they are sure, suggestions, or nothing.",
    )
    repeats: Annotated[int, Field(ge=2, le=100)] = Field(
        default=3, description="In how many sessions a suggestion has to come up until it counts."
    )
    successes: Annotated[int, Field(ge=1, le=100)] = Field(
        default=3, description="How many independent successes a procedure needs until it is verified."
    )
    window_days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=90, description="How far back episodes are compared to find procedures."
    )


class MaintenanceSettings(Model):
    """When and how far memory tidies itself up."""

    enabled: bool = Field(default=True, description="Whether anything runs by itself.")
    nightly_at: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = Field(
        default="03:00", description="When the nightly run is due, in UTC; a missed one is made up for once."
    )
    stagger_minutes: Annotated[int, Field(ge=0, le=720)] = Field(
        default=30, description="Up to how much later a project runs, so that not all run at once."
    )
    change_budget: Annotated[int, Field(ge=0, le=100_000)] = Field(
        default=500,
        description="How many changes one run may make to what is held.",
        json_schema_extra=WIDENS,
    )
    run_minutes: Annotated[int, Field(ge=1, le=1440)] = Field(
        default=10, description="How long one run may take; the next goes on where it stopped."
    )
    size_bound_megabytes: Annotated[int, Field(ge=10, le=10_000_000)] = Field(
        default=2_000,
        description="What du may show of the store; beyond it old turns and vectors go, never records.",
        json_schema_extra=WIDENS,
    )


class LlmSettings(Model):
    """A language model that may propose claims; nothing needs one."""

    provider: Literal["none", "ollama", "openai"] = Field(
        default="none",
        description="Who is asked: nobody, an Ollama server, or an OpenAI-compatible endpoint.",
        json_schema_extra=WIDENS,
    )
    url: Url = Field(
        default="http://127.0.0.1:11434",
        description="The server. What was said in sessions is sent there, secrets masked.",
        json_schema_extra=WIDENS,
    )
    model: Annotated[str, Field(max_length=200)] = Field(
        default="", description="The model's name.", json_schema_extra=WIDENS
    )
    api_key_env: VariableName = Field(
        default="",
        description="The name of the environment variable that holds the key, never the key.",
        json_schema_extra=WIDENS,
    )
    timeout_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(
        default=120.0, description="How long one answer may take."
    )
    spend_cap_dollars: Annotated[float, Field(ge=0, le=1e6)] = Field(
        default=0.0,
        description="The most that may ever be spent; 0: nothing that costs is sent.",
        json_schema_extra=WIDENS,
    )
    price_per_million_input: Annotated[float, Field(ge=0, le=1e6)] | None = Field(
        default=None,
        description="Dollars per million tokens that are sent; may be left out for a server on this machine.",
        json_schema_extra=WIDENS,
    )
    price_per_million_output: Annotated[float, Field(ge=0, le=1e6)] | None = Field(
        default=None, description="Dollars per million tokens that come back.", json_schema_extra=WIDENS
    )
