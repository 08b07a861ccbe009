"""Which file of the project does a request mean, and how is it read and written? Never one outside it."""

import os
from contextlib import suppress
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.canonical import text_digest
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.files import fsync, is_file

# Ordinary for a tracked file; the umask may make it stricter, never more open.
ORDINARY_MODE = 0o644
PRIVATE_MODE = 0o600
_FIELD = "params.path"


def place_of(paths: Paths, name: str, *, field: str = _FIELD) -> Path:
    """Return where a path leads, links resolved; refuses what is outside the project or not the user's."""
    resolved = place_inside(paths, name, field=field)
    parts = resolved.relative_to(paths.root.resolve()).parts
    if resolved.is_relative_to(paths.state.resolve()) or ".git" in parts:
        raise _outside("the file must not lie in .phantasm/state or .git", field)
    return resolved


def place_inside(paths: Paths, name: str, *, field: str) -> Path:
    """Return where a path leads, links resolved; refuses what is outside the project."""
    root = paths.root.resolve()
    try:
        resolved = (root / name).resolve()
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            resolved.stat()
    except (OSError, RuntimeError, ValueError) as problem:  # a loop of links, or longer than a path can be
        raise _outside("the path leads nowhere", field) from problem
    if not resolved.is_relative_to(root):
        raise _outside("the file must lie inside the project", field)
    return resolved


def read_whole(path: Path, name: str, *, at_most: int) -> bytes:
    """Return a file's bytes; refuses what is no regular file, and what is larger than a bound."""
    if not is_file(path):
        raise PhantasmError(Code.NOT_FOUND, f"there is no file {name!r}", field=_FIELD)
    with path.open("rb") as file:
        data = file.read(at_most + 1)
    if len(data) > at_most:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{name} is larger than {at_most} bytes",
            field=_FIELD,
            expected=f"at most {at_most} bytes",
            remediation=(Remediation("Split the file, and import its parts one after the other."),),
        )
    return data


def write_whole(paths: Paths, target: Path, data: bytes, *, mode: int = ORDINARY_MODE) -> None:
    """Create or replace a file whole; made aside and renamed, so that nobody ever sees half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    # Not called after the target: that name may be as long as a name can be.
    staged = paths.temporary / f"{text_digest(str(target))}.{os.getpid()}.partial"
    staged.unlink(missing_ok=True)
    descriptor = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if target.exists() and mode == ORDINARY_MODE:
                os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        staged.replace(target)
    except OSError:
        staged.unlink(missing_ok=True)
        raise
    fsync(target.parent)


def _outside(reason: str, field: str) -> PhantasmError:
    return PhantasmError(
        Code.PATH_OUTSIDE_PROJECT,
        reason,
        field=field,
        expected="a path relative to the project",
        remediation=(Remediation("Name a file inside the project, or copy it there first."),),
    )
