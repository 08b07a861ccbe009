"""Who may ask over HTTP? Whoever has the token of this project, which only its owner can read."""

import hmac
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation

FILE = "mcp.token"
# 256 bits: twice what cannot be guessed, and still one line.
_BYTES = 32
# 128 bits in the alphabet of 64 characters.
_LEAST_CHARACTERS = 22
_PRIVATE = 0o600

Authorize = Callable[[str | None], str | None]
"""Returns the profile that a token is bound to; None where it is bound to none."""


def token_of(paths: Paths) -> tuple[str, Path]:
    """Return the token of a project, made at the first use, and the file it lies in."""
    path = paths.state / FILE
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _PRIVATE)
    except FileExistsError:
        return _kept(path), path
    token = secrets.token_urlsafe(_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        os.fchmod(descriptor, _PRIVATE)  # whatever the umask says
        file.write(token + "\n")
        file.flush()
        os.fsync(descriptor)
    return token, path


def one_token(token: str, profile: str) -> Authorize:
    """Return the check of one token that is bound to one profile."""
    expected = token.encode()

    def authorize(given: str | None) -> str | None:
        # Compared in constant time, also where nothing was given.
        is_it = hmac.compare_digest((given or "").encode("utf-8", "surrogatepass"), expected)
        return profile if is_it else None

    return authorize


def _kept(path: Path) -> str:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(descriptor, encoding="ascii", errors="replace") as file:
        status = os.fstat(descriptor)
        if status.st_uid != os.geteuid() or status.st_mode & 0o077:
            raise _unsafe(path, "can be read by others, so it is no secret any more")
        token = file.read().strip()
    if len(token) < _LEAST_CHARACTERS:
        raise _unsafe(path, "holds no token")
    return token


def _unsafe(path: Path, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.UNSAFE_PROJECT,
        f"{path} {reason}",
        remediation=(Remediation("Delete it; a new one is made at the next start."),),
    )
