"""Who may do what over HTTP and MCP? Every operation in every scope, exactly as the policy's table says."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from phantasm.config.editing import approve, proposal
from phantasm.config.paths import Paths
from phantasm.contracts.kinds import Right, TokenScope
from phantasm.contracts.operation import Operation
from phantasm.runtime import registry
from phantasm.security.policy import WITHIN
from phantasm.security.profiles import BUILT_IN
from phantasm.surfaces.mcp import http
from phantasm.surfaces.mcp.asking import Asking
from phantasm.surfaces.mcp.keys import Keys
from phantasm.surfaces.mcp.server import build
from phantasm.surfaces.serving import tokens
from phantasm.surfaces.serving.door import Door
from phantasm.surfaces.serving.listening import Address, listen
from tests.fixtures.http_client import ask, call, enter
from tests.fixtures.projects import lay_out_state
from tests.fixtures.serving import HOST, Served, running, served

EVERYTHING = "everything"
CLIENTS = f"""[profiles.{EVERYTHING}]
inherits = "codex"
allow_review = true
allow_sensitive_read = true
allow_sensitive_export = true
allow_maintenance = true
"""
SCOPES = list(TokenScope)
# The others have the rights of one of these.
PROFILES = ("generic_mcp", "codex", "dashboard", "scheduler")
ALLOW, SUGGEST, DENY = "allow", "suggest", "deny"


@pytest.fixture(scope="module", autouse=True)
def own_user_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the approval that these tests need, for as long as their servers run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PHANTASM_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with a profile that may do everything."""
    made = tmp_path_factory.mktemp("project")
    paths = Paths(made)
    lay_out_state(paths)
    paths.clients.write_text(CLIENTS, encoding="utf-8")
    approve(proposal(paths))
    return made


@pytest.fixture(scope="module")
def place(root: Path) -> Iterator[Served]:
    """Yield the project, served over HTTP."""
    with served(root) as made:
        yield made


@contextmanager
def _agents_served(root: Path) -> Iterator[str]:
    """Serve the project to agents, and yield where."""
    door = Door(lambda: root)
    taken = listen(HOST, 0, remote=False)
    address = Address(HOST, taken.getsockname()[1])
    app = http.application(
        build(Asking(door, Keys())), address, partial(tokens.authorize, Paths(root)), lifetime=None
    )
    try:
        with running(app, taken):
            yield address.url(http.PATH)
    finally:
        door.close()


def _rights(profile: str) -> frozenset[Right]:
    return frozenset(Right) if profile == EVERYTHING else BUILT_IN[profile].rights


def _expected(operation: Operation, profile: str, scope: TokenScope) -> str:
    """Return what the table says."""
    left = _rights(profile) & WITHIN[scope]
    if operation.needs in left:
        return ALLOW
    return SUGGEST if operation.suggestible and Right.SUGGEST in left else DENY


def _params(operation: Operation) -> dict[str, Any]:
    """Return the operation's own example; it changes nothing where it need not."""
    dry = {"dry_run": True} if "dry_run" in operation.params.model_fields else {}
    return {**operation.example, **dry}


def _refused(text: str) -> bool:
    """Tell whether it was the policy that said no, and not the operation, which may find nothing."""
    return "not_allowed" in text and "lacks the right" in text


def test_the_table_is_this_one() -> None:
    """The rights that each scope leaves; whoever changes them changes this, and docs/http.md."""
    read, review = {Right.READ}, {Right.READ, Right.REVIEW}
    assert {
        TokenScope.READ: read,
        TokenScope.REVIEW: review,
        TokenScope.WRITE: review | {Right.SUGGEST, Right.WRITE},
        TokenScope.ADMIN: set(Right),
    } == WITHIN


def test_the_page_shows_the_same_table() -> None:
    lines = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8").splitlines()
    for scope in SCOPES:
        cells = ["yes" if right in WITHIN[scope] else "no" for right in Right]
        assert f"| `{scope.value}` | {' | '.join(cells)} |" in lines


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("profile", [EVERYTHING, *PROFILES])
def test_http_does_as_the_table_says(place: Served, profile: str, scope: TokenScope) -> None:
    token = place.token(profile=profile, scope=scope)
    wrong = []
    for operation in registry.operations():
        answer = call(
            place,
            operation.name,
            _params(operation),
            token=token,
            fields={"idempotency_key": f"{profile}-{scope}-{operation.name}"},
        )
        expected = _expected(operation, profile, scope)
        trust = answer.json["provenance"].get("trust", {}).get("verdict")
        found = DENY if _refused(answer.body.decode()) else trust or expected
        if found != expected or (found == DENY) != (answer.status == 403 and answer.code == "not_allowed"):
            wrong.append((operation.name, expected, found, answer.status))
    assert wrong == []


@pytest.mark.parametrize("profile", [EVERYTHING, "generic_mcp"])
def test_mcp_does_as_the_table_says(root: Path, place: Served, profile: str) -> None:
    """Over streamable HTTP with a token; over stdio there is none, and the client's profile alone counts."""
    secrets = {scope: place.token(profile=profile, scope=scope) for scope in SCOPES}
    wrong: list[tuple[str, ...]] = []

    async def talk(address: str, scope: TokenScope) -> None:
        headers = {"Authorization": f"Bearer {secrets[scope]}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as web,
            Client(streamable_http_client(address, http_client=web), mode="legacy", cache=None) as client,
        ):
            for operation in registry.operations():
                asked = {"operation": operation.name, "params": _params(operation)}
                result = await client.call_tool("call", asked)
                found = DENY if result.is_error and _refused(str(result.content)) else ALLOW
                expected = DENY if _expected(operation, profile, scope) == DENY else ALLOW
                if found != expected:
                    wrong.append((operation.name, scope, expected, str(result.content)[:200]))

    async def talk_in_every_scope(address: str) -> None:
        for scope in SCOPES:
            await talk(address, scope)

    with _agents_served(root) as address:
        asyncio.run(talk_in_every_scope(address))
    assert wrong == []


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("person", [True, False])
def test_a_browser_does_as_the_table_says(root: Path, scope: TokenScope, *, person: bool) -> None:
    profile = "cli" if person else "dashboard"
    wrong = []
    with served(root, scope=scope, person=person) as place:
        browser = enter(place)
        told = ask(place, "GET", "/v1/session", headers=browser.headers).json
        for operation in registry.operations():
            key = {"idempotency_key": f"browser-{profile}-{scope}-{operation.name}"}
            answer = call(place, operation.name, _params(operation), headers=browser.headers, fields=key)
            expected = _expected(operation, profile, scope)
            if (expected == DENY) != _refused(answer.body.decode()):
                wrong.append((operation.name, expected, answer.body[:200]))
    assert wrong == []
    assert told["rights"] == sorted(_rights(profile) & WITHIN[scope])
    assert (told["profile"], told["scope"], told["is_person"]) == (profile, scope.value, person)


def test_a_whole_request_says_no_other_profile(place: Served) -> None:
    token = place.token(profile="generic_mcp", scope=TokenScope.ADMIN)

    def asked(**client: str) -> Any:
        body = {
            "api_version": "v1",
            "operation": "ingest",
            "request_id": "r",
            "idempotency_key": f"whole-{client}",
            "client": client,
            "params": {"record_kind": "fact", "statement": f"Said by {client}."},
        }
        return ask(place, "POST", "/v1/handle-request", body, token=token)

    for other in ("cli", "codex", EVERYTHING, "GENERIC_MCP", "generic_mcp ", "", "nobody"):
        refused = asked(profile=other)
        assert (refused.status, refused.code) == (403, "not_allowed"), other
    own = asked(profile="generic_mcp")
    assert own.status == 200
    assert own.json["provenance"]["trust"]["verdict"] == SUGGEST


def test_a_profile_that_there_is_not_is_told_nothing(place: Served) -> None:
    """Somebody took it out of clients.toml: its token is refused by every operation, and by the events."""
    token = place.token(profile="nobody", scope=TokenScope.ADMIN)
    asked, told = call(place, "audit", token=token), ask(place, "GET", "/v1/events", token=token)
    assert (asked.status, asked.code) == (told.status, told.code)
    assert told.status >= 400


def test_the_person_is_nobody_who_has_a_token(place: Served) -> None:
    """`token add` refuses the profile; a file written by hand gets the rights of the default client."""
    token = place.token(profile="cli", scope=TokenScope.ADMIN)
    answer = call(place, "review", {"action": "accept", "ids": ["x"]}, token=token)
    assert (answer.status, answer.code) == (403, "not_allowed")
    fact = {"record_kind": "fact", "statement": "It rains.", "dry_run": True}
    assert "profile_reduced" in call(place, "ingest", fact, token=token).body.decode()


def _restoring(place: Served, backup: str, **options: Any) -> Any:
    said = {
        "approved_by": "a tester",
        "reason": "to see who may",
        "operation": "backup_restore",
        "target": {"backup_id": backup},
    }
    fields = {"idempotency_key": f"restore-{sorted(options)}", "confirmations": said}
    return call(place, "backup_restore", {"backup_id": backup}, fields=fields, **options)


def test_only_a_person_in_a_browser_confirms(root: Path, place: Served) -> None:
    token = place.token(profile=EVERYTHING, scope=TokenScope.ADMIN)
    made = call(place, "backup_create", token=token, fields={"idempotency_key": "a-backup"})
    backup = made.json["data"]["backup_id"]
    bare = call(
        place, "backup_restore", {"backup_id": backup}, token=token, fields={"idempotency_key": "bare"}
    )
    assert (bare.status, bare.code) == (409, "confirmation_required")
    assert bare.json["error"]["example"]["target"] == {"backup_id": backup}
    refused = _restoring(place, backup, token=token)
    assert (refused.status, refused.code) == (409, "confirmation_required")
    with served(root, person=False) as unattended:
        nobody = _restoring(unattended, backup, headers=enter(unattended).headers)
        assert (nobody.status, nobody.code) == (403, "not_allowed")
    done = _restoring(place, backup, headers=enter(place).headers)
    assert done.status == 200, done
