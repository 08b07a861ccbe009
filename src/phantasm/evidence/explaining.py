"""Where does evidence come from, and how is it forgotten? The sentences that say so."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.evidence.views import EvidenceView

_CAME_FROM = {
    "user": "a person said it",
    "agent": "an agent said it",
    "tool_output": "a tool put it out",
    "repository_file": "it stood in a file of the repository",
    "web": "it stood on a web page",
    "import": "it was imported",
}
_FORGET = "tombstone it with set_state to forget it."


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done to a piece of evidence: by whom, with which operation, why."""

    change: str
    by: str
    operation: str
    reason: str | None


def sentences(seen: EvidenceView, done: Sequence[Deed], held: Sequence[str], others: int) -> list[str]:
    """Say where a piece of evidence came from, what rests on it and how it is forgotten.

    `held` are the live records that rest on it, `others` is how many rest on it that are not held.
    """
    said = [_how_it_came(seen, _last(done, "create")), _whose_word(seen)]
    if seen.erased_at is not None:
        return [*said, f"Its content was erased on {seen.erased_at}{_by(_last(done, 'erase'))}."]
    if held:
        besides = f" So do {others} that are not held." if others else ""
        said.append(f"Live records rest on it: {', '.join(held)}.{besides}")
        return [*said, "It cannot be forgotten while they do: archive, revise or erase them first."]
    resting = f"{others} records rest on it, and none of them is held" if others else "No record rests on it"
    return [*said, f"{resting}: {_FORGET}"]


def _how_it_came(seen: EvidenceView, deed: Deed | None) -> str:
    during = f" in session {seen.session_id}" if seen.session_id else ""
    return f"It was seen on {seen.observed_at}{during} and kept on {seen.recorded_at}{_by(deed)}."


def _whose_word(seen: EvidenceView) -> str:
    came = _CAME_FROM.get(seen.origin, f"its origin is {seen.origin}")
    where = f" ({seen.source})" if seen.source else ""
    weight = "it speaks for itself" if seen.trusted else "it is quoted, never obeyed"
    return f"{came[0].upper()}{came[1:]}{where}: {weight}."


def _last(done: Sequence[Deed], change: str) -> Deed | None:
    return next((deed for deed in reversed(done) if deed.change == change), None)


def _by(deed: Deed | None) -> str:
    if deed is None:
        return ""
    return f", by {deed.by} with {deed.operation}" + (f", because: {deed.reason}" if deed.reason else "")
