"""Which findings are news? Neither what waits for a decision already nor what somebody has dismissed."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.state import store
from phantasm.state.review import store as reviews
from phantasm.state.review.model import DISMISSED, NewReview, Review
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class News:
    """Findings, split by what is known about them."""

    fresh: tuple[NewReview, ...]
    waiting: int
    dismissed: int


def news(work: Work, found: Sequence[NewReview]) -> News:
    """Leave out the findings that a person has been asked about."""
    about = _reviews_about(work, found)
    verified = _last_verified(work, found)
    fresh: list[NewReview] = []
    waiting = dismissed = 0
    for new in found:
        ids = _ids(new)
        known = [review for review in about.get((new.kind, min(ids)), ()) if ids <= _ids(review)]
        if any(review.closed_at is None for review in known):
            waiting += 1
        elif any(_dismisses(review, new, verified) for review in known):
            dismissed += 1
        else:
            fresh.append(new)
    return News(tuple(fresh), waiting, dismissed)


def record(work: Work, fresh: Sequence[NewReview]) -> list[Review]:
    """Ask for decisions about findings; a group that has grown takes the place of the smaller one."""
    for new in fresh:
        if new.kind == "duplicate":
            ids = _ids(new)
            for review in reviews.all_about(work, sorted(ids), "duplicate"):
                if review.closed_at is None and _ids(review) < ids:
                    reviews.resolve(work, review, "joined by others")
    return [reviews.open_review(work, new) for new in fresh]


def _dismisses(review: Review, new: NewReview, verified: dict[str, str]) -> bool:
    """Tell whether somebody closed the same finding, and nobody has verified the record since."""
    if review.resolution != DISMISSED or not set(new.reasons) <= set(review.reasons):
        return False
    return all((review.closed_at or "") >= verified.get(name, "") for name in _ids(new))


def _reviews_about(work: Work, found: Sequence[NewReview]) -> dict[tuple[str, str], list[Review]]:
    """Return every review of the findings' kinds by its kind and each of its records."""
    about: dict[tuple[str, str], list[Review]] = {}
    for kind in dict.fromkeys(new.kind for new in found):
        names = sorted({name for new in found if new.kind == kind for name in _ids(new)})
        for review in reviews.all_about(work, names, kind):
            for name in _ids(review):
                about.setdefault((kind, name), []).append(review)
    return about


def _last_verified(work: Work, found: Sequence[NewReview]) -> dict[str, str]:
    subjects = {name for new in found if new.kind == "stale" for name in _ids(new)}
    records = store.find(work, sorted(subjects))
    return {name: record.quality.verified_at or "" for name, record in records.items()}


def _ids(review: NewReview | Review) -> set[str]:
    return {record_id for record_id, role in review.records if role not in {"root", "path"}}
