"""How do the unit tests see a view? As the plain text that a console of some width prints."""

from collections.abc import Iterable
from io import StringIO

from rich.console import Console, RenderableType


def printed(parts: Iterable[RenderableType], width: int = 120) -> str:
    """Return what would be printed."""
    out = StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False, no_color=True)
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
