"""How does a caller narrow what may answer? The fields that requests share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from phantasm.contracts.kinds import KindName, Right
from phantasm.contracts.model import Choices, Line, Timestamp
from phantasm.retrieval.filters import Filter
from phantasm.retrieval.impossible import refuse_impossible
from phantasm.state.moments import Everywhere, MomentFields, OriginName, ScopeName
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.state.scopes import Standpoint

MarkName = Literal["doubtful", "stale", "in_conflict"]


class FilterFields(MomentFields):
    """What may answer; what is left out does not narrow it."""

    tiers: Choices[Literal["record", "evidence", "episode"]] = Field(
        default=[], description="Only these; all when empty"
    )
    kinds: Choices[KindName] = Field(default=[], description="Only records of these kinds")
    origins: Choices[OriginName] = Field(default=[], description="Only what comes from these")
    scope: ScopeName | None = Field(default=None, description="Only this scope")
    scope_ref: Line | None = Field(
        default=None, description="Only what belongs to this branch, worktree or session"
    )
    everywhere: Everywhere = False
    session: Line | None = Field(default=None, description="Only what was seen in this session")
    since: Timestamp | None = Field(default=None, description="Only what was seen or true from then on")
    until: Timestamp | None = Field(default=None, description="Only what was seen or true before")
    min_confidence: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="Only records that are held with at least this confidence"
    )
    verified: bool = Field(
        default=False, description="Only records that somebody has checked (`verify`, or `verified_at`)"
    )
    without: Choices[MarkName] = Field(
        default=[], description="Only records that no open review calls one of these"
    )
    about: Line | None = Field(
        default=None,
        description="Only records about this: file:…, symbol:…, commit:…, dependency:…, command:…, port:…, "
        "variable:… or person:…, as their links have it",
    )

    def means_records(self) -> bool:
        """Tell whether a filter is one that only records can pass."""
        return bool(self.kinds or self.about or self.min_confidence or self.verified or self.without)

    def to_filter(
        self, work: Work, seen_from: "Standpoint | None", states: Sequence[str] = ("live",)
    ) -> Filter:
        """Return what may answer, and what the caller may see; who names a scope need not stand there."""
        refuse_impossible(self, states)
        records_only = list(states) != ["live"] or self.means_records()
        from phantasm.retrieval.linked import anchored  # noqa: PLC0415  numpy

        return Filter(
            tiers=self.tiers or (["record"] if records_only else []),
            kinds=self.kinds,
            origins=self.origins,
            items=anchored(work, [self.about]) if self.about else None,
            grouping=self.session,
            scope=self.scope,
            scope_ref=self.scope_ref,
            since=self.since,
            until=self.until,
            seen_from=None if self.everywhere or self.scope or self.scope_ref else seen_from,
            sensitive=work.caller.may(Right.SENSITIVE_READ),
            verified=self.verified,
            without=self.without,
        )
