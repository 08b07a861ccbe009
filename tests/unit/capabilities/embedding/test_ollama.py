"""Ollama's own way of asking and answering, against a stand-in."""

import pytest

from phantasm.capabilities.embedding.servers import Ollama, ollama_step
from phantasm.capabilities.endpoint import Endpoint
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.embedding import servers
from tests.unit.capabilities.embedding.servers import Answer, StandIn, as_json, serving


def on(server: StandIn, model: str = "nomic-embed-text") -> Ollama:
    return Ollama(Endpoint(server.url, 20.0, ollama_step(model)), model)


def test_a_batch_is_one_request() -> None:
    with serving(servers.ollama) as server:
        found = on(server).ask(["one", "two", "three"])
    assert found.shape == (3, servers.NATIVE)
    assert found[1].tolist() == pytest.approx(servers.vector("two"))
    (asked,) = server.seen
    assert (asked.method, asked.path) == ("POST", "/api/embed")
    assert asked.body == {"model": "nomic-embed-text", "input": ["one", "two", "three"], "truncate": True}


@pytest.mark.parametrize("name", ["nomic-embed-text", "nomic-embed-text:latest"])
def test_the_digest_is_found_with_and_without_a_tag(name: str) -> None:
    with serving(servers.ollama) as server:
        assert on(server, name).identity() == servers.DIGEST


@pytest.mark.parametrize("name", ["bge-m3", "nomic-embed-text:v2", "all-minilm"])
def test_a_model_that_is_not_there_is_to_be_pulled(name: str) -> None:
    with (
        serving(servers.ollama) as server,
        pytest.raises(PhantasmError, match=f"has no model {name}") as refused,
    ):
        on(server, name).identity()
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
    assert [step.command for step in refused.value.remediation] == [f"ollama pull {name}"]


def test_what_ollama_says_is_passed_on() -> None:
    with serving(servers.ollama) as server, pytest.raises(PhantasmError, match="try pulling it first"):
        on(server, "missing").ask(["text"])


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: as_json([]),
        lambda _: as_json({}),
        lambda _: as_json({"models": 3, "embeddings": 3}),
        lambda _: as_json({"models": [3, {}], "embeddings": [[1.0], [2.0]]}),
    ],
)
def test_another_program_on_that_port_is_noticed(answer: Answer) -> None:
    with serving(answer) as server:
        for ask in (on(server).identity, lambda: on(server).ask(["text"])):
            with pytest.raises(PhantasmError) as refused:
                ask()
            assert refused.value.code == Code.PROVIDER_UNAVAILABLE
