"""How does a shell talk at a terminal? A line with completion, live answers below, the answer after it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from phantasm import __version__
from phantasm.config.environment import colour_wanted
from phantasm.surfaces.cli.shell.acting import carry_out
from phantasm.surfaces.cli.shell.beside import Beside
from phantasm.surfaces.cli.shell.completing import Completions
from phantasm.surfaces.cli.shell.door import Door
from phantasm.surfaces.cli.shell.history import KeptLines
from phantasm.surfaces.cli.shell.live import HITS_SHOWN, Live, drawn
from phantasm.surfaces.cli.shell.sending import Shell
from phantasm.surfaces.cli.showing import console

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.output import Output

    from phantasm.contracts.envelope import Response

_PROMPT = "phantasm> "
_HINT = "words search · /help · Tab completes · Ctrl-D leaves"
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "prompt": "bold"})


class Talk:
    """One shell at one terminal, and everything that lives as long as it does."""

    def __init__(
        self, start: Path, *, as_json: bool = False, source: Input | None = None, screen: Output | None = None
    ) -> None:
        self.shell = Shell(Door(start), has_keys=True, as_json=as_json)
        self.history = KeptLines()
        self._beside = Beside(start)
        self._completions = Completions(self._beside)
        self._waiting = ""
        self.live = Live(self._beside, self._redraw)
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
        try:
            while not self.shell.ended:
                self._look_around()
                try:
                    line = self.session.prompt()
                except KeyboardInterrupt:
                    continue
                except EOFError:
                    break
                finally:
                    self.live.clear()
                self._answer(line)
        finally:
            self.close()
        return 0

    def close(self) -> None:
        """Close both doors."""
        self._beside.close()
        self.shell.door.close()

    def _answer(self, line: str) -> None:
        try:
            carry_out(self.shell, line)
        except KeyboardInterrupt:
            # What was being written is rolled back; the door is opened afresh for the next line.
            self.shell.door.close()
            console().print("stopped", style="yellow")
        self._completions.forget()
        if not self.shell.masked:
            self.history.keep(line)

    def _look_around(self) -> None:
        """Ask what is there, which also makes the second thread ready before anybody types."""
        self._beside.ask("inspect", {}).add_done_callback(self._looked)

    def _looked(self, asked: Future[Response]) -> None:
        project = ((asked.result().data or {}).get("project") if not asked.cancelled() else None) or {}
        if isinstance(project, dict):
            waiting = project.get("waiting_for_review")
            self._waiting = f"{waiting} waiting: /review · " if waiting else ""
            self._redraw()

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
