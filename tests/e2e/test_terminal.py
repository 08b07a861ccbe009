"""A person at a terminal has a person's rights, is asked before anything is replaced, and sees colours."""

import json
import re

from tests.e2e.processes import Place

YES = (("[y/N]", "y\n"),)
NO = (("[y/N]", "\n"),)


def _backup(place: Place) -> str:
    return str(place.run("backup", "create", "--json").json["data"]["backup_id"])


def _total(place: Place) -> int:
    return int(place.run("list", "--json").json["data"]["total"])


def test_person_writes_and_a_script_suggests(project_place: Place) -> None:
    assert "created" in project_place.type("add", "--text", "by a person").out
    script = project_place.run("add", "--text", "by a script", "--json", client=None)
    assert script.json["data"]["results"][0]["outcome"] == "suggested"
    assert [warning["code"] for warning in script.json["warnings"]] == ["profile_reduced"]
    assert script.json["provenance"]["client_profile"] == "generic_mcp"
    human = project_place.run("add", "--text", "by another script", client=None)
    assert "warning: the profile 'cli' needs a terminal" in human.err
    assert "warning" not in human.out


def test_reading_in_a_script_is_told_nothing_about_terminals(project_place: Place) -> None:
    project_place.run("add", "--text", "It rains in Ulm.")
    for read in (("list",), ("search", "rain"), ("compile", "rain"), ("status",), ("health",)):
        ended = project_place.run(*read, client=None)
        assert (ended.status, ended.err) == (0, ""), read
        shown = project_place.run(*read, "--json", client=None).json
        assert shown["warnings"] == []
    assert shown["provenance"]["client_profile"] == "generic_mcp"


def test_restore_happens_after_a_yes(project_place: Place) -> None:
    project_place.run("add", "--text", "before")
    backup_id = _backup(project_place)
    project_place.run("add", "--text", "after")
    ended = project_place.type("backup", "restore", backup_id, "--reason", "a test", answers=YES)
    assert ended.status == 0, ended.out
    assert "brings back" in ended.out
    assert _total(project_place) == 1
    entry = project_place.run("audit", "--limit", "1", "--json").json["data"]["entries"][0]
    assert (entry["operation"], entry["reason"], entry["profile"]) == ("backup_restore", "a test", "cli")


def test_restore_does_not_happen_after_anything_else(project_place: Place) -> None:
    backup_id = _backup(project_place)
    project_place.run("add", "--text", "after")
    ended = project_place.type("backup", "restore", backup_id, answers=NO)
    assert ended.status == 3
    assert "declined" in ended.out
    assert _total(project_place) == 1


def test_typing_ahead_is_no_answer(project_place: Place) -> None:
    backup_id = _backup(project_place)
    answers = (("checking", "y\n"), ("[y/N]", "n\n"))
    assert project_place.type("backup", "restore", backup_id, answers=answers).status == 3


def test_import_is_asked_about_too(project_place: Place) -> None:
    project_place.run("backup", "export", "--name", "all")
    project_place.run("add", "--text", "after")
    bundle = ".phantasm/state/backups/all.phantasm.zip"
    assert project_place.type("backup", "import", bundle, answers=YES).status == 0
    assert _total(project_place) == 0


def test_request_with_a_confirmation_asks_on_the_terminal(project_place: Place) -> None:
    backup_id = _backup(project_place)
    target = {"backup_id": backup_id}
    request = {
        "api_version": "v1",
        "operation": "backup_restore",
        "request_id": "r",
        "client": {"profile": "claude_code"},
        "idempotency_key": "k",
        "params": target,
        "confirmations": {
            "approved_by": "x\x1b[2J",
            "reason": "r",
            "operation": "backup_restore",
            "target": target,
        },
    }
    text = json.dumps(request)
    alone = project_place.run("handle-request", text)
    assert (alone.status, alone.json["error"]["code"]) == (3, "confirmation_required")
    asked = project_place.type("handle-request", text, answers=YES)
    assert asked.status == 0
    assert "approved by x?" in asked.out


def test_uninstall_asks(project_place: Place) -> None:
    assert project_place.type("uninstall", answers=NO).status == 3
    assert project_place.type("uninstall", answers=YES).status == 0
    assert list(project_place.root.iterdir()) == []


def test_config_is_approved_by_a_person(project_place: Place) -> None:
    project_place.run("config", "set", "default_client", "codex")
    assert "default_client" in project_place.run("config", "validate").out
    assert project_place.type("config", "approve", answers=YES).status == 0
    assert re.search(r'default_client +"codex"', project_place.run("config", "show").out)


def test_colours_follow_the_terminal_and_its_owner(project_place: Place) -> None:
    project_place.run("add", "--text", "one")
    assert "\x1b[32m" in project_place.type("list").out
    assert "\x1b[32m" not in project_place.type("list", NO_COLOR="1").out


def test_progress_shows_on_a_terminal_only(project_place: Place) -> None:
    assert "backing up" in project_place.type("backup", "create").out
    assert "backing up" not in project_place.run("backup", "create").err


def test_interrupt_at_a_question_changes_nothing(project_place: Place) -> None:
    backup_id = _backup(project_place)
    ended = project_place.type("backup", "restore", backup_id, answers=(("[y/N]", "\x03"),))
    assert ended.status == 130


def test_a_restore_shows_that_it_works_only_once_somebody_agreed(project_place: Place) -> None:
    project_place.type("backup", "create")
    (folder,) = (project_place.root / ".phantasm" / "state" / "backups").glob("bak_*")
    for answer, works in (("n", False), ("y", True)):
        ended = project_place.type("backup", "restore", folder.name, answers=(("[y/N]", f"{answer}\n"),))
        before, _, after = ended.out.partition("[y/N]")
        assert "restoring" not in before
        assert ("restoring" in after) is works
        assert (ended.status == 0) is works
