"""Which records is a listing about?"""

from collections.abc import Sequence
from typing import NamedTuple

from phantasm.state.model import Record, State
from phantasm.state.scopes import Standpoint
from phantasm.storage.sql import Conditions

# Behind every text that starts so: the last character there is. A range, so that the index on keys is used.
_LAST_CHARACTER = "\U0010ffff"
# The state, so written that SQLite does not look for records by it. Nearly all are live, and it cannot know
# that: it would read them all where a key, a lineage or an id leads to a few. The stores write it out.
_STATE_OF_FEW = "state || ''"


class Filter(NamedTuple):
    """Which records a listing is about; what is left out does not narrow it."""

    states: Sequence[State]
    kind: str | None = None
    subject_key: str | None = None
    subject_prefix: str | None = None
    """Only keys that start so."""
    scope: str | None = None
    scope_ref: str | None = None
    recorded_after: str | None = None
    recorded_before: str | None = None
    sensitivity: str | None = None
    origins: Sequence[str] = ()
    """Only what comes from these; from anywhere when empty."""
    seen_from: Standpoint | None = None
    """Only what can be seen from there; from everywhere when left out."""
    reviewed: Sequence[str] = ()
    """Only what an unresolved review of one of these kinds is about; whatever there is when empty."""
    as_of: str | None = None
    """Only what was true in the world at this moment."""
    behind: tuple[int, int] | None = None
    """Only what comes after this sequence number and ordinal in the listing."""

    def conditions(self, *, covered: bool = False) -> Conditions:
        """Return the filter as a WHERE clause; `covered`: the answer needs only the index of states."""
        conditions = Conditions()
        by_state = self._is_found_by_state(covered=covered)
        conditions.among("state", self.states, written=None if by_state else _STATE_OF_FEW)
        for column in ("kind", "subject_key", "scope", "scope_ref", "sensitivity"):
            conditions.equal(column, getattr(self, column))
        if self.subject_prefix:
            conditions.add(
                "subject_key >= :prefix AND subject_key < :prefix_end",
                prefix=self.subject_prefix,
                prefix_end=self.subject_prefix + _LAST_CHARACTER,
            )
        if self.origins:
            conditions.among("origin", self.origins)
        if self.reviewed:
            self._narrow_to_reviewed(conditions)
        if self.recorded_after:
            conditions.add("recorded_at >= :recorded_after", recorded_after=self.recorded_after)
        if self.recorded_before:
            conditions.add("recorded_at < :recorded_before", recorded_before=self.recorded_before)
        if self.seen_from:
            self.seen_from.narrow(conditions)
        if self.as_of:
            conditions.add(
                """valid_from <= :as_of AND (valid_to IS NULL OR valid_to > :as_of)
                   AND (ended_at IS NULL OR ended_at > :as_of)""",
                as_of=self.as_of,
            )
        if self.behind:
            seq, ordinal = self.behind
            conditions.add("(seq, ordinal) < (:seq, :ordinal)", seq=seq, ordinal=ordinal)
        return conditions

    def _is_found_by_state(self, *, covered: bool) -> bool:
        """Tell whether the index of states, kinds and places leads to few, or says all that is asked."""
        if self.subject_key or self.subject_prefix or self.reviewed:
            return False
        if self.kind or "live" not in self.states:
            return True
        beyond = (self.scope, self.scope_ref, self.sensitivity, self.recorded_after, self.recorded_before)
        return covered and not any((*beyond, self.origins, self.seen_from, self.as_of))

    def _narrow_to_reviewed(self, conditions: Conditions) -> None:
        names = {f"reviewed_{place}": kind for place, kind in enumerate(self.reviewed)}
        conditions.add(
            f"""id IN (SELECT m.record_id FROM reviews r JOIN review_records m ON m.review_id = r.id
                       WHERE r.closed_at IS NULL AND m.role NOT IN ('root', 'path')
                         AND r.kind IN ({", ".join(f":{name}" for name in names)}))""",
            **names,
        )

    def lets_through(self, record: Record) -> bool:
        """Tell whether a record in hand passes, its state, reviews and place in the listing aside."""
        wanted = {"kind": self.kind, "subject_key": self.subject_key, "scope": self.scope}
        wanted |= {"scope_ref": self.scope_ref, "sensitivity": self.sensitivity}
        if any(value is not None and getattr(record, name) != value for name, value in wanted.items()):
            return False
        if self.subject_prefix and not (record.subject_key or "").startswith(self.subject_prefix):
            return False
        if self.origins and record.origin not in self.origins:
            return False
        return self.seen_from is None or self.seen_from.reference(record.scope) == record.scope_ref
