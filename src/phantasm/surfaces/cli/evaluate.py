"""Which commands measure how well memory works? eval retrieval."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli import tables
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import Json
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

commands = typer.Typer(no_args_is_help=True, help="Measure how well memory works, on known answers.")

_KIND_CHARACTERS, _FIGURE_CHARACTERS = 28, 9
"""The widths of the table's columns: the longest names of kinds, and four digits with room."""
_FIGURES = ("n", "R@1", "R@5", "R@10", "R@20", "any@5", "all@10", "MRR", "nDCG@10", "fresh", "clean@5")
_SHOWN_INTERVALS = ("R@10", "MRR", "nDCG@10", "fresh", "clean@5")
"""What questions are judged by; the intervals of the rest are in the JSON."""


@commands.callback()
def choose() -> None:
    """Measure how well memory works, on known answers."""


@commands.command()
def retrieval(  # noqa: PLR0913  one parameter per option
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR...", help="Folders of cases, or with cases below (corpus.jsonl, …)."),
    ],
    *,
    run: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the rankings: a .trec file, or a folder of them."),
    ] = None,
    arms: Annotated[
        str, typer.Option(help="Ways to search, with commas between: lexical, dense, hybrid.")
    ] = "hybrid",
    limit: Annotated[int, typer.Option(help="So many documents per question.")] = 100,
    jobs: Annotated[
        int | None, typer.Option(help="So many cases at a time; as many as there are processors if left out.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep embeddings there, for the next run.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write each case into a fresh store, ask its questions through search, and score the answers."""
    from phantasm.runtime.evaluation import retrieval as evaluation  # noqa: PLC0415  the runtime, and numpy

    def evaluate() -> "JsonObject":
        manner = evaluation.manner_of(arms, limit=limit, jobs=jobs, cache=cache)
        with _watching() as watch:
            return evaluation.evaluate_retrieval(folders, manner, run=run, watch=watch)

    finish(perform("eval retrieval", evaluate), report, as_json=as_json)


def report(data: "JsonObject") -> list[RenderableType]:
    """Show a table per set and arm, how sure it is, and whether the arms together beat each of them."""
    parts: list[RenderableType] = []
    for one in tables.objects(data, "sets"):
        for arm, table in _object(one.get("tables")).items():
            parts.append(Text(one_line(f"{one.get('set')}, {arm}"), "bold"))
            parts += _table(_object(table))
            parts += _intervals(_object(_object(one.get("intervals")).get(arm)))
        parts += [_difference(found) for found in tables.objects(one, "differences")]
    counts = ", ".join(f"{data.get(name)} {name}" for name in ("cases", "documents", "questions"))
    runs = [Text(f"run: {path}", "dim") for path in tables.texts(data, "runs")]
    return [*parts, Text(counts, "dim"), *runs]


def _table(kinds: "JsonObject") -> list[RenderableType]:
    lines: list[RenderableType] = [_line("kind", _FIGURES, "bold")]
    for kind, row in kinds.items():
        figures = _object(row)
        lines.append(_line(one_line(kind), [str(figures.get(name, "-")) for name in _FIGURES]))
    return lines


def _line(first: str, figures: "tuple[str, ...] | list[str]", style: str = "") -> Text:
    cells = "".join(figure.rjust(_FIGURE_CHARACTERS) for figure in figures)
    return Text(first.ljust(_KIND_CHARACTERS) + cells, style)


def _intervals(kinds: "JsonObject") -> list[RenderableType]:
    """Say between which bounds the figures over all questions lie in 95 % of the samples."""
    bounds = _object(kinds.get("all"))
    said = [f"{name} {_bounds(bounds[name])}" for name in _SHOWN_INTERVALS if name in bounds]
    return [Text("95 %: " + ", ".join(said), "dim")] if said else []


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


@contextmanager
def _watching() -> Iterator[Callable[[int], Callable[[int], None]]]:
    """Show how far the work has got, on a terminal only."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    errors = console(stderr=True)
    columns = (TextColumn("asking", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:

        def watch(steps: int) -> Callable[[int], None]:
            task = progress.add_task("", total=steps)
            return lambda done: progress.advance(task, done)

        yield watch
