"""What do we put into somebody's file, how is it recognised there, and how does it go again?"""

from dataclasses import dataclass
from pathlib import PurePath
from typing import assert_never

from phantasm.runtime.setup.merging import entries, json_edit, toml_text
from phantasm.runtime.setup.merging.entries import Entry
from phantasm.runtime.setup.merging.hooks import PROGRAMS, Hook, put_hook, take_hook
from phantasm.runtime.setup.merging.json_edit import KeyPath
from phantasm.runtime.setup.merging.json_text import Json, UnreadableError, read

_SERVER_ARGUMENT = "mcp"


@dataclass(frozen=True, slots=True)
class Member:
    """A server of ours at a path of a JSON file."""

    path: KeyPath
    value: Json


@dataclass(frozen=True, slots=True)
class Needed:
    """A value without which the client does not read the rest; another one that is there stays."""

    path: KeyPath
    value: Json


@dataclass(frozen=True, slots=True)
class Table:
    """A server of ours as a table of a TOML file."""

    path: KeyPath
    value: toml_text.Table


Piece = Member | Needed | Table | Hook


class ForeignError(ValueError):
    """Something of somebody else's stands where ours would go."""


def put(text: str, piece: Piece, client: str) -> tuple[str, Entry]:
    """Return a text with a piece in it, and how to take it out; the text is the same where it was there."""
    match piece:
        case Needed(path, value):
            wanted = json_edit.put(text, path, value) if json_edit.value_at(text, path) is None else text
            entry = Entry(entries.NEEDED, client, path)
        case Member(path, value):
            found = json_edit.value_at(text, path)
            _refuse_foreign(path, found)
            entry = Entry(entries.MEMBER, client, path, json_edit.existing_depth(text, path), previous=found)
            wanted = json_edit.put(text, path, value)
        case Table(path, table):
            before = toml_text.table_at(text, path)
            _refuse_foreign(path, before)
            entry = Entry(entries.TABLE, client, path, previous=before if isinstance(before, dict) else None)
            wanted = toml_text.put_table(text, path, table)
        case Hook():
            wanted, existing, previous = put_hook(text, piece)
            entry = Entry(entries.HOOK, client, piece.path, existing, piece.command, previous)
        case _:
            assert_never(piece)
    return wanted, entry


def take(text: str, entry: Entry) -> str:
    """Return a text without what an entry put there; what somebody else made of it since stays."""
    if not text.strip("\ufeff \t\r\n"):
        return text
    match entry.kind:
        case entries.MEMBER:
            if not is_server(json_edit.value_at(text, entry.path)):
                return text
            if entry.previous is not None:
                return json_edit.put(text, entry.path, entry.previous)
            return _prune(text, entry.path, entry.existing)
        case entries.TABLE:
            if not is_server(toml_text.table_at(text, entry.path)):
                return text
            if isinstance(entry.previous, dict):
                return toml_text.put_table(text, entry.path, _table(entry.previous))
            return toml_text.take_table(text, entry.path)
        case entries.HOOK:
            shorter = take_hook(text, entry.path, entry.command, entry.previous)
            if json_edit.value_at(shorter, entry.path) == []:
                return _prune(shorter, entry.path, entry.existing)
            return shorter
        case _:
            return text


def is_server(value: object) -> bool:
    """Tell whether an entry of a client's list of servers starts ours, whichever way it is written."""
    if not isinstance(value, dict):
        return False
    command, arguments = value.get("command"), value.get("args", [])
    words = command if isinstance(command, list) else [command]
    words = [*words, *arguments] if isinstance(arguments, list) else words
    is_program = bool(words) and PurePath(str(words[0])).name in PROGRAMS
    return is_program and str(words[-1]) == _SERVER_ARGUMENT


def says_nothing(text: str) -> bool:
    """Tell whether a JSON file that we made holds nothing any more but what every such file needs."""
    if not text.strip("\ufeff \t\r\n"):
        return True
    try:
        plain = read(text).plain
    except UnreadableError:
        return False
    return isinstance(plain, dict) and all(key in {"version", "$schema"} or not plain[key] for key in plain)


def _refuse_foreign(path: KeyPath, found: object) -> None:
    if found is not None and not is_server(found):
        raise ForeignError(f"there is another {'.'.join(path)}, which is not ours")


def _prune(text: str, path: KeyPath, existing: int) -> str:
    """Remove a member, and then what is empty around it and was not there before."""
    for depth in range(len(path), existing, -1):
        root = read(text)
        parent = json_edit.find(root, path[: depth - 1])
        item = None if parent is None else parent.member(path[depth - 1])
        if parent is None or item is None or (depth < len(path) and item.value.plain):
            break
        text = json_edit.remove(text, parent, item)
    return text


def _table(previous: dict[str, Json]) -> toml_text.Table:
    return {
        key: [str(word) for word in value] if isinstance(value, list) else value
        for key, value in previous.items()
        if isinstance(value, str | int | bool | list)
    }
