"""Config files, read and replaced: never through a link, never more than a page, never half."""

import errno
import os
import stat
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation

# A config file is a page of text; anything larger is a mistake or an attack.
MAX_CONFIG_BYTES = 64 * 1024
# The TOML parser walks a table's whole name for every key in it: names of any length would let a file of
# this size keep it busy for minutes. A thousand characters bound that to about a second.
MAX_LINE_CHARACTERS = 1_000


def read_config(path: Path) -> str:
    """Return a config file's text, exactly; a missing file is empty."""
    try:
        # Without O_NONBLOCK a named pipe in a cloned folder would keep every command waiting for good.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return ""
    except OSError as problem:
        if problem.errno == errno.ELOOP:
            raise invalid(path, "is a symbolic link, which is never followed") from problem
        raise invalid(path, f"cannot be read: {problem.strerror}") from problem
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise invalid(path, "is not a regular file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(MAX_CONFIG_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MAX_CONFIG_BYTES:
        raise invalid(path, f"is larger than {MAX_CONFIG_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise invalid(path, f"is not valid UTF-8 at byte {problem.start}") from problem
    if any(len(line) > MAX_LINE_CHARACTERS for line in text.splitlines()):
        raise invalid(path, f"has a line of more than {MAX_LINE_CHARACTERS} characters")
    return text


def missing_files(paths: Paths) -> list[tuple[Path, str]]:
    """Return the config files that bootstrap wrote and that are gone, each with what that changes.

    What bootstrap did not write may be missing: a store that is made for a test or an evaluation has none.
    """
    if not paths.installed.exists():
        return []
    changed = (
        (paths.settings, "every setting has its default, and what was chosen no longer counts"),
        (paths.clients, "only built-in profiles are known, and requests of any other are refused"),
    )
    return [(path, what) for path, what in changed if not (path.exists() or path.is_symlink())]


def replace_text(path: Path, text: str, *, mode: int) -> None:
    """Put a file in place whole and durable; after a crash it is the old one or the new one."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as problem:
        partial.unlink(missing_ok=True)
        problem.filename = str(
            path
        )  # writing into an open file does not name it, and nobody knows the partial
        raise


def invalid(path: Path, message: str) -> PhantasmError:
    """Return the refusal of a config file that cannot be used."""
    return PhantasmError(
        Code.CONFIG_INVALID,
        f"{path.name} {message}",
        remediation=(Remediation("Repair the file.", command="phantasm config validate"),),
    )
