"""How are reviews decided in the shell? With the keys of `phantasm review`, and then back to the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.surfaces.cli.asking import attempt
from phantasm.surfaces.cli.review import queue, tables
from phantasm.surfaces.cli.review.progress import Progress
from phantasm.surfaces.cli.review.walk import walk
from phantasm.surfaces.cli.shell import sending
from phantasm.surfaces.cli.tables import objects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.shell.sending import Shell

# As many as one page has: a walk asks for the next page when it gets there.
_WALKED_ITEMS = 200


def walk_through(shell: Shell, names: Sequence[str], chosen: JsonObject) -> None:
    """Walk through what waits, or through what is about some records; Ctrl-C and q come back to the line."""
    # The walk opens the project for itself, in this thread, which has one door at a time.
    shell.door.close()
    whole = queue.Chosen(_texts(chosen, "kinds"), _texts(chosen, "states") or ("open",), _WALKED_ITEMS)

    def waiting() -> Response:
        return queue.named(shell.door.start, names, whole) if names else queue.page(shell.door.start, whole)

    response = attempt("review_queue", waiting)
    data = response.data or {}
    if response.error or not objects(data, "items"):
        sending.present(shell, response, tables.queue)
        return
    here = Progress(shell.door.start, None if names else whole)
    here.take(data)
    walk(here, reason=None)
    shell.written += [made.operation for made in here.made]
    shell.wrote = bool(here.made)


def _texts(chosen: JsonObject, name: str) -> tuple[str, ...]:
    value = chosen.get(name)
    return tuple(map(str, value)) if isinstance(value, list) else ()
