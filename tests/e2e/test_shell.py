"""A person talks with memory at a terminal; a script pipes lines in."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from phantasm.storage.lock import WriteLock
from tests.e2e.processes import Place
from tests.e2e.screens import Terminal
from tests.fixtures.commands import PHANTASM

READY = "Ctrl-D leaves"
"""Stands below the line when keys are read."""
MENU = "[q] quit >"
PORT = "The API listens on port 8400."
Open = Callable[..., Terminal]


@pytest.fixture
def open_shell(project_place: Place) -> Open:
    """Return how a shell is opened on a terminal of its own, ready for keys."""

    def opened(*arguments: str, **variables: str) -> Terminal:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}  # noqa: TID251
        home = str(project_place.root.parent / "home")
        chosen = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "PHANTASM_HOME": home}
        terminal = Terminal(
            [str(PHANTASM), "shell", *arguments], project_place.root, kept | chosen | variables
        )
        terminal.wait_for("phantasm>", *(() if arguments or "TERM" in variables else (READY,)))
        return terminal

    return opened


def _enter(terminal: Terminal, line: str, *expected: str) -> str:
    """Type a line, and wait for its answer and for the next line."""
    terminal.type(line)
    terminal.wait_for(line[:80])
    terminal.type("\r")
    return terminal.wait_until(
        lambda text: all(one in text for one in expected) and _is_ready(text), f"answering {line!r}"
    )


def _is_ready(text: str) -> bool:
    """Tell whether the last line of the shell is empty and waits for keys."""
    lines = [line for line in text.splitlines() if line.startswith("phantasm>")]
    return bool(lines) and lines[-1] == "phantasm>" and READY in text


def _records(place: Place) -> list[dict[str, Any]]:
    return list(place.run("list", "--all", "--json").json["data"]["records"])


def _history(place: Place) -> Path:
    return place.root.parent / "home" / "shell_history.jsonl"


def test_searches_while_somebody_types(project_place: Place, open_shell: Open) -> None:
    project_place.run("add", "--kind", "fact", "--text", PORT)
    terminal = open_shell()
    terminal.type("which port does the API")
    terminal.wait_for("match", PORT)
    terminal.type("\x1b1")
    seen = terminal.wait_until(lambda text: "lineage" in text and _is_ready(text))
    assert "phantasm> /show" in seen
    terminal.type("\x04")
    assert terminal.end() == 0


def test_previews_a_context_while_somebody_types(project_place: Place, open_shell: Open) -> None:
    project_place.run("add", "--kind", "fact", "--text", PORT)
    terminal = open_shell()
    terminal.type("/compile which port does the API use")
    terminal.wait_for("░", "facts", "tokens")
    terminal.type("\r")
    terminal.wait_for("</phantasm-memory>", READY)
    terminal.type("\x04")
    assert terminal.end() == 0


def test_completes_commands_parameters_and_handles(project_place: Place, open_shell: Open) -> None:
    handle = project_place.run("add", "--kind", "fact", "--text", PORT, "--json").json["data"]["results"][0][
        "handle"
    ]
    terminal = open_shell()
    terminal.type("/hist")
    terminal.wait_for("every version of a record")
    terminal.type("\t")
    terminal.wait_for("> /history")
    terminal.type(" ")
    terminal.wait_for(f"fact {PORT}")
    terminal.type("\t")
    terminal.wait_for(f"> /history {handle}")
    terminal.type("\r")
    terminal.wait_until(lambda text: "events:" in text and _is_ready(text))
    terminal.type("list sta")
    terminal.wait_for("states=")
    terminal.type("\t")
    terminal.wait_for("> list states=")
    terminal.type("su")
    terminal.wait_for("suggested", "superseded")
    terminal.type("\t")
    terminal.wait_for("> list states=suggested")
    terminal.type("\r")
    terminal.wait_until(lambda text: "0 of 0 records" in text and _is_ready(text))
    terminal.type("\x04")
    assert terminal.end() == 0


def test_writes_as_a_person_and_takes_back(project_place: Place, open_shell: Open) -> None:
    terminal = open_shell()
    _enter(terminal, f"/add fact {PORT}", "created")
    assert [record["origin"] for record in _records(project_place)] == ["user"]
    _enter(terminal, "/undo", "archived")
    assert [record["state"] for record in _records(project_place)] == ["archived"]
    terminal.type("\x04")
    assert terminal.end() == 0


def test_decides_with_keys(project_place: Place, open_shell: Open) -> None:
    for statement in ("Builds start at two.", "Builds end at three."):
        project_place.run("add", "--kind", "fact", "--text", statement, client="generic_mcp")
    terminal = open_shell()
    terminal.wait_for("2 waiting: /review")
    terminal.type("/review\r")
    # What is typed before the keys can be seen does not count.
    terminal.wait_until(lambda text: "1 of 2" in text and text.endswith(MENU))
    terminal.type("a")
    terminal.wait_until(lambda text: "2 of 2" in text and text.endswith(MENU))
    terminal.type("r")
    terminal.wait_until(lambda text: "0 still wait for a decision" in text and _is_ready(text))
    states = {record["statement"]: record["state"] for record in _records(project_place)}
    assert states == {"Builds start at two.": "live", "Builds end at three.": "archived"}
    _enter(terminal, "/undo", "suggested")
    _enter(terminal, "/review nonsense", "error: ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_asks_before_it_replaces(project_place: Place, open_shell: Open) -> None:
    backup_id = project_place.run("backup", "create", "--json").json["data"]["backup_id"]
    project_place.run("add", "--text", "after")
    terminal = open_shell()
    terminal.type(f"backup_restore backup_id={backup_id}")
    terminal.wait_for(backup_id)
    terminal.type("\r")
    terminal.wait_for("[y/N]")
    terminal.type("n\n")
    terminal.wait_until(lambda text: "declined" in text and _is_ready(text))
    assert len(_records(project_place)) == 1
    terminal.type("\x1b[A")
    terminal.wait_for(f"> backup_restore backup_id={backup_id}")
    terminal.type("\r")
    terminal.wait_until(lambda text: text.count("[y/N]") == 2)
    terminal.type("y\n")
    terminal.wait_until(lambda text: text.count("brings back") >= 2 and _is_ready(text))
    assert _records(project_place) == []
    _enter(terminal, "/list", "0 of 0 records")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_mistakes_and_stops_do_not_end_it(open_shell: Open) -> None:
    terminal = open_shell()
    _enter(terminal, "/nonsense", "there is no command /nonsense")
    _enter(terminal, "list limit=many", "error: ")
    terminal.type("/add fact never mind")
    terminal.wait_for("never mind")
    terminal.type("\x03")
    terminal.wait_until(_is_ready)
    _enter(terminal, "/list", "0 of 0 records")
    terminal.type("/quit\r")
    assert terminal.end() == 0


def test_survives_what_others_do_to_the_store(project_place: Place, open_shell: Open) -> None:
    project_place.run("add", "--text", "before")
    backup_id = project_place.run("backup", "create", "--json").json["data"]["backup_id"]
    terminal = open_shell()
    _enter(terminal, "/list", "1 of 1 records")
    project_place.run("add", "--text", "after")
    _enter(terminal, "/list", "2 of 2 records")
    restored = project_place.type("backup", "restore", backup_id, answers=(("[y/N]", "y\n"),))
    assert restored.status == 0, restored.out
    _enter(terminal, "/list everywhere=true", "1 of 1 records")
    folder, away = project_place.root / ".phantasm", project_place.root / "away"
    folder.rename(away)
    _enter(terminal, "/health", "phantasm bootstrap")
    away.rename(folder)
    _enter(terminal, "/health deep=true", "health: ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_stop_ends_the_waiting_for_a_busy_store(project_place: Place, open_shell: Open) -> None:
    terminal = open_shell()
    _enter(terminal, "/add note before", "created")
    lock = project_place.root / ".phantasm" / "state" / "store.lock"
    with WriteLock(lock).hold("a test"):
        drawn = lock.read_bytes()[:8]
        terminal.type("/add fact while others write\r")
        # Whoever waits has drawn a ticket, and the first bytes count them.
        terminal.wait_until(lambda _: lock.read_bytes()[:8] != drawn and terminal.stops(), "waiting for it")
        terminal.type("\x03")
        terminal.wait_until(lambda text: "stopped" in text and _is_ready(text))
    _enter(terminal, "/list", "1 of 1 records")
    _enter(terminal, "/add fact when nobody writes", "created")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_keeps_history_without_secrets(project_place: Place, open_shell: Open) -> None:
    # Put together at run time: no secret, not even a made-up one, stands in the tree.
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    first = open_shell()
    _enter(first, "/sessions", "there are no sessions")
    _enter(first, f"/add fact deploys use {secret}", "masked a secret")
    first.type("\x04")
    assert first.end() == 0
    assert json.loads(_history(project_place).read_text()) == "/sessions"
    assert _history(project_place).stat().st_mode & 0o777 == 0o600
    second = open_shell()
    second.type("\x1b[A")
    second.wait_for("> /sessions")
    second.type("\x03")
    second.wait_until(_is_ready)
    second.type("\x04")
    assert second.end() == 0


def test_has_no_colour_where_none_is_wanted(project_place: Place, open_shell: Open) -> None:
    project_place.run("add", "--kind", "fact", "--text", PORT)
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        terminal = open_shell(**variables)
        terminal.type("which port does the API")
        terminal.wait_for("match", PORT)
        terminal.type("\x03")
        terminal.wait_until(_is_ready)
        _enter(terminal, "/list", "1 of 1 records")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert any(f"\x1b[{code}" in terminal.written for code in ("32m", "0;32m", "0;38;5")) is coloured


def test_a_script_pipes_lines_in(project_place: Place) -> None:
    lines = (
        "# what a script may say",
        f"/add fact {PORT} subject_key=api.port",
        "which port does the API use",
        'ingest record_kind=note statement="two words"',
        '{"operation": "list", "params": {"limit": 1}}',
        "/more",
        "/review",
    )
    ended = project_place.run("shell", text="\n".join(lines).encode())
    assert ended.status == 0, ended.err
    assert "created" in ended.out
    assert PORT in ended.out
    assert ended.out.count("1 of 2 records") == 2
    assert "nothing waits for a decision" in ended.out
    assert "\x1b" not in ended.out
    assert not _history(project_place).exists()


def test_a_failing_line_decides_the_status_and_stops_nothing(project_place: Place) -> None:
    ended = project_place.run("shell", text=b"/show zzzzzzzz\n/nonsense\n/search \xff\xfe\n/health\n")
    assert ended.status == 4
    assert "health: " in ended.out
    assert ended.err.count("error: ") == 3
    stopped = project_place.run("shell", text=b"/quit\n/nonsense\n")
    assert (stopped.status, stopped.err) == (0, "")


def test_answers_a_script_in_json(project_place: Place) -> None:
    ended = project_place.run("shell", "--json", text=b"/health\n/show zzzzzzzz\nlist\n")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [answer["operation"] for answer in answers] == ["health", "inspect", "list"]
    assert [answer["status"] for answer in answers] == ["ok", "error", "ok"]
    assert ended.status == 4


def test_works_without_a_project(place: Place) -> None:
    ended = place.run("shell", text=b"/health\n/help\n")
    assert ended.status == 5
    assert "phantasm bootstrap" in ended.err
    assert "/search WORDS" in ended.out


@pytest.mark.parametrize(("arguments", "variables"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_reads_plain_lines_at_a_terminal(
    open_shell: Open, arguments: tuple[str, ...], variables: dict[str, str]
) -> None:
    terminal = open_shell(*arguments, **variables)
    terminal.type("/health\n")
    terminal.wait_until(lambda text: "backups" in text and text.count("phantasm>") == 2)
    terminal.type("\x03")
    terminal.wait_until(lambda text: text.count("phantasm>") == 3)
    terminal.type("/quit\n")
    assert terminal.end() == 0
