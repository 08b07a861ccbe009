"""Which embedder was chosen? Only what is configured is loaded, and nothing is asked of it yet.

Every failure of a chosen embedder is `provider_unavailable` with the next step, on first use. The caller
goes on with words alone and says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from phantasm.capabilities.embedding.prefixes import habits_of
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phantasm.capabilities.embedding.port import Embedder, Model, Side, Vectors, View
    from phantasm.capabilities.services import Note
    from phantasm.config.settings import Settings

    ReadVariable = Callable[[str], str | None]
    """The value of an environment variable; config/environment.py has the only real one."""


def embedder_for(
    settings: Settings, read_variable: ReadVariable, note: Note | None = None
) -> Embedder | None:
    """The configured embedder, or None where vectors are switched off. Opens no file and no connection.

    `note` is told how asking a server goes.
    """
    match settings.embedding.provider:
        case "embedded":
            return _Shipped()
        case "hashing":
            from phantasm.capabilities.embedding.hashing import HashingEmbedder  # noqa: PLC0415  numpy

            return HashingEmbedder()
        case "ollama":
            return _ollama(settings, note)
        case "openai":
            return _openai(settings, read_variable, note)
        case "onnx":
            return _onnx(settings, read_variable)
        case "none":
            return None
        case other:
            assert_never(other)


class _Shipped:
    """The model in the package, read at its first use: most commands never embed."""

    @property
    def model(self) -> Model:
        return self._loaded().model

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        return self._loaded().embed(texts, side=side, view=view)

    def _loaded(self) -> Embedder:
        from phantasm.capabilities.embedding.embedded import shipped  # noqa: PLC0415  numpy

        return shipped()


def _ollama(settings: Settings, note: Note | None) -> Embedder:
    from phantasm.capabilities.embedding.remote import Preferences, RemoteEmbedder  # noqa: PLC0415  numpy
    from phantasm.capabilities.embedding.servers import Ollama, ollama_step  # noqa: PLC0415  numpy
    from phantasm.capabilities.endpoint import Endpoint  # noqa: PLC0415  ssl

    chosen = settings.embedding
    model = chosen.model or settings.ollama.model
    endpoint = Endpoint(settings.ollama.url, chosen.timeout_seconds, ollama_step(model), note=note)
    preferences = Preferences(chosen.dimensions, chosen.batch_size)
    return RemoteEmbedder(Ollama(endpoint, model), habits_of(model), preferences)


def _openai(settings: Settings, read_variable: ReadVariable, note: Note | None) -> Embedder:
    from phantasm.capabilities.embedding.remote import Preferences, RemoteEmbedder  # noqa: PLC0415  numpy
    from phantasm.capabilities.embedding.servers import OPENAI_STEP, OpenAi  # noqa: PLC0415  numpy
    from phantasm.capabilities.endpoint import Endpoint  # noqa: PLC0415  ssl

    chosen = settings.embedding
    if not chosen.model:
        raise _incomplete("an OpenAI-compatible endpoint needs the model's name", "embedding.model")
    key = ""
    if chosen.api_key_env:
        key = (read_variable(chosen.api_key_env) or "").strip()
        if not key:
            raise _incomplete(
                f"the environment variable {chosen.api_key_env} is not set", "embedding.api_key_env"
            )
    habits = habits_of(chosen.model)
    endpoint = Endpoint(chosen.url, chosen.timeout_seconds, OPENAI_STEP, key, note=note)
    server = OpenAi(endpoint, chosen.model, chosen.dimensions if habits.asks_width else None)
    return RemoteEmbedder(server, habits, Preferences(chosen.dimensions, chosen.batch_size))


def _onnx(settings: Settings, read_variable: ReadVariable) -> Embedder:
    from phantasm.capabilities.embedding.onnx_model import shared  # noqa: PLC0415  numpy
    from phantasm.capabilities.embedding.remote import Preferences  # noqa: PLC0415  numpy

    chosen = settings.embedding
    if not chosen.folder and not chosen.model:
        raise _incomplete(
            "an ONNX model needs its folder, or its name in the hub's cache", "embedding.folder"
        )
    folder = Path(chosen.folder).expanduser() if chosen.folder else _hub_cache(read_variable)
    layers = None if chosen.layers == "usual" else chosen.layers
    return shared(folder, chosen.model, Preferences(chosen.dimensions, chosen.batch_size, layers))


def _hub_cache(read_variable: ReadVariable) -> Path:
    """Where the hub's own tools keep what they fetched."""
    if cache := read_variable("HF_HUB_CACHE"):
        return Path(cache)
    home = read_variable("HF_HOME")
    return (Path(home) if home else Path.home() / ".cache" / "huggingface") / "hub"


def _incomplete(what: str, key: str) -> PhantasmError:
    return PhantasmError(
        Code.PROVIDER_UNAVAILABLE,
        what,
        field=key,
        remediation=(Remediation(f"set {key}", command=f"phantasm config explain {key}"),),
    )
