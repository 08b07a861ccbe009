"""What happened, and where? The client's words as an event, and the project that it concerns."""

from __future__ import annotations

import os
import select
import sys
import time

from phantasm.config.finding import FOLDER, find
from phantasm.contracts.agent_event import OTHER, SESSION_START, AgentEvent
from phantasm.contracts.json_text import parsed
from phantasm.surfaces.hooks import project
from phantasm.surfaces.hooks.clients import CLIENTS, Client

UNTRUSTED = "Phantasm: nobody has accepted the memory in this folder on this machine. Next: phantasm trust"
_STDIN_SECONDS = 0.5
"""How long we wait for a client that does not say what happened."""
_MOST_BYTES = 64 * 1024 * 1024
"""More than that is no event."""


def hear(arguments: list[str]) -> tuple[AgentEvent, Client | None]:
    """Return the event and the adapter of its client; no adapter for a client that we do not know."""
    client, name = [*arguments, "", ""][:2]
    if client not in CLIENTS:
        sys.stderr.write(
            f"usage: phantasm hook CLIENT EVENT < JSON, where CLIENT is {', '.join(sorted(CLIENTS))}\n"
        )
        return AgentEvent(OTHER, client, name), None
    adapter = CLIENTS[client]
    event = adapter.read(name, _told())
    moment = time.time_ns()
    seconds, fraction = divmod(moment // 1000, 1_000_000)
    event.at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{fraction:06d}Z"
    event.folder = project.folder_of(event.folder)
    return event, adapter


def state_for(event: AgentEvent) -> tuple[str, str]:
    """Return the private folder of the event's project, and what the person has to know.

    No folder where hooks have nothing to do; nothing to know where that is as it should be.
    """
    if event.kind == OTHER or project.is_off():
        return "", ""
    root = find(event.folder)
    state = project.state_of(root) if root else ""
    is_there = bool(root) and os.path.lexists(f"{root}/{FOLDER}/state")
    return state, UNTRUSTED if is_there and not state and event.kind == SESSION_START else ""


def _told() -> dict[str, object]:
    """Return what the client says on stdin; nothing where it says nothing that we understand."""
    parts: list[bytes] = []
    size = 0
    try:
        while size <= _MOST_BYTES and select.select([0], [], [], _STDIN_SECONDS)[0]:
            part = os.read(0, 1 << 20)
            if not part:
                break
            parts.append(part)
            size += len(part)
        told = parsed(b"".join(parts).decode("utf-8", "replace").lstrip("\ufeff"))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
