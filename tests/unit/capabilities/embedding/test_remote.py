"""A model behind a server keeps the port's promises, asks nothing before its first use, and is told apart."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from phantasm.capabilities.embedding.port import View
from phantasm.capabilities.embedding.prefixes import Habits, habits_of
from phantasm.capabilities.embedding.remote import (
    LONGEST_CHARACTERS,
    Preferences,
    RemoteEmbedder,
    generation_of,
)
from phantasm.capabilities.embedding.servers import OPENAI_STEP, Ollama, OpenAi, ollama_step
from phantasm.capabilities.endpoint import Endpoint
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.embedding import servers
from tests.unit.capabilities.embedding.conftest import TEXTS
from tests.unit.capabilities.embedding.servers import Asked, Reply, StandIn, as_json, serving

MODEL = "nomic-embed-text"
PREFERENCES = Preferences(dimensions=32, batch_size=4)


@pytest.fixture
def server() -> Iterator[StandIn]:
    with serving(servers.ollama) as stand_in:
        yield stand_in


def over(
    stand_in: StandIn,
    model: str = MODEL,
    habits: Habits | None = None,
    preferences: Preferences = PREFERENCES,
) -> RemoteEmbedder:
    endpoint = Endpoint(stand_in.url, 20.0, ollama_step(model))
    return RemoteEmbedder(Ollama(endpoint, model), habits or habits_of(model), preferences)


def sent(stand_in: StandIn) -> list[list[str]]:
    return [asked.body["input"] for asked in stand_in.seen if asked.path == "/api/embed"]


def test_nothing_is_asked_before_the_first_use(server: StandIn) -> None:
    embedder = over(server)
    assert server.seen == []
    assert embedder.model.id == "ollama:nomic-embed-text"
    first = len(server.seen)
    assert embedder.model is embedder.model
    assert len(server.seen) == first == 2


def test_every_view_on_offer_is_given(server: StandIn) -> None:
    embedder = over(server, habits=Habits())
    model = embedder.model
    assert model.widths == (32, 64, servers.NATIVE)
    assert model.exits == (1,)
    assert model.batch == PREFERENCES.batch_size
    wide = embedder.embed(TEXTS, side="document")
    assert wide.shape == (len(TEXTS), servers.NATIVE)
    for width in model.widths:
        narrow = embedder.embed(TEXTS, side="document", view=View(1, width))
        assert narrow.dtype == np.float32
        lengths = np.linalg.norm(wide[:, :width], axis=1, keepdims=True)
        np.testing.assert_allclose(narrow, wide[:, :width] / np.where(lengths > 0, lengths, 1), atol=1e-5)
        assert embedder.embed([], side="query", view=View(1, width)).shape == (0, width)
    with pytest.raises(PhantasmError) as refused:
        embedder.embed(["text"], side="query", view=View(1, 33))
    assert refused.value.code == Code.INVALID_REQUEST


def test_texts_go_out_in_batches_with_the_words_of_their_side(server: StandIn) -> None:
    embedder = over(server)
    texts = [f"text {number}" for number in range(10)]
    embedder.embed(texts, side="document")
    embedder.embed(["why?"], side="query")
    batches = sent(server)[1:]  # the first is the question for the width
    assert [len(batch) for batch in batches] == [4, 4, 2, 1]
    assert batches[0][0] == "search_document: text 0"
    assert batches[-1] == ["search_query: why?"]


def test_a_text_without_words_is_not_sent_and_like_nothing(server: StandIn) -> None:
    embedder = over(server)
    vectors = embedder.embed(["", "...", " \n", "a text", "?!"], side="document")
    assert vectors.any(axis=1).tolist() == [False, False, False, True, False]
    assert np.linalg.norm(vectors[3]) == pytest.approx(1, abs=1e-5)
    assert sent(server)[-1] == ["search_document: a text"]


def test_half_characters_are_sent_as_something_every_server_takes(server: StandIn) -> None:
    over(server).embed(["a \ud800 b"], side="document")
    assert sent(server)[-1] == ["search_document: a ? b"]


def test_a_text_is_most_like_itself(server: StandIn) -> None:
    texts = ["open the store", "the port is not open", "write a test"]
    embedder = over(server, "all-minilm:l6")
    for width in embedder.model.widths:
        view = View(1, width)
        likeness = (
            embedder.embed(texts, side="query", view=view)
            @ embedder.embed(texts, side="document", view=view).T
        )
        assert likeness.argmax(1).tolist() == [0, 1, 2]


def test_threads_share_one_introduction(server: StandIn) -> None:
    embedder = over(server)
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: embedder.embed(["a text"], side="query").tobytes(), range(16)))
    assert len(found) == 1
    assert [asked.path for asked in server.seen].count("/api/tags") == 1


def test_a_server_that_comes_later_is_met_later(server: StandIn) -> None:
    embedder = over(server)
    server.answer = lambda _: as_json({"error": "starting"}, 400)
    with pytest.raises(PhantasmError, match="starting"):
        embedder.embed(["a text"], side="query")
    server.answer = servers.ollama
    assert embedder.embed(["a text"], side="query").any()


def test_vectors_of_another_width_are_refused(server: StandIn) -> None:
    embedder = over(server)
    assert embedder.model.widths[-1] == servers.NATIVE
    server.answer = lambda asked: as_json({"embeddings": [[1.0] * 8 for _ in asked.body["input"]]})
    with pytest.raises(PhantasmError, match="8 numbers, after 96"):
        embedder.embed(["a text"], side="query")


@pytest.mark.parametrize("status", [400, 413, 500])
def test_a_text_that_is_too_long_is_halved_until_it_fits(server: StandIn, status: int) -> None:
    embedder = over(server, preferences=Preferences(32, 8))
    assert embedder.model.id

    def strict(asked: Asked) -> Reply:
        if max(map(len, asked.body["input"])) > 700:
            return as_json({"error": "the input length exceeds the context length"}, status)
        return servers.ollama(asked)

    texts = ["short", "a long text " * 200, "another short one"]
    server.answer = strict
    together = embedder.embed(texts, side="document")
    server.answer = servers.ollama
    before = len("search_document: ")
    halved = texts[1][: (before + len(texts[1])) // 2 // 2 - before]
    expected = embedder.embed([texts[0], halved, texts[2]], side="document")
    np.testing.assert_allclose(together, expected, atol=1e-6)


def test_a_server_that_refuses_everything_is_not_asked_for_long(server: StandIn) -> None:
    embedder = over(server, preferences=Preferences(32, 8))
    assert embedder.model.id
    server.answer = lambda _: as_json({"error": "no"}, 400)
    for texts, most in ((["short"] * 8, 1), (["a long text " * 2_000] * 8, 10)):
        server.seen.clear()
        with pytest.raises(PhantasmError, match="status 400: no"):
            embedder.embed(texts, side="document")
        assert len(server.seen) <= most


def test_only_the_beginning_of_a_text_is_sent(server: StandIn) -> None:
    over(server).embed(["word " * 100_000], side="query")
    assert len(sent(server)[-1][0]) == LONGEST_CHARACTERS + len("search_query: ")


def test_a_generation_changes_with_everything_it_depends_on(server: StandIn) -> None:
    def pulled_again(asked: Asked) -> Reply:
        if asked.path == "/api/tags":
            return as_json({"models": [{"name": f"{MODEL}:latest", "digest": "another"}]})
        return servers.ollama(asked)

    def wider(asked: Asked) -> Reply:
        if asked.path == "/api/tags":
            return servers.ollama(asked)
        return as_json({"embeddings": [servers.vector(text, 100) for text in asked.body["input"]]})

    def generation(make: Callable[[], RemoteEmbedder]) -> str:
        return make().model.generation

    ways = [lambda: over(server), lambda: over(server, "all-minilm:l6")]
    ways += [lambda: over(server, habits=Habits("a: ")), lambda: over(server, habits=Habits("", "a: "))]
    ways += [lambda: over(server, habits=Habits("a: ", trained=(64,)))]
    found = [generation(way) for way in ways]
    with serving(servers.ollama) as elsewhere:
        found.append(generation(lambda: over(elsewhere)))
    server.answer = pulled_again
    found.append(generation(lambda: over(server)))
    server.answer = wider
    found.append(generation(lambda: over(server)))
    assert len(set(found)) == len(found)
    server.answer = servers.ollama
    assert generation(lambda: over(server)) == found[0]
    assert (
        generation(lambda: over(server, preferences=Preferences(64, 1))) == found[0]
    )  # no number depends on it


def test_providers_are_told_apart() -> None:
    with serving(
        lambda asked: servers.openai(asked) if "emb" in asked.path else servers.ollama(asked)
    ) as server:
        endpoint = Endpoint(server.url, 20.0, OPENAI_STEP)
        model = RemoteEmbedder(OpenAi(endpoint, "all-minilm:l6"), Habits(), PREFERENCES).model
    assert model.id == "openai:all-minilm:l6"
    assert model.generation == generation_of(
        {
            "provider": "openai",
            "host": endpoint.host,
            "model": "all-minilm:l6",
            "identity": "",
            "dimensions": str(servers.NATIVE),
            "query": "",
            "document": "",
            "cut": "turned-cosine-1",
            "characters": "8000",
        }
    )
