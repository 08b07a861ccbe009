"""How does a compiled context look before anybody gets it? A bar of tokens, its sections, its first lines."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from phantasm.surfaces.cli import compile_views
from phantasm.surfaces.cli.plain import plain
from phantasm.surfaces.cli.tables import JsonObject, number, objects

# What the explanation shows and a preview does not; /lines does.
_EXPLAINED = frozenset({"lines", "omitted", "findings"})
# As many as leave the bars in a window of 24 lines.
_LINES_SHOWN = 8
# Told apart on light and dark grounds; sections follow each other in a fixed order.
_COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "red")
_TAKEN, _FREE = "█", "░"
# Without colour, neighbours are told apart by their shade.
_SHADES = ("█", "▓", "▒")
# Beyond this a longer bar is not easier to read.
_WIDEST_CELLS = 100


class TokenBar:
    """One bar as wide as the window: the whole budget, and what each section takes of it."""

    def __init__(self, data: JsonObject) -> None:
        self._budget = number(data.get("token_budget")) or 1.0
        self._used = number(data.get("tokens"))
        self._sections = [number(one.get("tokens")) for one in objects(data, "sections")]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it; what is there at all takes a cell, and the envelope around the sections is taken too."""
        cells = min(options.max_width, _WIDEST_CELLS)
        bar, plain_only = Text(no_wrap=True), console.no_color or not console.is_terminal
        for place, width in enumerate(widths([*self._sections, self._envelope()], self._budget, cells)):
            is_envelope = place == len(self._sections)
            sign = _SHADES[place % len(_SHADES)] if plain_only else _TAKEN
            bar.append(sign * width, "dim" if is_envelope else _COLOURS[place % len(_COLOURS)])
        bar.append(_FREE * max(0, cells - len(bar)), "dim")
        yield bar

    def _envelope(self) -> float:
        return max(0.0, self._used - sum(self._sections))


def widths(tokens: Iterable[float], budget: float, cells: int) -> list[int]:
    """Return how many cells each part takes: rounded sums, so that the parts end where the whole does."""
    ends, result, total, done = [], [], 0.0, 0
    for part in tokens:
        total += part
        ends.append((part, total))
    for part, end in ends:
        place = min(cells, max(round(end / budget * cells), done + (1 if part > 0 else 0)))
        result.append(place - done)
        done = place
    return result


def preview(data: JsonObject, *, lines: int = _LINES_SHOWN) -> list[RenderableType]:
    """Show how the budget is spent, and how the text begins."""
    text = plain(str(data.get("text") or "")).splitlines()
    rest = len(text) - lines
    parts: list[RenderableType] = [
        Text(line, "dim", no_wrap=True, overflow="ellipsis") for line in text[:lines]
    ]
    if rest > 0:
        parts.append(Text(f"… {rest} more lines: /text", "dim"))
    return [*spent(data), *parts]


def spent(data: JsonObject) -> list[RenderableType]:
    """Show only how the budget is spent."""
    kept = {name: value for name, value in data.items() if name not in _EXPLAINED}
    return [TokenBar(data), *compile_views.explained(kept)]
