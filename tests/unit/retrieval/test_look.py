"""A question is answered by the engine that is configured and there, and by the other one where it is not."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from phantasm.contracts.envelope import Response
from phantasm.retrieval import look
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.retrieval.vectors.qdrant_choice import REST
from tests.conftest import Project
from tests.unit.retrieval.vectors.qdrant_stand_in import StandIn

pytest.importorskip("qdrant_client")

FACTS = (
    "Invoices are stored in PostgreSQL because the auditors want constraints.",
    "The cache in front of the catalogue is emptied every night.",
    "Deployments go out on Tuesdays, after the tests have passed.",
    "The search service keeps its index on local disks.",
    "Passwords are hashed with Argon2 and never logged.",
    "The mobile app talks to the gateway over HTTP/2.",
    "Backups of the database are copied to another region.",
    "Feature flags are read once per request.",
)
QUESTIONS = (
    "Where are invoices kept?",
    "When do we deploy?",
    "How are passwords stored?",
    "database backups",
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """A server that runs and is configured for whoever opens a project from now on."""
    stand_in = StandIn()
    stand_in.start()
    monkeypatch.setenv("PHANTASM_QDRANT__URL", stand_in.url)
    yield stand_in
    stand_in.stop()


@pytest.fixture
def filled(server: StandIn, project: Project) -> Project:
    """A project with some facts, whose vectors are on the server."""
    for fact in FACTS:
        project.hold(fact)
    assert project.get("embed", profile="cli")["engine"] == "qdrant"
    assert server.asked
    return project


def _search(project: Project, query: str, **params: Any) -> Response:
    response = project.ask("search", query=query, **params)
    assert response.error is None, response.error
    return response


def _texts(response: Response, most: int = 3) -> list[str]:
    data: Any = response.data
    return [hit["text"] for hit in data["hits"]][:most]


def _codes(response: Response) -> list[str]:
    return [warned.code for warned in response.warnings]


def test_both_engines_find_the_same(
    filled: Project, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [_search(filled, question, arms=arms) for question in QUESTIONS for arms in ("hybrid", "dense")]
    assert "POST query" in server.asked
    monkeypatch.setenv("PHANTASM_QDRANT__URL", "")
    with filled.open() as runtime:
        filled.runtime.close()
        filled.runtime = runtime
        assert filled.get("embed", profile="cli")["engine"] == "embedded"
        server.asked.clear()
        other = [
            _search(filled, question, arms=arms) for question in QUESTIONS for arms in ("hybrid", "dense")
        ]
    assert server.asked == []
    assert [set(_texts(each)) for each in asked] == [set(_texts(each)) for each in other]
    assert [_texts(each, 1) for each in asked] == [_texts(each, 1) for each in other]
    assert [_codes(each) for each in (*asked, *other)] == [[]] * 16


def test_the_embedded_vectors_answer_while_the_server_is_gone(filled: Project, server: StandIn) -> None:
    before = _search(filled, QUESTIONS[0])
    server.stop()
    gone = _search(filled, QUESTIONS[0])
    assert _codes(gone) == ["qdrant_unavailable"]
    assert gone.remediation[0].command == "phantasm index build"
    assert set(_texts(gone)) == set(_texts(before))
    filled.hold("Refunds are stored next to the invoices.")
    assert "Refunds are stored next to the invoices." in _texts(_search(filled, "Where are refunds?"))
    server.start()
    filled.clock.advance(REST + timedelta(seconds=1))
    server.asked.clear()
    back = _search(filled, "Where are refunds?")
    assert _codes(back) == []
    assert _texts(back, 1) == ["Refunds are stored next to the invoices."]
    assert {"PUT points", "POST query"} <= set(server.asked)


def test_a_server_that_refuses_to_search_is_replaced_within_the_request(
    filled: Project, server: StandIn
) -> None:
    server.refused.add("POST query")
    words = _search(filled, QUESTIONS[0])
    assert sorted(_codes(words)) == ["lexical_only", "qdrant_unavailable"]
    server.stop()
    filled.get("embed", profile="cli")
    server.start()
    filled.clock.advance(REST + timedelta(seconds=1))
    server.refused.add("POST query")
    vectors = _search(filled, QUESTIONS[0])
    assert _codes(vectors) == ["qdrant_unavailable"]
    assert _texts(vectors, 1) == [FACTS[0]]


def test_words_alone_ask_no_server(filled: Project, server: StandIn) -> None:
    server.stop()
    assert _codes(_search(filled, QUESTIONS[0], arms="lexical")) == []
    assert _codes(_search(filled, "Argon2", mode="exact")) == []


def test_embedded_vectors_serve_until_the_server_has_them(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(70):
        project.hold(f"Shard number {number} is drained by worker {number}.")
    project.get("embed", profile="cli")
    stand_in = StandIn()
    stand_in.start()
    monkeypatch.setenv("PHANTASM_QDRANT__URL", stand_in.url)
    try:
        with project.open() as runtime:
            first = look.look_for(runtime.environment, "Who drains shard 7?")
            assert first.look is not None
            assert not isinstance(first.look.index, QdrantIndex)
            assert first.absence is None
            project.runtime.close()
            project.runtime = runtime
            status = project.get("embed", profile="cli", dry_run=True)
            assert (status["engine"], status["missing"]) == ("qdrant", 70)
            assert status["serving"] != status["generation"]
            project.get("embed", profile="cli")
            second = look.look_for(runtime.environment, "Who drains shard 7?")
            assert second.look is not None
            assert isinstance(second.look.index, QdrantIndex)
            assert second.spare is not None
    finally:
        stand_in.stop()


def test_goes_on_with_words_where_vectors_are_switched_off(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    with project.open() as runtime:
        sight = look.look_for(runtime.environment, "anything")
    assert (sight.look, sight.absence) == (None, None)
    assert sight.problem == "vectors are switched off: embedding.provider is none"
