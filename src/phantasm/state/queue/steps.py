"""What can be done about a review? Each way out as a sentence and a request that can be sent as it is."""

from collections.abc import Iterator, Mapping, Sequence

from phantasm.contracts.canonical import canonical, text_digest
from phantasm.contracts.envelope import API_VERSION, NextStep
from phantasm.state.model import Record
from phantasm.state.review.model import Review

# A conflict between more records than this is decided by naming the winner, not by choosing from a list.
_MOST_WINNERS = 5


def ways_out(review: Review, records: Sequence[Record], seq: int) -> list[NextStep]:
    """Return what a person may decide about a review, the most likely first; `records` still count."""
    if review.state == "resolved":
        return []
    match review.kind:
        case "conflict":
            steps = _conflict(review, records)
        case "duplicate":
            steps = _duplicate(review, records)
        case "stale" | "doubtful":
            steps = _check(review)
        case _:
            steps = _suggestion(review)
    return [_keyed(step, seq) for step in steps]


def _suggestion(review: Review) -> Iterator[NextStep]:
    if review.ids("proposed"):
        yield _review("Hold it from now on.", "accept", review)
        yield _review("Take it back.", "reject", review)
    else:
        yield _review("Close it; no record changes.", "resolve", review)


def _conflict(review: Review, records: Sequence[Record]) -> Iterator[NextStep]:
    for record in records[:_MOST_WINNERS]:
        message = f"Let {record.handle} win; the others are superseded. Needs a confirmation."
        yield _review(message, "pick", review, winner=record.id)
    yield _review("Let both hold; no record changes.", "resolve", review)


def _duplicate(review: Review, records: Sequence[Record]) -> Iterator[NextStep]:
    if review.id:
        yield _review("Merge them into the preferred one.", "merge", review)
        yield _review("Keep them apart; no record changes.", "resolve", review)
        return
    params = {"action": "merge", "ids": sorted(record.id for record in records), "winner": review.preferred}
    yield _step("Merge them into the preferred one.", "review", params)


def _check(review: Review) -> Iterator[NextStep]:
    (subject, *_) = review.ids("subject")
    if review.id:
        yield _review("Say that it still holds.", "confirm", review)
    else:
        holds = {"ids": [subject], "outcome": "holds"}
        yield _step("Say that it still holds.", "verify", holds)
    archive = {"ids": [subject], "action": "archive"}
    yield _step("Take it out of use.", "set_state", archive)


def _review(message: str, action: str, review: Review, **more: object) -> NextStep:
    return _step(message, "review", {"action": action, "ids": [review.id], **more})


def _step(message: str, operation: str, params: Mapping[str, object]) -> NextStep:
    return NextStep(message=message, request={"operation": operation, "params": dict(params)})


def _keyed(step: NextStep, seq: int) -> NextStep:
    """Return a step whose request can be sent: twice is once, until something else was written."""
    asked = step.request or {}
    name = f"{asked['operation']}-{text_digest(canonical(asked))[:16]}-{seq}"
    envelope = {"api_version": API_VERSION, "request_id": name, "idempotency_key": name}
    return NextStep(message=step.message, request=envelope | {"client": {"profile": "cli"}} | asked)
