"""What is held here that a file does not have? Nothing follows from that unless somebody asks."""

from collections.abc import Collection
from itertools import islice

from phantasm.state.filters import Filter
from phantasm.state.kinds import CATALOGUE
from phantasm.state.listing import everything
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.state.timeline import NOW
from phantasm.storage.work import Work


def ask_about_absent(work: Work, lineages: Collection[str], *, at_most: int) -> list[str]:
    """Ask for a decision about every live record whose lineage is not among some; returns their ids."""
    held = everything(work, Filter(states=("live",), sensitivity="normal"), NOW)
    absent = list(islice((record for record in held if record.lineage not in lineages), at_most))
    for record in absent:
        reviews.open_review(
            work,
            NewReview(
                kind="stale",
                about=f"{record.lineage}:absent",
                records=((record.id, "subject"),),
                reasons=("import_absent",),
                weighty=record.frozen or CATALOGUE[record.kind].instructs,
            ),
        )
    return [record.id for record in absent]
