"""Which file of the project does a request mean, and how is it read and written? Never one outside it."""

import os
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.files import fsync, is_file

# Ordinary for a tracked file; the umask may make it stricter, never more open.
ORDINARY_MODE = 0o644
PRIVATE_MODE = 0o600
_FIELD = "params.path"


def place_of(paths: Paths, name: str) -> Path:
    """Return where a path leads, links resolved; refuses what is outside the project or not the user's."""
    root = paths.root.resolve()
    if "\x00" in name:
        raise _outside("the path is not a file's name")
    try:
        resolved = (root / name).resolve()
    except (OSError, RuntimeError) as problem:  # a loop of links, or a name that no file can have
        raise _outside("the path leads nowhere") from problem
    if not resolved.is_relative_to(root):
        raise _outside("the file must lie inside the project")
    if resolved.is_relative_to(paths.state.resolve()) or ".git" in resolved.relative_to(root).parts:
        raise _outside("the file must not lie in .phantasm/state or .git")
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
    staged = paths.temporary / f"{target.name}.{os.getpid()}.partial"
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


def _outside(reason: str) -> PhantasmError:
    return PhantasmError(
        Code.PATH_OUTSIDE_PROJECT,
        reason,
        field=_FIELD,
        expected="a path relative to the project",
        remediation=(Remediation("Name a file inside the project, or copy it there first."),),
    )
