"""Strict UTF-8, strict JSON, and errors that name field, expectation and example."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.parse import MAX_DEPTH, checked, decode, parse_request


def refusal(raw: bytes) -> PhantasmError:
    with pytest.raises(PhantasmError) as caught:
        parse_request(decode(raw))
    return caught.value


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"\xff{}", "not valid UTF-8 at byte 0"),
        (b"{", "not valid JSON"),
        (b"[]", "not a JSON object"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"operation": "\\ud800"}', "unpaired surrogate"),
        (b'{"operation": "x", "params": {"\\udfff": 1}}', "unpaired surrogate"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "nested deeper"),
        (b'{"a":' * 100_000, "not valid JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not valid JSON"),
    ],
)
def test_refuses_what_is_not_a_json_object(raw: bytes, words: str) -> None:
    problem = refusal(raw)
    assert problem.code is Code.INVALID_REQUEST
    assert words in problem.message
    assert problem.example


def test_accepts_surrogate_pairs_and_keeps_printable_unicode() -> None:
    assert decode(b'{"a": "\\ud83d\\ude00"}') == {"a": "\U0001f600"}


def test_names_the_missing_field() -> None:
    problem = refusal(b'{"api_version": "v1", "operation": "health", "client": {"profile": "codex"}}')
    assert problem.field == "request_id"


def test_suggests_the_field_that_was_meant() -> None:
    raw = b'{"api_version":"v1","operation":"health","request_id":"1","client":{"profil":"codex"}}'
    problem = refusal(raw)
    assert problem.field in {"client.profile", "client.profil"}


def test_suggests_for_an_unknown_top_level_field() -> None:
    raw = (
        b'{"api_version":"v1","operation":"health","request_id":"1","client":{"profile":"codex"},"param":{}}'
    )
    problem = refusal(raw)
    assert problem.field == "param"
    assert "did you mean 'params'" in problem.message


def test_refuses_another_version_with_its_own_code() -> None:
    assert refusal(b'{"api_version": "v2", "operation": "health"}').code is Code.UNSUPPORTED_VERSION


@pytest.mark.parametrize("operation", ["describe", "templates"])
def test_accepts_the_short_form_for_discovery(operation: str) -> None:
    request = parse_request({"operation": operation, "params": {}})
    assert request.operation == operation


def test_refuses_the_short_form_for_anything_else() -> None:
    with pytest.raises(PhantasmError):
        parse_request({"operation": "health", "params": {}})


def test_allows_the_depth_that_it_promises() -> None:
    value: dict[str, object] = {}
    for _ in range(MAX_DEPTH - 1):
        value = {"a": value}
    assert checked(value) == value
    with pytest.raises(PhantasmError):
        checked({"a": value})


@pytest.mark.parametrize(
    "value", [float("inf"), float("nan"), b"bytes", {1, 2}, (1, 2), {1: 2}, "\ud800", {"\udfff": 1}, object()]
)
def test_refuses_objects_that_no_json_text_could_hold(value: object) -> None:
    with pytest.raises(PhantasmError) as caught:
        checked({"a": [value]})
    assert caught.value.code is Code.INVALID_REQUEST
