"""What does a person see while something takes long? A turning mark on stderr, on a terminal only."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from phantasm.runtime.party import Party
from phantasm.surfaces.cli import terminal
from phantasm.surfaces.cli.showing import console


@contextmanager
def working(message: str, *, once_agreed: bool = False) -> Iterator[Party]:
    """Show that work goes on; yields the party whose questions interrupt the display.

    With `once_agreed` nothing is shown before somebody has said yes to a question.
    """
    errors = console(stderr=True)
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    task = progress.add_task(message, total=None, start=not once_agreed)
    try:
        if not once_agreed:
            progress.start()
        yield _pausing(progress, task, terminal.party())
    finally:
        _pause(progress)


def _pausing(progress: Progress, task: TaskID, party: Party) -> Party:
    if party.ask is None:
        return party

    def ask(question: str) -> bool:
        _pause(progress)
        agreed = terminal.ask(question)
        if agreed:
            progress.start_task(task)
            progress.start()
        return agreed

    return Party(at_terminal=party.at_terminal, ask=ask)


def _pause(progress: Progress) -> None:
    if progress.live.is_started:
        progress.stop()
