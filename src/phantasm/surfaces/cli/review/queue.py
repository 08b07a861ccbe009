"""What waits? Asks the review queue page by page, or for the reviews that somebody named."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.tables import JsonObject, objects

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phantasm.contracts.envelope import Response

REVIEW_ID = "rev_"
"""What the id of a review starts with; anything else names a record."""
# The most that one page has.
_PAGE_ITEMS = 200


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which part of the queue."""

    kinds: Sequence[str] = ()
    states: Sequence[str] = ("open",)
    limit: int | None = None
    cursor: str | None = None


def page(start: Path, chosen: Chosen, *, record: str | None = None) -> Response:
    """Ask for one page, the most pressing first."""
    params: JsonObject = {
        "kinds": list(chosen.kinds) or None,
        "states": list(chosen.states),
        "record_id": record,
        "limit": chosen.limit,
        "cursor": chosen.cursor,
    }
    return ask(start, "review_queue", params)


def everything(start: Path, chosen: Chosen, *, record: str | None = None) -> Response:
    """Ask for all pages as one."""
    whole = page(start, replace(chosen, limit=_PAGE_ITEMS), record=record)
    items, data = objects(whole.data or {}, "items"), dict(whole.data or {})
    while data.get("next_cursor"):
        following = page(
            start, replace(chosen, limit=_PAGE_ITEMS, cursor=str(data["next_cursor"])), record=record
        )
        if following.error:
            return following
        data = dict(following.data or {})
        items += objects(data, "items")
    return whole if whole.error else whole.model_copy(update={"data": data | {"items": items}})


def named(start: Path, names: Sequence[str], chosen: Chosen) -> Response:
    """Ask for the reviews that have some ids, or that are about some records."""
    reviews = {name for name in names if name.startswith(REVIEW_ID)}
    answers = [everything(start, chosen, record=name) for name in names if name not in reviews]
    found = [item for answer in answers for item in objects(answer.data or {}, "items")]
    if reviews:
        answers.append(everything(start, chosen))
        found += [item for item in objects(answers[-1].data or {}, "items") if item.get("id") in reviews]
    for answer in answers:
        if answer.error:
            return answer
    items = list({str(item.get("id") or item): item for item in found}.values())
    _refuse_missing(reviews - {str(item.get("id")) for item in items})
    counts = Counter(str(item.get("kind")) for item in items)
    data = {"items": items, "total": len(items), "counts": dict(sorted(counts.items()))}
    return answers[0].model_copy(update={"data": data})


def _refuse_missing(missing: set[str]) -> None:
    if missing:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"nothing that waits has the id {min(missing)!r}",
            remediation=(Remediation("See what waits.", command="phantasm review --list"),),
        )
