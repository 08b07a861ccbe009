"""Both kinds of servers are asked once, within bounds, and what they answer is checked."""

import json
import secrets
import threading
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from phantasm.capabilities.chat_servers import language_model_for, prices_of
from phantasm.capabilities.language_model import LanguageModel, Question
from phantasm.config.settings import LlmSettings
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.embedding.servers import Answer, Asked, Reply, as_json, serving

QUESTION = Question("List it.", "The data: größe", {"type": "object"}, 200)
SECONDS = 20.0
"""Far more than any of this takes."""

Provider = Literal["none", "ollama", "openai"]


def configured(provider: Provider = "none", url: str = "http://127.0.0.1:1", **chosen: Any) -> LlmSettings:
    """Return what [llm] would say."""
    settings: dict[str, Any] = {"model": "small", "timeout_seconds": SECONDS} | chosen
    return LlmSettings(provider=provider, url=url, **settings)


def model(
    url: str, provider: Provider = "openai", *, seconds: float = SECONDS, key: str = ""
) -> LanguageModel:
    chosen = configured(provider, url, api_key_env="KEY" if key else "", timeout_seconds=seconds)
    found = language_model_for(chosen, {"KEY": key}.get)
    assert found is not None
    return found


def openai(text: object, **usage: object) -> Answer:
    return lambda _: as_json({"choices": [{"message": {"content": text}}], "usage": usage})


def refusal(url: str, provider: Provider = "openai", **options: Any) -> PhantasmError:
    with pytest.raises(PhantasmError) as refused:
        model(url, provider, **options).complete(QUESTION)
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
    assert refused.value.remediation
    return refused.value


def test_none_is_configured_by_default() -> None:
    assert language_model_for(configured(), lambda _: None) is None


def test_an_openai_endpoint_is_asked_with_bound_and_schema() -> None:
    key = secrets.token_urlsafe(24)
    with serving(openai('{"claims": []}', prompt_tokens=31, completion_tokens=4)) as server:
        found = model(server.url, key=key).complete(QUESTION)
    assert (found.text, found.input_tokens, found.output_tokens) == ('{"claims": []}', 31, 4)
    (asked,) = server.seen
    assert (asked.path, asked.headers["Authorization"]) == ("/chat/completions", f"Bearer {key}")
    assert asked.body["max_tokens"] == 200
    assert asked.body["temperature"] == 0
    assert asked.body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    first, second = asked.body["messages"]
    assert first["content"].startswith("List it.\n\nAnswer with JSON of this schema")
    assert second == {"role": "user", "content": "The data: größe"}


def test_ollama_is_asked_with_its_own_grammar() -> None:
    answered = {"message": {"content": "{}"}, "prompt_eval_count": 12, "eval_count": 2}
    with serving(lambda _: as_json(answered)) as server:
        found = model(server.url, "ollama").complete(QUESTION)
    assert (found.text, found.input_tokens, found.output_tokens) == ("{}", 12, 2)
    body = server.seen[0].body
    assert (server.seen[0].path, body["stream"], body["format"]) == ("/api/chat", False, {"type": "object"})
    assert body["options"]["num_predict"] == 200


@pytest.mark.parametrize(
    "answered",
    [
        {},
        [],
        {"choices": []},
        {"choices": [{"message": {"content": None}}]},
        {"choices": [{"message": "text"}]},
        {"choices": {"0": 1}},
        {"choices": [{"message": {"content": "x" * 200_001}}]},
    ],
)
def test_an_answer_without_a_text_is_refused(answered: object) -> None:
    with serving(lambda _: as_json(answered)) as server:
        assert "answered with" in refusal(server.url).message


@pytest.mark.parametrize("count", [-1, "12", 1.5, True, 10**12, None])
def test_absurd_counts_are_not_believed(count: object) -> None:
    with serving(openai("{}", prompt_tokens=count, completion_tokens=3)) as server:
        found = model(server.url).complete(QUESTION)
    assert (found.input_tokens, found.output_tokens) == (None, 3)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_nothing_is_asked_twice(status: int) -> None:
    with serving(lambda _: as_json({"error": "busy"}, status)) as server:
        problem = refusal(server.url)
    assert len(server.seen) == 1
    assert problem.message.startswith("the language model server 127.0.0.1")


def test_garbage_and_silence_are_refused_in_time() -> None:
    with serving(lambda _: Reply(b"<html>")) as server:
        assert "not JSON" in refusal(server.url).message
    over = threading.Event()

    def silent(_: Asked) -> Reply:
        over.wait(SECONDS)
        return Reply()

    with serving(silent) as server:
        assert "took longer than 0.2 seconds" in refusal(server.url, seconds=0.2).message
        over.set()
    assert "cannot be reached" in refusal("http://127.0.0.1:1").message


def test_an_endless_answer_is_cut_off() -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(5):
            yield b"x" * 2**20

    with serving(lambda _: Reply(pieces=pieces)) as server:
        assert "more than 4194304 bytes" in refusal(server.url).message


def test_a_missing_key_or_name_is_told_before_anything_is_sent() -> None:
    for chosen, field in (
        (configured("openai", api_key_env="UNSET"), "llm.api_key_env"),
        (configured("openai", model=""), "llm.model"),
        (configured("ollama", model=""), "llm.model"),
    ):
        with pytest.raises(PhantasmError) as refused:
            language_model_for(chosen, lambda _: None)
        assert refused.value.field == field


def test_a_key_is_never_sent_in_the_open_or_shown() -> None:
    key = secrets.token_urlsafe(24)
    problem = refusal("http://models.example.com/v1", key=key)
    assert "use https" in problem.message
    with serving(
        lambda asked: as_json({"error": {"message": asked.headers["Authorization"]}}, 401)
    ) as server:
        assert key not in refusal(server.url, key=key).message


def test_only_a_local_server_may_leave_its_price_out() -> None:
    assert prices_of(configured("ollama", "http://127.0.0.1:11434")) == (0.0, 0.0)
    assert prices_of(configured("openai", "http://localhost:8080/v1", price_per_million_output=2.0)) == (
        0.0,
        2.0,
    )
    assert prices_of(
        configured(
            "openai", "https://x.example.com", price_per_million_input=0.0, price_per_million_output=0.0
        )
    ) == (0.0, 0.0)
    for url in ("https://api.openai.com/v1", "http://[::1", "http://127.0.0.1.example.com"):
        with pytest.raises(PhantasmError) as refused:
            prices_of(configured("openai", url, price_per_million_input=1.0))
        assert refused.value.field == "llm.price_per_million_input"


def test_the_most_that_can_be_read_is_more_than_any_server_counts() -> None:
    sent = json.dumps([QUESTION.instruction, QUESTION.prompt])
    assert len(sent.encode()) < QUESTION.most_input_tokens
