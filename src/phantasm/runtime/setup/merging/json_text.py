"""Where does every value of a JSON file stand? A reader that keeps positions, comments and trailing commas.

Configuration files of agents are JSON that people edit: with comments, trailing commas and a byte order mark.
The reader says where each value starts and ends, so that an edit touches nothing else.
"""

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

# No configuration nests deeper than a handful; the bound keeps a hostile file from exhausting the stack.
_DEEPEST = 100
# One edit looks at the same text several times, and the state of Claude Code has megabytes.
_REMEMBERED = 4
_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"[\s\ufeff]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"[-+.\w]+")
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)


class UnreadableError(ValueError):
    """The text is not JSON, not even with comments and trailing commas."""


@dataclass(frozen=True, slots=True)
class Item:
    """One member of an object or one element of an array."""

    start: int
    """Of the key, or of the element."""
    key: str | None
    value: "Node"
    comma: int | None
    """Where the comma behind it stands; None: there is none."""

    @property
    def end(self) -> int:
        """Where its value ends."""
        return self.value.end


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands; objects and arrays know their items."""

    text: str = field(repr=False, compare=False)
    start: int
    end: int
    plain: Json

    @property
    def items(self) -> tuple[Item, ...]:
        """What is directly inside an object or an array; looked for when somebody asks."""
        if not isinstance(self.plain, dict | list):
            return ()
        return _items(self.text, self.start, "}" if isinstance(self.plain, dict) else "]", 0)[0]

    def member(self, key: str) -> Item | None:
        """Return the member with a key; of two with the same key nobody knows which one counts."""
        found = [item for item in self.items if item.key == key] if isinstance(self.plain, dict) else []
        if len(found) > 1:
            raise UnreadableError(f"the key {key!r} stands there twice")
        return found[0] if found else None


@lru_cache(maxsize=_REMEMBERED)
def read(text: str) -> Node:
    """Return the one value of a text."""
    node = _value(text, skip(text, 0), 0)
    rest = skip(text, node.end)
    if rest != len(text):
        raise UnreadableError(f"there is more behind the end, at character {rest}")
    return node


def skip(text: str, position: int) -> int:
    """Return the next place that is neither blank nor a comment."""
    while True:
        blank = _BLANK.match(text, position)
        position = blank.end() if blank else position
        comment = _COMMENT.match(text, position)
        if comment is None:
            return position
        position = comment.end()


def after_comments(text: str, position: int, *, same_line: bool) -> int:
    """Return the end of the last comment that follows; `same_line`: only of those before the line ends."""
    end = position
    while True:
        blank = _BLANK.match(text, position)
        position = blank.end() if blank else position
        if same_line and "\n" in text[end:position]:
            return end
        comment = _COMMENT.match(text, position)
        if comment is None:
            return end
        end = position = comment.end()


def _value(text: str, start: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise UnreadableError(f"it nests deeper than {_DEEPEST} levels")
    opening = text[start : start + 1]
    if opening in {"{", "["}:
        return _plain_container(text, start) or _container(text, start, depth)
    found = (_STRING if opening == '"' else _WORD).match(text, start)
    if found is None:
        raise UnreadableError(f"no value at character {start}")
    return Node(text, start, found.end(), _scalar(found[0], start))


def _plain_container(text: str, start: int) -> Node | None:
    """Read an object or array without comments, which is most of a large file, at the speed of C."""
    try:
        plain, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return Node(text, start, end, plain)


def _container(text: str, start: int, depth: int) -> Node:
    is_object = text[start] == "{"
    items, end = _items(text, start, "}" if is_object else "]", depth)
    if is_object:
        return Node(text, start, end, {str(item.key): item.value.plain for item in items})
    return Node(text, start, end, [item.value.plain for item in items])


def _items(text: str, start: int, closing: str, depth: int) -> tuple[tuple[Item, ...], int]:
    """Return what is inside a container that starts somewhere, and where the container ends."""
    items: list[Item] = []
    position = skip(text, start + 1)
    while text[position : position + 1] != closing:
        if items and items[-1].comma is None:
            raise UnreadableError(f"no comma before character {position}")
        first, key = position, None
        if closing == "}":
            key, position = _key(text, position)
        value = _value(text, position, depth + 1)
        position = skip(text, value.end)
        comma = position if text[position : position + 1] == "," else None
        items.append(Item(first, key, value, comma))
        position = position if comma is None else skip(text, comma + 1)
    return tuple(items), position + 1


def _key(text: str, position: int) -> tuple[str, int]:
    found = _STRING.match(text, position)
    if found is None:
        raise UnreadableError(f"no key at character {position}")
    colon = skip(text, found.end())
    if text[colon : colon + 1] != ":":
        raise UnreadableError(f"no colon at character {colon}")
    return str(_scalar(found[0], position)), skip(text, colon + 1)


def _scalar(text: str, start: int) -> Json:
    try:
        value: Json = json.loads(text)
    except ValueError as problem:
        raise UnreadableError(f"no value at character {start}") from problem
    return value
