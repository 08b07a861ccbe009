"""Which records is a listing about?"""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.state.model import State
from phantasm.storage.sql import Conditions


@dataclass(frozen=True, slots=True)
class Filter:
    """Which records a listing is about; what is left out does not narrow it."""

    states: Sequence[State]
    kind: str | None = None
    subject_key: str | None = None
    scope: str | None = None
    scope_ref: str | None = None
    recorded_after: str | None = None
    recorded_before: str | None = None
    sensitivity: str | None = None
    behind: tuple[int, int] | None = None
    """Only what comes after this sequence number and ordinal in the listing."""

    def conditions(self) -> Conditions:
        """Return the filter as a WHERE clause."""
        conditions = Conditions()
        conditions.among("state", self.states)
        for column in ("kind", "subject_key", "scope", "scope_ref", "sensitivity"):
            conditions.equal(column, getattr(self, column))
        if self.recorded_after:
            conditions.add("recorded_at >= :recorded_after", recorded_after=self.recorded_after)
        if self.recorded_before:
            conditions.add("recorded_at < :recorded_before", recorded_before=self.recorded_before)
        if self.behind:
            seq, ordinal = self.behind
            conditions.add("(seq < :seq OR (seq = :seq AND ordinal < :ordinal))", seq=seq, ordinal=ordinal)
        return conditions
