"""Who may ask over HTTP? Whoever has a token of this project, as the profile and in the scope that it has.

A token is a file that only the owner of the project can read, and it is taken back by deleting that file: the
files are read again for every request, because no time stamp tells two changes of one moment apart.
"""

from __future__ import annotations

import errno
import hmac
import json
import os
import re
import secrets
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import TokenScope

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.config.paths import Paths

# 256 bits: twice what cannot be guessed, and still one line.
_BYTES = 32
# At least 128 bits, in the alphabet of 64 characters.
_SECRET = re.compile(r"[A-Za-z0-9_-]{22,}")
_MOST_FILE_BYTES = 4096
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700
_SUFFIX = ".json"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True)
class Grant:
    """As whom, and how far, somebody may ask."""

    name: str
    profile: str
    scope: TokenScope
    is_person: bool = False
    """A person's browser, let in through the link that their terminal showed: it may confirm."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token: the secret, and what it grants."""

    secret: str
    grant: Grant


def make(paths: Paths, name: str, *, profile: str, scope: TokenScope) -> Token:
    """Make a token; a name that is taken is refused, so that no other program loses its own."""
    path = _path(paths, name)
    _make_folder(paths)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _PRIVATE)
    except FileExistsError:
        raise PhantasmError(
            Code.SUBJECT_EXISTS,
            f"there is a token {name!r} already",
            remediation=(Remediation("Take it back first.", command=f"phantasm token revoke {name}"),),
        ) from None
    token = Token(secrets.token_urlsafe(_BYTES), Grant(name, profile, scope))
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        os.fchmod(descriptor, _PRIVATE)  # whatever the umask says
        json.dump({"token": token.secret, "profile": profile, "scope": scope.value}, file)
        file.write("\n")
        file.flush()
        os.fsync(descriptor)
    return token


def known(paths: Paths, name: str) -> Token:
    """Return the token of that name, or say that there is none."""
    try:
        return read(paths, name)
    except FileNotFoundError:
        raise _unknown(name) from None


def kept_or_made(paths: Paths, name: str, *, profile: str, scope: TokenScope) -> Token:
    """Return the token of that name, made at the first use."""
    try:
        return read(paths, name)
    except FileNotFoundError:
        return make(paths, name, profile=profile, scope=scope)


def read(paths: Paths, name: str) -> Token:
    """Return one token; one that others can read is refused, because it is no secret any more."""
    path = _path(paths, name)
    secret, profile, scope = _fields(path, _content(path))
    if not (isinstance(profile, str) and isinstance(secret, str) and _SECRET.fullmatch(secret)):
        raise _unsafe(path, "holds no token")
    return Token(secret, Grant(name, profile, scope))


def every(paths: Paths) -> list[Token]:
    """Return every token, by name."""
    return [read(paths, name) for name in _names(paths)]


def revoke(paths: Paths, name: str) -> None:
    """Take a token back: from the next request on it grants nothing."""
    try:
        _path(paths, name).unlink()
    except FileNotFoundError:
        raise _unknown(name) from None


def authorize(paths: Paths, given: str | None) -> Grant | None:
    """Return what a secret grants as things are now; every token is compared, each in constant time."""
    said = (given or "").encode("utf-8", "surrogatepass")
    found = None
    for name in _names(paths):
        try:
            token = read(paths, name)
        except (PhantasmError, OSError):
            continue  # a file that cannot be trusted grants nothing, and keeps nobody else out
        if hmac.compare_digest(said, token.secret.encode()):
            found = token.grant
    return found


def _names(paths: Paths) -> list[str]:
    """Return the names of the files that can be tokens; what a token cannot be called is none."""
    try:
        entries = os.listdir(paths.tokens)  # noqa: PTH208  for every request: no objects in between
    except (FileNotFoundError, NotADirectoryError):
        return []
    stems = (entry.removesuffix(_SUFFIX) for entry in entries if entry.endswith(_SUFFIX))
    return sorted(stem for stem in stems if _NAME.fullmatch(stem))


def _content(path: Path) -> bytes:
    try:
        # A pipe in the place of a token must not keep the server waiting.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as problem:
        if problem.errno == errno.ELOOP:
            raise _unsafe(path, "is a symbolic link") from problem
        raise
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _unsafe(path, "is no regular file")
        if status.st_uid != os.geteuid() or status.st_mode & 0o077:
            raise _unsafe(path, "can be read by others, so it is no secret any more")
        return file.read(_MOST_FILE_BYTES)


def _fields(path: Path, content: bytes) -> tuple[object, object, TokenScope]:
    try:
        value = json.loads(content)
        return value["token"], value["profile"], TokenScope(value["scope"])
    except (ValueError, KeyError, TypeError) as problem:
        raise _unsafe(path, "holds no token") from problem


def _make_folder(paths: Paths) -> None:
    paths.tokens.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
    paths.tokens.chmod(_PRIVATE_FOLDER)


def _path(paths: Paths, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{name!r} cannot name a token",
            field="name",
            expected="up to 40 small letters, digits, - and _",
        )
    return paths.tokens / f"{name}{_SUFFIX}"


def _unknown(name: str) -> PhantasmError:
    return PhantasmError(
        Code.NOT_FOUND,
        f"there is no token {name!r}",
        remediation=(Remediation("See which there are.", command="phantasm token list"),),
    )


def _unsafe(path: Path, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.UNSAFE_PROJECT,
        f"{path} {reason}",
        remediation=(Remediation("Delete it; a new one is made at the next start."),),
    )
