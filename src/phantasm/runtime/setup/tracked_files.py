"""What was a file of the repository before it got new content? A copy in our own folder."""

from datetime import UTC, datetime
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.storage.files import make_private_folder, write_durably


def keep_copy(paths: Paths, name: str, data: bytes) -> Path:
    """Keep what a file was before it is changed, in the private part of the project."""
    make_private_folder(paths.agent_file_copies)
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    copy = paths.agent_file_copies / f"{moment}-{name.replace('/', '__')}"
    write_durably(copy, data)
    return copy
