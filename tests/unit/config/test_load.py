"""Does what applies here follow from the files, the environment, and nothing else?"""

import pytest

from phantasm.config.editing import approve, proposal
from phantasm.config.environment import name_of
from phantasm.config.load import is_approved, load, narrowed, printable, typed
from phantasm.config.paths import Paths
from phantasm.config.settings import ClientsSettings, SecuritySettings, Settings, StoreSettings
from phantasm.contracts.errors import Code, PhantasmError


def test_missing_files_mean_the_defaults(paths: Paths) -> None:
    config = load(paths)
    assert config.settings == Settings()
    assert config.clients == ClientsSettings()
    assert config.clients_approved
    assert config.held_back == ()


def test_files_are_read(paths: Paths) -> None:
    paths.settings.write_text("[telemetry]\nfiles = 3\n[store]\nlock_timeout_seconds = 5\n")
    paths.clients.write_text('[profiles.helper]\ninherits = "codex"\nallow_authoritative_writes = false\n')
    config = load(paths)
    assert config.settings.telemetry.files == 3
    assert config.settings.store.lock_timeout_seconds == 5
    assert config.clients.profiles["helper"].allow_authoritative_writes is False


def test_the_environment_wins_over_the_file(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.settings.write_text("[backup]\nkeep = 3\n")
    monkeypatch.setenv("PHANTASM_BACKUP__KEEP", "7")
    monkeypatch.setenv("PHANTASM_DEFAULT_CLIENT", "codex")
    monkeypatch.setenv("PHANTASM_TELEMETRY__LEVEL", "debug")
    assert load(paths).settings.telemetry.level == "debug"
    approve(proposal(paths))
    settings = load(paths).settings
    assert settings.backup.keep == 7
    assert settings.default_client == "codex"


@pytest.mark.parametrize(
    ("key", "value", "file"),
    [
        ("security.redact_secrets", "false", ""),
        ("security.default_sensitivity", "normal", '[security]\ndefault_sensitivity = "sensitive"\n'),
        ("hooks.ignore", "[]", '[hooks]\nignore = ["secrets/**"]\n'),
        ("hooks.capture", "true", "[hooks]\ncapture = false\n"),
        ("embedding.provider", "openai", ""),
        ("embedding.url", "http://elsewhere.example/v1", ""),
        ("embedding.api_key_env", "AWS_SECRET_ACCESS_KEY", ""),
        ("qdrant.url", "http://elsewhere.example", ""),
        ("llm.url", "http://elsewhere.example", ""),
        ("judge.person_only", "[]", ""),
        ("default_client", "cli", ""),
    ],
)
def test_a_variable_that_widens_waits_for_approval(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, key: str, value: str, file: str
) -> None:
    paths.settings.write_text(file)
    before, variable = load(paths).settings, name_of(key)
    monkeypatch.setenv(variable, value)
    config = load(paths)
    assert config.settings == before
    assert config.held_back == (variable,)
    proposed = proposal(paths)
    assert f"{variable}={value}" in proposed.asks
    approve(proposed)
    section, _, name = key.rpartition(".")
    approved = load(paths)
    assert variable not in approved.held_back
    held = approved.settings.model_dump()
    assert (held[section][name] if section else held[name]) == typed(value)
    monkeypatch.setenv(variable, "3")  # another value was not approved
    assert load(paths).held_back == (variable,)


def test_an_unknown_variable_is_named(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_BACKUP__KEPT", "7")
    with pytest.raises(PhantasmError, match="did you mean 'keep'"):
        load(paths)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[backup]\nkeeps = 3\n", "did you mean 'keep'"),
        ("[backup]\nkeep = 0\n", "greater than or equal to 1"),
        ("[backup]\nkeep = '3'\n", "valid integer"),
        ("[backup\n", "not valid TOML"),
        ("version = 'v2'\n", "'v1'"),
        ("backup = 3\n", "backup"),
    ],
)
def test_what_is_wrong_is_said(paths: Paths, text: str, says: str) -> None:
    paths.settings.write_text(text)
    with pytest.raises(PhantasmError, match=says) as refused:
        load(paths)
    assert refused.value.code is Code.CONFIG_INVALID
    assert refused.value.message.startswith("phantasm.toml")
    assert any(step.command for step in refused.value.remediation)


def test_narrowing_puts_back_only_what_widens() -> None:
    chosen = Settings(
        default_client="cli",
        store=StoreSettings(synchronous="NORMAL", lock_timeout_seconds=5.0),
        security=SecuritySettings(redact_secrets=False),
    )
    left, held_back = narrowed(chosen)
    assert set(held_back) == {"default_client", "store.synchronous", "security.redact_secrets"}
    assert left == Settings(store=StoreSettings(lock_timeout_seconds=5.0))


def test_an_empty_file_needs_no_approval(paths: Paths) -> None:
    assert is_approved(paths.settings, " \n")
    assert not is_approved(paths.settings, "version = 'v1'\n")


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("true", True), ('"3"', "3"), ("codex", "codex"), ("9" * 5000, "9" * 5000)]
)
def test_a_value_is_read_as_toml_or_as_text(text: str, value: object) -> None:
    assert typed(text) == value


def test_control_characters_are_shown_not_sent() -> None:
    assert printable("a\x1b[31mb\u202ec é") == "a\\x1b[31mb\\u202ec é"
