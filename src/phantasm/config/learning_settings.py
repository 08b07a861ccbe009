"""What can be chosen about sessions, learning and maintenance?"""

from typing import Annotated, Literal

from pydantic import Field
from pydantic.config import JsonDict

from phantasm.contracts.model import Model

WIDENS: JsonDict = {"widens_trust": True}
"""A key marked so is ignored, with a warning, until the person at the terminal has approved the file: the
repository's config is somebody else's text."""


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
        description="What claims from sessions become: records where they are sure, suggestions, or nothing.",
        json_schema_extra=WIDENS,
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
        description="What the store may take on disk; beyond it old turns and vectors go, never records.",
        json_schema_extra=WIDENS,
    )
