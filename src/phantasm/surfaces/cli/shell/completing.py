"""What can a line be completed to? Commands and parameters at once; handles and ids as memory has them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.shell.commands import COMMANDS
from phantasm.surfaces.cli.shell.parameters import operation_names
from phantasm.surfaces.cli.shell.places import (
    OfCommand,
    OfName,
    OfOperation,
    OfParameter,
    OfValue,
    Place,
    places,
)
from phantasm.surfaces.cli.tables import objects, says

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.shell.beside import Beside

    Named = tuple[str, str]

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
