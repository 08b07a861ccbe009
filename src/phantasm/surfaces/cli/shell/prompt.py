"""How does a shell talk at a terminal? A line with completion, live answers below, the answer after it."""

from __future__ import annotations

import asyncio
import signal
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from phantasm import __version__
from phantasm.config.environment import colour_wanted
from phantasm.surfaces.cli.shell.beside import Beside
from phantasm.surfaces.cli.shell.completing import Completions
from phantasm.surfaces.cli.shell.door import Door
from phantasm.surfaces.cli.shell.history import KeptLines
from phantasm.surfaces.cli.shell.live import HITS_SHOWN, Live, drawn
from phantasm.surfaces.cli.shell.sending import Shell
from phantasm.surfaces.cli.showing import console

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path
    from types import FrameType

    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.output import Output

_PROMPT = "phantasm> "
# Longer than drawing one line takes, shorter than anybody types a word in.
_DRAWN_SECONDS = 0.05
# As many as a menu needs to be chosen from; the library's own number.
_MENU_LINES = 8
_HINT = "words search · /help · Tab completes · Ctrl-D leaves"
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "prompt": "bold"})


class Talk:
    """One shell at one terminal, and everything that lives as long as it does."""

    def __init__(
        self, start: Path, *, as_json: bool = False, source: Input | None = None, screen: Output | None = None
    ) -> None:
        # Hooks are looked after beside the line, where nobody waits for it.
        self.shell = Shell(Door(start, tends=False), has_keys=True, as_json=as_json)
        self.history = KeptLines()
        self._beside = Beside(start)
        self._completions = Completions(self._beside)
        self._waiting = ""
        self._is_warm = False
        self.live = Live(self._beside, begin=self._begin, changed=self._redraw)
        self.session: PromptSession[str] = PromptSession(
            _PROMPT,
            history=self.history,
            completer=self._completions,
            complete_while_typing=True,
            enable_suspend=True,
            enable_open_in_editor=True,
            bottom_toolbar=self._below,
            key_bindings=_keys(self.live),
            style=_STYLE,
            color_depth=None if colour_wanted() else ColorDepth.DEPTH_1_BIT,
            input=source,
            output=screen,
        )
        self.session.default_buffer.on_text_changed.add_handler(self._typed)

    def run(self) -> int:
        """Take line after line until the last; returns the exit status of leaving, which is 0."""
        before = signal.signal(signal.SIGINT, _as_a_key)
        try:
            while not self.shell.ended:
                try:
                    line = self._read()
                except KeyboardInterrupt:
                    continue
                except EOFError:
                    break
                self._answer(line)
        finally:
            # Closing may wait for others that write: whoever leaves may stop that.
            signal.signal(signal.SIGINT, before)
            self.close()
        return 0

    def close(self) -> None:
        """Close both doors."""
        self._beside.close()
        self.shell.door.close()

    def _read(self) -> str:
        try:
            return self.session.prompt(
                pre_run=self._settle, reserve_space_for_menu=self._menu(), handle_sigint=False
            )
        finally:
            self.live.clear()

    def _answer(self, line: str) -> None:
        from phantasm.surfaces.cli.shell.acting import carry_out  # noqa: PLC0415  the contract: the prompt first

        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            carry_out(self.shell, line)
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, _as_a_key)
            # What was being written was rolled back on the way here.
            console().print("stopped", style="yellow")
        finally:
            signal.signal(signal.SIGINT, _as_a_key)
        self._completions.forget()
        if self.shell.wrote:
            self._beside.tend()
        if not self.shell.masked:
            self.history.keep(line)

    def _menu(self) -> int:
        """Return how many lines are kept free for a menu: fewer where the window has few."""
        return min(_MENU_LINES, self.session.output.get_size().rows // 3)

    def _settle(self) -> None:
        self._begin(self._look_around())

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        return self.session.app.create_background_task(work)

    async def _look_around(self) -> None:
        """Say what waits; the first time also ask something small, so that the first words find all loaded.

        Once the line is drawn: loading what that needs would hold the drawing up.
        """
        await asyncio.sleep(_DRAWN_SECONDS)
        response = await asyncio.wrap_future(self._beside.ask("inspect", {}))
        project = (response.data or {}).get("project")
        waiting = project.get("waiting_for_review") if isinstance(project, dict) else None
        self._waiting = f"{waiting} waiting: /review · " if waiting else ""
        self._redraw()
        if not self._is_warm:
            self._is_warm = True
            await asyncio.wrap_future(self._beside.ask("search", {"query": "memory", "limit": 1}))

    def _redraw(self) -> None:
        self.session.app.invalidate()

    def _typed(self, buffer: Buffer) -> None:
        if self.shell.is_live and self.session.app.is_running:
            self.live.follow(buffer.text)

    def _below(self) -> ANSI:
        width = self.session.app.output.get_size().columns
        hint = f"{self._waiting}{_HINT}"[: max(1, width - 1)]
        return ANSI(drawn(self.live.shown, width) or f"\x1b[2m{hint}\x1b[0m")


def talk(start: Path, *, as_json: bool) -> int:
    """Greet, and talk until Ctrl-D or /quit."""
    if not as_json:
        console().print(f"phantasm {__version__}, {start.absolute().name or start.absolute()}", style="dim")
    return Talk(start, as_json=as_json).run()


def _as_a_key(number: int, frame: FrameType | None) -> None:
    """Let Ctrl-C be a key and nothing else, unless a line is carried out.

    While a line is read the terminal sends it as a key. Just before and after, it would be a signal in the
    middle of the library's own work.
    """
    del number, frame


def _keys(live: Live) -> KeyBindings:
    """Let Alt and a digit show that answer of the live search."""
    keys = KeyBindings()
    for place in range(HITS_SHOWN):
        keys.add("escape", str(place + 1))(partial(_show_answer, live, place))
    return keys


def _show_answer(live: Live, place: int, event: KeyPressEvent) -> None:
    if place < len(live.shown.names):
        event.current_buffer.text = f"/show {live.shown.names[place]}"
        event.current_buffer.validate_and_handle()
