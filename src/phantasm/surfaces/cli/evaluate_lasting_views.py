"""How does it read whether memory lasts? What was made again, what differs, and which scenarios went well."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import listed, objects

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_SHOWN_CHARACTERS = 200


def rebuilt(data: "JsonObject") -> list[RenderableType]:
    """Show whether the memory that was made again is the one that is there, and what went into it."""
    equal = bool(data.get("equal"))
    words, style = ("the same memory", "bold green") if equal else ("another memory", "bold red")
    parts: list[RenderableType] = [
        Text.assemble((words, style), f": {data.get('entries')} writes were made again"),
        _counts("held", data.get("held")),
        _counts("decided", _object(data.get("decided")).get("by_operation")),
        _counts("derived", data.get("derived")),
        _counts("could not be made again", data.get("pruned")),
        Text(f"digest: {data.get('digest')}", "dim"),
    ]
    for name, one in _object(data.get("differences")).items():
        found = _object(one)
        parts.append(Text(f"{name}: {found.get('count')} differ", "bold"))
        parts += [_line("only there", text) for text in listed(found.get("only_one"))]
        parts += [_line("only made again", text) for text in listed(found.get("only_other"))]
    refused = listed(_object(data.get("derived")).get("refused"))
    return [*parts, *(_line("refused", text) for text in refused)]


def played(data: "JsonObject") -> list[RenderableType]:
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


def _counts(label: str, counts: object) -> Text:
    numbers = {name: value for name, value in _object(counts).items() if isinstance(value, int) and value}
    words = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in numbers.items()) or "nothing"
    return Text.assemble((f"{label}: ", "bold"), one_line(words))


def _line(label: str, text: object) -> Text:
    return Text(f"  {label}: {one_line(str(text))[:_SHOWN_CHARACTERS]}")


def _object(value: object) -> "JsonObject":
    return value if isinstance(value, dict) else {}
