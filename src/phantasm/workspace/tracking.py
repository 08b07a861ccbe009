"""Does the repository track files below a folder? Asks git, where there is one, and lets it run nothing."""

import shutil
import subprocess
from pathlib import Path

# Listing one folder of the index takes milliseconds; longer means that git waits for something else.
_TIMEOUT_SECONDS = 20
# A repository's own .git/config may name programs for git to start; none of these may.
_NOTHING_RUNS = (
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),
    *("--no-pager", "--no-optional-locks"),
)


def tracked_below(root: Path, folder: str) -> list[str]:
    """Return the files below `folder` that the repository at `root` tracks; empty where git cannot tell."""
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return []
    command = [git, "-C", str(root), *_NOTHING_RUNS, "ls-files", "--cached", "-z", "--", folder]
    try:
        found = subprocess.run(  # noqa: S603  a fixed command; the folder comes after `--`
            command, capture_output=True, timeout=_TIMEOUT_SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [name for name in found.stdout.decode("utf-8", "replace").split("\0") if name]
