"""How does a script use the shell? It pipes lines in; each is answered plainly, in order, until they end."""

import sys
from pathlib import Path

from phantasm.surfaces.cli.shell.acting import carry_out
from phantasm.surfaces.cli.shell.door import Door
from phantasm.surfaces.cli.shell.sending import Shell

_PROMPT = "phantasm> "


def answer_lines(start: Path, *, as_json: bool) -> int:
    """Answer every line of stdin; returns the exit status of the first line that failed, else 0."""
    shell = Shell(Door(start), as_json=as_json)
    is_typed = sys.stdin.isatty()
    try:
        while not shell.ended:
            try:
                line = _line(_PROMPT if is_typed else "")
                if line is None:
                    break
                carry_out(shell, line)
                sys.stdout.flush()
            except KeyboardInterrupt:
                if not is_typed:
                    raise
                print(file=sys.stderr)  # noqa: T201  the next prompt gets a line of its own
    finally:
        shell.door.close()
    return shell.status


def _line(prompt: str) -> str | None:
    """Return the next line, None at the end; bytes that are no text stay, and are refused later."""
    if prompt:
        sys.stderr.write(prompt)
        sys.stderr.flush()
    line = sys.stdin.buffer.readline()
    return line.decode("utf-8", "surrogateescape").rstrip("\r\n") if line else None
