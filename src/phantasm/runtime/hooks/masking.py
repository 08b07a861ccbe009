"""What of an event may lie in the inbox? Nothing secret, and nothing about files that are never captured.

Only for clients without a transcript: elsewhere the inbox holds no words at all. It runs before the project
is opened and loads next to nothing, so that the file of the settings is read here for one key only. What is
taken in later is masked and sifted once more, by everything that was chosen.
"""

import copy
import re
import tomllib
from pathlib import Path
from typing import Final

from phantasm.config.files import read_config
from phantasm.config.finding import find_project
from phantasm.config.paths import Paths
from phantasm.contracts.agent_event import AgentEvent
from phantasm.contracts.errors import PhantasmError
from phantasm.security.private_keys import ARMOUR, MATERIAL, PRIVATE_KEY_RULE
from phantasm.security.redaction import redact
from phantasm.workspace.ignoring import Ignored, ignoring

_SAID: Final = ("text", "reply", "command", "output", "tool", "name")
"""The fields that hold words of somebody."""
_ARMOUR: Final = re.compile(ARMOUR)
_MATERIAL: Final = re.compile(MATERIAL)
_BODY_LINE: Final = re.compile(r"(?:[A-Za-z0-9-]+: [A-Za-z0-9,-]+|[A-Za-z0-9+/=\\\"',-]*+)\s*\Z")
"""A line of a key's body, or of what stands above it; a line of words has spaces."""
_MASK: Final = f"[redacted:{PRIVATE_KEY_RULE}]"


def masked(event: AgentEvent) -> AgentEvent | None:
    """Return an event as it may be written down; None where nothing of it may be."""
    if _touches(event, _ignored(event.folder)):
        return None
    safe = copy.copy(event)
    for name in _SAID:
        setattr(safe, name, redact(_without_rest_of_key(getattr(event, name)))[0])
    safe.files = [redact(name)[0] for name in event.files]
    return safe


def _without_rest_of_key(text: str) -> str:
    """Return a text without the rest of a key that lost its beginning: adapters keep both ends of a text."""
    if "-----END" not in text:
        return text
    kept: list[str] = []
    done, is_open = 0, False
    for mark in _ARMOUR.finditer(text):
        if mark[1] == "END" and not is_open:
            before = text[done : mark.start()]
            start = _body_start(before)
            rest = before[start:]
            kept += [before[:start], _MASK + "\n" if _MATERIAL.search(rest) else rest]
            done = mark.start()
        is_open = mark[1] == "BEGIN"
    return "".join([*kept, text[done:]])


def _body_start(text: str) -> int:
    """Return where the lines begin with which a text ends and that may be those of a key."""
    lines = text.splitlines(keepends=True)
    start = len(text)
    while lines and (not lines[-1].strip() or _BODY_LINE.match(lines[-1])):
        start -= len(lines.pop())
    return start


def _touches(event: AgentEvent, ignored: Ignored) -> bool:
    if any(ignored.has_file(name, event.folder or None) for name in event.files):
        return True
    return bool(event.command) and ignored.is_in(event.command, event.folder or None)


def _ignored(folder: str) -> Ignored:
    """Return the files that are never captured where an event happened."""
    root = find_project(Path(folder)) if folder else None
    if root is None:
        return Ignored()
    try:
        told = tomllib.loads(read_config(Paths(root).settings))
    except (PhantasmError, ValueError, RecursionError):  # what is wrong with it is said when it is opened
        return Ignored()
    hooks = told.get("hooks")
    globs = hooks.get("ignore") if isinstance(hooks, dict) else None
    return ignoring(
        [one for one in globs if isinstance(one, str)] if isinstance(globs, list) else [], str(root)
    )
