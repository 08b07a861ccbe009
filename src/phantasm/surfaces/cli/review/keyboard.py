"""What does the person press or type? Single keys without Enter, and whole lines, on the terminal itself.

What was typed before a question could be seen is thrown away: nobody decides about what they have not read.
"""

import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from phantasm.surfaces.cli.plain import plain

_TERMINAL = "/dev/tty"
# A key sends one to a handful of bytes (arrows, function keys, one letter of any alphabet).
_KEY_BYTES = 64
# What a terminal hands over as one line at most (the line discipline of Linux).
_LINE_BYTES = 4096
ENTER, END = "\n", "\x04"
"""Enter, and Ctrl-D as a terminal sends it when keys are read one by one."""


def press(question: str, keys: str) -> str:
    """Ask, and return the first of some keys that is pressed; `END` when the terminal is gone or Ctrl-D."""
    with _terminal() as descriptor:
        before = termios.tcgetattr(descriptor)
        tty.setcbreak(descriptor, termios.TCSAFLUSH)
        try:
            _write(descriptor, question)
            while (pressed := _key(descriptor)) != END and (len(pressed) != 1 or pressed not in keys):
                pass
            _write(descriptor, "\n" if pressed in {ENTER, END} else f"{pressed}\n")
            return pressed
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def line(question: str) -> str:
    """Ask, and return one typed line without what surrounds it; empty when nothing was said."""
    with _terminal() as descriptor:
        termios.tcflush(descriptor, termios.TCIFLUSH)
        _write(descriptor, question)
        return plain(os.read(descriptor, _LINE_BYTES).decode(errors="replace")).strip()


def _key(descriptor: int) -> str:
    """Return what one press sent; arrows and the like are longer than one character and match nothing."""
    sent = os.read(descriptor, _KEY_BYTES).decode(errors="replace")
    # Stripped: after Ctrl-Z and fg a shell may have made the terminal hand over whole lines again.
    return sent.strip().lower() or (ENTER if sent else END)


@contextmanager
def _terminal() -> Iterator[int]:
    sys.stdout.flush()
    descriptor = os.open(_TERMINAL, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _write(descriptor: int, text: str) -> None:
    os.write(descriptor, text.encode(errors="replace"))
