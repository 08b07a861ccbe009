"""What is configured is what embeds, nothing else is loaded, and every failure says what to do next."""

import secrets
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from phantasm.capabilities.embedding.choose import embedder_for
from phantasm.capabilities.embedding.embedded import shipped
from phantasm.capabilities.embedding.port import Embedder, View
from phantasm.config.settings import EmbeddingSettings, OllamaSettings, Settings
from phantasm.contracts.errors import Code, PhantasmError
from tests.fixtures.tiny_mmbert import write_tiny_mmbert
from tests.unit.capabilities.embedding import servers
from tests.unit.capabilities.embedding.servers import serving


def chosen(settings: Settings, variables: dict[str, str] | None = None) -> Embedder:
    found = embedder_for(settings, (variables or {}).get)
    assert found is not None
    return found


def refusal(settings: Settings, variables: dict[str, str] | None = None) -> PhantasmError:
    with pytest.raises(PhantasmError) as refused:
        chosen(settings, variables).embed(["text"], side="query")
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE
    assert refused.value.remediation[0].command
    return refused.value


def test_the_model_in_the_package_is_the_default() -> None:
    embedder = chosen(Settings())
    assert embedder.model is shipped().model
    view = View(0, 64)
    assert np.array_equal(
        embedder.embed(["text"], side="query", view=view), shipped().embed(["text"], side="query", view=view)
    )


def test_nobody_embeds_where_that_is_chosen() -> None:
    assert embedder_for(Settings(embedding=EmbeddingSettings(provider="none")), lambda _: None) is None


def test_hashing_is_there_for_tests() -> None:
    assert chosen(Settings(embedding=EmbeddingSettings(provider="hashing"))).model.id == "hashing-1"


def test_ollama_is_asked_for_its_model_or_the_one_named() -> None:
    with serving(servers.ollama) as server:
        ollama = OllamaSettings(url=server.url)
        embedding = EmbeddingSettings(provider="ollama", batch_size=7)
        model = chosen(Settings(embedding=embedding, ollama=ollama)).model
        assert (model.id, model.batch) == ("ollama:nomic-embed-text", 7)
        named = EmbeddingSettings(provider="ollama", model="all-minilm:l6")
        assert chosen(Settings(embedding=named, ollama=ollama)).model.id == "ollama:all-minilm:l6"


def test_ollama_that_is_not_there_says_what_to_run() -> None:
    with serving(servers.ollama) as server:
        pass
    settings = Settings(
        embedding=EmbeddingSettings(provider="ollama", timeout_seconds=5.0),
        ollama=OllamaSettings(url=server.url),
    )
    assert refusal(settings).remediation[0].command == "ollama pull nomic-embed-text"


def test_an_endpoint_gets_the_key_of_the_named_variable() -> None:
    key = secrets.token_urlsafe()
    with serving(servers.openai) as server:
        embedding = EmbeddingSettings(
            provider="openai", model="text-embedding-3-small", url=f"{server.url}/v1", api_key_env="MY_KEY"
        )
        embedder = chosen(Settings(embedding=embedding), {"MY_KEY": f"{key}\n"})
        assert embedder.model.widths == (64, 256)
    assert server.seen[0].headers["Authorization"] == f"Bearer {key}"
    assert server.seen[0].body["dimensions"] == 256


def test_only_models_that_can_be_cut_are_asked_to() -> None:
    with serving(servers.openai) as server:
        embedding = EmbeddingSettings(provider="openai", model="bge-m3", url=server.url)
        assert chosen(Settings(embedding=embedding)).model.widths == (64, servers.NATIVE)
    assert "dimensions" not in server.seen[0].body


def test_what_is_missing_is_named() -> None:
    embedding = EmbeddingSettings(provider="openai")
    assert refusal(Settings(embedding=embedding)).field == "embedding.model"
    embedding = EmbeddingSettings(provider="openai", model="m", api_key_env="MY_KEY")
    for variables in ({}, {"MY_KEY": " "}):
        problem = refusal(Settings(embedding=embedding), variables)
        assert problem.field == "embedding.api_key_env"
        assert "MY_KEY is not set" in problem.message
    assert refusal(Settings(embedding=EmbeddingSettings(provider="onnx"))).field == "embedding.folder"


def test_a_folder_is_a_model_or_a_cache(tmp_path: Path) -> None:
    folder = write_tiny_mmbert(tmp_path / "hub" / "models--owner--tiny" / "snapshots" / "1")
    by_folder = EmbeddingSettings(provider="onnx", folder=str(folder))
    assert chosen(Settings(embedding=by_folder)).model.id == "onnx:tiny-mmbert"
    by_name = EmbeddingSettings(provider="onnx", model="owner/tiny")
    for variables in ({"HF_HUB_CACHE": str(tmp_path / "hub")}, {"HF_HOME": str(tmp_path)}):
        assert chosen(Settings(embedding=by_name), variables).model.id == "onnx:owner/tiny"
    assert "holds no ONNX model" in refusal(Settings(embedding=by_name), {"HF_HOME": "/nowhere"}).message


def test_a_folder_is_loaded_once_for_all_who_use_it(tmp_path: Path) -> None:
    folder = write_tiny_mmbert(tmp_path / "tiny-mmbert")
    settings = Settings(embedding=EmbeddingSettings(provider="onnx", folder=str(folder)))
    first, second = chosen(settings), chosen(settings)
    assert first is second
    other = EmbeddingSettings(provider="onnx", folder=str(folder), batch_size=7)
    assert chosen(Settings(embedding=other)) is not first


@pytest.mark.parametrize("provider", ["embedded", "none"])
def test_choosing_loads_nothing(provider: str) -> None:
    code = (
        "import sys\n"
        "from phantasm.capabilities.embedding.choose import embedder_for\n"
        "from phantasm.config.settings import EmbeddingSettings, Settings\n"
        f"embedder_for(Settings(embedding=EmbeddingSettings(provider={provider!r})), lambda name: None)\n"
        "heavy = {'numpy', 'ssl', 'http', 'onnxruntime', 'tokenizers'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert ran.stdout.strip() == "[]"
