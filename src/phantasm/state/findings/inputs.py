"""How does a request say what counts as stale or as a duplicate? The fields that its readers share."""

from typing import Annotated

from pydantic import Field

from phantasm.contracts.model import Line, Model, Timestamp
from phantasm.state.findings.duplicates import Likeness
from phantasm.state.findings.staleness import Staleness
from phantasm.workspace.checkout import Checkout

# A century: whoever wants no limit on age says so with this.
MAX_AGE_DAYS = 36_500


class FindingFields(Model):
    """What counts as stale, and what as a duplicate."""

    max_age_days: Annotated[int, Field(ge=0, le=MAX_AGE_DAYS)] = Field(
        default=30, description="stale: verified longer ago than this"
    )
    changed_files: list[Line] = Field(
        default_factory=list,
        max_length=1000,
        description="stale: paths that changed; what is about them or names them is to be checked",
    )
    include_missing_verified_at: bool = Field(
        default=False, description="stale: also what was never verified and recorded longer ago"
    )
    as_of: Timestamp | None = Field(default=None, description="stale: judge at this moment instead of now")
    min_similarity: Annotated[int, Field(ge=0, le=100)] = Field(
        default=60, description="duplicate: how alike statements have to be, 100 for the same words"
    )
    include_cross_kind: bool = Field(
        default=False, description="duplicate: also between records of different kinds"
    )

    def staleness(self, now: str, checkout: Checkout | None, unverified_days: int) -> Staleness:
        """Return what counts as stale, also before the code."""
        return Staleness(
            at=self.as_of or now,
            max_age_days=self.max_age_days,
            missing=self.include_missing_verified_at,
            changed_files=tuple(self.changed_files),
            # The past is not held against today's code.
            checkout=None if self.as_of else checkout,
            unverified_days=unverified_days,
        )

    def likeness(self) -> Likeness:
        """Return what counts as nearly the same."""
        return Likeness(self.min_similarity, cross_kind=self.include_cross_kind)
