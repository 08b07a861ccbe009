"""How do the tracked files follow a write? Those that it changed are written, at most some at a time.

It cannot make the answer fail, and a process that was killed is caught up with by the next write.
"""

from typing import Final

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import Warned
from phantasm.contracts.errors import PhantasmError
from phantasm.state.exchange.tracked import following
from phantasm.state.exchange.tracked.folder import list_files, shelf_of
from phantasm.state.exchange.tracked.synced import place_for, read_synced, write_synced
from phantasm.storage.driver import Error

_FILES_AT_ONCE: Final = 64
"""How many files one write may bring in step: a tenth of a second; the next write goes on with the rest."""


def follow(environment: Environment) -> list[Warned]:
    """Bring the files in step with what was written; returns what kept it from it."""
    try:
        with environment.database.lock.hold("tracked_export"):
            _follow(environment)
    except (PhantasmError, OSError, Error) as problem:
        message = f"the tracked files are not in step yet ({problem}); `phantasm share sync` does it"
        return [Warned(code="tracked_files_behind", message=message)]
    return []


def _follow(environment: Environment) -> None:
    state = place_for(environment.paths, environment.start)
    with environment.snapshot() as work:
        synced = read_synced(state).of(work.head)
        if synced.cursor >= work.head.seq and not synced.pending:
            return
        lineages = following.due(work, synced)
        # Listing every file for the few that a write changes would take longer than the write.
        whole = len(lineages) > _FILES_AT_ONCE
        shelf = shelf_of(environment.paths, environment.start)
        ground = following.Ground(shelf, synced, list_files(shelf) if whole else None)
        made = following.plan(work, ground, lineages, at_most=_FILES_AT_ONCE)
    files = following.carry_out(ground, made)
    write_synced(state, following.followed(synced, made, files, cursor=work.head.seq))
