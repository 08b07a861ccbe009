"""The line at a terminal: keys in, answers out, and nothing ends it but its end."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from phantasm.config.environment import user_folder
from phantasm.surfaces.cli.shell.prompt import Talk
from tests.conftest import Project


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    """Yield a keyboard."""
    monkeypatch.setenv("PHANTASM_CLIENT", "claude_code")
    with create_pipe_input() as made:
        yield made


def _talk(root: Path, keys: PipeInput, typed: str) -> Talk:
    keys.send_text(typed)
    talk = Talk(root, source=keys, screen=DummyOutput())
    assert talk.run() == 0
    return talk


def _kept() -> list[str]:
    path = user_folder() / "shell_history.jsonl"
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


def test_answers_lines_until_the_end(
    project: Project, keys: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    _talk(project.root, keys, "/add fact The sky is blue.\r/list\r\x04")
    assert "The sky is blue." in capsys.readouterr().out
    assert _kept() == ["/add fact The sky is blue.", "/list"]


def test_a_stop_clears_the_line(
    project: Project, keys: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    _talk(project.root, keys, "/add fact nothing of this\x03/health\r/quit\r")
    assert "health: ok" in capsys.readouterr().out
    assert project.get("list")["total"] == 0
    assert _kept() == ["/health", "/quit"]


def test_a_mistake_does_not_end_it(
    project: Project, keys: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    _talk(project.root, keys, "/nonsense\r{\r/health\r\x04")
    said = capsys.readouterr()
    assert said.err.count("error: ") == 2
    assert "health: ok" in said.out


def test_keeps_no_secret(project: Project, keys: PipeInput) -> None:
    _talk(project.root, keys, "/add fact deploys with password=" + "Xk29" * 4 + "\r/health\r\x04")
    assert _kept() == ["/health"]


def test_works_where_there_is_no_project(
    tmp_path_factory: pytest.TempPathFactory, keys: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    _talk(tmp_path_factory.mktemp("empty"), keys, "/health\r/help\r\x04")
    said = capsys.readouterr()
    assert "phantasm bootstrap" in said.err
    assert "/search WORDS" in said.out
