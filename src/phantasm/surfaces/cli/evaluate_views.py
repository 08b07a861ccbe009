"""How does an evaluation read? A table per set, how sure it is, and what went into it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli import tables
from phantasm.surfaces.cli.plain import one_line

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_KIND_CHARACTERS, _GAP_CHARACTERS = 28, 2
"""The longest names of kinds, and what keeps two columns apart."""
_NARROWEST_CHARACTERS = len("0.1234")
_RANKED = ("n", "R@1", "R@5", "R@10", "R@20", "any@5", "all@10", "MRR", "nDCG@10", "fresh", "clean@5")
_RANKED_INTERVALS = ("R@10", "MRR", "nDCG@10", "fresh", "clean@5")
"""What questions are judged by; the intervals of the rest are in the JSON."""


def rankings(data: "JsonObject") -> list[RenderableType]:
    """Show a table per set and arm, how sure it is, and whether the arms together beat each of them."""
    parts: list[RenderableType] = []
    for one in tables.objects(data, "sets"):
        for arm, table in _object(one.get("tables")).items():
            parts.append(Text(one_line(f"{one.get('set')}, {arm}{_as_taken(data)}"), "bold"))
            parts += _table(_object(table), _RANKED)
            parts += _intervals(_object(_object(one.get("intervals")).get(arm)), _RANKED_INTERVALS)
        parts += [_difference(found) for found in tables.objects(one, "differences")]
    return [*parts, _counts(data), *(Text(f"run: {path}", "dim") for path in tables.texts(data, "runs"))]


def contexts(data: "JsonObject") -> list[RenderableType]:
    """Show a table per set over the budgets, how sure it is, and what the contexts took."""
    parts: list[RenderableType] = []
    budgets = [str(budget) for budget in tables.listed(data.get("budgets"))]
    gold, said = ([f"{name}@{budget}" for budget in budgets] for name in ("gold", "ans"))
    for one in tables.objects(data, "sets"):
        parts.append(Text(one_line(f"{one.get('set')}, {data.get('model')}, {data.get('format')}"), "bold"))
        parts += _table(_object(one.get("table")), ["n", *gold, *said, "mono"])
        for names in (gold, [*said, "mono"]):
            parts += _intervals(_object(one.get("intervals")), names)
        parts.append(_taken(one))
    files = [Text(f"contexts: {path}", "dim") for path in tables.texts(data, "files")]
    return [*parts, _counts(data), *files]


def _as_taken(data: "JsonObject") -> str:
    """Say how vectors were taken, where somebody asked for it."""
    asked = {"dimensions": "numbers", "layers": "layers"}
    return "".join(f", {data[key]} {word}" for key, word in asked.items() if key in data)


def _table(kinds: "JsonObject", names: Sequence[str]) -> list[RenderableType]:
    width = max(_NARROWEST_CHARACTERS, *map(len, names)) + _GAP_CHARACTERS
    lines: list[RenderableType] = [_line("kind", names, width, "bold")]
    for kind, row in kinds.items():
        figures = _object(row)
        lines.append(_line(one_line(kind), [str(figures.get(name, "-")) for name in names], width))
    return lines


def _line(first: str, figures: Iterable[str], width: int, style: str = "") -> Text:
    return Text(first.ljust(_KIND_CHARACTERS) + "".join(figure.rjust(width) for figure in figures), style)


def _intervals(kinds: "JsonObject", names: Sequence[str]) -> list[RenderableType]:
    """Say between which bounds the figures over all questions lie in 95 % of the samples."""
    bounds = _object(kinds.get("all"))
    said = [f"{name} {_bounds(bounds[name])}" for name in names if name in bounds]
    return [Text("95 %: " + ", ".join(said), "dim")] if said else []


def _taken(one: "JsonObject") -> Text:
    """Say what the contexts of a set took, and where there was nothing to hand over."""
    means = [f"{mean} of {budget}" for budget, mean in _object(one.get("tokens")).items()]
    over, nothing = one.get("over_budget"), one.get("no_match")
    found = f"questions over budget: {over}, without a match: {nothing}"
    return Text(f"tokens: {', '.join(means) or 'none'}; {found}", "red" if over else "dim")


def _counts(data: "JsonObject") -> Text:
    return Text(", ".join(f"{data.get(name)} {name}" for name in ("cases", "documents", "questions")), "dim")


def _difference(found: "JsonObject") -> Text:
    verdict = "significant" if found.get("significant") else "not significant"
    arms = f"{found.get('arm')} - {found.get('against')} = {_signed(found.get('difference'))}"
    return Text(f"{found.get('measure')}: {arms} {_bounds(found.get('interval'))}, {verdict}")


def _bounds(value: object) -> str:
    return f"[{' '.join(str(bound) for bound in tables.listed(value))}]"


def _signed(value: object) -> str:
    return f"{value:+}" if isinstance(value, float | int) else ""


def _object(value: object) -> "JsonObject":
    return value if isinstance(value, dict) else {}
