"""What an evaluation shows to people: its tables, how sure the figures are, and what went into them."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from phantasm.contracts.model import JsonObject
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import cell, columns, listed, objects, texts

_KIND_CHARACTERS, _GAP_CHARACTERS = 28, 2
"""The longest names of kinds, and what keeps two columns apart."""
_NARROWEST_CHARACTERS = len("0.1234")
_SHOWN_CHARACTERS = 200
_RANKED = ("n", "R@1", "R@5", "R@10", "R@20", "any@5", "all@10", "MRR", "nDCG@10", "fresh", "clean@5")
_RANKED_INTERVALS = ("R@10", "MRR", "nDCG@10", "fresh", "clean@5")
"""What questions are judged by; the intervals of the rest are in the JSON."""
_SHARES = ("precision", "recall", "precision_any_kind", "recall_any_kind")


def rankings(data: JsonObject) -> list[RenderableType]:
    """Show a table per set and arm, how sure it is, and whether the arms together beat each of them."""
    parts: list[RenderableType] = []
    for one in objects(data, "sets"):
        for arm, table in _object(one.get("tables")).items():
            parts.append(Text(one_line(f"{one.get('set')}, {arm}{_as_taken(data)}"), "bold"))
            parts += _table(_object(table), _RANKED)
            parts += _intervals(_object(_object(one.get("intervals")).get(arm)), _RANKED_INTERVALS)
        parts += [_difference(found) for found in objects(one, "differences")]
    return [*parts, _counts(data), *(Text(f"run: {path}", "dim") for path in texts(data, "runs"))]


def contexts(data: JsonObject) -> list[RenderableType]:
    """Show a table per set over the budgets, how sure it is, and what the contexts took."""
    parts: list[RenderableType] = []
    budgets = [str(budget) for budget in listed(data.get("budgets"))]
    gold, said = ([f"{name}@{budget}" for budget in budgets] for name in ("gold", "ans"))
    for one in objects(data, "sets"):
        parts.append(Text(one_line(f"{one.get('set')}, {data.get('model')}, {data.get('format')}"), "bold"))
        parts += _table(_object(one.get("table")), ["n", *gold, *said, "mono"])
        for names in (gold, [*said, "mono"]):
            parts += _intervals(_object(one.get("intervals")), names)
        parts.append(_taken(one))
    files = [Text(f"contexts: {path}", "dim") for path in texts(data, "files")]
    return [*parts, _counts(data), *files]


def claims(data: JsonObject) -> list[RenderableType]:
    """Show a table per set of dialogues, and what was missed where somebody asked for it."""
    parts: list[RenderableType] = []
    for one in objects(data, "sets"):
        head = f"{one.get('set')}: {one.get('sentences')} sentences, {one.get('nothing')} of them no claim"
        table = columns(
            "kind", "wanted", "stored", "right", "precision", "recall", "any kind", "recall of it"
        )
        kinds = one.get("kinds")
        for name, row in kinds.items() if isinstance(kinds, dict) else ():
            counts = [cell(row.get(key)) for key in ("wanted", "sure", "right")]
            table.add_row(cell(name, "bold"), *counts, *(cell(_share(row.get(key))) for key in _SHARES))
        parts += [Text(head, "bold"), table]
        parts += [Text(f"  {miss}", "dim") for miss in objects(one, "misses")]
    return parts


def rebuilt(data: JsonObject) -> list[RenderableType]:
    """Show whether the memory that was made again is the one that is there, and what went into it."""
    equal = bool(data.get("equal"))
    words, style = ("the same memory", "bold green") if equal else ("another memory", "bold red")
    parts: list[RenderableType] = [
        Text.assemble((words, style), f": {data.get('entries')} writes were made again"),
        _numbers("held", data.get("held")),
        _numbers("decided", _object(data.get("decided")).get("by_operation")),
        _numbers("derived", data.get("derived")),
        _numbers("could not be made again", data.get("pruned")),
        Text(f"digest: {data.get('digest')}", "dim"),
    ]
    for name, one in _object(data.get("differences")).items():
        found = _object(one)
        parts.append(Text(f"{name}: {found.get('count')} differ", "bold"))
        parts += [_labelled("only there", text) for text in listed(found.get("only_one"))]
        parts += [_labelled("only made again", text) for text in listed(found.get("only_other"))]
    refused = listed(_object(data.get("derived")).get("refused"))
    return [*parts, *(_labelled("refused", text) for text in refused)]


def played(data: JsonObject) -> list[RenderableType]:
    """Show each scenario with its score, and for what went wrong what was expected."""
    parts: list[RenderableType] = []
    for one in objects(data, "scenarios"):
        whole = one.get("met") == one.get("expectations")
        mark, style = ("ok    ", "green") if whole else ("FAIL  ", "bold red")
        score = f"  {one.get('met')}/{one.get('expectations')}"
        parts.append(Text.assemble((f"  {mark}", style), one_line(str(one.get("title"))), (score, "dim")))
        for failure in objects(one, "failures"):
            parts.append(
                Text(f"        step {failure.get('step')}: {one_line(str(failure.get('expected')))}")
            )
            told = one_line(str(failure.get("told")))[:_SHOWN_CHARACTERS]
            parts.append(Text(f"        told: {told}", "dim"))
    scenarios = len(objects(data, "scenarios"))
    summary = (
        f"{data.get('met')} of {data.get('expectations')} expectations, {data.get('whole')} of {scenarios}"
    )
    return [*parts, Text(f"score {data.get('score')}: {summary} scenarios whole", "bold")]


def _as_taken(data: JsonObject) -> str:
    """Say how vectors were taken, where somebody asked for it."""
    asked = {"dimensions": "numbers", "layers": "layers"}
    return "".join(f", {data[key]} {word}" for key, word in asked.items() if key in data)


def _table(kinds: JsonObject, names: Sequence[str]) -> list[RenderableType]:
    width = max(_NARROWEST_CHARACTERS, *map(len, names)) + _GAP_CHARACTERS
    lines: list[RenderableType] = [_line("kind", names, width, "bold")]
    for kind, row in kinds.items():
        figures = _object(row)
        lines.append(_line(one_line(kind), [str(figures.get(name, "-")) for name in names], width))
    return lines


def _line(first: str, figures: Iterable[str], width: int, style: str = "") -> Text:
    return Text(first.ljust(_KIND_CHARACTERS) + "".join(figure.rjust(width) for figure in figures), style)


def _intervals(kinds: JsonObject, names: Sequence[str]) -> list[RenderableType]:
    """Say between which bounds the figures over all questions lie in 95 % of the samples."""
    bounds = _object(kinds.get("all"))
    said = [f"{name} {_bounds(bounds[name])}" for name in names if name in bounds]
    return [Text("95 %: " + ", ".join(said), "dim")] if said else []


def _taken(one: JsonObject) -> Text:
    """Say what the contexts of a set took, and where there was nothing to hand over."""
    means = [f"{mean} of {budget}" for budget, mean in _object(one.get("tokens")).items()]
    over, nothing = one.get("over_budget"), one.get("no_match")
    found = f"questions over budget: {over}, without a match: {nothing}"
    return Text(f"tokens: {', '.join(means) or 'none'}; {found}", "red" if over else "dim")


def _counts(data: JsonObject) -> Text:
    return Text(", ".join(f"{data.get(name)} {name}" for name in ("cases", "documents", "questions")), "dim")


def _difference(found: JsonObject) -> Text:
    verdict = "significant" if found.get("significant") else "not significant"
    arms = f"{found.get('arm')} - {found.get('against')} = {_signed(found.get('difference'))}"
    return Text(f"{found.get('measure')}: {arms} {_bounds(found.get('interval'))}, {verdict}")


def _bounds(value: object) -> str:
    return f"[{' '.join(str(bound) for bound in listed(value))}]"


def _signed(value: object) -> str:
    return f"{value:+}" if isinstance(value, float | int) else ""


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _share(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)


def _numbers(label: str, counts: object) -> Text:
    numbers = {name: value for name, value in _object(counts).items() if isinstance(value, int) and value}
    words = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in numbers.items()) or "nothing"
    return Text.assemble((f"{label}: ", "bold"), one_line(words))


def _labelled(label: str, text: object) -> Text:
    return Text(f"  {label}: {one_line(str(text))[:_SHOWN_CHARACTERS]}")
