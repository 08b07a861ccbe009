"""Does the server bear what no client should send? Too large, too deep, too slow, and no HTTP at all."""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.parse import MAX_DEPTH, MAX_REQUEST_BYTES
from phantasm.surfaces.http import page
from phantasm.surfaces.serving.guard import MOST_HEAD_BYTES
from tests.fixtures.http_client import Answer, Headers, ask, call, receive, send
from tests.fixtures.projects import lay_out_state
from tests.fixtures.serving import HOST, Served, served


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield one served project for all tests here; it has to answer after every one of them."""
    root = tmp_path_factory.mktemp("project")
    lay_out_state(Paths(root))
    with served(root) as made:
        yield made


@pytest.fixture
def token(place: Served) -> Iterator[str]:
    """Yield a token, and see that the server still answers when the test is over."""
    made = place.token()
    yield made
    assert call(place, "health", token=made).status == 200


def _post(place: Served, token: str, content: bytes, headers: Headers | None = None) -> Answer:
    return ask(place, "POST", "/v1/health", content, token=token, headers=headers)


def _nested(levels: int) -> bytes:
    return b'{"params":' + b'{"a":' * levels + b"1" + b"}" * levels + b"}"


class TestBodies:
    def test_refuses_what_is_too_large_before_it_comes(self, place: Served, token: str) -> None:
        said = [("Content-Length", str(MAX_REQUEST_BYTES + 1))]
        assert _post(place, token, b"{", said).status == 413
        said = [("Content-Length", str(10**18)), ("Expect", "100-continue")]
        assert _post(place, token, b"", said).status == 413

    def test_refuses_what_turns_out_too_large(self, place: Served, token: str) -> None:
        """Chunks say no length beforehand."""
        chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        head = (
            f"POST /v1/health HTTP/1.1\r\nHost: {HOST}:{place.address.port}\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        ).encode()
        with socket.create_connection((HOST, place.address.port), timeout=60) as connection:
            reading = _Reading(connection)
            connection.sendall(head)
            with contextlib.suppress(OSError):  # it may close while we still send
                for _ in range(MAX_REQUEST_BYTES // 0x100000 + 1):
                    connection.sendall(chunk)
            assert reading.status() == 413

    def test_takes_exactly_as_much_as_it_says(self, place: Served, token: str) -> None:
        content = b'{"params": {}}'
        padded = content + b" " * (MAX_REQUEST_BYTES - len(content))
        assert _post(place, token, padded).status == 200

    def test_lets_strangers_send_next_to_nothing(self, place: Served) -> None:
        answer = ask(place, "POST", "/v1/session", {"code": "x" * 1024})
        assert (answer.status, answer.code) == (413, "invalid_request")

    @pytest.mark.parametrize("also", ["", "Content-Length: 3\r\n"])
    def test_reads_chunks_as_the_standard_says(self, place: Served, token: str, also: str) -> None:
        """Of two ways to say how long a body is, the chunks count: nothing is left for a next request."""
        head = (
            f"POST /v1/health HTTP/1.1\r\nHost: {HOST}:{place.address.port}\r\nConnection: close\r\n{also}"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            'Transfer-Encoding: chunked\r\n\r\n5\r\n{"par\r\n9\r\nams": {}}\r\n0\r\n\r\n'
        )
        assert send(place.address.port, head.encode(), method="POST").status == 200

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"null",
            b"[]",
            b'"text"',
            b"{",
            b'{"params": {}} trailing',
            b'{"params": NaN}',
            b'{"params": {"limit": Infinity}}',
            b'{"params": {"limit": -Infinity}}',
            b'{"params": {"limit": 1e999}}',
            b'{"params": {"limit": ' + b"9" * 5000 + b"}}",
            b'{"params": {"query": "\\ud800"}}',
            b'{"params": {"query": "\xff"}}',
            b'\xef\xbb\xbf{"params": {}}',
            '{"params": {}}'.encode("utf-16"),
            b"\x00" * 100,
            b"[" * 100_000,
            b'{"a":' * 100_000,
            _nested(MAX_DEPTH),
        ],
        ids=lambda content: repr(content[:24]),
    )
    def test_refuses_what_is_no_json_object(self, place: Served, token: str, content: bytes) -> None:
        answer = _post(place, token, content)
        assert (answer.status, answer.code) == (400, "invalid_request")

    def test_takes_the_deepest_that_is_allowed(self, place: Served, token: str) -> None:
        answer = _post(place, token, _nested(MAX_DEPTH - 2))
        assert (answer.status, answer.code) == (422, "invalid_params")  # understood, and `a` is no parameter

    def test_refuses_a_key_that_comes_twice(self, place: Served, token: str) -> None:
        """Whoever guards the profile and whoever uses it could read another one of the two."""
        body = (
            b'{"api_version":"v1","operation":"health","request_id":"r",'
            b'"client":{"profile":"claude_code"},"client":{"profile":"cli"},"params":{}}'
        )
        assert ask(place, "POST", "/v1/handle-request", body, token=token).status == 400

    def test_unpacks_nothing(self, place: Served, token: str) -> None:
        import gzip  # noqa: PLC0415  only here

        said = [("Content-Encoding", "gzip")]
        assert _post(place, token, gzip.compress(b'{"params": {}}'), said).status == 400

    @pytest.mark.parametrize(
        "body",
        [
            {"params": [], "extra": 1},
            {"params": 7},
            {"params": None},
            {"params": None, "client": False},
            {"params": {}, "client": []},
            {"params": {}, "client": {"profile": "cli"}},
            {"params": {}, "api_version": "v1"},
            {"params": {}, "operation": "ingest"},
            {"params": {}, "request_id": "\x00"},
            {"params": {}, "request_id": "x" * 201},
            {"params": {}, "confirmations": []},
        ],
        ids=str,
    )
    def test_refuses_fields_that_are_not_the_callers(self, place: Served, token: str, body: Any) -> None:
        answer = ask(place, "POST", "/v1/health", body, token=token)
        assert (answer.status, answer.code) == (400, "invalid_request")


class _Reading:
    """Reads an answer while the other side still sends."""

    def __init__(self, connection: socket.socket) -> None:
        self._found: list[int] = []
        self._thread = threading.Thread(target=self._read, args=(connection,))
        self._thread.start()

    def status(self) -> int:
        self._thread.join()
        return self._found[0]

    def _read(self, connection: socket.socket) -> None:
        self._found.append(receive(connection).status)


class TestHeads:
    @pytest.mark.parametrize(
        "lines",
        [
            ["X-Long: " + "x" * MOST_HEAD_BYTES],
            [f"X-{number}: {'x' * 100}" for number in range(MOST_HEAD_BYTES // 100)],
            ["Cookie: " + "; ".join(f"c{number}=1" for number in range(20_000))],
        ],
        ids=["long", "many", "cookies"],
    )
    def test_refuses_floods(self, place: Served, token: str, lines: list[str]) -> None:  # noqa: ARG002  still answers
        head = [f"GET /v1/health HTTP/1.1\r\nHost: {HOST}:{place.address.port}", *lines, "", ""]
        with contextlib.suppress(ConnectionError):  # closed before all of it was sent: refused as well
            assert send(place.address.port, "\r\n".join(head).encode()).status in (400, 431)

    def test_refuses_a_path_that_is_too_long(self, place: Served, token: str) -> None:
        assert ask(place, "GET", "/" + "a" * MOST_HEAD_BYTES, token=token).status in (400, 431)
        long = "a" * (MOST_HEAD_BYTES // 2)
        answer = ask(place, "POST", f"/v1/{long}", {}, token=token)
        assert (answer.status, answer.code) == (404, "unknown_operation")
        assert len(answer.body) < 10_000

    @pytest.mark.parametrize(
        "said",
        [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
            b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
            b"POST /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            b"POST /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            b"POST /v1/health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            b"POST /v1/health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ],
    )
    def test_refuses_what_is_no_http(self, place: Served, token: str, said: bytes) -> None:  # noqa: ARG002  still answers
        answer = send(place.address.port, said)
        assert 400 <= answer.status < 600
        assert answer.status != 500

    def test_does_not_mistake_one_request_for_two(self, place: Served, token: str) -> None:
        """A body that looks like a request is a body."""
        inner = f"POST /v1/ingest HTTP/1.1\r\nHost: {HOST}:{place.address.port}\r\n\r\n".encode()
        assert _post(place, token, inner).status == 400

    def test_gives_up_the_upgrade_to_anything(self, place: Served, token: str) -> None:
        said = [
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ]
        assert ask(place, "GET", "/v1/events/x", token=token, headers=said).status == 404


class TestMethods:
    @pytest.mark.parametrize(
        "method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "SEARCH"]
    )
    def test_operations_are_only_posted(self, place: Served, token: str, method: str) -> None:
        answer = ask(place, method, "/v1/search", token=token)
        assert (answer.status, answer.headers["allow"]) == (405, "POST")

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
    def test_the_page_is_only_got(self, place: Served, token: str, method: str) -> None:
        for path in ("/", "/inbox"):
            answer = ask(place, method, path, token=token)
            assert answer.status == 405
            assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}

    def test_says_every_method_of_a_shared_path(self, place: Served, token: str) -> None:
        assert ask(place, "PUT", "/v1/health", token=token).headers["allow"] == "GET, POST"
        assert ask(place, "PUT", "/v1/session", token=token).headers["allow"] == "DELETE, GET, POST"

    def test_changes_are_only_got(self, place: Served, token: str) -> None:
        answer = ask(place, "POST", "/v1/events", {}, token=token)
        assert (answer.status, answer.headers["allow"]) == (405, "GET")

    def test_a_trace_tells_nobody_their_headers(self, place: Served, token: str) -> None:
        answer = ask(place, "TRACE", "/", token=token)
        assert token not in answer.body.decode()

    def test_a_head_has_no_body(self, place: Served, token: str) -> None:
        answer = ask(place, "HEAD", "/", token=token)
        assert (answer.status, answer.body) == (200, b"")


class TestPaths:
    @pytest.mark.parametrize(
        "path",
        [
            "/assets/../application.py",
            "/assets/%2e%2e/application.py",
            "/assets/..%2fapplication.py",
            "/assets/%2e%2e%2fapplication.py",
            "/assets/....//application.py",
            "/assets/..%5capplication.py",
            "/assets/..\\application.py",
            "/assets//etc/passwd",
            "/assets/%00",
            "/assets/index.html%00.js",
            "/assets/%ff",
            "/assets/",
            "/assets",
            "/assets/.",
            "/assets/..",
            "/assets/%252e%252e",
            "/assets/page/index.html",
            "/index.html",
            "/.git/config",
            "/.phantasm/state/tokens/http.json",
            "/../../../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd.",
            "/v1/../openapi.json",
        ],
    )
    def test_leads_out_of_the_page_nowhere(self, place: Served, token: str, path: str) -> None:
        answer = ask(place, "GET", path, token=token)
        assert (answer.status, answer.code) == (404, "not_found")

    @pytest.mark.parametrize(
        "path", ["//v1/inspect", "/V1/inspect", "/v1%00/inspect", "/%76%31", "/v1;/inspect"]
    )
    def test_reaches_no_operation_by_another_name(self, place: Served, path: str) -> None:
        """Whatever is not below /v1/ is the page or nothing; what is needs a token."""
        for method in ("GET", "POST"):
            answer = ask(place, method, path, {} if method == "POST" else None)
            assert answer.status >= 400 or answer.headers["content-type"].startswith("text/html")
            assert b"snapshot_seq" not in answer.body

    @pytest.mark.parametrize("path", ["/v1/%69nspect", "/v1%2finspect", "/%76%31/inspect"])
    def test_needs_a_token_however_it_is_spelled(self, place: Served, path: str) -> None:
        assert ask(place, "POST", path, {"params": {}}).status == 401

    def test_serves_what_ships_and_nothing_else(self, place: Served, token: str) -> None:
        for file in page.FOLDER.iterdir():
            answer = ask(place, "GET", f"/assets/{file.name}", token=token)
            is_of_the_page = file.suffix in {".html", ".js", ".css", ".svg"}
            assert (answer.status == 200) == is_of_the_page
            assert (answer.body == file.read_bytes()) == is_of_the_page


class TestOperations:
    def test_says_which_operation_was_perhaps_meant(self, place: Served, token: str) -> None:
        answer = ask(place, "POST", "/v1/serch", {"params": {"query": "x"}}, token=token)
        assert (answer.status, answer.code) == (404, "unknown_operation")
        assert "did you mean 'search'" in answer.json["error"]["message"]
        assert ask(place, "POST", "/v1/nothing", token=token).code == "unknown_operation"

    def test_answers_under_an_alias(self, place: Served, token: str) -> None:
        answer = call(place, "stale_review", token=token)
        assert (answer.status, answer.json["operation"]) == (200, "review_queue")

    def test_describes_itself_to_whoever_has_a_token(self, place: Served, token: str) -> None:
        assert json.loads(ask(place, "GET", "/openapi.json", token=token).body)["openapi"] == "3.1.0"
