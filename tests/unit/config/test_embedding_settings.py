"""A clone's config sends nobody's texts anywhere, and keys are named, never written down."""

import pytest

from phantasm.config.editing import approve, proposal, set_value
from phantasm.config.load import load
from phantasm.config.paths import Paths
from phantasm.config.settings import EmbeddingSettings, Settings
from phantasm.contracts.errors import Code, PhantasmError

AWAY = """\
[embedding]
provider = "openai"
model = "anything"
folder = "/somewhere"
url = "https://elsewhere.example/v1"
api_key_env = "AWS_SECRET_ACCESS_KEY"
dimensions = 128
batch_size = 8
timeout_seconds = 3
[ollama]
url = "http://elsewhere.example"
model = "anything"
[qdrant]
url = "https://elsewhere.example"
collection = "theirs"
api_key_env = "AWS_SECRET_ACCESS_KEY"
"""


def test_nothing_goes_anywhere_without_approval(paths: Paths) -> None:
    paths.settings.write_text(AWAY)
    config = load(paths)
    held = {f"embedding.{key}" for key in ("provider", "model", "folder", "url", "api_key_env")}
    held |= {"ollama.url", "ollama.model", "qdrant.url", "qdrant.collection", "qdrant.api_key_env"}
    assert set(config.held_back) == held
    assert config.settings == Settings(
        embedding=EmbeddingSettings(dimensions=128, batch_size=8, timeout_seconds=3.0)
    )


def test_approved_it_applies(paths: Paths) -> None:
    paths.settings.write_text(AWAY)
    approve(proposal(paths))
    settings = load(paths).settings
    assert settings.embedding.provider == "openai"
    assert settings.ollama.url == "http://elsewhere.example"
    assert settings.qdrant.collection == "theirs"


def test_the_defaults_stay_on_this_machine() -> None:
    settings = Settings()
    assert settings.embedding.provider == "embedded"
    assert settings.embedding.url.startswith("http://127.0.0.1:")
    assert settings.ollama.url == "http://127.0.0.1:11434"
    assert settings.ollama.model == "nomic-embed-text"
    assert (settings.embedding.dimensions, settings.embedding.batch_size) == (256, 32)
    assert settings.qdrant.url == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("embedding.provider", "magic"),
        ("embedding.url", "ftp://host"),
        ("embedding.url", "file:///etc/passwd"),
        ("embedding.url", "https://me:word@host/v1"),
        ("embedding.api_key_env", "not a name"),
        ("embedding.api_key_env", "sk-1234"),
        ("embedding.dimensions", "8"),
        ("embedding.batch_size", "0"),
        ("embedding.timeout_seconds", "0"),
        ("ollama.url", ""),
        ("ollama.model", ""),
        ("qdrant.url", "host:6333"),
        ("qdrant.collection", "a/b"),
        ("qdrant.api_key_env", "1KEY"),
    ],
)
def test_a_wrong_value_is_refused(paths: Paths, key: str, value: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        set_value(paths.settings, key, value)
    assert refused.value.code is Code.CONFIG_INVALID


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("qdrant.url", "http://127.0.0.1:6333"),
        ("embedding.api_key_env", "OPENAI_API_KEY"),
        ("qdrant.url", ""),
    ],
)
def test_a_right_value_is_taken(paths: Paths, key: str, value: str) -> None:
    set_value(paths.settings, key, value)
    assert f'{key.partition(".")[2]} = "{value}"' in paths.settings.read_text()
