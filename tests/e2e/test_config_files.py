"""Config files that are gone are named, with what that changes and the way back."""

from tests.e2e.processes import Ended, Place
from tests.fixtures.histories import History


def _missing(ended: Ended) -> dict[str, str]:
    """Return what doctor says is missing, with the command that helps."""
    found = [one for one in ended.json["data"]["findings"] if " is missing: " in one["message"]]
    assert all(one["verdict"] == "attention" for one in found)
    return {one["message"]: one["command"] for one in found}


def test_doctor_and_health_say_which_config_file_is_gone(project_place: Place) -> None:
    folder = project_place.root / ".phantasm"
    assert project_place.run("doctor").status == 0
    (folder / "clients.toml").write_text(
        'version = "v1"\n[profiles.builder]\ninherits = "claude_code"\n', encoding="utf-8"
    )
    add = ("add", "--kind", "fact", "--text", "The port is 8080.")
    assert project_place.run(*add, client="builder").status == 0
    for name in ("phantasm.toml", "clients.toml"):
        (folder / name).unlink()
    refused = project_place.run(*add, client="builder")
    assert "unknown client profile" in refused.err
    assert "phantasm doctor" in refused.err
    ended = project_place.run("doctor", "--json")
    assert ended.status == 1
    found = _missing(ended)
    settings, clients = found
    assert settings.startswith(".phantasm/phantasm.toml is missing: every setting has its default")
    assert clients.startswith(".phantasm/clients.toml is missing: only built-in profiles are known")
    assert set(found.values()) == {"phantasm bootstrap"}
    health = project_place.run("health", "--json").json["data"]
    assert health["config_missing"] == [".phantasm/phantasm.toml", ".phantasm/clients.toml"]
    assert health["verdict"] == "attention"
    assert project_place.run("bootstrap").status == 0
    assert _missing(project_place.run("doctor", "--json")) == {}


def test_a_config_file_that_git_has_is_restored_from_there(project_place: Place) -> None:
    repository = History(project_place.root)
    repository.git("add", "--", ".phantasm/phantasm.toml", ".phantasm/clients.toml")
    repository.git("commit", "-q", "-m", "Memory")
    (project_place.root / ".phantasm/clients.toml").unlink()
    ((message, command),) = _missing(project_place.run("doctor", "--json")).items()
    assert "git has it" in message
    assert command == "git restore .phantasm/clients.toml"
    repository.git(*command.split()[1:])
    assert _missing(project_place.run("doctor", "--json")) == {}
