"""What is a decision about? Finds the reviews and records that its ids name, or refuses."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.state import guard, store
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import Review, Role
from phantasm.storage.work import Work

REVIEW_ID = "rev_"
"""What the id of a review starts with; anything else names a record."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A record that waits to be accepted or rejected, and the review that asks about it, if one does."""

    record: Record
    review: Review | None


def is_review(name: str) -> bool:
    """Tell whether an id names a review."""
    return name.startswith(REVIEW_ID)


def review(work: Work, name: str) -> Review:
    """Return an undecided review by its id."""
    found = reviews.find(work, [name]).get(name)
    if found is None:
        raise guard.not_found(name, "params.ids")
    if found.closed_at is not None:
        raise stale(f"{found.id} was decided on {found.closed_at}: {found.resolution}")
    return found


def record(work: Work, name: str, field: str = "params.ids") -> Record:
    """Return a record by id or handle, unless it was erased."""
    found = store.find(work, [name]).get(name)
    if found is None:
        raise guard.not_found(name, field)
    if found.content is None:
        raise PhantasmError(Code.ERASED, f"{found.id} was erased on {found.closed_at}", field=field)
    return found


def waiting(work: Work, name: str) -> list[Review]:
    """Return the undecided reviews that an id names: the review itself, or all about a record."""
    if is_review(name):
        return [review(work, name)]
    about = record(work, name)
    found = reviews.waiting_about(work, [about.id], ("proposed", "held", "subject"))
    if not found:
        raise stale(f"no decision about {about.id} is open")
    return found


def suggestion(work: Work, name: str) -> Suggestion:
    """Return the suggestion that an id names; a contradiction is refused: it needs a winner."""
    asked = review(work, name) if is_review(name) else None
    if asked is not None:
        proposed = asked.ids("proposed")
        if not proposed:
            raise stale(f"{asked.id} proposes nothing: it is about what is held")
        about = record(work, proposed[0])
    else:
        about = record(work, name)
    if about.state != "suggested":
        if asked is not None and asked.kind == "conflict":
            raise unresolved(asked, about)
        raise stale(f"{about.id} is {about.state}, not a suggestion")
    if asked is None:
        open_ones = reviews.waiting_about(work, [about.id], ("proposed",))
        asked = next((one for one in open_ones if one.kind != "conflict"), next(iter(open_ones), None))
    return Suggestion(about, asked)


def subject(work: Work, name: str) -> Record:
    """Return the record whose truth is in question: a review's subject, or the record itself."""
    if not is_review(name):
        return record(work, name)
    asked = review(work, name)
    subjects = asked.ids("subject")
    if asked.kind not in {"doubtful", "stale"} or not subjects:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{asked.id} is a {asked.kind}: only what is doubtful or stale can be confirmed",
            field="params.action",
        )
    return record(work, subjects[0])


def opposed(work: Work, about: Record) -> Review | None:
    """Return the undecided conflict that a record is part of, if there is one."""
    found = reviews.waiting_about(work, [about.id], ("proposed", "held"))
    return next((one for one in found if one.kind == "conflict"), None)


def members(work: Work, asked: Review, *roles: Role) -> list[Record]:
    """Return the records of a review that still count, in order."""
    found = store.find(work, asked.ids(*roles))
    return [one for one in found.values() if one.state in {"live", "suggested"}]


def stale(message: str) -> PhantasmError:
    """Return the refusal for what was decided or closed in the meantime."""
    return PhantasmError(
        Code.STALE_TARGET,
        message,
        field="params.ids",
        remediation=(Remediation("Look at what still waits with review_queue."),),
    )


def unresolved(asked: Review, winner: Record) -> PhantasmError:
    """Return the refusal for what contradicts something that is held: it takes a winner."""
    pick: dict[str, object] = {
        "api_version": API_VERSION,
        "operation": "review",
        "request_id": f"pick-{winner.handle}",
        "client": {"profile": "cli"},
        "idempotency_key": f"pick-{asked.id}-{winner.handle}",
        "params": {"action": "pick", "ids": [asked.id], "winner": winner.id},
    }
    return PhantasmError(
        Code.CONFLICT_UNRESOLVED,
        f"{winner.id} contradicts other records ({asked.id}): pick a winner",
        field="params.ids",
        expected="the action pick, with a winner",
        remediation=(Remediation("Let it win; a person has to confirm that.", request=pick),),
    )


def refuse(message: str, field: str, expected: str | None = None) -> PhantasmError:
    """Return the refusal for parameters that make no decision."""
    return PhantasmError(Code.INVALID_PARAMS, message, field=field, expected=expected)


def distinct(found: Sequence[Record]) -> list[Record]:
    """Return records in order, each once."""
    first: dict[str, Record] = {}
    for one in found:
        first.setdefault(one.id, one)
    return list(first.values())
