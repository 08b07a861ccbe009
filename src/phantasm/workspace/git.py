"""What does git say? Asks it one question, and lets it run nothing on the way."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

from phantasm.config.environment import for_git

TIMEOUT_SECONDS = 60.0
"""Reading a history of a hundred thousand commits takes some seconds; longer means that git waits."""
# A repository's own .git/config may name programs for git to start; none of these may.
_NOTHING_RUNS = (
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),
    *("-c", "log.showSignature=false"),
    *("-c", "core.quotePath=false"),
    *("--no-pager", "--no-optional-locks", "--literal-pathspecs"),
)


class GitError(Exception):
    """Git is not there, refused, or took too long; the message is for people."""


def run(root: Path, *arguments: str, given: bytes = b"", timeout: float = TIMEOUT_SECONDS) -> bytes:
    """Return what git answers in a folder."""
    program = _program()
    if program is None:
        message = "git is not installed"
        raise GitError(message)
    command = [program, "-C", str(root), *_NOTHING_RUNS, *arguments]
    try:
        done = subprocess.run(  # noqa: S603  fixed options; what a caller adds comes after its own `--`
            command, input=given, capture_output=True, timeout=timeout, check=False, env=for_git()
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise GitError(str(problem)) from problem
    if done.returncode:
        raise GitError(_last_line(done.stderr) or f"git {arguments[0]} failed")
    return done.stdout


def text(root: Path, *arguments: str, given: bytes = b"", timeout: float = TIMEOUT_SECONDS) -> str:
    """Return what git answers, as text; what is no UTF-8 is replaced."""
    return run(root, *arguments, given=given, timeout=timeout).decode("utf-8", "replace")


def answer(root: Path, *arguments: str, given: bytes = b"") -> str | None:
    """Return what git answers, without the white space around it; None where it cannot tell."""
    try:
        return text(root, *arguments, given=given).strip()
    except GitError:
        return None


@cache
def _program() -> str | None:
    return shutil.which("git")


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""
