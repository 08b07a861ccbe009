"""How is a server asked, and what may go wrong on the way?

What is sent goes to the configured host and nowhere else: no proxy of the environment, no redirect. A key is
sent only where nobody can listen, and never shown. An answer has to come whole within the time, in a size
that makes sense. A server that is busy or just starting is asked again, a few times, within the same time.
"""

from __future__ import annotations

import http.client
import json
import ssl
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Never
from urllib.parse import urlsplit

from phantasm.config.load import printable
from phantasm.config.settings import host_of
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from urllib.parse import SplitResult

MAX_ANSWER_BYTES = 64 * 1024 * 1024
"""The largest batch of vectors (512 texts of 4,096 numbers, 22 characters each) has 46 MB."""

MAX_COMPLAINT_BYTES, MAX_COMPLAINT_CHARACTERS = 4096, 200
"""What is read and shown of an error's text: one sentence is enough to know what is wrong."""

PAUSES_SECONDS = (0.1, 0.5)
"""Waits before the second and the third attempt: a restart of a local server takes about that long, and who
searches while no server is there waits half a second, not more."""

LONGEST_PAUSE_SECONDS = 5.0
"""The longest wait that a server may ask for with Retry-After; who needs more is unavailable."""

READ_BYTES = 64 * 1024
"""Bytes per read: the deadline is looked at in between, so that a server cannot drip for ever."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_OK, _REDIRECT, _ERROR, _DEFECT = 200, range(300, 400), 400, 500
_KEY_REFUSED = frozenset({401, 403})
_TRY_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_TOO_MUCH = frozenset({400, 413, 422, 500})
"""How servers refuse a text that is longer than their model reads: Ollama with 400, llama.cpp with 500."""


class TooMuchError(PhantasmError):
    """The server refuses what it was sent, perhaps because it is too long."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a server is, how long it may take, and what lets us in."""

    url: str
    timeout: float
    """Seconds for one question, attempts and pauses included."""
    next_step: Remediation
    """What to do when it does not answer."""
    key: str = field(default="", repr=False)
    what: str = "embedding server"
    """How errors call it."""
    pauses: tuple[float, ...] = PAUSES_SECONDS
    """Waits between attempts; none where a second attempt would be paid for a second time."""
    most_bytes: int = MAX_ANSWER_BYTES
    note: Callable[[str | None], None] | None = field(default=None, repr=False, compare=False)
    """Told why the server failed, or None where it did what it was asked."""

    @property
    def host(self) -> str:
        """The host and port, which is how errors and generations call it."""
        return host_of(self.url)

    def get(self, path: str) -> object:
        """The JSON that the server has at a path below its url."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: dict[str, object]) -> object:
        """The JSON that the server answers to JSON."""
        answered = self._ask("POST", path, json.dumps(body).encode())
        if self.note is not None:
            self.note(None)
        return answered

    def reach(self, path: str) -> None:
        """Ask once for a page; any answer will do but a refusal of the key and a defect of the server."""
        try:
            _exchange(self, self._checked(), ("GET", path, None), time.monotonic() + self.timeout)
        except (_Again, _Refused) as problem:
            if problem.status == _OK or problem.status in _KEY_REFUSED or problem.status >= _DEFECT:
                raise self.unavailable(str(problem), status=problem.status) from None

    def unavailable(self, what: str, *, status: int = _OK) -> PhantasmError:
        """The refusal that says what is wrong, without the key; it is noted."""
        shown = printable(what.replace(self.key, "(key)") if self.key else what)
        message = f"the {self.what} {self.host} {shown}"
        if self.note is not None:
            self.note(message)
        kind = TooMuchError if status in _TOO_MUCH else PhantasmError
        return kind(Code.PROVIDER_UNAVAILABLE, message, remediation=(self.next_step,))

    def _ask(self, method: str, path: str, body: bytes | None) -> object:
        url = self._checked()
        deadline = time.monotonic() + self.timeout
        for pause in (*self.pauses, None):
            try:
                return _parsed(_exchange(self, url, (method, path, body), deadline))
            except _Again as problem:
                wait = LONGEST_PAUSE_SECONDS + 1 if pause is None else max(pause, problem.wanted)
                if wait > LONGEST_PAUSE_SECONDS or time.monotonic() + wait > deadline:
                    raise self.unavailable(str(problem), status=problem.status) from None
                time.sleep(wait)
            except _Refused as problem:
                raise self.unavailable(str(problem), status=problem.status) from None
        raise self.unavailable("does not answer")

    def _checked(self) -> SplitResult:
        try:
            url = urlsplit(self.url)
            usable = url.scheme in {"http", "https"} and url.hostname and url.port != 0
        except ValueError:  # half an IPv6 address, or a port that is none
            usable = False
        if not usable:
            raise self.unavailable("has no url of the form http://host:port or https://host:port")
        if url.username or url.password:
            raise self.unavailable("has a password in its url; name an environment variable in api_key_env")
        if not self.key:
            return url
        if not (self.key.isascii() and self.key.isprintable() and " " not in self.key):
            raise self.unavailable("cannot be given a key with blanks or control characters in it")
        if url.scheme == "http" and url.hostname not in _LOOPBACK:
            raise self.unavailable("would get its key in the open; use https")
        return url


class _Again(Exception):  # noqa: N818  # not an error yet: the server is asked again
    """Something that may pass."""

    def __init__(self, message: str, wanted: float = 0.0, status: int = _OK) -> None:
        super().__init__(message)
        self.wanted = wanted
        self.status = status


class _Refused(Exception):  # noqa: N818  # likewise: the caller makes the error
    """Something that will not pass by asking again."""

    def __init__(self, message: str, status: int = _OK) -> None:
        super().__init__(message)
        self.status = status


def _exchange(
    endpoint: Endpoint, url: SplitResult, asked: tuple[str, str, bytes | None], deadline: float
) -> bytes:
    method, path, body = asked
    headers = {"Accept": "application/json", "User-Agent": "phantasm"}
    headers |= {"Content-Type": "application/json"} if body is not None else {}
    headers |= {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    connection = _connection(url, max(0.05, deadline - time.monotonic()))
    try:
        query = f"?{url.query}" if url.query else ""
        connection.request(method, url.path.rstrip("/") + path + query, body, headers)
        line = connection.sock  # the connection forgets it where the server closes after its answer
        with connection.getresponse() as response:
            return _read(response, line, deadline, endpoint.most_bytes)
    except TimeoutError:
        raise _Refused(f"took longer than {endpoint.timeout:g} seconds") from None
    except ssl.SSLCertVerificationError:
        raise _Refused("has a certificate that is not trusted") from None
    except UnicodeError:
        raise _Refused("has a url with letters that no url has") from None
    except OSError as problem:
        raise _Again(f"cannot be reached: {problem.strerror or type(problem).__name__}") from None
    except http.client.HTTPException as problem:
        raise _Again(f"does not speak HTTP: {type(problem).__name__}") from None
    finally:
        connection.close()


def _connection(url: SplitResult, timeout: float) -> http.client.HTTPConnection:
    host = url.hostname or ""
    if url.scheme == "https":
        return http.client.HTTPSConnection(
            host, url.port, timeout=timeout, context=ssl.create_default_context()
        )
    return http.client.HTTPConnection(host, url.port, timeout=timeout)


def _read(response: http.client.HTTPResponse, line: socket.socket, deadline: float, most_bytes: int) -> bytes:
    if response.status in _REDIRECT:
        to = host_of(response.getheader("Location") or "")[:MAX_COMPLAINT_CHARACTERS]
        raise _Refused(f"sends us on to {to or 'another page'}, which is not followed; configure that url")
    if response.status >= _ERROR:
        _complain(response)
    if response.status != _OK:
        raise _Refused(f"answered with status {response.status}")
    parts, size = [], 0
    while not response.isclosed():  # since Python 3.13 the connection goes with the last byte
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)
        part = response.read1(READ_BYTES)
        parts.append(part)
        size += len(part)
        if size > most_bytes:
            raise _Refused(f"answered with more than {most_bytes} bytes")
        if not part:
            break
    if response.length:
        raise _Again("broke off in the middle of its answer")
    return b"".join(parts)


def _complain(response: http.client.HTTPResponse) -> Never:
    said = _complaint(response.read(MAX_COMPLAINT_BYTES))
    message = f"answered with status {response.status}" + (f": {said}" if said else "")
    if response.status in _TRY_AGAIN:
        asked = response.getheader("Retry-After") or ""
        raise _Again(message, float(asked) if asked.isdecimal() else 0.0, response.status)
    raise _Refused(message, response.status)


def _complaint(data: bytes) -> str:
    """What an error's body says: Ollama has a text, OpenAI an object with a message, others anything."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    said = found.get("error") if isinstance(found, dict) else None
    if isinstance(said, dict):
        said = said.get("message")
    return said[:MAX_COMPLAINT_CHARACTERS] if isinstance(said, str) else ""


def _parsed(data: bytes) -> object:
    try:
        parsed: object = json.loads(data)
    except (ValueError, RecursionError):
        raise _Refused("answered with something that is not JSON") from None
    return parsed
