"""What was a session handed already? What its hooks noted, since the model last lost sight of it."""

import json
import os
from typing import Final

from phantasm.config.paths import Paths
from phantasm.contracts.agent_event import AgentEvent, file_name

MOST_BYTES: Final = 1_000_000
"""How much of the notes is read, in bytes, from their end: a context notes a few kilobytes."""
MOST_ITEMS: Final = 5_000
"""As many as `compile` takes."""


def given_items(paths: Paths, event: AgentEvent) -> list[str]:
    """Return the ids of what a session was handed, the last first noted last; none where nothing is noted."""
    found: dict[str, None] = {}
    for line in _lines(paths, event):
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):  # cut off, or damaged
            continue
        if not isinstance(told, dict):
            continue
        if told.get("reset"):
            found.clear()
        items = told.get("items")
        for item in items if isinstance(items, list) else []:
            if isinstance(item, str):
                found[item] = None
    return list(found)[-MOST_ITEMS:]


def _lines(paths: Paths, event: AgentEvent) -> list[bytes]:
    path = paths.given / f"{file_name(event.client, event.session)}.jsonl"
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return []
    with os.fdopen(descriptor, "rb") as file:
        size = os.fstat(descriptor).st_size
        file.seek(max(0, size - MOST_BYTES))
        return file.read(MOST_BYTES).splitlines()
