"""How is a command registered for an event of a client, and how is it taken off the list again?

Two shapes are in use: a list of groups that each hold handlers (Claude Code, Codex, Gemini), and a plain list
of handlers (Cursor, Copilot). In both, a handler is ours when its command is ours.
"""

import shlex
from dataclasses import dataclass
from pathlib import PurePath

from phantasm.runtime.setup.merging import json_edit
from phantasm.runtime.setup.merging.json_edit import KeyPath
from phantasm.runtime.setup.merging.json_text import Item, Json, Node, UnreadableError, read

PROGRAMS = ("phantasm", "phm")
"""The names under which this program is installed."""
_COMMAND_KEYS = ("command", "bash")
_GROUPED = "hooks"


@dataclass(frozen=True, slots=True)
class Hook:
    """One command for one event."""

    path: KeyPath
    """Of the event's list."""
    value: Json
    """The whole element: a group, or a handler."""
    command: str


@dataclass(frozen=True, slots=True)
class _Found:
    """A handler of ours where it stands."""

    outer: Node
    element: Item
    inner: Node
    handler: Item

    @property
    def is_alone(self) -> bool:
        """Tell whether the element holds nothing but our handler."""
        return self.inner is self.outer or len(self.inner.items) == 1


def put_hook(text: str, hook: Hook) -> tuple[str, int, Json]:
    """Return a text with the command registered, how much of the path was there, and what it replaced."""
    existing = json_edit.existing_depth(text, hook.path)
    found = _find(text, hook.path, hook.command)
    if found is None:
        return json_edit.append(text, hook.path, hook.value), existing, None
    if found.is_alone:
        node, wanted = found.element.value, hook.value
    else:  # somebody has put a handler beside ours: only ours is brought up to date
        node, wanted = found.handler.value, _handler_in(hook.value)
    if node.plain == wanted:
        return text, existing, None
    return json_edit.replace(text, node, wanted), existing, node.plain


def take_hook(text: str, path: KeyPath, command: str, previous: Json) -> str:
    """Return a text without the command; a group that holds other handlers stays with them."""
    found = _find(text, path, command)
    if found is None:
        return text
    if previous is not None:
        node = found.element.value if _is_group(previous) else found.handler.value
        return json_edit.replace(text, node, previous)
    if found.is_alone:
        return json_edit.remove(text, found.outer, found.element)
    return json_edit.remove(text, found.inner, found.handler)


def commands_at(text: str, path: KeyPath) -> list[str]:
    """Return the commands that are registered for an event."""
    node = json_edit.find(read(text), path)
    handlers = [] if node is None else [handler for _, _, handler in _handlers(node)]
    return [command for handler in handlers if (command := _command(handler.value.plain))]


def is_same_command(registered: str, wanted: str) -> bool:
    """Tell whether two commands start this program for the same thing, from wherever."""
    try:
        words = shlex.split(registered)
    except ValueError:
        return False
    return bool(words) and PurePath(words[0]).name in PROGRAMS and words[1:] == shlex.split(wanted)[1:]


def _find(text: str, path: KeyPath, command: str) -> _Found | None:
    outer = json_edit.find(read(text), path) if text.strip("\ufeff \t\r\n") else None
    if outer is None:
        return None
    if not isinstance(outer.plain, list):
        raise UnreadableError(f"{'.'.join(path)} holds no list")
    for element, inner, handler in _handlers(outer):
        if is_same_command(_command(handler.value.plain), command):
            return _Found(outer, element, inner, handler)
    return None


def _handlers(outer: Node) -> list[tuple[Item, Node, Item]]:
    """Return every handler with the element and the list that it stands in."""
    found: list[tuple[Item, Node, Item]] = []
    for element in outer.items:
        group = element.value.member(_GROUPED)
        if group is None:
            found.append((element, outer, element))
        else:
            found += [(element, group.value, handler) for handler in group.value.items]
    return found


def _is_group(value: Json) -> bool:
    return isinstance(value, dict) and _GROUPED in value


def _handler_in(value: Json) -> Json:
    group = value.get(_GROUPED) if isinstance(value, dict) else None
    return group[0] if isinstance(group, list) else value


def _command(handler: Json) -> str:
    if not isinstance(handler, dict):
        return ""
    return next((str(handler[key]) for key in _COMMAND_KEYS if isinstance(handler.get(key), str)), "")
