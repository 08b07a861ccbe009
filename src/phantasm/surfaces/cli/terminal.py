"""Is a person there, and what do they say? Through /dev/tty, whatever stdin and stdout are.

This keeps an agent that can run commands from passing as a person by accident. It is a speed bump, not a
security boundary: a program that opens a terminal of its own can answer its own questions.
"""

import os
import sys
import termios

from phantasm.runtime.party import Party
from phantasm.surfaces.cli.plain import one_line

_TERMINAL = "/dev/tty"
# Far more than anybody types as an answer; a terminal hands over at most one line at a time.
_LONGEST_ANSWER_BYTES = 1024


def party() -> Party:
    """Return what this process knows about its caller."""
    return Party(at_terminal=True, ask=ask) if person_present() else Party()


def person_present() -> bool:
    """Tell whether we run in the foreground of a terminal, where somebody can see and answer a question."""
    try:
        descriptor = os.open(_TERMINAL, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(descriptor)


def ask(question: str) -> bool:
    """Put a question on the terminal and read y or n from it; anything but a clear yes is a no."""
    sys.stdout.flush()
    descriptor = os.open(_TERMINAL, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        # What was typed before the question could be seen is no answer to it.
        termios.tcflush(descriptor, termios.TCIFLUSH)
        os.write(descriptor, f"{one_line(question)} [y/N] ".encode())
        answer = os.read(descriptor, _LONGEST_ANSWER_BYTES)
    finally:
        os.close(descriptor)
    return answer.decode(errors="replace").strip().lower() in {"y", "yes"}
