"""What is shown while somebody types? The best answers so far, or how a context would spend its budget."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from phantasm.config.environment import colour_wanted
from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.search_views import VERDICTS, found
from phantasm.surfaces.cli.shell.commands import COMMANDS, SHORT
from phantasm.surfaces.cli.shell.lines import Call, Question, Slash, read
from phantasm.surfaces.cli.shell.meaning import params_of
from phantasm.surfaces.cli.shell.parameters import operation_names
from phantasm.surfaces.cli.shell.previewing import spent
from phantasm.surfaces.cli.tables import cited, listed, objects

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from rich.console import RenderableType

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.shell.beside import Beside

    Begin = Callable[[Coroutine[object, object, None]], asyncio.Task[None]]

# Between two keys of somebody who types without looking 100 to 200 ms pass; a pause is longer.
PAUSE_SECONDS = 0.2
# Two lines each: a window of 24 lines keeps its line, its menu and these.
HITS_SHOWN = 5
# One or two letters find everything.
_SHORTEST_QUESTION_CHARACTERS = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """What would be asked if the line ended here."""

    operation: str
    params: JsonObject


@dataclass(frozen=True, slots=True)
class Shown:
    """What is seen below the line, and the names of the answers in it."""

    parts: tuple[RenderableType, ...] = ()
    names: tuple[str, ...] = ()


NOTHING = Shown()


class Live:
    """Follows the line: after a pause it asks beside it, and what was asked for longer ago is dropped."""

    def __init__(self, beside: Beside, *, begin: Begin, changed: Callable[[], None]) -> None:
        """`begin` starts a task within the loop of the prompt, and ends it with that."""
        self.shown = NOTHING
        self._beside = beside
        self._begin = begin
        self._changed = changed
        self._wanted: Wanted | None = None
        self._task: asyncio.Task[None] | None = None

    def follow(self, line: str) -> None:
        """Look at the line as it is now; within the loop of the prompt."""
        asked = wanted(line)
        if asked == self._wanted:
            return
        self._wanted = asked
        self.stop()
        if asked is None:
            self.shown = NOTHING
        else:
            self._task = self._begin(self._look(asked))

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def clear(self) -> None:
        """Start over with an empty line."""
        self.stop()
        self.shown, self._wanted = NOTHING, None

    async def _look(self, asked: Wanted) -> None:
        await asyncio.sleep(PAUSE_SECONDS)
        response = await asyncio.wrap_future(self._beside.ask(asked.operation, asked.params))
        self.shown = _shown(asked, response)
        self._changed()


def wanted(line: str) -> Wanted | None:
    """Return what a line would search or compile; nothing for anything else, and for too few letters."""
    match read(line, operation_names()):
        case Slash(name, rest) if SHORT.get(name, name) in {"search", "compile"}:
            name, words = SHORT.get(name, name), rest
        case Call(name, words) if name in {"search", "compile"}:
            pass
        case Question(words):
            name = "search"
        case _:
            return None
    if len(words) < _SHORTEST_QUESTION_CHARACTERS:
        return None
    try:
        params = params_of(COMMANDS[name], words)
    except PhantasmError:  # half a parameter, so far
        return None
    if not params.get("query"):
        return None
    return Wanted(name, params | ({"limit": HITS_SHOWN} if name == "search" else {}))


def drawn(shown: Shown, width: int) -> str:
    """Return what is shown as the text, with colours, that a terminal of some width gets."""
    out = StringIO()
    console = Console(
        file=out,
        width=max(1, width),
        force_terminal=True,
        no_color=not colour_wanted(),
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in shown.parts:
        console.print(part)
    return out.getvalue().rstrip("\n")


def _shown(asked: Wanted, response: Response) -> Shown:
    data = response.data
    if response.error is not None or data is None:
        message = response.error.message if response.error else ""
        return Shown((Text(" ".join(message.split()), "dim", no_wrap=True, overflow="ellipsis"),))
    if asked.operation == "compile":
        return Shown(tuple(spent(data)))
    hits, words = objects(data, "hits"), tuple(map(str, listed(data.get("words"))))
    said, style = VERDICTS.get(str(data.get("match")), ("", ""))
    parts = (found(rank, hit, words) for rank, hit in enumerate(hits, start=1))
    return Shown((Text(said, style), *parts), tuple(cited(hit) for hit in hits))
