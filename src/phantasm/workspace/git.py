"""What does git say? Asks it one question, and lets it run nothing on the way."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

from phantasm.config.environment import for_git

TIMEOUT_SECONDS = 60.0
"""Reading a history of a hundred thousand commits takes some seconds; longer means that git waits."""
_LOOK_SECONDS = 10.0
"""For a question on which an answer waits: listing a hundred thousand files takes less than one."""
_QUICK_SECONDS = 5.0
_QUICK = frozenset({"rev-parse", "config", "for-each-ref"})
"""What git answers in milliseconds, and is asked first: if it takes longer, git hangs."""
# A repository's own .git/config may name programs for git to start; none of these may.
_NOTHING_RUNS = (
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),
    *("-c", "log.showSignature=false"),
    *("-c", "core.quotePath=false"),
    *("-c", "diff.orderFile=/dev/null"),  # one that is not there would end every comparison
    *("--no-pager", "--no-optional-locks", "--literal-pathspecs"),
)
# A repository may allow itself a way to download that runs a program: no other word than this overrules it.
_NO_DOWNLOADS = {"GIT_ALLOW_PROTOCOL": ""}


class GitError(Exception):
    """Git is not there, refused, or took too long; the message is for people."""


class SilentGitError(GitError):
    """Git is not there, or took too long: whatever it was asked stays unknown."""


class Asked:
    """Git in one folder, for one look: a git that is not there or hangs is waited for once, not each time."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._is_silent = False

    def run(self, *arguments: str, given: bytes = b"") -> bytes | None:
        """Return what git answers; None where it cannot tell."""
        if self._is_silent:
            return None
        try:
            return run(self._root, *arguments, given=given, timeout=_LOOK_SECONDS)
        except SilentGitError:
            self._is_silent = True
        except GitError:
            pass
        return None

    def text(self, *arguments: str) -> str | None:
        """Return what git answers, as text; None where it cannot tell."""
        told = self.run(*arguments)
        return None if told is None else told.decode("utf-8", "replace")

    def is_there(self) -> bool:
        """Tell whether git can list files: it may be missing, distrust the folder, or lack an index."""
        return self.run("ls-files", "-z", "--", ".git") is not None


def run(root: Path, *arguments: str, given: bytes = b"", timeout: float = TIMEOUT_SECONDS) -> bytes:
    """Return what git answers in a folder."""
    program = _program()
    if program is None:
        message = "git is not installed"
        raise SilentGitError(message)
    command = [program, "-C", str(root), *_NOTHING_RUNS, *arguments]
    if arguments[0] in _QUICK:
        timeout = min(timeout, _QUICK_SECONDS)
    try:
        done = subprocess.run(  # noqa: S603  fixed options; what a caller adds comes after its own `--`
            command,
            input=given,
            capture_output=True,
            timeout=timeout,
            check=False,
            env=for_git() | _NO_DOWNLOADS,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise SilentGitError(str(problem)) from problem
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
