"""Which search sees what was held before? The next step for a question about the past.

A search sees what is held now. What was replaced since is often what such a question is after ("what was the
server called before the migration"), and `as_of` or `states` is the way to it.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from phantasm.contracts.clock import EARLIEST, from_timestamp, to_timestamp
from phantasm.contracts.envelope import API_VERSION, NextStep
from phantasm.contracts.model import JsonObject
from phantasm.retrieval import store
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.times.reading import Times

# The finest step of the store's clock: what was held just before something else was.
_STEP = timedelta(microseconds=1)


def tell_of_the_past(work: Work, wanted: "Wanted", times: "Times", asked: JsonObject) -> None:
    """Offer the search that sees what a question about the past is after; `asked` is what was asked for.

    Nothing to offer where the past was looked at already, or where nothing was ever replaced.
    """
    if not wanted.live_only or not store.sizes(work).past:
        return
    before = [one for one in times.happened if one.event.relation == "before" and one.at > EARLIEST]
    if before:
        first = min(before, key=lambda one: one.at)
        moment = to_timestamp(from_timestamp(first.at) - _STEP)
        message = f"Search what was held just before {first.event.text}, at {moment}."
        work.remediation.append(_search(work, message, {**asked, "as_of": moment}))
    elif times.intent == "historical":
        message = "Search what was replaced since."
        work.remediation.append(_search(work, message, {**asked, "states": ["superseded"]}))


def _search(work: Work, message: str, params: Mapping[str, object]) -> NextStep:
    client = {"profile": work.caller.profile}
    if work.caller.session_id:
        client["session_id"] = work.caller.session_id
    request = {"api_version": API_VERSION, "operation": "search", "request_id": "search-then-1"}
    return NextStep(message=message, request=request | {"client": client, "params": dict(params)})
