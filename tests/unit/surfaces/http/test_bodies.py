"""What does a body say?"""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from starlette.requests import Request

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.http.routes import LONG_BYTES, UnreadableError, as_granted, read, request_of
from phantasm.surfaces.serving.tokens import Grant

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

CODEX = Grant("one", "codex", TokenScope.READ)
JSON = (b"content-type", b"application/json")


def _read(*parts: bytes, headers: tuple[tuple[bytes, bytes], ...] = (JSON,), **limits: Any) -> Any:
    """Read a body that comes in parts; after the last one nothing more comes."""

    async def run() -> Any:
        messages = _messages(parts)

        async def receive() -> Any:
            try:
                return await anext(messages)
            except StopAsyncIteration:
                await asyncio.Event().wait()

        return await read(Request({"type": "http", "headers": list(headers)}, receive), **limits)

    return asyncio.run(run())


async def _messages(parts: tuple[bytes, ...]) -> AsyncIterator[dict[str, Any]]:
    for number, part in enumerate(parts, 1):
        if part == b"gone":
            yield {"type": "http.disconnect"}
        else:
            yield {"type": "http.request", "body": part, "more_body": number < len(parts) or part == b"slow"}


def _status(*parts: bytes, **options: Any) -> int:
    with pytest.raises(UnreadableError) as refused:
        _read(*parts, **options)
    return refused.value.status


def test_reads_an_object_in_any_number_of_parts() -> None:
    assert _read(b'{"a": 1}') == {"a": 1}
    assert _read(b'{"a"', b"", b": 1}") == {"a": 1}
    long = b'{"a": "' + b"x" * LONG_BYTES + b'"}'
    assert _read(long[:9], long[9:]) == {"a": "x" * LONG_BYTES}
    spelled = ((b"content-type", b"Application/JSON; charset=utf-8"),)
    assert _read(b"{}", headers=spelled) == {}


@pytest.mark.parametrize(
    "kind", [b"", b"text/plain", b"application/x-www-form-urlencoded", b"application/json-patch"]
)
def test_takes_nothing_else(kind: bytes) -> None:
    assert _status(b"{}", headers=((b"content-type", kind),)) == 415


def test_reads_no_more_than_it_may() -> None:
    assert _read(b'{"a":1}', most=7) == {"a": 1}
    assert _status(b'{"a":1}', b" ", most=7) == 413
    assert _status(b"", headers=(JSON, (b"content-length", b"8")), most=7) == 413


def test_waits_only_so_long() -> None:
    assert _status(b"slow", seconds=0.01) == 408


def test_is_not_surprised_when_the_sender_goes() -> None:
    assert _status(b"{", b"gone") == 400


def test_makes_the_whole_request_of_a_call() -> None:
    asked = request_of(
        "search", {"params": {"query": "x"}, "client": {"name": "n"}, "confirmations": None}, CODEX
    )
    assert asked.pop("request_id")
    assert asked == {
        "api_version": "v1",
        "operation": "search",
        "params": {"query": "x"},
        "client": {"name": "n", "profile": "codex"},
    }
    assert request_of("search", {"request_id": "mine"}, CODEX)["request_id"] == "mine"
    assert request_of("search", {"params": None}, CODEX)["params"] is None  # and is refused as such


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"operation": "ingest"}, "operation"),
        ({"api_version": "v1"}, "api_version"),
        ({"client": {"profile": "cli"}}, "client.profile"),
        ({"client": "cli"}, "client"),
        ({"client": False}, "client"),
    ],
)
def test_lets_nobody_say_what_the_route_or_the_token_says(body: Any, field: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        request_of("search", body, CODEX)
    assert (refused.value.code, refused.value.field) == (Code.INVALID_REQUEST, field)


def test_a_whole_request_names_the_profile_of_its_token() -> None:
    whole: JsonObject = {"operation": "health", "client": {"profile": "codex"}}
    assert as_granted(whole, CODEX) == whole
    assert as_granted({"operation": "describe"}, CODEX) == {"operation": "describe"}
    with pytest.raises(PhantasmError) as refused:
        as_granted({"client": {"profile": "cli"}}, CODEX)
    assert refused.value.code is Code.NOT_ALLOWED
