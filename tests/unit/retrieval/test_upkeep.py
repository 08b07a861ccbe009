"""Vectors are kept where they are configured to be, or else here; whatever happens, they are kept."""

from collections.abc import Iterator

import numpy as np
import pytest

from phantasm.retrieval import generations, upkeep
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.retrieval.vectors.qdrant_server import load
from tests.conftest import Project
from tests.unit.retrieval.vectors.qdrant_stand_in import StandIn

pytest.importorskip("qdrant_client")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """A server that runs and is configured for whoever opens a project from now on."""
    stand_in = StandIn()
    stand_in.start()
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("PHANTASM_QDRANT__URL", stand_in.url)
    monkeypatch.setenv("PHANTASM_QDRANT__COLLECTION", "ours")
    yield stand_in
    stand_in.stop()


@pytest.fixture
def configured(server: StandIn, project: Project) -> Project:
    """A project that was opened with the server configured, and holds two facts."""
    assert project.runtime.environment.config.settings.qdrant.url == server.url
    project.hold("The queue is drained by a worker.")
    project.hold("The cache is cold in the morning.")
    return project


def test_keeps_vectors_on_the_server(configured: Project, server: StandIn) -> None:
    done = configured.get("embed", profile="cli")
    assert (done["engine"], done["embedded"], done["vectors"], done["missing"]) == ("qdrant", 2, 2, 0)
    assert done["serving"] == done["generation"]
    assert [name.startswith("ours-") for name in server.names()] == [True]
    assert [path.name for path in configured.paths.indexes.iterdir()] == [done["generation"]]
    again = configured.ask("embed", profile="cli")
    assert again.data is not None
    assert (again.data["embedded"], again.warnings) == (0, [])


def test_the_server_has_the_words_too(configured: Project) -> None:
    configured.get("embed", profile="cli")
    index = generations.wanted(configured.runtime.environment).index
    assert isinstance(index, QdrantIndex)
    assert index.search_terms(["cach", "morn"], 5).ids.tolist() == [2]
    assert len(index.search_terms(["the"], 5).ids) == 2


def test_builds_the_embedded_vectors_where_the_server_is_gone(configured: Project, server: StandIn) -> None:
    server.stop()
    response = configured.ask("embed", profile="cli")
    assert response.data is not None
    assert (response.data["engine"], response.data["vectors"], response.data["missing"]) == ("embedded", 2, 0)
    assert [warned.code for warned in response.warnings] == ["qdrant_unavailable"]
    assert response.remediation[0].command == "phantasm index build"


def test_each_engine_goes_on_from_where_it_was(configured: Project, server: StandIn) -> None:
    first = configured.get("embed", profile="cli")
    server.stop()
    configured.hold("The index is rebuilt on Sundays.")
    second = configured.get("embed", profile="cli")
    server.start()
    third = configured.get("embed", profile="cli")
    assert (first["engine"], first["embedded"]) == ("qdrant", 2)
    assert (second["engine"], second["embedded"]) == ("embedded", 3)
    assert (third["engine"], third["embedded"], third["vectors"]) == ("qdrant", 1, 3)
    assert third["generation"] == first["generation"]
    assert len(list(configured.paths.indexes.iterdir())) == 2


def test_goes_on_with_the_embedded_vectors_where_the_server_refuses_halfway(
    configured: Project, server: StandIn
) -> None:
    server.refused.add("PUT points")
    kept = upkeep.keep_up(configured.runtime.environment)
    assert (kept.engine, kept.embedded, kept.vectors) == ("embedded", 2, 2)
    assert kept.absence is not None
    server.refused.clear()
    assert upkeep.keep_up(configured.runtime.environment).engine == "qdrant"


def test_what_is_erased_goes_from_both_engines(configured: Project, server: StandIn) -> None:
    environment = configured.runtime.environment
    server.stop()
    configured.get("embed", profile="cli")
    server.start()
    configured.get("embed", profile="cli")
    erased = configured.hold("The password is kept in the vault.")
    configured.get("embed", profile="cli")
    server.stop()
    configured.get("embed", profile="cli")
    server.start()
    configured.get("set_state", ids=[erased], action="tombstone")
    assert configured.get("embed", profile="cli")["removed"] == 1
    generation = generations.wanted(environment)
    spare = generations.spare(generation)
    assert spare is not None
    for each in (generation, spare):
        known = each.index.likeness(np.ones(each.maker.view.width, np.float32), np.array([1, 2, 3]))
        assert np.isnan(known).tolist() == [False, False, True]


def test_another_model_s_collection_goes_when_the_new_one_is_complete(
    configured: Project, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured.get("embed", profile="cli")
    before = server.names()
    monkeypatch.setenv("PHANTASM_EMBEDDING__DIMENSIONS", "128")
    with configured.open() as runtime:
        server.refused.add("DELETE")
        kept = upkeep.keep_up(runtime.environment)
        assert (kept.engine, kept.width, kept.dropped, kept.vectors) == ("qdrant", 128, 0, 2)
        assert set(before) < set(server.names())
        server.refused.clear()
        assert upkeep.keep_up(runtime.environment).dropped == 1
    assert len(server.names()) == 1
    assert server.names() != before


def test_a_dropped_collection_is_filled_again(configured: Project, server: StandIn) -> None:
    configured.get("embed", profile="cli")
    server.client.delete_collection(server.names()[0])
    done = configured.get("embed", profile="cli")
    assert (done["engine"], done["embedded"], done["vectors"]) == ("qdrant", 2, 2)


def test_looks_the_server_over_and_says_when_it_is_gone(configured: Project, server: StandIn) -> None:
    environment = configured.runtime.environment
    configured.get("embed", profile="cli")
    assert upkeep.look_over(environment) == []
    selector = load("qdrant_client.models").PointIdsList(points=[1])
    server.client.delete(server.names()[0], selector)
    assert [found.message for found in upkeep.look_over(environment)] == [
        "1 vectors, but 2 were committed",
        "1 units that were embedded have no vector any more",
    ]
    server.stop()
    absent, nothing = upkeep.look_over(environment)
    assert "Qdrant server" in absent.message
    assert nothing.message == "none of the 2 units has a vector"
