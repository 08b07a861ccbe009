"""What does a person see? A real process on a pty, and a screen that follows what it writes."""

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

from tests.fixtures import commands

# Far above what any step takes; a test that meets it hangs.
_DEADLINE_SECONDS = 60
_SEQUENCE = re.compile(r"\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>78]|\x1b\(.")
_UNFINISHED = re.compile(r"\x1b(\[[0-?]*[ -/]*|\][^\x07\x1b]*|\(|)$")


class Screen:
    """As much of a terminal as a program uses that redraws a few lines: text, moves, erasing, scrolling."""

    def __init__(self, rows: int = 24, columns: int = 100) -> None:
        self.rows, self.columns = rows, columns
        self.row = self.column = 0
        self._cells = [[" "] * columns for _ in range(rows)]
        self._begun = ""
        self.above: list[str] = []
        """What has scrolled away."""

    def feed(self, text: str) -> None:
        """Draw what a program wrote."""
        text, self._begun = self._begun + text, ""
        place = 0
        while place < len(text):
            if text[place] == "\x1b":
                found = _SEQUENCE.match(text, place)
                if found is None:
                    if _UNFINISHED.match(text, place):
                        self._begun = text[place:]
                        return
                    place += 1
                    continue
                self._steer(found[1] or "", found[2] or "")
                place = found.end()
                continue
            self._put(text[place])
            place += 1

    @property
    def lines(self) -> list[str]:
        """What stands there, line by line."""
        return ["".join(row).rstrip() for row in self._cells]

    @property
    def text(self) -> str:
        """What stands there."""
        return "\n".join(self.lines).rstrip()

    @property
    def everything(self) -> str:
        """What stands there and what has scrolled away."""
        return "\n".join([*self.above, *self.lines]).rstrip()

    def _put(self, sign: str) -> None:
        match sign:
            case "\r":
                self.column = 0
            case "\n":
                self._down()
            case "\b":
                self.column = max(0, self.column - 1)
            case _ if sign < " ":
                return
            case _:
                wide = 2 if unicodedata.east_asian_width(sign) in "WF" else 1
                if self.column + wide > self.columns:
                    self.column = 0
                    self._down()
                self._cells[self.row][self.column] = sign
                self.column += wide

    def _down(self) -> None:
        if self.row + 1 < self.rows:
            self.row += 1
            return
        self.above.append("".join(self._cells.pop(0)).rstrip())
        self._cells.append([" "] * self.columns)

    def _steer(self, given: str, what: str) -> None:
        numbers = [int(number) if number.isdigit() else 0 for number in given.split(";")]
        count = max(1, numbers[0])
        match what:
            case "A":
                self.row = max(0, self.row - count)
            case "B":
                self.row = min(self.rows - 1, self.row + count)
            case "C":
                self.column = min(self.columns - 1, self.column + count)
            case "D":
                self.column = max(0, self.column - count)
            case "H":
                self.row = min(self.rows, count) - 1
                self.column = min(self.columns, max(1, numbers[1] if len(numbers) > 1 else 1)) - 1
            case "J":
                self._erase(self.row, self.column if numbers[0] == 0 else 0, below=True)
            case "K":
                self._erase(self.row, self.column, below=False)

    def _erase(self, row: int, column: int, *, below: bool) -> None:
        self._cells[row][column:] = [" "] * (self.columns - column)
        if below:
            for other in range(row + 1, self.rows):
                self._cells[other] = [" "] * self.columns


class Terminal:
    """A program at a terminal of its own; what it writes is drawn, what a person types is sent."""

    def __init__(
        self, command: list[str], folder: Path, environment: dict[str, str], *, rows: int = 24
    ) -> None:
        self.screen = Screen(rows)
        self.written = ""
        self._side, theirs = pty.openpty()
        size = struct.pack("HHHH", rows, self.screen.columns, 0, 0)
        fcntl.ioctl(self._side, termios.TIOCSWINSZ, size)
        started = commands.fork(command, (theirs,) * 3, cwd=folder, env=environment, terminal=True)
        os.close(theirs)
        assert started is not None, environment
        self._started = started

    def type(self, text: str) -> None:
        """Send keys."""
        os.write(self._side, text.encode())

    def wait_for(self, *expected: str) -> str:
        """Draw until the screen shows some texts; returns what it shows."""
        return self.wait_until(lambda text: all(one in text for one in expected), f"showing {expected}")

    def wait_until(self, holds: Callable[[str], bool], what: str = "it") -> str:
        """Draw until something holds of what the screen shows."""
        deadline = time.monotonic() + _DEADLINE_SECONDS
        while not holds(self.screen.text):
            assert time.monotonic() < deadline, f"never {what}:\n{self.screen.everything}"
            assert self._draw(), f"ended before {what}:\n{self.screen.everything}"
        return self.screen.text

    def stops(self) -> bool:
        """Tell whether Ctrl-C would stop the program now; while it reads single keys it is one of them."""
        return bool(termios.tcgetattr(self._side)[3] & termios.ISIG)

    def end(self) -> int:
        """Draw until the program has ended; returns its exit status."""
        deadline = time.monotonic() + _DEADLINE_SECONDS
        while self._draw():
            assert time.monotonic() < deadline, f"does not end:\n{self.screen.everything}"
        os.close(self._side)
        status = self._started.wait()
        assert "Traceback" not in self.written, self.written
        return status

    def _draw(self) -> bool:
        """Draw what has come; returns whether more may come."""
        if not select.select([self._side], [], [], 0.2)[0]:
            return True
        try:
            chunk = os.read(self._side, 65536)
        except OSError:  # Linux says so when the last process has closed its side
            return False
        # Half a letter at the end of a chunk waits for its other half.
        while chunk and chunk[-1] >= 0x80 and not _is_whole(chunk):
            chunk += os.read(self._side, 1)
        text = chunk.decode(errors="replace")
        self.written += text
        for part in re.split(r"(\x1b\[6n)", text):
            if part == "\x1b[6n":  # where is the cursor? A terminal answers that itself
                self.type(f"\x1b[{self.screen.row + 1};{self.screen.column + 1}R")
            else:
                self.screen.feed(part)
        return bool(chunk)


def _is_whole(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError as problem:
        return problem.end < len(data) or problem.reason != "unexpected end of data"
    return True
