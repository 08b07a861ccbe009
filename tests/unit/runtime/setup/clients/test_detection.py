"""Are the coding agents that are there noticed, and no others?"""

from pathlib import Path

import pytest

from phantasm.runtime.setup.clients.detection import detect
from phantasm.runtime.setup.clients.model import CLIENTS, homes_of

SIGNS = {
    "claude_code": ("CLAUDE.md", ".claude", "claude"),
    "codex": (".codex/config.toml", ".codex", "codex"),
    "gemini": ("GEMINI.md", ".gemini", "gemini"),
    "cursor": (".cursorrules", ".cursor", "cursor-agent"),
    "opencode": ("opencode.jsonc", ".config/opencode", "opencode"),
    "copilot": (".github/copilot-instructions.md", ".copilot", "copilot"),
}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Return an empty project, home and folder of programs."""
    made = (tmp_path / "project", tmp_path / "home", tmp_path / "bin")
    for folder in made:
        folder.mkdir()
    return made


def found(folders: tuple[Path, Path, Path]) -> dict[str, str]:
    root, home, programs = folders
    return detect(root, homes_of(home, lambda name: None), str(programs))


def test_nothing_is_found_where_nothing_is(folders: tuple[Path, Path, Path]) -> None:
    (folders[0] / ".vscode").mkdir()
    (folders[0] / "AGENTS.md").touch()
    assert found(folders) == {}


@pytest.mark.parametrize("client", CLIENTS)
def test_each_is_known_by_its_file_its_folder_or_its_program(
    folders: tuple[Path, Path, Path], client: str
) -> None:
    root, home, programs = folders
    in_project, at_home, program = SIGNS[client]
    (home / at_home).mkdir(parents=True)
    assert found(folders) == {client: f"the folder {home / at_home}"}
    (programs / program).touch(mode=0o755)
    assert found(folders) == {client: f"the program {program}"}
    (root / in_project).parent.mkdir(exist_ok=True)
    (root / in_project).touch()
    assert list(found(folders)) == [client]
    assert "in the project" in found(folders)[client]
