"""Which units may answer at all? What a caller asked for, and what it may see."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from phantasm.retrieval.model import Tier, Unit
from phantasm.state.scopes import Standpoint
from phantasm.storage.sql import Conditions

if TYPE_CHECKING:
    from phantasm.state.model import Record, Scope


class Filter(NamedTuple):
    """What is wanted; what is left out does not narrow it."""

    tiers: Sequence[Tier] = ()
    kinds: Sequence[str] = ()
    origins: Sequence[str] = ()
    items: Sequence[str] | None = None
    """Only these records; none at all when empty."""
    sensitivity: str | None = None
    grouping: str | None = None
    scope: str | None = None
    scope_ref: str | None = None
    since: str | None = None
    until: str | None = None
    seen_from: Standpoint | None = None
    """Only what can be seen from there; from everywhere when left out."""
    sensitive: bool = True
    """Whether the caller may see what is sensitive."""
    verified: bool = False
    """Only records that somebody has checked."""
    without: Sequence[str] = ()
    """Only records that are called none of these: doubtful, stale, in_conflict."""

    def conditions(self) -> Conditions:
        """Return what the caller asked for as a WHERE clause; what it may see is checked one by one."""
        conditions = Conditions()
        for column, values in (("tier", self.tiers), ("kind", self.kinds), ("origin", self.origins)):
            if values:
                conditions.among(column, values)
        if self.items is not None:
            conditions.among("item_id", self.items or [""])
        for column in ("sensitivity", "grouping", "scope", "scope_ref"):
            conditions.equal(column, getattr(self, column))
        if self.since:
            conditions.add("at >= :since", since=self.since)
        if self.until:
            conditions.add("at < :until", until=self.until)
        return conditions

    def lets_through(self, unit: Unit) -> bool:
        """Tell whether a unit in hand is wanted and may be seen."""
        wanted = (
            (not self.tiers or unit.tier in self.tiers)
            and (not self.kinds or unit.kind in self.kinds)
            and (not self.origins or unit.origin in self.origins)
            and (self.items is None or unit.item_id in self.items)
            and self.sensitivity in {None, unit.sensitivity}
            and self.grouping in {None, unit.grouping}
            and self.scope in {None, unit.scope}
            and self.scope_ref in {None, unit.scope_ref}
            and (self.since is None or unit.at >= self.since)
            and (self.until is None or unit.at < self.until)
        )
        return wanted and self.sees(unit)

    def sees(self, unit: Unit) -> bool:
        """Tell whether a unit can be seen from where the caller stands."""
        seen_from = self.seen_from
        return (
            seen_from is None
            or unit.scope == "project"
            or seen_from.sees(cast("Scope", unit.scope), unit.scope_ref)
        )

    def relies_on(self, record: "Record", marks: Sequence[str]) -> bool:
        """Tell whether a record is as reliable as is asked for; `marks` are what it is called."""
        checked = record.quality.verified_at is not None or not self.verified
        return checked and not set(self.without).intersection(marks)


def may_see(unit: Unit, chosen: Filter) -> bool:
    """Tell whether a caller may be shown a unit at all."""
    return chosen.sensitive or unit.sensitivity != "sensitive"
