"""Does a record still hold? Then it is verified and no longer doubted; if not, it is taken back."""

from dataclasses import dataclass

from phantasm.state import cascade, keeping, withdrawal
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Checked:
    """When a record was checked, and when it is to be checked again."""

    verified_at: str
    revalidate_at: str | None


def holds(work: Work, record: Record, checked: Checked) -> list[Review]:
    """Note that a record was found to hold; returns the reviews that this ended."""
    due = checked.revalidate_at
    if due is None and (record.quality.revalidate_at or "") > checked.verified_at:
        due = record.quality.revalidate_at
    keeping.set_verified(work, record, verified_at=checked.verified_at, revalidate_at=due)
    return cascade.confirm(work, record, "confirmed")


def fails(work: Work, record: Record) -> bool:
    """Take back a record that does not hold and return True; where only a person may, ask one."""
    if work.caller.may_supersede(record.kind):
        withdrawal.retract(work, record)
        return True
    reviews.open_review(
        work,
        NewReview(
            kind="stale",
            about=record.id,
            records=((record.id, "subject"),),
            reasons=("found_false",),
            weighty=record.frozen or CATALOGUE[record.kind].instructs,
        ),
    )
    return False
