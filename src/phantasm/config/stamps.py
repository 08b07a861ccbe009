"""Is the configuration still the one that was read? Its files tell, without being read."""

from pathlib import Path

from phantasm.config import approvals
from phantasm.config.paths import Paths


def stamps(paths: Paths) -> dict[str, list[int] | None]:
    """Return when each file was written last and how long it is; None for one that is not there."""
    known = (paths.settings, paths.clients, approvals.place())
    return {str(path): stamp(path) for path in known}


def stamp(path: Path) -> list[int] | None:
    """Return when a file was written last and how long it is; None where it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_size]
