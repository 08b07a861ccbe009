"""Who may ask over HTTP? Whoever has a token of this project, as the profile and in the scope that it has.

A token is a file that only the owner of the project can read, and it is taken back by deleting that file: the
files are read again for every request, because no time stamp tells two changes of one moment apart.
"""

from __future__ import annotations

import errno
import fcntl
import hmac
import json
import os
import re
import secrets
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.config.files import replace_text
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import TokenScope

if TYPE_CHECKING:
    from collections.abc import Iterator
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
    with _alone(paths):
        if os.path.lexists(path):
            already = f"there is a token {name!r} already"
            raise _problem(
                Code.SUBJECT_EXISTS, already, advice="Take it back first.", command=f"revoke {name}"
            )
        return _made(path, Grant(name, profile, scope))


def known(paths: Paths, name: str) -> Token:
    """Return the token of that name, or say that there is none."""
    try:
        return read(paths, name)
    except FileNotFoundError:
        raise _unknown(name) from None


def kept_or_made(paths: Paths, name: str, *, profile: str, scope: TokenScope) -> Token:
    """Return the token of that name, made at the first use."""
    with _alone(paths):
        try:
            return read(paths, name)
        except FileNotFoundError:
            return _made(_path(paths, name), Grant(name, profile, scope))


def read(paths: Paths, name: str) -> Token:
    """Return one token; one that others can read is refused, because it is no secret any more."""
    path = _path(paths, name)
    try:
        value = json.loads(_content(path))
        secret, profile, scope = value["token"], value["profile"], TokenScope(value["scope"])
        is_token = isinstance(profile, str) and _SECRET.fullmatch(secret) is not None
    except (ValueError, KeyError, TypeError, RecursionError):
        is_token = False
    if not is_token:
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
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        if problem.errno == errno.ELOOP:
            raise _unsafe(path, "is a symbolic link") from problem
        raise
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _unsafe(path, "is no regular file")
        if status.st_uid != os.geteuid() or status.st_mode & 0o077:
            raise _unsafe(path, "can be read by others, so it is no secret any more")
        return os.read(descriptor, _MOST_FILE_BYTES)
    finally:
        os.close(descriptor)


@contextmanager
def _alone(paths: Paths) -> Iterator[None]:
    """Let nobody else make a token meanwhile: two servers may start for the first time at once."""
    paths.tokens.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
    descriptor = os.open(paths.tokens, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fchmod(descriptor, _PRIVATE_FOLDER)  # whatever the umask says
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _made(path: Path, grant: Grant) -> Token:
    token = Token(secrets.token_urlsafe(_BYTES), grant)
    fields = {"token": token.secret, "profile": grant.profile, "scope": grant.scope.value}
    replace_text(path, f"{json.dumps(fields)}\n", mode=_PRIVATE)
    return token


def _path(paths: Paths, name: str) -> Path:
    if not _NAME.fullmatch(name):
        wrong, expected = f"{name!r} cannot name a token", "up to 40 small letters, digits, - and _"
        raise PhantasmError(Code.INVALID_PARAMS, wrong, field="name", expected=expected)
    return paths.tokens / f"{name}{_SUFFIX}"


def _unknown(name: str) -> PhantasmError:
    unknown = f"there is no token {name!r}"
    return _problem(Code.NOT_FOUND, unknown, advice="See which there are.", command="list")


def _unsafe(path: Path, reason: str) -> PhantasmError:
    advice = "Take it back, and make another."
    return _problem(Code.UNSAFE_PROJECT, f"{path} {reason}", advice=advice, command=f"revoke {path.stem}")


def _problem(code: Code, message: str, *, advice: str, command: str) -> PhantasmError:
    steps = (Remediation(advice, command=f"phantasm token {command}"),)
    return PhantasmError(code, message, remediation=steps)
