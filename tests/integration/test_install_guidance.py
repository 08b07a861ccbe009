"""Does each client get its guidance where it reads, is that proven, and is it taken back byte for byte?

The files that clients read were seen in their first requests to a model on loopback, as
`runtime/setup/guidance.py` says.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.commands import PHANTASM as PROGRAM
from tests.integration.test_install_command import Person

BLOCK = "## Project memory (Phantasm)"


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Return somebody in a repository without any guidance."""
    made = Person(tmp_path / "project", tmp_path / "home", f"{PROGRAM.parent}:/usr/bin:/bin")
    made.home.mkdir()
    (made.root / ".git").mkdir(parents=True)
    return made


def with_block(person: Person) -> list[str]:
    """Return the files that hold the block."""
    files = [path for path in person.root.rglob("*.md") if ".phantasm" not in path.parts]
    return sorted(str(path.relative_to(person.root)) for path in files if BLOCK in path.read_text())


def install(person: Person, *clients: str) -> list[str]:
    """Connect clients and return which files hold the block."""
    done = person.run("install", *clients, "--yes")
    assert done.returncode == 0, done.stderr
    return with_block(person)


def checks(person: Person, *clients: str) -> list[tuple[str, str, bool, str]]:
    """Return what `--check` says about guidance."""
    _, told = person.told("install", *clients, "--check")
    found: list[dict[str, Any]] = told["data"]["checks"]
    return [
        (one["client"], one["what"], one["ok"], one["detail"])
        for one in found
        if one["what"].startswith("block ")
    ]


@pytest.mark.parametrize(
    ("client", "name"),
    [
        ("claude_code", "CLAUDE.md"),
        ("codex", "AGENTS.md"),
        ("gemini", "GEMINI.md"),
        ("cursor", "AGENTS.md"),
        ("opencode", "AGENTS.md"),
        ("copilot", "AGENTS.md"),
    ],
)
def test_each_client_gets_the_block_where_it_reads(person: Person, client: str, name: str) -> None:
    assert install(person, client) == [name]
    assert checks(person, client) == [(client, f"block in {name}", True, "")]
    (person.root / name).rename(person.root / "NOTES.md")
    ((_, _, is_well, detail),) = checks(person, client)
    assert (is_well, detail) == (False, "the block is missing")
    (person.root / "NOTES.md").rename(person.root / name)
    assert person.run("uninstall", "--confirm", "project").returncode == 0
    assert set(person.everything()) == set()


def test_a_block_that_the_client_does_not_read_is_no_guidance(person: Person) -> None:
    install(person, "claude")
    (person.root / "CLAUDE.md").rename(person.root / "AGENTS.md")
    found = checks(person, "claude")
    detail = "the block is missing; AGENTS.md has it, which claude_code does not read"
    assert found == [("claude_code", "block in CLAUDE.md", False, detail)]
    assert install(person, "claude") == ["AGENTS.md", "CLAUDE.md"]
    assert checks(person, "claude") == [("claude_code", "block in CLAUDE.md", True, "")]


def test_a_new_file_for_claude_code_hides_nothing_that_it_read(person: Person) -> None:
    (person.root / "AGENTS.md").write_bytes(b"# Rules")
    before = person.everything()
    assert install(person, "claude") == ["AGENTS.md"]
    assert "\n@AGENTS.md\n" in (person.root / "CLAUDE.md").read_text()
    assert checks(person, "claude") == [("claude_code", "block in AGENTS.md", True, "")]
    (person.root / "CLAUDE.md").unlink()
    ((_, _, is_well, _),) = checks(person, "claude")
    assert not is_well
    install(person, "claude")
    assert person.run("uninstall", "--clients", "claude").returncode == 0
    assert {name: data for name, data in person.everything().items() if name in before} == before
    assert not (person.root / "CLAUDE.md").exists()


def test_all_clients_share_as_few_files_as_will_do(person: Person) -> None:
    assert install(person, "--all") == ["AGENTS.md", "GEMINI.md"]
    assert "\n@AGENTS.md\n" in (person.root / "CLAUDE.md").read_text()
    assert all(is_well for _, _, is_well, _ in checks(person, "--all"))


def test_a_file_that_takes_in_another_one_needs_no_block_of_its_own(person: Person) -> None:
    (person.root / "AGENTS.md").write_bytes(b"# Rules\n")
    (person.root / "CLAUDE.md").write_bytes(b"@AGENTS.md\n")
    (person.root / "GEMINI.md").symlink_to("AGENTS.md")
    before = person.everything()
    install(person, "claude", "gemini", "codex")
    assert BLOCK not in (person.root / "CLAUDE.md").read_text()
    assert {(what, is_well) for _, what, is_well, _ in checks(person)} == {("block in AGENTS.md", True)}
    assert person.run("uninstall", "--confirm", "project").returncode == 0
    assert person.everything() == before


def test_what_a_person_told_a_client_to_read_is_read(person: Person) -> None:
    settings = person.home / ".gemini" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"context": {"fileName": ["NOTES.md", "AGENTS.md"]}}))
    config = person.home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('project_doc_fallback_filenames = ["TEAM.md"]\n')
    (person.root / "TEAM.md").write_text("# Team\n")
    assert install(person, "codex") == ["TEAM.md"]
    assert install(person, "gemini") == ["NOTES.md", "TEAM.md"]
    assert {is_well for _, _, is_well, _ in checks(person)} == {True}


def test_codex_reads_only_the_first_bytes(person: Person) -> None:
    (person.root / "AGENTS.md").write_text("# Rules\n" * 5_000)
    install(person, "codex")
    ((_, what, is_well, detail),) = checks(person, "codex")
    assert (what, is_well) == ("block in AGENTS.md", False)
    assert detail == "Codex reads the first 32768 bytes, and the block stands behind them: move it up"


def test_open_code_goes_on_reading_what_it_read(person: Person) -> None:
    (person.root / "CLAUDE.md").write_text("# Rules\n")
    assert install(person, "opencode") == ["CLAUDE.md"]
    done = person.run("install", "codex", "--yes")
    assert "opencode reads AGENTS.md where there is one, so it no longer reads CLAUDE.md" in done.stdout
    assert {what for _, what, is_well, _ in checks(person) if is_well} == {"block in AGENTS.md"}


def test_one_client_goes_with_its_own_guidance(person: Person) -> None:
    (person.root / "CLAUDE.md").write_bytes(b"# Mine")
    before = (person.root / "CLAUDE.md").read_bytes()
    assert install(person, "claude", "codex") == ["AGENTS.md", "CLAUDE.md"]
    assert person.run("uninstall", "--clients", "claude").returncode == 0
    assert with_block(person) == ["AGENTS.md"]
    assert (person.root / "CLAUDE.md").read_bytes() == before
    assert person.run("uninstall", "--clients", "codex").returncode == 0
    assert with_block(person) == []
    assert not (person.root / "AGENTS.md").exists()


def test_a_block_that_an_older_release_wrote_for_nobody_goes(person: Person) -> None:
    install(person, "codex")
    record = person.root / ".phantasm" / "state" / "installed.json"
    told = json.loads(record.read_text())
    told["integrations"]["clients"] = ["claude_code"]
    record.write_text(json.dumps(told))
    assert install(person, "claude") == ["CLAUDE.md"]
    assert not (person.root / "AGENTS.md").exists()
