"""What does a browser get?"""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI

from phantasm.surfaces.http.page import FOLDER, page_routes

INDEX = (FOLDER / "index.html").read_bytes()


def _get(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    app = FastAPI(openapi_url=None)
    app.include_router(page_routes())
    told: list[Any] = []
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        told.append(message)

    asyncio.run(app(scope, receive, send))
    found = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], found, b"".join(one.get("body", b"") for one in told[1:])


@pytest.mark.parametrize(
    "path", ["/", "/inbox", "/records/k3v9qd2a", "/records/a.b", "/login", "/no-such-view"]
)
def test_every_path_is_the_page(path: str) -> None:
    status, headers, body = _get(path)
    assert (status, headers["content-type"], body) == (200, "text/html; charset=utf-8", INDEX)


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/search", "/assets", "/assets/none.js", "/robots.txt", "/assets/x/y"]
)
def test_some_are_not(path: str) -> None:
    assert _get(path)[0] == 404


def test_a_file_is_sent_again_only_when_it_has_changed() -> None:
    status, headers, _ = _get("/assets/app.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert headers["cache-control"] == "no-cache"
    again, _, body = _get("/assets/app.js", if_none_match=headers["etag"])
    assert (again, body) == (304, b"")
    assert _get("/assets/app.js", if_none_match='"other"')[0] == 200


def test_the_page_has_nothing_that_its_policy_forbids() -> None:
    """No inline script or style, nothing from elsewhere, no source of markup from text."""
    text = INDEX.decode()
    assert "<style" not in text
    assert " style=" not in text
    assert " on" not in text.partition("<body")[2].partition(">")[0]
    for line in text.splitlines():
        if "<script" in line:
            assert 'src="/assets/' in line
    script = (FOLDER / "app.js").read_text(encoding="utf-8")
    for forbidden in ("eval(", "new Function", "document.write", "insertAdjacentHTML"):
        assert forbidden not in script
    assert "https://" not in text
