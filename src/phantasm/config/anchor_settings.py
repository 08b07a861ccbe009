"""What can be chosen about holding memory against the code?"""

from typing import Annotated

from pydantic import Field

from phantasm.contracts.model import Model


class AnchorSettings(Model):
    """How what is remembered is held against the code."""

    derive: bool = Field(
        default=True, description="Whether files, symbols and versions that a statement names are cited."
    )
    check: bool = Field(
        default=True, description="Whether what is cited is looked at whenever a record is shown."
    )
    expire_unverified_days: Annotated[int, Field(ge=0, le=36_500)] = Field(
        default=180,
        description="After how long what no person said and nobody verified is no longer told; 0: never.",
    )
