"""Do hooks work in this project? Until somebody pauses them."""

from pathlib import Path

from phantasm.runtime.bootstrap import locate
from phantasm.storage.files import make_private_folder, write_durably


def pause(start: Path) -> bool:
    """Stop hooks in the project that a folder belongs to; tells whether they were stopped before."""
    paths = locate(start)
    was_paused = paths.paused.exists()
    make_private_folder(paths.state)
    write_durably(paths.paused, b"")
    return was_paused


def resume(start: Path) -> bool:
    """Let hooks go on; tells whether they were stopped."""
    paths = locate(start)
    was_paused = paths.paused.exists()
    paths.paused.unlink(missing_ok=True)
    return was_paused
