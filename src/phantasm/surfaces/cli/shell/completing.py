"""What can a line be completed to? Commands and parameters at once; handles and ids as memory has them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.shell.commands import COMMANDS, SHORT
from phantasm.surfaces.cli.shell.lines import last_word
from phantasm.surfaces.cli.shell.parameters import Parameter, operation_names, parameters
from phantasm.surfaces.cli.tables import objects, says

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.shell.beside import Beside

    Named = tuple[str, str]


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


# What a menu can show and an eye can scan; more is found by typing on, or by words.
_RECORDS_LISTED = 200
_FOUND_BY_WORDS = 10
_OTHERS_LISTED = 50
# Shorter beginnings of words find everything.
_SHORTEST_WORDS_CHARACTERS = 3
# A menu that comes later than this is not waited for any more; the next key asks again.
_PATIENCE_SECONDS = 2.0
_MEANING_CHARACTERS = 60


class Completions(Completer):
    """Completes the end of a line; what has to be asked for is asked beside it and awaited."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self._fetched: dict[str, list[Named]] = {}

    def forget(self) -> None:
        """Forget the names that were fetched: the line just carried out may have made others."""
        self._fetched.clear()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Complete what needs no asking."""
        del complete_event
        for place in places(document.text_before_cursor):
            begun = place.begun.lower()
            for name, meaning in _known(place):
                if name.startswith(begun):
                    yield _completion(place.begun, name, meaning)

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        """Complete everything."""
        for found in self.get_completions(document, complete_event):
            yield found
        for place in places(document.text_before_cursor):
            if isinstance(place, OfName) and place.family != "command":
                for name, meaning in await self._named(place):
                    yield _completion(place.begun, name, meaning)

    async def _named(self, place: OfName) -> list[Named]:
        if place.family not in self._fetched:
            self._fetched[place.family] = await self._fetch(place.family)
        begun = place.begun.lower()
        found = [named for named in self._fetched[place.family] if named[0].lower().startswith(begun)]
        if found or place.family != "record" or len(begun) < _SHORTEST_WORDS_CHARACTERS:
            return found
        return _hits(
            await self._data("search", {"query": begun, "limit": _FOUND_BY_WORDS, "arms": "lexical"})
        )

    async def _fetch(self, family: str) -> list[Named]:
        match family:
            case "record":
                return _records(await self._data("list", {"limit": _RECORDS_LISTED}))
            case "session":
                found = objects(await self._data("sessions", {"limit": _OTHERS_LISTED}), "sessions")
                return [(str(one.get("id")), _short(one.get("title") or one.get("client"))) for one in found]
            case "write":
                found = objects(await self._data("audit", {"limit": _OTHERS_LISTED}), "entries")
                return [(str(one.get("id")), _short(one.get("operation"))) for one in found]
            case _:
                found = objects(await self._data("templates", {}), "templates")
                return [(str(one.get("record_kind")), _short(one.get("meaning"))) for one in found]

    async def _data(self, operation: str, params: JsonObject) -> JsonObject:
        """Return the data of an answer; nothing when it failed or takes too long."""
        asked = asyncio.wrap_future(self._beside.ask(operation, params))
        try:
            return (await asyncio.wait_for(asked, _PATIENCE_SECONDS)).data or {}
        except TimeoutError:
            return {}


def _known(place: Place) -> list[Named]:
    """Return what can stand at a place without asking, each with its meaning."""
    match place:
        case OfCommand():
            return [(name, command.about) for name, command in COMMANDS.items()]
        case OfOperation():
            return [(name, "operation") for name in operation_names()]
        case OfParameter():
            return [(f"{parameter.name}=", parameter.about) for parameter in place.among]
        case OfValue():
            return [(value, "") for value in place.among]
        case OfName(_, "command"):
            names = [(name, command.about) for name, command in COMMANDS.items()]
            return names + [(name, "operation") for name in operation_names()]
    return []


def _completion(begun: str, text: str, meaning: str) -> Completion:
    return Completion(text, start_position=-len(begun), display_meta=_short(meaning))


def _records(data: JsonObject) -> list[Named]:
    return [
        (str(record.get("handle")), _short(f"{record.get('kind')} {says(record)}"))
        for record in objects(data, "records")
    ]


def _hits(data: JsonObject) -> list[Named]:
    return [
        (str(hit.get("handle")), _short(f"{hit.get('kind')} {hit.get('text') or ''}"))
        for hit in objects(data, "hits")
        if hit.get("handle")
    ]


def _short(text: object) -> str:
    """Return what a menu shows beside a name: one line, without anything that would steer the terminal."""
    said = one_line(str(text or ""))
    return said if len(said) <= _MEANING_CHARACTERS else f"{said[: _MEANING_CHARACTERS - 1]}…"
