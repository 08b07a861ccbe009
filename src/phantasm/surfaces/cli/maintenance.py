"""Which commands tidy memory up? maintenance run, plan and jobs, for people and for cron."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import maintenance_views as views
from phantasm.surfaces.cli.asking import ask, perform
from phantasm.surfaces.cli.options import DryRun, Json, Limit, start_of
from phantasm.surfaces.cli.project import ATTENTION_STATUS
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject

commands = typer.Typer(
    no_args_is_help=True,
    help="Tidy memory up: what is due, what waits, what failed. No daemon is needed; cron may call `run`.",
)

_RUN = "maintenance run"
TERMINATED = 128 + signal.SIGTERM
"""The exit status of a process that SIGTERM ended, as every shell reports it."""

Now = Annotated[bool, typer.Option("--now", help="Consolidate now, also when nothing is due yet.")]
Retry = Annotated[str | None, typer.Option("--retry", metavar="JOB", help="Try a parked job again.")]
Changes = Annotated[
    int | None, typer.Option("--change-budget", help="Consolidate now, with at most so many changes.")
]
Passes = Annotated[
    list[str] | None,
    typer.Option("--pass", metavar="NAME", help="Consolidate now, only this pass; repeatable."),
]
States = Annotated[list[str] | None, typer.Option("--state", help="Only jobs in this state; repeatable.")]


@commands.command()
def run(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    now: Now = False,
    change_budget: Changes = None,
    passes: Passes = None,
    retry: Retry = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Do everything that is due now, in the foreground, and end; for cron and for people.

    Exit status: 0 done, nothing due, or another process is at it; 1 a job failed; 143 ended by SIGTERM.

    Example: phantasm maintenance run
    """
    if dry_run:
        plan(context, as_json=as_json)
    chosen: dict[str, object] = {"change_budget": change_budget, "passes": passes}
    request = {name: value for name, value in chosen.items() if value is not None}
    stop = threading.Event()
    with _ending_at_the_next_step(stop), _progress() as watch:
        response = perform(
            _RUN, lambda: _work(context, stop, watch, request if now or request else None, retry)
        )
    finish(response, views.worked, as_json=as_json, status=_status(response))


@commands.command()
def plan(context: typer.Context, *, as_json: Json = False) -> None:
    """Show what is due, what comes next, and what a run would change; changes nothing.

    Example: phantasm maintenance plan
    """

    def look() -> "JsonObject":
        from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  the runtime
        from phantasm.runtime.scheduler import foreground  # noqa: PLC0415  the runtime

        with open_project(start_of(context)) as runtime:
            return foreground.plan(runtime)

    finish(perform("maintenance plan", look), views.planned, as_json=as_json)


@commands.command("jobs")
def list_jobs(
    context: typer.Context, *, states: States = None, limit: Limit = None, as_json: Json = False
) -> None:
    """List background work, what needs somebody first: parked, running, queued, done.

    Example: phantasm maintenance jobs --state parked
    """
    params: dict[str, object] = {"states": states, "limit": limit}
    finish(ask(start_of(context), "jobs", params), views.jobs, as_json=as_json)


def _work(
    context: typer.Context,
    stop: threading.Event,
    watch: Callable[[str, int], None],
    request: "JsonObject | None",
    retry: str | None,
) -> "JsonObject":
    """Work as the scheduler does, in this process: what it writes is the scheduler's, not the caller's."""
    from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  the runtime
    from phantasm.runtime.scheduler import foreground  # noqa: PLC0415  the runtime
    from phantasm.runtime.scheduler.worker import Worker  # noqa: PLC0415  the runtime

    with open_project(start_of(context)) as runtime:
        return foreground.run(runtime, Worker(stop=stop, watch=watch), request=request, retry=retry)


def _status(response: "Response") -> int | None:
    """Return the exit status; None leaves it to the error."""
    data = response.data or {}
    if data.get("stopped"):
        return TERMINATED
    return ATTENTION_STATUS if data.get("failed") else None


@contextmanager
def _ending_at_the_next_step(stop: threading.Event) -> Iterator[None]:
    """Let SIGTERM end the work between two steps, so that the job is put back and not taken for failed."""
    before = signal.signal(signal.SIGTERM, lambda *_: stop.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _progress() -> Iterator[Callable[[str, int], None]]:
    """Show on one line of a terminal what is being done, and which step of it."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415  slow

    errors = console(stderr=True)
    text = TextColumn("{task.description}", markup=False)
    columns = (SpinnerColumn(), text, TimeElapsedColumn())
    progress = Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
    line = progress.add_task("looking for what is due", total=None)
    with progress:
        yield lambda kind, step: progress.update(line, description=f"{kind}: step {step}")
