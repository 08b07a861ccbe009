"""Can a person change, understand and approve the configuration without breaking it?"""

import stat
from pathlib import Path

import pytest

from phantasm.config import editing
from phantasm.config.editing import explain, set_value
from phantasm.config.explain import explain_settings
from phantasm.config.load import load
from phantasm.config.paths import Paths
from phantasm.config.template import settings_text
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.security.profiles import PERSON_PROFILE


def test_setting_a_value_keeps_everything_else(paths: Paths) -> None:
    paths.settings.write_text(settings_text())
    set_value(paths.settings, "backup.keep", "3")
    assert paths.settings.read_text() == settings_text().replace("keep = 10", "keep = 3")
    set_value(paths.settings, "default_client", "codex")
    assert 'default_client = "codex"' in paths.settings.read_text()
    assert "backup.keep" in load(paths).held_back


def test_setting_keeps_line_ends_and_permissions(paths: Paths) -> None:
    paths.settings.write_bytes(b"# mine\r\n[backup]\r\nkeep = 4 # few\r\n")
    paths.settings.chmod(0o640)
    set_value(paths.settings, "backup.keep", "5")
    assert paths.settings.read_bytes() == b"# mine\r\n[backup]\r\nkeep = 5 # few\r\n"
    assert stat.S_IMODE(paths.settings.stat().st_mode) == 0o640
    assert sorted(path.name for path in paths.folder.iterdir()) == ["phantasm.toml"]


def test_setting_in_a_missing_file_starts_from_the_template(paths: Paths) -> None:
    set_value(paths.settings, "telemetry.level", "debug")
    assert paths.settings.read_text() == settings_text().replace('level = "info"', 'level = "debug"')


def test_setting_adds_a_missing_section(paths: Paths) -> None:
    paths.settings.write_text("# mine\n")
    set_value(paths.settings, "telemetry.files", "2")
    assert paths.settings.read_text().startswith("# mine\n")
    assert load(paths).settings.telemetry.files == 2


def test_setting_a_profile_goes_to_the_clients_file(paths: Paths) -> None:
    set_value(paths.clients, "profiles.helper.inherits", "codex")
    set_value(paths.clients, "profiles.helper.allow_suggestions", "false")
    assert load(paths).clients.profiles["helper"].allow_suggestions is False


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("backup.keep", "0", Code.CONFIG_INVALID),
        ("backup.keep", "many", Code.CONFIG_INVALID),
        ("store.synchronous", "OFF", Code.CONFIG_INVALID),
        ("backup.kept", "3", Code.INVALID_PARAMS),
        ("backup", "3", Code.CONFIG_INVALID),
        ("version", "v2", Code.CONFIG_INVALID),
    ],
)
def test_a_wrong_value_changes_nothing(paths: Paths, key: str, value: str, code: Code) -> None:
    paths.settings.write_text(settings_text())
    with pytest.raises(PhantasmError) as refused:
        set_value(paths.settings, key, value)
    assert refused.value.code is code
    assert paths.settings.read_text() == settings_text()


def test_a_link_is_not_written_through(paths: Paths, tmp_path: Path) -> None:
    target = tmp_path / "precious.toml"
    target.write_text("")
    paths.settings.symlink_to(target)
    with pytest.raises(PhantasmError, match="symbolic link"):
        set_value(paths.settings, "backup.keep", "3")
    assert target.read_text() == ""


def test_explaining_one_key_a_section_or_all() -> None:
    (keep,) = explain("backup.keep")
    assert (keep.default, keep.type, keep.widens_trust) == (10, "integer, at least 1, at most 1000", True)
    assert [key.key for key in explain("store")] == ["store.synchronous", "store.lock_timeout_seconds"]
    assert explain("security.redact_secrets")[0].widens_trust
    assert explain("embedding.layers")[0].type == 'integer, at least 0, at most 1000 or "usual"'
    assert explain("profiles.anybody.allow_review")[0].type == "boolean"
    assert len(explain(None)) > len(explain_settings())
    assert all(key.description for key in explain(None))


def test_an_unknown_key_gets_a_hint() -> None:
    with pytest.raises(PhantasmError, match=r"did you mean 'backup\.keep'"):
        explain("backup.keeps")


def test_the_person_profile_has_one_name() -> None:
    assert editing._PERSON_PROFILE == PERSON_PROFILE  # noqa: SLF001  config may not look up at security
