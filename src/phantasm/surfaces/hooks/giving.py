"""What was this session handed? Noted beside the store, for those who read its transcript later.

By it, what we said ourselves is recognised and not taken in again, and nothing is said to a session twice.
"""

from __future__ import annotations

import os

from phantasm.contracts.agent_event import COMPACT, SESSION_START, AgentEvent, file_name
from phantasm.contracts.json_text import rendered
from phantasm.surfaces.hooks.inbox import make_folder


def note(state: str, event: AgentEvent, items: object, prints: object, *, standing: bool) -> None:
    """Note what was handed over; not durable at any price, because it is only a copy of what can be told.

    A line with `standing` says that the session has the standing context; one with `reset`, that the model no
    longer sees what it was handed before.
    """
    told: dict[str, object] = {"at": event.at, "client": event.client, "session": event.session}
    if event.kind == COMPACT:
        # Some clients hand over what is said now to whoever shortens the conversation, most drop it.
        items, standing = [], False
    if standing:
        told["standing"] = True
    if starts_anew(event):
        told["reset"] = True
    line = rendered(told | {"items": items, "prints": prints}) + "\n"
    folder = f"{state}/given"
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    name = f"{folder}/{file_name(event.client, event.session)}.jsonl"
    try:
        descriptor = os.open(name, flags, 0o600)
    except FileNotFoundError:  # a project that is older than hooks
        make_folder(folder)
        descriptor = os.open(name, flags, 0o600)
    try:
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


def starts_anew(event: AgentEvent) -> bool:
    """Tell whether the model no longer sees what it was handed before."""
    return event.kind == COMPACT or (event.kind == SESSION_START and event.source != "resume")
