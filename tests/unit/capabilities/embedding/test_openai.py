"""The way that OpenAI asks and answers, and what others make of it, against a stand-in."""

import secrets

import pytest

from phantasm.capabilities.embedding.openai import NEXT_STEP, OpenAi
from phantasm.capabilities.endpoint import Endpoint
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.embedding import servers
from tests.unit.capabilities.embedding.servers import StandIn, as_json, serving


def on(server: StandIn, *, key: str = "", width: int | None = None) -> OpenAi:
    return OpenAi(Endpoint(f"{server.url}/v1/", 20.0, NEXT_STEP, key), "some-model", width)


def test_vectors_come_back_in_the_order_of_the_texts() -> None:
    key = secrets.token_urlsafe()
    with serving(servers.openai) as server:
        found = on(server, key=key).ask(["one", "two", "three"])
    assert [row.tolist() for row in found] == [
        pytest.approx(servers.vector(text)) for text in ("one", "two", "three")
    ]
    (asked,) = server.seen
    assert asked.path == "/v1/embeddings"
    assert asked.body == {"model": "some-model", "input": ["one", "two", "three"], "encoding_format": "float"}
    assert asked.headers["Authorization"] == f"Bearer {key}"


def test_a_width_is_asked_for_where_the_server_can_cut() -> None:
    with serving(servers.openai) as server:
        assert on(server, width=32).ask(["one"]).shape == (1, 32)
    assert server.seen[0].body["dimensions"] == 32


def test_no_server_says_which_weights_it_has() -> None:
    with serving(servers.openai) as server:
        assert on(server).identity() == ""
    assert server.seen == []


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ([], "without vectors"),
        ({"data": [[1.0], [2.0]]}, "without vectors"),
        ({"data": [{}, {}]}, "without vectors"),
        ({"data": [{"embedding": [1.0]}]}, "1 vectors for 2 texts"),
        ({"data": [{"embedding": [1.0], "index": 0}] * 3}, "3 vectors for 2 texts"),
        ({"data": [{"embedding": [1.0], "index": 0}] * 2}, "fits no text"),
        ({"data": [{"embedding": [1.0], "index": place} for place in (1, 2)]}, "fits no text"),
        ({"data": [{"embedding": [1.0], "index": place} for place in (True, False)]}, "fits no text"),
        ({"data": [{"embedding": [1.0], "index": place} for place in ("0", "1")]}, "fits no text"),
        ({"data": [{"embedding": "AAAA", "index": place} for place in (0, 1)]}, "without vectors"),
        # llama.cpp with a generative model and no pooling: a vector for every token.
        ({"data": [{"embedding": [[1.0, 2.0]] * 5, "index": place} for place in (0, 1)]}, "--pooling mean"),
    ],
)
def test_an_answer_that_fits_no_text_is_refused(answer: object, says: str) -> None:
    with serving(lambda _: as_json(answer)) as server, pytest.raises(PhantasmError, match=says) as refused:
        on(server).ask(["one", "two"])
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
    assert refused.value.remediation == (NEXT_STEP,)


def test_vectors_without_numbers_count_in_their_order() -> None:
    with serving(lambda _: as_json({"data": [{"embedding": [1.0]}, {"embedding": [2.0]}]})) as server:
        assert on(server).ask(["one", "two"]).tolist() == [[1.0], [2.0]]
