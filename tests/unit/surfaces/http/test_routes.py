"""Which routes are there, and what does each answer when all is not well?"""

import asyncio
import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from phantasm.contracts.kinds import TokenScope
from phantasm.runtime import registry
from phantasm.surfaces.http.browsers import Browsers
from phantasm.surfaces.http.lanes import Lanes
from phantasm.surfaces.http.routes import Answering, operation_routes, party_of, session_routes
from phantasm.surfaces.serving.guard import GRANT
from phantasm.surfaces.serving.tokens import Grant
from tests.conftest import Project

CODEX = Grant("one", "codex", TokenScope.READ)
PERSON = Grant("browser", "cli", TokenScope.ADMIN, is_person=True)


def _ask(  # what a request is made of
    root: Path, method: str, path: str, body: object = None, *, grant: Grant = CODEX, seconds: float = 60.0
) -> tuple[int, dict[str, str], Any]:
    """Put one request to the routes, without anybody standing before them."""
    told: list[Any] = []
    content = json.dumps(body).encode()
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        GRANT: grant,
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": content}

    async def send(message: Any) -> None:
        told.append(message)

    async def run() -> None:
        lanes = Lanes(lambda: root, readers=1)
        app = FastAPI(openapi_url=None)
        app.include_router(operation_routes(Answering(lanes, seconds=seconds)))
        app.include_router(session_routes(lanes, Browsers(PERSON), cookie="c"))
        await app(scope, receive, send)
        lanes.close()

    asyncio.run(run())
    headers = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    said = b"".join(one.get("body", b"") for one in told[1:])
    return told[0]["status"], headers, json.loads(said) if said else None


def test_every_operation_has_one(project: Project) -> None:
    for name in registry.names():
        status, _, said = _ask(project.root, "POST", f"/{name}", {"nonsense": 1})
        assert (status, said["operation"], said["error"]["field"]) == (400, name, "nonsense")


def test_answers_as_the_profile_of_the_token(project: Project) -> None:
    status, _, said = _ask(project.root, "POST", "/health", {"params": {}, "request_id": "mine"})
    assert (status, said["request_id"], said["provenance"]["client_profile"]) == (200, "mine", "codex")


def test_takes_a_whole_request(project: Project) -> None:
    whole = project.request("health", profile="codex")
    assert _ask(project.root, "POST", "/handle-request", whole)[0] == 200
    assert _ask(project.root, "POST", "/handle-request", whole | {"client": {"profile": "cursor"}})[0] == 403
    assert _ask(project.root, "POST", "/handle-request", {})[0] == 400


def test_says_when_an_answer_takes_too_long(project: Project) -> None:
    status, headers, said = _ask(project.root, "POST", "/health", {}, seconds=0.0)
    assert (status, said["error"]["code"]) == (503, "store_busy")
    assert int(headers["retry-after"]) > 0


def test_answers_also_where_the_project_is_gone(tmp_path: Path) -> None:
    status, _, said = _ask(tmp_path, "POST", "/list", {})
    assert (status, said["error"]["code"]) == (409, "not_bootstrapped")
    status, _, said = _ask(tmp_path, "GET", "/session")
    assert (status, said["rights"], said["profile"]) == (200, [], "codex")


def test_says_whom_it_takes_somebody_for(project: Project) -> None:
    _, _, said = _ask(project.root, "GET", "/session")
    assert said.pop("version")
    assert said == {
        "profile": "codex",
        "scope": "read",
        "is_person": False,
        "rights": ["read"],
        "project": project.root.name,
        "root": str(project.root),
    }


def test_only_a_persons_click_is_an_answer() -> None:
    person, program = party_of(PERSON), party_of(CODEX)
    assert person.ask is not None
    assert (person.at_terminal, person.ask("really?"), person.scope) == (True, True, TokenScope.ADMIN)
    assert (program.at_terminal, program.ask, program.scope) == (False, None, TokenScope.READ)
