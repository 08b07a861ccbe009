"""Who wins when records contradict each other? Whom a person picks; what rested on the others is doubted."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.state import cascade, guard, links, store, withdrawal
from phantasm.state.decisions import admission, items
from phantasm.state.decisions.inputs import LoserState
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import PRIORITIES, NewReview, Review
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Picked:
    """A winner and the records that give way to it."""

    winner: Record
    losers: tuple[Record, ...]
    review: Review | None


def choose(work: Work, names: Sequence[str], winner: str, losers: Sequence[str]) -> Picked:
    """Return who wins over whom; without losers, over everybody else in the conflict."""
    chosen = items.record(work, winner, "params.winner")
    asked = _conflict(work, names[0]) if names else None
    others = [items.record(work, name, "params.losers") for name in losers]
    if asked is not None:
        involved = items.members(work, asked, "proposed", "held")
        if chosen.id not in {found.id for found in involved}:
            raise items.refuse(f"{chosen.id} is not part of {asked.id}", "params.winner")
        others = others or [found for found in involved if found.id != chosen.id]
    others = items.distinct(others)
    if not others or chosen.id in {found.id for found in others}:
        raise items.refuse("a winner needs losers other than itself", "params.losers")
    for found in (chosen, *others):
        if found.state not in {"live", "suggested"}:
            raise items.stale(f"{found.id} is {found.state} by now")
    return Picked(chosen, tuple(others), asked)


def _conflict(work: Work, name: str) -> Review:
    """Return the conflict that an id names: the review itself, or the one that a record is part of."""
    asked = (
        items.review(work, name) if items.is_review(name) else items.opposed(work, items.record(work, name))
    )
    if asked is None:
        raise items.stale(f"{name} is in no open conflict")
    if asked.kind != "conflict":
        raise items.refuse(f"{asked.id} is a {asked.kind}, not a conflict", "params.ids")
    return asked


def pick(work: Work, picked: Picked, state: LoserState) -> None:
    """Close the losers, let the winner hold, and doubt what rested on the losers."""
    winner = picked.winner
    _refuse_third(work, picked)
    if picked.review is not None:
        reviews.resolve(work, picked.review, "picked")
    for loser in picked.losers:
        _close(work, loser, winner, state)
    if winner.state == "suggested":
        for review in reviews.waiting_about(work, [winner.id], ("proposed",)):
            if review.kind == "suggestion":
                reviews.resolve(work, review, "accepted")
        admission.admit(work, winner, ())
    if state == "superseded":
        cascade.doubt(work, [old for old in picked.losers if old.state == "live"], "rests_on_superseded")
    if picked.review is not None:
        _ask_again(work, picked.review)


def _close(work: Work, loser: Record, winner: Record, state: LoserState) -> None:
    match state:
        case "superseded" if loser.state == "live":
            admission.replace_by(work, loser, winner)
        case "superseded":
            withdrawal.supersede(work, loser, loser.valid_from)  # what was only suggested was never held
        case "archived":
            (withdrawal.archive if loser.state == "live" else withdrawal.retract)(work, loser)
        case "tombstoned":
            withdrawal.erase(work, loser)
    if loser.lineage != winner.lineage:
        links.add(work, "supersedes", winner.lineage, loser.lineage)


def _refuse_third(work: Work, picked: Picked) -> None:
    """Refuse to make a winner live beside somebody who holds its key or its line and is no loser."""
    winner = picked.winner
    if winner.state == "live":
        return
    holders = list(store.live_versions(work, [winner.lineage]).values())
    holder = guard.holder(work, winner.slot)
    holders += [holder] if holder else []
    left = {found.id for found in holders} - {loser.id for loser in picked.losers}
    if left:
        name = min(left)
        raise items.refuse(f"{name} holds the same key: it has to be among the losers", "params.losers", name)


def _ask_again(work: Work, review: Review) -> None:
    """Keep asking about those whom the decision left in contradiction."""
    left = {found.id for found in items.members(work, review, "proposed", "held")}
    records = tuple((name, role) for name, role in review.records if name in left)
    if {role for _, role in records} >= {"proposed", "held"}:
        reviews.open_review(
            work,
            NewReview(
                kind="conflict",
                about=":".join(sorted(left)),
                records=records,
                reasons=review.reasons,
                weighty=review.priority > PRIORITIES["conflict"],
            ),
        )
