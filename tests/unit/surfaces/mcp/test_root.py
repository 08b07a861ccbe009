"""Which project does the server work for?"""

from pathlib import Path

import pytest

from phantasm.surfaces.mcp.root import VARIABLES, find_start
from tests.conftest import Project


@pytest.fixture(autouse=True)
def _no_client(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_takes_what_was_chosen(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(project.root))
    assert find_start(_made(tmp_path / "chosen")) == tmp_path / "chosen"


@pytest.mark.parametrize("name", VARIABLES)
def test_takes_what_the_client_names(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    monkeypatch.setenv(name, str(project.root))
    assert find_start() == project.root


def test_takes_the_current_folder_where_the_client_names_no_project(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.root)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path_factory.mktemp("empty")))
    assert find_start() == project.root


def test_goes_on_when_the_current_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = _made(tmp_path / "gone")
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert find_start() == Path("/")


def test_ignores_what_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", "relative")
    monkeypatch.setenv("GEMINI_PROJECT_DIR", str(tmp_path / "missing"))
    assert find_start() == tmp_path
