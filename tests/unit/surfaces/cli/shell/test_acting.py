"""A line is carried out through the one door, and the shell goes on whatever it was."""

import json
from collections.abc import Iterator

import pytest

from phantasm.surfaces.cli.shell.acting import carry_out
from phantasm.surfaces.cli.shell.door import Door
from phantasm.surfaces.cli.shell.sending import Shell
from tests.conftest import Project


@pytest.fixture
def shell(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    """Yield a shell without a terminal, as an agent that may write would use it."""
    monkeypatch.setenv("PHANTASM_CLIENT", "claude_code")
    monkeypatch.setenv("NO_COLOR", "1")
    made = Shell(Door(project.root))
    yield made
    made.door.close()


def _said(shell: Shell, capsys: pytest.CaptureFixture[str], *lines: str) -> tuple[str, str]:
    for line in lines:
        carry_out(shell, line)
    said = capsys.readouterr()
    return said.out, said.err


def test_adds_searches_shows_and_takes_back(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _said(shell, capsys, "/add fact The API listens on port 8400. subject_key=api.port")
    assert out.startswith("created ")
    assert len(shell.written) == 1
    out, _ = _said(shell, capsys, "which port does the API use", "/show 1", "/why 1", "/history 1")
    assert out.count("The API listens on port 8400.") >= 4
    out, _ = _said(shell, capsys, "/undo", "/list")
    assert "0 of 0 records" in out
    assert shell.written == []
    _, err = _said(shell, capsys, "/undo")
    assert "nothing was written in this shell" in err
    assert shell.status == 4


def test_calls_operations_and_sends_requests(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    request = {"operation": "ingest", "params": {"record_kind": "note", "statement": "one"}}
    out, _ = _said(
        shell,
        capsys,
        'ingest record_kind=fact statement="two words"',
        json.dumps(request),
        "list states=live",
    )
    assert "two words" in out
    assert "2 of 2 records" in out


def test_goes_on_after_every_mistake(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (
        "/nonsense",
        "serach",
        "list limit=x",
        "list limit",
        "{",
        '{"a":1}',
        "health please",
        "/more",
        "/text",
    )
    for line in lines:
        _, err = _said(shell, capsys, line)
        assert "error: " in err, line
    assert shell.status == 2
    assert not shell.ended
    out, err = _said(shell, capsys, "", "# remark", "/health")
    assert "health: " in out
    assert err == ""


def test_pages(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    _said(shell, capsys, *(f"/add note number {word}" for word in ("one", "two", "three")))
    out, _ = _said(shell, capsys, "/list limit=2")
    assert "there is more: /more" in out
    assert "--cursor" not in out
    out, _ = _said(shell, capsys, "/more")
    assert "number one" in out
    assert "there is more" not in out


def test_previews_and_explains_a_context(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    _said(shell, capsys, "/add fact The API listens on port 8400.")
    out, _ = _said(shell, capsys, "/compile which port does the API use token_budget=500")
    assert "░" in out
    assert "of 500 tokens" in out
    out, _ = _said(shell, capsys, "/text")
    assert out.startswith("<phantasm-memory>")
    out, _ = _said(shell, capsys, "/lines")
    assert "why it is there" in out


def test_lists_what_waits_without_keys(
    shell: Shell, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.get("ingest", profile="generic_mcp", record_kind="fact", statement="Builds start at two.")
    out, _ = _said(shell, capsys, "/review", "/conflicts", "/status", "/sessions", "/audit")
    assert "Builds start at two." in out
    assert "nothing waits" in out
    assert str(project.root) in out


def test_says_things_about_the_caller_once(
    shell: Shell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHANTASM_CLIENT", "cli")
    _, err = _said(shell, capsys, "/health", "/add fact It rains.", "/add fact It snows.")
    assert err.count("needs a terminal") == 1


def test_answers_as_json(shell: Shell, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for line in ("/json on", "/health", "/nonsense", "/json off"):
        carry_out(shell, line)
    answers = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [answer["status"] for answer in answers] == ["ok", "error"]


def test_notices_a_secret(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    # Put together at run time: no secret, not even a made-up one, stands in the tree.
    _said(shell, capsys, "/add fact deploys with ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8")
    assert shell.masked
    _said(shell, capsys, "/health")
    assert not shell.masked


def test_refuses_what_is_no_text(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = _said(shell, capsys, "/search \udcff\udcfe")
    assert "surrogate" in err


def test_helps_and_ends(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _said(shell, capsys, "/help", "/help search", "/help ingest", "/help operations", "help")
    assert "/compile [TASK]" in out
    assert "tokens, exact, fuzzy, regex" in out
    assert "record_kind" in out
    assert "Find what the project remembers about a question." in out
    _, err = _said(shell, capsys, "/help serch", "/quit now")
    assert "did you mean 'search'" in err
    assert not shell.ended
    _said(shell, capsys, "/quit")
    assert shell.ended
