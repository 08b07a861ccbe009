"""What is being typed at the end of a line? A command, an operation, a parameter, its value, or a name."""

from __future__ import annotations

from dataclasses import dataclass

from phantasm.surfaces.cli.shell.commands import COMMANDS, SHORT
from phantasm.surfaces.cli.shell.lines import last_word
from phantasm.surfaces.cli.shell.parameters import Parameter, operation_names, parameters


@dataclass(frozen=True, slots=True)
class OfCommand:
    """The name of a slash command."""

    begun: str


@dataclass(frozen=True, slots=True)
class OfOperation:
    """The name of an operation."""

    begun: str


@dataclass(frozen=True, slots=True)
class OfParameter:
    """The name of one of some parameters."""

    begun: str
    among: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class OfValue:
    """One of some fixed values."""

    begun: str
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfName:
    """The name of something that is kept: a record, a session, a write, a kind."""

    begun: str
    family: str


Place = OfCommand | OfOperation | OfParameter | OfValue | OfName


def places(text: str) -> list[Place]:
    """Return what the end of a line may be; nothing within a question or a JSON request."""
    if text.startswith("{") or "\n" in text:
        return []
    first, blank, _ = text.partition(" ")
    if first.startswith("/"):
        return _behind_slash(first[1:], text) if blank else [OfCommand(first[1:])]
    if not blank:
        return [OfOperation(first)] if first and not first.startswith(("?", "#")) else []
    return _parts(parameters(first), text) if first in operation_names() else []


def _behind_slash(name: str, text: str) -> list[Place]:
    command = COMMANDS.get(SHORT.get(name.lower(), name.lower()))
    if command is None:
        return []
    begun = last_word(text)
    known = parameters(command.operation or _LIKE.get(command.name, ""))
    found: list[Place] = []
    is_second = text.count(" ") == 1
    if command.names and "=" not in begun and (is_second or command.name not in _ONE_NAME):
        found.append(OfName(begun, command.names))
    if command.usage.startswith("[on"):
        found.append(OfValue(begun, ("on", "off")))
    # In a question every word could begin a parameter: they are offered once a word has begun.
    return found + (_parts(known, text) if begun else [])


def _parts(known: dict[str, Parameter], text: str) -> list[Place]:
    begun = last_word(text)
    name, equals, value = begun.partition("=")
    if not equals:
        given = {word.partition("=")[0] for word in text.split() if "=" in word}
        left = tuple(one for one in known.values() if one.name not in given)
        return [OfParameter(begun, left)] if left else []
    parameter = known.get(name)
    if parameter is None:
        return []
    # In a list the last value is the one that is typed.
    last = value.rpartition(",")[2] if parameter.many else value
    if parameter.choices:
        return [OfValue(last, parameter.choices)]
    return [OfName(last, parameter.names)] if parameter.names else []


_LIKE = {"add": "ingest", "review": "review_queue", "undo": "undo"}
"""Whose parameters commands take that are more than a request."""
_ONE_NAME = frozenset({"add", "list", "why", "history", "help"})
"""Commands of which only the first word is a name."""
