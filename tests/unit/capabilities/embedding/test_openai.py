"""The way that OpenAI asks and answers, and what others make of it, against a stand-in."""

import secrets
from dataclasses import replace

import pytest

from phantasm.capabilities.embedding.servers import OPENAI_STEP, OpenAi
from phantasm.capabilities.endpoint import Endpoint, TooMuchError
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.embedding import servers
from tests.unit.capabilities.embedding.servers import Asked, Reply, StandIn, as_json, serving


def on(server: StandIn, *, key: str = "", width: int | None = None) -> OpenAi:
    return OpenAi(Endpoint(f"{server.url}/v1/", 20.0, OPENAI_STEP, key), "some-model", width)


def test_vectors_come_back_in_the_order_of_the_texts() -> None:
    key = secrets.token_urlsafe()
    with serving(servers.openai) as server:
        found = on(server, key=key).ask(["one", "two", "three"])
    assert [row.tolist() for row in found] == [
        pytest.approx(servers.vector(text)) for text in ("one", "two", "three")
    ]
    (asked,) = server.seen
    assert asked.path == "/v1/embeddings"
    assert asked.body == {
        "model": "some-model",
        "input": ["one", "two", "three"],
        "encoding_format": "base64",
    }
    assert asked.headers["Authorization"] == f"Bearer {key}"


def test_packed_numbers_and_listed_ones_are_the_same_vectors() -> None:
    texts = ["one text", "another text"]

    def listed(asked: Asked) -> Reply:
        """As servers answer that take every field and read few: LM Studio among them."""
        return servers.openai(replace(asked, body={**asked.body, "encoding_format": "float"}))

    with serving(servers.openai) as packing, serving(listed) as listing:
        assert on(packing).ask(texts).tobytes() == on(listing).ask(texts).tobytes()


def test_a_server_that_cannot_pack_is_asked_in_its_way_from_then_on() -> None:
    with serving(servers.without_packing) as server, serving(servers.openai) as packing:
        asking = on(server)
        found = [asking.ask([text]) for text in ("one", "two")]
        assert [one.tobytes() for one in found] == [on(packing).ask([t]).tobytes() for t in ("one", "two")]
    asked = [(one.body["input"], one.body.get("encoding_format")) for one in server.seen]
    assert asked == [(["one"], "base64"), (["one"], None), (["two"], None)]


def test_a_server_that_packs_is_not_asked_twice_for_what_it_refuses() -> None:
    def reluctant(asked: Asked) -> Reply:
        if asked.body["input"] == ["long"]:
            return as_json({"error": {"message": "too long"}}, 400)
        return servers.openai(asked)

    with serving(reluctant) as server:
        asking = on(server)
        asking.ask(["short"])
        with pytest.raises(TooMuchError, match="too long"):
            asking.ask(["long"])
        assert len(server.seen) == 2
        asking.ask(["short"])
        assert {one.body["encoding_format"] for one in server.seen} == {"base64"}


def test_a_first_question_that_is_refused_either_way_says_nothing_about_packing() -> None:
    with serving(lambda _: as_json({"error": "no"}, 400)) as server:
        asking = on(server)
        for _ in range(2):
            with pytest.raises(TooMuchError, match="no"):
                asking.ask(["text"])
        assert [one.body.get("encoding_format") for one in server.seen] == ["base64", None] * 2
        server.answer = servers.openai
        asking.ask(["text"])
        assert server.seen[-1].body["encoding_format"] == "base64"


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
        ({"data": [{"embedding": "AAAA", "index": place} for place in (0, 1)]}, "32-bit numbers"),
        ({"data": [{"embedding": "ÄÖÜ", "index": place} for place in (0, 1)]}, "not base64"),
        # Numbers for one text and packed ones for the other.
        ({"data": [{"embedding": [1.0]}, {"embedding": "AACAPw=="}]}, "without vectors"),
        # llama.cpp with a generative model and no pooling: a vector for every token.
        ({"data": [{"embedding": [[1.0, 2.0]] * 5, "index": place} for place in (0, 1)]}, "--pooling mean"),
    ],
)
def test_an_answer_that_fits_no_text_is_refused(answer: object, says: str) -> None:
    with serving(lambda _: as_json(answer)) as server, pytest.raises(PhantasmError, match=says) as refused:
        on(server).ask(["one", "two"])
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
    assert refused.value.remediation == (OPENAI_STEP,)


def test_vectors_without_numbers_count_in_their_order() -> None:
    with serving(lambda _: as_json({"data": [{"embedding": [1.0]}, {"embedding": [2.0]}]})) as server:
        assert on(server).ask(["one", "two"]).tolist() == [[1.0], [2.0]]
