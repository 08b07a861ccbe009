"""What is a request granted?"""

from typing import Any

import pytest

from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.http.admission import admission, cookie_name, cookie_of
from phantasm.surfaces.http.browsers import Browsers
from phantasm.surfaces.serving.guard import Public, Refused
from phantasm.surfaces.serving.tokens import Grant

PORT = 4747
PERSON = Grant("browser", "cli", TokenScope.ADMIN, is_person=True)
CODEX = Grant("one", "codex", TokenScope.READ)


def _scope(method: str, path: str, **headers: str) -> dict[str, Any]:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"method": method, "path": path, "headers": told}


class _Door:
    def __init__(self) -> None:
        self.browsers = Browsers(PERSON)
        session = self.browsers.enter(self.browsers.code())
        assert session is not None
        self.session = session
        self._admit = admission(lambda given: CODEX if given == "right" else None, self.browsers, port=PORT)

    def admit(self, method: str, path: str, **headers: str) -> object:
        return self._admit(_scope(method, path, **headers))


@pytest.mark.parametrize(
    "route",
    [
        ("GET", "/"),
        ("GET", "/inbox"),
        ("POST", "/inbox"),
        ("GET", "/assets/app.js"),
        ("GET", "/v10"),
        ("GET", "/v1x/search"),
        ("GET", "/v1/health"),
        ("POST", "/v1/session"),
        ("HEAD", "/v1/health"),
        ("TRACE", "/v1/session"),
    ],
)
def test_the_page_and_two_routes_are_open(route: tuple[str, str]) -> None:
    assert _Door().admit(*route) == Public()


@pytest.mark.parametrize(
    "route",
    [
        ("GET", "/v1"),
        ("GET", "/v1/"),
        ("POST", "/v1/health"),
        ("GET", "/v1/session"),
        ("HEAD", "/v1/session"),
        ("DELETE", "/v1/session"),
        ("POST", "/v1/session/"),
        ("POST", "/v1/search"),
        ("GET", "/v1/events"),
        ("GET", "/openapi.json"),
    ],
)
def test_everything_else_needs_somebody(route: tuple[str, str]) -> None:
    door = _Door()
    cookie, word = f"{cookie_name(PORT)}={door.session.cookie}", door.session.word
    assert isinstance(door.admit(*route), Refused)
    assert isinstance(door.admit(*route, authorization="Bearer wrong"), Refused)
    assert door.admit(*route, authorization="Bearer right") == CODEX
    assert door.admit(*route, cookie=cookie, x_phantasm_csrf=word) == PERSON
    assert isinstance(door.admit(*route, cookie=cookie), Refused)
    assert isinstance(door.admit(*route, x_phantasm_csrf=word), Refused)


def test_a_cookie_of_another_port_is_none_of_ours() -> None:
    door = _Door()
    cookie = f"{cookie_name(PORT + 1)}={door.session.cookie}"
    assert isinstance(
        door.admit("GET", "/v1/session", cookie=cookie, x_phantasm_csrf=door.session.word), Refused
    )


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("a=1", "1"),
        ("b=2; a=1", "1"),
        (" a=1 ;b=2", "1"),
        ("a=1=2", "1=2"),
        ("a=", ""),
        ("a", ""),
        ("a=1; a=1", None),
        ("a=1; a=2", None),
        ("aa=1", None),
        ("A=1", None),
        ("", None),
    ],
)
def test_reads_one_cookie(said: str, found: str | None) -> None:
    assert cookie_of(_scope("GET", "/", cookie=said), "a") == found
