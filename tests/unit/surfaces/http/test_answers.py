"""How does a response go over HTTP?"""

import json

import pytest

from phantasm.contracts.errors import STATUS, Code, PhantasmError
from phantasm.surfaces.http.answers import plain_refusal, problem_reply


@pytest.mark.parametrize("code", list(Code))
def test_every_error_has_its_status(code: Code) -> None:
    reply = problem_reply(PhantasmError(code, "why"), operation="search")
    said = json.loads(bytes(reply.body))
    assert (reply.status_code, reply.media_type) == (STATUS[code].http, "application/json")
    assert (said["status"], said["operation"], said["data"], said["error"]) == (
        "error",
        "search",
        None,
        {"code": code.value, "message": "why"},
    )


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "invalid_request"),
        (401, "not_allowed"),
        (404, "not_found"),
        (405, "invalid_request"),
        (500, "internal"),
        (503, "store_busy"),
    ],
)
def test_the_protocols_own_refusals_look_the_same(status: int, code: str) -> None:
    reply = plain_refusal(status, "why", headers={"Allow": "POST"})
    assert (reply.status_code, reply.headers["allow"]) == (status, "POST")
    assert json.loads(bytes(reply.body))["error"]["code"] == code


def test_who_is_told_that_too_many_ask_is_told_when_to_come_back() -> None:
    busy = problem_reply(PhantasmError(Code.STORE_BUSY, "why"))
    assert int(busy.headers["retry-after"]) > 0
    assert int(plain_refusal(503, "why").headers["retry-after"]) > 0
    assert "retry-after" not in problem_reply(PhantasmError(Code.NOT_FOUND, "why")).headers
