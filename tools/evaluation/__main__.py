"""Command line of the evaluation: `python -m tools.evaluation retrieval|context|claims|replay|continuity`.

Run it in the root of a clone. `--project PATH` says which project keeps the figures, and whose memory is made
again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from phantasm.config.environment import leave_out_plugins, use_one_thread_each
from phantasm.contracts.envelope import Response, Warned
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.kinds import MeasureName
from phantasm.contracts.model import JsonObject
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.showing import console, finish
from phantasm.surfaces.cli.tables import objects, texts
from tools.evaluation import views

FAILED_STATUS = 1
"""How it ends when something is not as it must be; an error has the status of its code."""
# So often the line that says how far the work is is written anew: more often nobody reads it.
_ENTRIES_PER_LINE = 100
_NAMED = 5
"""Of the questions that occur more than once so many are named; the JSON has them all."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Measure how well memory works, on known answers.",
)

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
_Keep = Annotated[
    bool, typer.Option("--keep/--no-keep", help="Keep the figures with the project, to compare them later.")
]


@app.callback()
def choose(
    context: typer.Context,
    *,
    start: Annotated[
        Path,
        typer.Option(
            "--project", metavar="PATH", help="Work in this folder's project instead of the current one."
        ),
    ] = Path(),
) -> None:
    """Measure how well memory works, on known answers."""
    context.obj = start


@app.command()
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
    keep: _Keep = True,
    as_json: Json = False,
) -> None:
    """Write each case into a fresh store, ask its questions through search, and score the answers."""
    from tools.evaluation import retrieval as evaluation  # noqa: PLC0415  after the limits on threads

    def evaluate() -> JsonObject:
        taking = evaluation.Taking(dimensions, layers)
        searching = evaluation.searching_of(arms, limit=limit, taking=taking)
        effort = evaluation.effort_of(jobs, cache)
        with _watching() as watch:
            return evaluation.evaluate_retrieval(folders, searching, effort, run=run, watch=watch)

    finish(_evaluated(context, "retrieval", evaluate, keep=keep), views.rankings, as_json=as_json)


@app.command()
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
    keep: _Keep = True,
    as_json: Json = False,
) -> None:
    """Write each case into a fresh store, compile its questions within budgets, and score the contexts."""
    from tools.evaluation import contexts as evaluation  # noqa: PLC0415  after the limits on threads

    def evaluate() -> JsonObject:
        wanted: JsonObject = {"model": model, "format": output, "handles": handles, "nearest": nearest}
        compiling = evaluation.compiling_of(budgets, wanted)
        effort = evaluation.effort_of(jobs, cache)
        with _watching() as watch:
            return evaluation.evaluate_contexts(folders, compiling, effort, out=out, watch=watch)

    finish(_evaluated(context, "context", evaluate, keep=keep), views.contexts, as_json=as_json)


@app.command()
def claims(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Labelled dialogues, as .jsonl files.")],
    *,
    misses: Annotated[bool, typer.Option("--misses", help="Also what was missed or taken wrongly.")] = False,
    keep: _Keep = True,
    as_json: Json = False,
) -> None:
    """Extract claims from labelled dialogues, and say how many are right and how many are found."""
    from tools.evaluation import claims as evaluation  # noqa: PLC0415  after the limits on threads

    response = _evaluated(context, "claims", lambda: evaluation.evaluate(folder, misses=misses), keep=keep)
    finish(response, views.claims, as_json=as_json)


@app.command()
def replay(context: typer.Context, *, as_json: Json = False) -> None:
    """Make the memory again from what was seen and decided, and compare; ends with 1 when it differs.

    Works in a temporary folder; the store itself is only read.
    """
    from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  after the limits on threads
    from tools.evaluation.replay import rebuild  # noqa: PLC0415  after the limits on threads

    def evaluate() -> JsonObject:
        errors = console(stderr=True)
        with errors.status("making the memory again") as status, open_project(start_of(context)) as runtime:

            def watch(done: int) -> None:
                if done % _ENTRIES_PER_LINE == 0:
                    status.update(f"making the memory again: {done} writes")

            return rebuild(runtime, watch=watch)

    response = perform("eval replay", evaluate)
    differs = response.data is not None and not response.data.get("equal")
    finish(response, views.rebuilt, as_json=as_json, status=FAILED_STATUS if differs else None)


@app.command()
def continuity(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER|FILE]", help="Scenarios of yours; else those of Phantasm."),
    ] = None,
    *,
    keep: _Keep = True,
    as_json: Json = False,
) -> None:
    """Play scenarios in which work breaks off and goes on, and score what memory tells.

    Each has a store of its own in a temporary folder. Ends with 1 when something is not told that must be.
    """
    from tools.evaluation.continuity import evaluate_continuity  # noqa: PLC0415  after the limits on threads

    def evaluate() -> JsonObject:
        with console(stderr=True).status("playing scenarios") as status:
            return evaluate_continuity(folder, watch=lambda name: status.update(f"played {name}"))

    response = _evaluated(context, "continuity", evaluate, keep=keep)
    data = response.data or {}
    failed = data.get("met") != data.get("expectations")
    finish(response, views.played, as_json=as_json, status=FAILED_STATUS if failed else None)


def _evaluated(
    context: typer.Context, measured: MeasureName, evaluate: Callable[[], JsonObject], *, keep: bool
) -> Response:
    """Run an evaluation and keep its figures; that they cannot be kept spoils nothing."""
    from tools.evaluation.measures import keep_evaluation  # noqa: PLC0415  after the limits on threads

    response = perform(f"eval {measured}", evaluate)
    if response.data is None:
        return response
    warned = [
        Warned(code="question_repeated", message=_told(one)) for one in objects(response.data, "repeated")
    ]
    try:
        if keep:
            keep_evaluation(start_of(context), measured, response.data)
    except (PhantasmError, OSError) as problem:
        warned.append(Warned(code="not_kept", message=f"the figures were not kept: {problem}"))
    return response.model_copy(update={"warnings": [*response.warnings, *warned]})


def _told(repeated: JsonObject) -> str:
    """Say which questions of a case occur more than once."""
    names = texts(repeated, "questions")
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{repeated['case']} asks {', '.join(names[:_NAMED])}{more} more than once; the first counts"


@contextmanager
def _watching() -> Iterator[Callable[[int], Callable[[int], None]]]:
    """Show how far the work has got, on a terminal only."""
    errors = console(stderr=True)
    columns = (TextColumn("asking", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:

        def watch(steps: int) -> Callable[[int], None]:
            task = progress.add_task("", total=steps)
            return lambda done: progress.advance(task, done)

        yield watch


if __name__ == "__main__":
    leave_out_plugins()
    use_one_thread_each()
    app(prog_name="python -m tools.evaluation")
