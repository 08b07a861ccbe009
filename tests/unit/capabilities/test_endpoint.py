"""A server is asked where it is configured, within bounds, and a key is never shown."""

import json
import secrets
import threading
from collections.abc import Iterator

import pytest

from phantasm.capabilities import endpoint as module
from phantasm.capabilities.endpoint import Endpoint
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from tests.unit.capabilities.embedding.servers import Answer, Asked, Reply, StandIn, as_json, serving

NEXT = Remediation("start it", command="start it")
SECONDS = 20.0
"""Far more than any of this takes: only what is meant to run out of time does."""


def to(server: StandIn, *, timeout: float = SECONDS, key: str = "") -> Endpoint:
    return Endpoint(f"{server.url}/v1", timeout, NEXT, key)


def refusal(endpoint: Endpoint) -> PhantasmError:
    with pytest.raises(PhantasmError) as refused:
        endpoint.post("/embeddings", {"input": ["a text"]})
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
    assert refused.value.remediation == (NEXT,)
    assert endpoint.host in refused.value.message
    return refused.value


def one_after_another(*replies: Reply) -> Answer:
    left = iter(replies)
    return lambda _: next(left)


def test_json_goes_out_and_comes_back() -> None:
    with serving(lambda asked: as_json({"got": asked.body})) as server:
        assert to(server).post("/embeddings", {"input": ["Größe"]}) == {"got": {"input": ["Größe"]}}
        assert to(server).get("/models") == {"got": None}
    assert [(asked.method, asked.path) for asked in server.seen] == [
        ("POST", "/v1/embeddings"),
        ("GET", "/v1/models"),
    ]
    assert "Authorization" not in server.seen[0].headers


def test_a_key_is_sent_and_kept_out_of_sight() -> None:
    key = secrets.token_urlsafe(24)
    with serving(lambda asked: as_json({"error": {"message": f"wrong key {key}"}}, 401)) as server:
        endpoint = to(server, key=key)
        problem = refusal(endpoint)
    assert server.seen[0].headers["Authorization"] == f"Bearer {key}"
    assert "status 401: wrong key (key)" in problem.message
    assert key not in repr(endpoint)
    assert problem.__cause__ is None


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_busy_server_is_asked_again(status: int) -> None:
    with serving(one_after_another(as_json({}, status), as_json({}, status), as_json([1]))) as server:
        assert to(server).get("/x") == [1]
    assert len(server.seen) == 3


def test_it_is_not_asked_for_ever() -> None:
    with serving(lambda _: as_json({"error": "loading"}, 503)) as server:
        assert "status 503: loading" in refusal(to(server)).message
    assert len(server.seen) == 3


def test_a_server_that_wants_an_hour_is_unavailable() -> None:
    with serving(lambda _: Reply(status=429, headers={"Retry-After": "3600"})) as server:
        assert "status 429" in refusal(to(server)).message
    assert len(server.seen) == 1


@pytest.mark.parametrize("status", [400, 401, 404, 204])
def test_a_refusal_is_taken_for_an_answer(status: int) -> None:
    with serving(lambda _: Reply(b"", status)) as server:
        assert f"status {status}" in refusal(to(server)).message
    assert len(server.seen) == 1


def test_nobody_there_is_said() -> None:
    with serving(lambda _: Reply()) as server:
        pass
    assert "cannot be reached" in refusal(to(server)).message


def test_a_silent_server_runs_out_of_time() -> None:
    done = threading.Event()

    def silent(_: Asked) -> Reply:
        done.wait(SECONDS)
        return Reply()

    with serving(silent) as server:
        assert "took longer than 0.2 seconds" in refusal(to(server, timeout=0.2)).message
        done.set()


def test_a_dripping_server_runs_out_of_time() -> None:
    done = threading.Event()

    def drip() -> Iterator[bytes]:
        while not done.wait(0.01):
            yield b" "

    with serving(lambda _: Reply(pieces=drip)) as server:
        assert "took longer" in refusal(to(server, timeout=0.3)).message
        done.set()


def test_too_much_is_not_read() -> None:
    def much() -> Iterator[bytes]:
        for _ in range(module.MAX_ANSWER_BYTES // 2**20 + 1):
            yield b" " * 2**20

    with serving(lambda _: Reply(pieces=much)) as server:
        assert "more than" in refusal(to(server)).message


def test_half_an_answer_is_none() -> None:
    with serving(lambda _: Reply(b"[1,", headers={"Content-Length": "300"})) as server:
        assert "broke off" in refusal(to(server)).message
    assert len(server.seen) == 3


@pytest.mark.parametrize("body", [b"", b"<html>", b"[" * 100_000, b"\xff"])
def test_what_is_not_json_is_refused(body: bytes) -> None:
    with serving(lambda _: Reply(body)) as server:
        assert "not JSON" in refusal(to(server)).message


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with serving(lambda _: Reply()) as other:
        with serving(lambda _: Reply(status=status, headers={"Location": f"{other.url}/v1"})) as server:
            message = refusal(to(server, key=secrets.token_hex())).message
        assert f"sends us on to {other.url.removeprefix('http://')}" in message
    assert other.seen == []


@pytest.mark.parametrize("target", ["", "/other", "http://[::1", "http://" + "x" * 5_000])
def test_any_redirect_is_survived(target: str) -> None:
    with serving(lambda _: Reply(status=302, headers={"Location": target})) as server:
        message = refusal(to(server)).message
    assert "sends us on" in message
    assert len(message) < 400


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda _: Reply()) as proxy, serving(lambda _: as_json("here")) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert to(server).get("/x") == "here"
    assert proxy.seen == []


def test_a_key_goes_nowhere_in_the_open() -> None:
    key = secrets.token_hex()
    message = refusal(Endpoint("http://192.0.2.1/v1", SECONDS, NEXT, key)).message
    assert "use https" in message
    assert key not in message


@pytest.mark.parametrize("end", ["\nX-Other: 1", " x", "\x00", "é"])
def test_a_key_that_is_none_is_not_shown(end: str) -> None:
    key = secrets.token_hex() + end
    with serving(lambda _: Reply()) as server:
        message = refusal(to(server, key=key)).message
    assert server.seen == []
    assert key[:32] not in message


@pytest.mark.parametrize(
    "url",
    [
        "ftp://host",
        "http://",
        "file:///etc/passwd",
        "host",
        "http://[::1",
        "http://host:99999",
        "http://host:x",
    ],
)
def test_only_http_is_spoken(url: str) -> None:
    with pytest.raises(PhantasmError, match="http://host:port") as refused:
        Endpoint(url, SECONDS, NEXT).get("/x")
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE


@pytest.mark.parametrize(
    "url", [f"http://{'a' * 70}.example", "http://127.0.0.1:9/\u00fc", "http://127.0.0.1:9/a b"]
)
def test_a_url_that_is_none_is_refused(url: str) -> None:
    refusal(Endpoint(url, SECONDS, NEXT))


def test_a_query_in_the_url_stays_at_the_end() -> None:
    with serving(lambda _: Reply()) as server:
        Endpoint(f"{server.url}/v1?version=2", SECONDS, NEXT).get("/models")
    assert server.seen[0].path == "/v1/models?version=2"


def test_a_password_in_the_url_is_refused_and_not_shown() -> None:
    password = secrets.token_hex()
    message = refusal(Endpoint(f"http://me:{password}@127.0.0.1:1", SECONDS, NEXT)).message
    assert "api_key_env" in message
    assert password not in message


@pytest.mark.parametrize(
    "body",
    [b"no json", b"[]", b'{"error": 3}', b'{"error": {"message": []}}', b"[" * 5000, b'{"other": "x"}'],
)
def test_any_complaint_is_survived(body: bytes) -> None:
    with serving(lambda _: Reply(body, 400)) as server:
        assert refusal(to(server)).message.endswith("status 400")


def test_a_complaint_is_short_and_moves_no_cursor() -> None:
    with serving(lambda _: as_json({"error": "\x1b[2J" + "x" * 10_000}, 400)) as server:
        message = refusal(to(server)).message
    assert message.isprintable()
    assert len(message) < 400
    json.dumps(message)
