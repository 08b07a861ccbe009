"""Which commands measure how well memory works? eval retrieval, eval context, and those that it names."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import evaluate_claims, evaluate_lasting, evaluate_views
from phantasm.surfaces.cli.evaluate_keeping import Keep, evaluated
from phantasm.surfaces.cli.options import Json
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

commands = typer.Typer(no_args_is_help=True, help="Measure how well memory works, on known answers.")
commands.command()(evaluate_claims.claims)
commands.command()(evaluate_lasting.replay)
commands.command()(evaluate_lasting.continuity)

_Folders = Annotated[
    list[Path],
    typer.Argument(metavar="DIR...", help="Folders of cases, or with cases below (corpus.jsonl, …)."),
]
_Jobs = Annotated[
    int | None,
    typer.Option("--jobs", help="So many cases at a time; as many as there are processors if left out."),
]
_Cache = Annotated[
    Path | None, typer.Option("--cache", metavar="DIR", help="Keep embeddings there, for the next run.")
]


@commands.callback()
def choose() -> None:
    """Measure how well memory works, on known answers."""


@commands.command()
def retrieval(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    folders: _Folders,
    *,
    run: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the rankings: a .trec file, or a folder of them."),
    ] = None,
    arms: Annotated[
        str, typer.Option(help="Ways to search, with commas between: lexical, dense, hybrid.")
    ] = "hybrid",
    limit: Annotated[int, typer.Option(help="So many documents per question.")] = 100,
    dimensions: Annotated[
        int | None, typer.Option(help="So many numbers of a vector; as configured if left out.")
    ] = None,
    layers: Annotated[
        int | None, typer.Option(help="Vectors after so many layers; as configured if left out.")
    ] = None,
    jobs: _Jobs = None,
    cache: _Cache = None,
    keep: Keep = True,
    as_json: Json = False,
) -> None:
    """Write each case into a fresh store, ask its questions through search, and score the answers."""
    from phantasm.runtime.evaluation import retrieval as evaluation  # noqa: PLC0415  the runtime, and numpy

    def evaluate() -> "JsonObject":
        taking = evaluation.Taking(dimensions, layers)
        searching = evaluation.searching_of(arms, limit=limit, taking=taking)
        effort = evaluation.effort_of(jobs, cache)
        with _watching() as watch:
            return evaluation.evaluate_retrieval(folders, searching, effort, run=run, watch=watch)

    response = evaluated(context, "retrieval", evaluate, keep=keep)
    finish(response, evaluate_views.rankings, as_json=as_json)


@commands.command()
def context(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    folders: _Folders,
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the contexts: a .jsonl file, or a folder of them."),
    ] = None,
    budgets: Annotated[
        str, typer.Option(help="Numbers of tokens, with commas between.")
    ] = "500,1000,2000,4000",
    model: Annotated[
        str, typer.Option(help="For which model, which says how tokens are counted.")
    ] = "openai",
    output: Annotated[str, typer.Option("--format", help="xml, markdown, json or text.")] = "text",
    handles: Annotated[str, typer.Option(help="Which lines carry handles: all, records or none.")] = "none",
    nearest: Annotated[
        bool,
        typer.Option(
            "--nearest/--no-nearest", help="Where nothing matches, take what comes nearest all the same."
        ),
    ] = True,
    jobs: _Jobs = None,
    cache: _Cache = None,
    keep: Keep = True,
    as_json: Json = False,
) -> None:
    """Write each case into a fresh store, compile its questions within budgets, and score the contexts."""
    from phantasm.runtime.evaluation import contexts as evaluation  # noqa: PLC0415  the runtime, and numpy

    def evaluate() -> "JsonObject":
        wanted: JsonObject = {"model": model, "format": output, "handles": handles, "nearest": nearest}
        compiling = evaluation.compiling_of(budgets, wanted)
        effort = evaluation.effort_of(jobs, cache)
        with _watching() as watch:
            return evaluation.evaluate_contexts(folders, compiling, effort, out=out, watch=watch)

    response = evaluated(context, "context", evaluate, keep=keep)
    finish(response, evaluate_views.contexts, as_json=as_json)


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
