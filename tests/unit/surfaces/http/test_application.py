"""Is it all put together so that nothing gets past the guard, and no defect past the envelope?"""

import asyncio
import json
from typing import Any

from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.http.application import Serving, application
from phantasm.surfaces.http.browsers import Browsers
from phantasm.surfaces.http.lanes import Lanes
from phantasm.surfaces.serving.headers import ALWAYS
from phantasm.surfaces.serving.listening import Address
from phantasm.surfaces.serving.tokens import Grant
from tests.conftest import Project

ADDRESS = Address("127.0.0.1", 4747)
CODEX = Grant("one", "codex", TokenScope.READ)


class _Broken(Lanes):
    """Lanes in which everything fails as nothing should."""

    async def ask(self, *_: Any) -> Any:
        message = "a word that is for nobody"
        raise RuntimeError(message)


def _ask(method: str, path: str, *, lanes: Lanes, given: str = "right") -> Any:
    told: list[Any] = []
    headers = {
        "host": "127.0.0.1:4747",
        "authorization": f"Bearer {given}",
        "content-type": "application/json",
    }
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: Any) -> None:
        told.append(message)

    async def run() -> None:
        serving = Serving(lanes, lambda said: CODEX if said == "right" else None, Browsers(CODEX))
        try:
            await application(serving, ADDRESS)(scope, receive, send)
        except RuntimeError as problem:  # raised again, for the log of the web server
            assert "for nobody" in str(problem)  # noqa: PT017  and only that
        finally:
            lanes.close()

    asyncio.run(run())
    names = {name.decode() for name, _ in told[0]["headers"]}
    assert set(ALWAYS) <= names
    return told[0]["status"], json.loads(b"".join(one.get("body", b"") for one in told[1:]))


def test_a_defect_is_told_in_the_envelope_and_not_in_words(project: Project) -> None:
    status, said = _ask("POST", "/v1/health", lanes=_Broken(lambda: project.root, readers=1))
    assert (status, said["status"], said["error"]["code"]) == (500, "error", "internal")
    assert "for nobody" not in json.dumps(said)


def test_the_page_hides_no_refusal(project: Project) -> None:
    def asked(method: str, path: str) -> tuple[int, str]:
        status, said = _ask(method, path, lanes=Lanes(lambda: project.root, readers=1))
        return status, said["error"]["code"]

    assert asked("GET", "/v1/search") == (405, "invalid_request")
    assert asked("POST", "/v1/nothing") == (404, "unknown_operation")
    assert asked("GET", "/v1/no/such") == (404, "not_found")
    assert asked("POST", "/inbox") == (405, "invalid_request")


def test_nothing_but_the_page_is_open(project: Project) -> None:
    status, said = _ask("GET", "/openapi.json", lanes=Lanes(lambda: project.root, readers=1), given="wrong")
    assert (status, said["error"]["code"]) == (401, "not_allowed")
