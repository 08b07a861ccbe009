"""How does memory keep up with the repository? History, branches, then citations, in bounded steps."""

from collections.abc import Callable

from phantasm.capabilities.environment import Environment
from phantasm.contracts.model import JsonObject
from phantasm.runtime import history
from phantasm.runtime.branching import follow_events

Ask = Callable[[str, JsonObject], JsonObject]
"""Sends the next step through the door and returns its data."""

# Steps of one kind in one run; what is left is done in the next one.
_MOST_STEPS = 50
_COUNTED = ("moved", "reviews", "settled", "cited")


def keep_up(environment: Environment, ask: Ask, stops: Callable[[], bool]) -> JsonObject:
    """Take in what git has, let records follow it, and hold what they cite against the code."""
    settings = environment.config.settings
    told: JsonObject = {}
    if history.is_due(environment):
        told["history"] = history.take_in(lambda params: ask("commits_ingest", params), stops=stops)
    if settings.workspace.follow_branches:
        told["branches"] = _branches(environment, ask, stops)
    if settings.anchors.check:
        told["anchors"] = _anchors(ask, stops)
    return told


def _branches(environment: Environment, ask: Ask, stops: Callable[[], bool]) -> JsonObject:
    """Follow what happened to branches; return how many records each sort of event moved."""
    sums: dict[str, int] = {}
    done = follow_events(environment, lambda: ask("branches_follow", {}), most=_MOST_STEPS, stops=stops)
    for data in done:
        event = str(data["event"])
        sums[event] = sums.get(event, 0) + int(str(data["changes"]))
    return dict(sums)


def _anchors(ask: Ask, stops: Callable[[], bool]) -> JsonObject:
    """Hold every citation against the code, and note what that shows."""
    sums = dict.fromkeys(("checked", "unchanged", *_COUNTED), 0)
    for _ in range(_MOST_STEPS):
        if stops():
            break
        data = ask("anchors_refresh", {})
        sums |= {name: int(str(data[name])) for name in ("checked", "unchanged")}
        for name in _COUNTED:
            listed = data[name]
            sums[name] += len(listed) if isinstance(listed, list) else 0
        if not data["left"]:
            break
    return dict(sums)
