"""Chat servers, Ollama and OpenAI-compatible: which one is configured, how it is asked, and what that costs.

No server is configured by default, and making a model opens no connection.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never
from urllib.parse import urlsplit

from phantasm.capabilities.language_model import Answer
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.capabilities.endpoint import Endpoint
    from phantasm.capabilities.language_model import LanguageModel, Question
    from phantasm.capabilities.services import Note
    from phantasm.config.settings import LlmSettings

    ReadVariable = Callable[[str], str | None]
    """The value of an environment variable; config/environment.py has the only real one."""

MAX_ANSWER_BYTES = 4 * 1024 * 1024
"""The longest answer in use is 16 KB of text; with a server's own fields around it, far less than this."""

MAX_TEXT_CHARACTERS = 200_000
"""Longer answers were not asked for: the largest bound in use is 4,000 tokens of at most 40 characters."""

_MOST_TOKENS = 10_000_000
"""No model reads or writes more; a larger count is a mistake of the server."""

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_OPENAI_HOST = "api.openai.com"


def language_model_for(
    chosen: LlmSettings, read_variable: ReadVariable, note: Note | None = None
) -> LanguageModel | None:
    """Return the configured model, or None where none is. Opens no connection; `note` hears how it goes."""
    match chosen.provider:
        case "none":
            return None
        case "ollama":
            return _ollama(chosen, note)
        case "openai":
            return _openai(chosen, read_variable, note)
        case other:
            assert_never(other)


def prices_of(chosen: LlmSettings) -> tuple[float, float]:
    """Return dollars per million tokens read and written.

    A server on this machine costs nothing unless somebody says otherwise. Of any other the price has to be
    said, even when it is 0: what nobody priced could cost anything, and no cap would hold.
    """
    prices = (chosen.price_per_million_input, chosen.price_per_million_output)
    if None not in prices:
        return (prices[0] or 0.0, prices[1] or 0.0)
    if _is_local(chosen.url):
        return (prices[0] or 0.0, prices[1] or 0.0)
    raise _incomplete(
        "a language model on another machine needs its prices, 0 if it costs nothing",
        "llm.price_per_million_input",
    )


def _ollama(chosen: LlmSettings, note: Note | None) -> LanguageModel:
    model = _named(chosen)
    step = Remediation(
        "start Ollama (`ollama serve`) and fetch the model, or set llm.provider to none",
        command=f"ollama pull {model}",
    )
    return OllamaChat(_endpoint(chosen, step, note), model)


def _openai(chosen: LlmSettings, read_variable: ReadVariable, note: Note | None) -> LanguageModel:
    model, key = _named(chosen), ""
    if chosen.api_key_env:
        key = (read_variable(chosen.api_key_env) or "").strip()
        if not key:
            raise _incomplete(f"the environment variable {chosen.api_key_env} is not set", "llm.api_key_env")
    step = Remediation(
        "check url, model and api_key_env of [llm], and that the server serves chat completions",
        command="phantasm config explain llm",
    )
    return OpenAiChat(_endpoint(chosen, step, note, key), model)


def _endpoint(chosen: LlmSettings, step: Remediation, note: Note | None, key: str = "") -> Endpoint:
    from phantasm.capabilities.endpoint import Endpoint  # noqa: PLC0415  ssl

    what = "language model server"
    pauses = ()  # a second attempt would be paid for a second time
    return Endpoint(
        chosen.url, chosen.timeout_seconds, step, key, what, pauses, most_bytes=MAX_ANSWER_BYTES, note=note
    )


def _named(chosen: LlmSettings) -> str:
    if not chosen.model:
        raise _incomplete("a language model needs its name", "llm.model")
    return chosen.model


@dataclass(frozen=True, slots=True)
class OllamaChat:
    """A model on an Ollama server."""

    endpoint: Endpoint
    model: str
    provider: str = "ollama"

    def complete(self, question: Question) -> Answer:
        """Ask with the schema as the grammar of the answer, and with no chance in it."""
        body: dict[str, object] = {
            "model": self.model,
            "messages": _messages_of(question),
            "stream": False,
            "format": question.schema,
            "options": {"temperature": 0, "seed": 0, "num_predict": question.max_output_tokens},
        }
        answered = self.endpoint.post("/api/chat", body)
        text = _text_at(answered, "message", "content")
        return _answer_of(self.endpoint, text, answered, ("prompt_eval_count", "eval_count"))


@dataclass(frozen=True, slots=True)
class OpenAiChat:
    """A model behind an endpoint that has `/chat/completions`."""

    endpoint: Endpoint
    model: str
    provider: str = "openai"

    def complete(self, question: Question) -> Answer:
        """Ask for an answer of the schema's form and of a bounded length."""
        body: dict[str, object] = {
            "model": self.model,
            "messages": _messages_of(question),
            "stream": False,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": question.schema},
            },
        }
        # The newer models of OpenAI refuse the older name of the bound and a temperature; other servers know
        # only the older name, and the bound is what the spending is booked by.
        if self.endpoint.host == _OPENAI_HOST:
            body["max_completion_tokens"] = question.max_output_tokens
        else:
            body |= {"max_tokens": question.max_output_tokens, "temperature": 0}
        answered = self.endpoint.post("/chat/completions", body)
        text = _text_at(answered, "choices", 0, "message", "content")
        usage = answered.get("usage") if isinstance(answered, dict) else None
        return _answer_of(self.endpoint, text, usage, ("prompt_tokens", "completion_tokens"))


def _messages_of(question: Question) -> list[dict[str, str]]:
    """Return the two messages of a chat."""
    return [
        {"role": "system", "content": question.instruction},
        {"role": "user", "content": question.prompt},
    ]


def _text_at(answered: object, *way: str | int) -> object:
    """Return what stands at a place of an answer, or None where there is no such place."""
    found = answered
    for step in way:
        if isinstance(step, str) and isinstance(found, dict):
            found = found.get(step)
        elif isinstance(step, int) and isinstance(found, list) and len(found) > step:
            found = found[step]
        else:
            return None
    return found


def _answer_of(endpoint: Endpoint, text: object, counts: object, names: tuple[str, str]) -> Answer:
    """Return the answer with its counts, or refuse what is none."""
    if not isinstance(text, str):
        raise endpoint.unavailable("answered without a text")
    if len(text) > MAX_TEXT_CHARACTERS:
        raise endpoint.unavailable(f"answered with more than {MAX_TEXT_CHARACTERS} characters")
    told = counts if isinstance(counts, dict) else {}
    read, written = (_count(told.get(name)) for name in names)
    return Answer(text, read, written)


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None


def _is_local(url: str) -> bool:
    try:
        return urlsplit(url).hostname in _LOCAL
    except ValueError:  # half an IPv6 address
        return False


def _incomplete(what: str, key: str) -> PhantasmError:
    return PhantasmError(
        Code.PROVIDER_UNAVAILABLE,
        what,
        field=key,
        remediation=(Remediation(f"set {key}", command=f"phantasm config explain {key}"),),
    )
