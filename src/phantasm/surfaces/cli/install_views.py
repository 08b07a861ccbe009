"""How does install look to a person? What changes line by line, what was left alone, what was tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from phantasm.surfaces.cli import tables
from phantasm.surfaces.cli.plain import one_line, plain

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phantasm.contracts.model import JsonObject

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
# Of a file that comes or goes: enough to see what it is. The whole is in `--json`.
_WHOLE_LINES_SHOWN = 16


def installation(data: JsonObject) -> list[RenderableType]:
    """Show the difference, the files, and what a person has to do by hand."""
    lines = _without_long_files(str(data.get("diff") or "").splitlines())
    parts: list[RenderableType] = [Text(plain(line), _COLOURS.get(line[:1], "")) for line in lines]
    parts += tables.steps(data)
    for problem in tables.objects(data, "problems"):
        told = f"{problem.get('path')} was left as it is: {problem.get('reason')}"
        parts.append(Text.assemble(("  left alone  ", "yellow"), one_line(told)))
        if problem.get("by_hand"):
            parts.append(Text(f"    by hand: {plain(str(problem['by_hand']))}", "dim"))
    parts += [Text.assemble(("note: ", "cyan"), notice) for notice in tables.texts(data, "notices")]
    parts += [Text.assemble(("once: ", "cyan"), told) for told in tables.texts(data, "once")]
    return parts


def _without_long_files(lines: list[str]) -> list[str]:
    """Return a difference in which a file that comes or goes whole shows its beginning only."""
    shown: list[str] = []
    of_file: list[str] = []
    for line in [*lines, "--- "]:
        if line.startswith("--- ") and of_file:
            is_whole = "/dev/null" in {of_file[0][4:], of_file[1][4:]}
            cut = _WHOLE_LINES_SHOWN if is_whole else len(of_file)
            shown += of_file[:cut]
            shown += [f" … {len(of_file) - cut} more lines"] if cut < len(of_file) else []
            of_file = []
        of_file.append(line)
    return shown


def checks(data: JsonObject) -> list[RenderableType]:
    """Show one line for each thing that was tried."""
    parts: list[RenderableType] = []
    for check in tables.objects(data, "checks"):
        mark = ("ok    ", "green") if check.get("ok") else ("FAILED", "red")
        client = str(check.get("client") or "all")
        line = Text.assemble(mark, f"  {client:<12} ", (one_line(str(check.get("what"))), "bold"))
        line.append(f"  {one_line(str(check.get('detail') or ''))}", "dim")
        parts.append(line)
        if not check.get("ok") and check.get("command"):
            parts.append(Text(f"          try: {one_line(str(check['command']))}", "yellow"))
    return parts
