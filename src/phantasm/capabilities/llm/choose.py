"""Which language model was chosen, and what does it cost? None by default; nothing is asked of it yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, assert_never
from urllib.parse import urlsplit

from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.capabilities.llm.port import LanguageModel
    from phantasm.capabilities.services import Note

    ReadVariable = Callable[[str], str | None]
    """The value of an environment variable; config/environment.py has the only real one."""

MAX_ANSWER_BYTES = 4 * 1024 * 1024
"""The longest answer in use is 16 KB of text; with a server's own fields around it, far less than this."""

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class Chosen(Protocol):
    """What [llm] of phantasm.toml says."""

    @property
    def provider(self) -> Literal["none", "ollama", "openai"]:
        """Who completes texts."""
        ...

    @property
    def url(self) -> str:
        """Where the server is."""
        ...

    @property
    def model(self) -> str:
        """The model's name there."""
        ...

    @property
    def api_key_env(self) -> str:
        """The name of the variable that holds the key, or nothing."""
        ...

    @property
    def timeout_seconds(self) -> float:
        """How long one answer may take."""
        ...

    @property
    def spend_cap_dollars(self) -> float:
        """What all calls together may cost."""
        ...

    @property
    def price_per_million_input(self) -> float | None:
        """Dollars for a million tokens read; None: nobody said."""
        ...

    @property
    def price_per_million_output(self) -> float | None:
        """Dollars for a million tokens written; None: nobody said."""
        ...


def language_model_for(
    chosen: Chosen, read_variable: ReadVariable, note: Note | None = None
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


def prices_of(chosen: Chosen) -> tuple[float, float]:
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


def _ollama(chosen: Chosen, note: Note | None) -> LanguageModel:
    from phantasm.capabilities.endpoint import Endpoint  # noqa: PLC0415  ssl
    from phantasm.capabilities.llm.ollama import OllamaChat, next_step  # noqa: PLC0415  likewise

    model = _named(chosen)
    endpoint = Endpoint(
        chosen.url,
        chosen.timeout_seconds,
        next_step(model),
        what="language model server",
        pauses=(),
        most_bytes=MAX_ANSWER_BYTES,
        note=note,
    )
    return OllamaChat(endpoint, model)


def _openai(chosen: Chosen, read_variable: ReadVariable, note: Note | None) -> LanguageModel:
    from phantasm.capabilities.endpoint import Endpoint  # noqa: PLC0415  ssl
    from phantasm.capabilities.llm.openai import NEXT_STEP, OpenAiChat  # noqa: PLC0415  likewise

    model, key = _named(chosen), ""
    if chosen.api_key_env:
        key = (read_variable(chosen.api_key_env) or "").strip()
        if not key:
            raise _incomplete(f"the environment variable {chosen.api_key_env} is not set", "llm.api_key_env")
    endpoint = Endpoint(
        chosen.url,
        chosen.timeout_seconds,
        NEXT_STEP,
        key,
        what="language model server",
        pauses=(),
        most_bytes=MAX_ANSWER_BYTES,
        note=note,
    )
    return OpenAiChat(endpoint, model)


def _named(chosen: Chosen) -> str:
    if not chosen.model:
        raise _incomplete("a language model needs its name", "llm.model")
    return chosen.model


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
