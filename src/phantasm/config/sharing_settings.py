"""What can be chosen about memory that is shared through git?"""

from pydantic import Field

from phantasm.config.learning_settings import WIDENS
from phantasm.contracts.model import Model


class SharingSettings(Model):
    """How memory is shared with others."""

    # A clone's file must not be able to make somebody's memory part of what they push.
    tracked: bool = Field(
        default=False,
        description="Whether .phantasm/memory/, which git tracks, is kept in step with what is held true.",
        json_schema_extra=WIDENS,
    )
