"""What does a person see while something takes long? A turning mark on stderr, on a terminal only."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from phantasm.runtime.party import Party
from phantasm.surfaces.cli import terminal
from phantasm.surfaces.cli.showing import console


@contextmanager
def working(message: str) -> Iterator[Party]:
    """Show that work goes on; yields the party whose questions interrupt the display."""
    errors = console(stderr=True)
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    progress.add_task(message, total=None)
    with progress:
        yield _pausing(progress, terminal.party())


def _pausing(progress: Progress, party: Party) -> Party:
    if party.ask is None:
        return party

    def ask(question: str) -> bool:
        progress.stop()
        try:
            return terminal.ask(question)
        finally:
            progress.start()

    return Party(at_terminal=party.at_terminal, ask=ask)
