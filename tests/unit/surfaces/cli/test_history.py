"""The repository's history is taken in and asked on the command line, beside the history of a record."""

import json
from pathlib import Path

import typer
from typer.testing import CliRunner

from phantasm.surfaces.cli import history
from tests.conftest import Project
from tests.fixtures.histories import BOB, History
from tests.unit.surfaces.cli.rendering import printed


def invoke(root: Path, *arguments: str) -> tuple[int, str]:
    app = typer.Typer()

    @app.callback()
    def choose(context: typer.Context) -> None:
        context.obj = root

    app.add_typer(history.commands, name="history")
    result = CliRunner().invoke(app, ["history", *arguments])
    return result.exit_code, result.output


def test_takes_in_and_answers(project: Project) -> None:
    made = History(project.root)
    made.commit("Start", "src/a.py", "src/b.py", "CHANGES.md")
    made.commit("Upload in threads", "src/a.py", "src/b.py", who=BOB)
    tried = made.commit("Upload in processes", "src/a.py", "src/b.py", who=BOB)
    made.act("revert", "--no-edit", tried)
    assert "commits  4 new, 4 known" in invoke(project.root, "update", "--dry-run")[1]
    code, out = invoke(project.root, "update")
    assert (code, "commits  4 new, 4 known" in out, "reverts  1" in out) == (0, True, True)
    out = invoke(project.root, "done", "upload", "in", "processes")[1]
    assert f"{tried[:10]} 2026-09-21 reverted Upload in processes" in out
    assert "taken back by" in out
    out = invoke(project.root, "together", "src/a.py")[1]
    assert "src/b.py  4 of 4 times" in out
    out = invoke(project.root, "who", "src")[1]
    assert "Bob Bolt" in out
    data = json.loads(invoke(project.root, "who", "src", "--json")[1])["data"]
    assert [one["name"] for one in data["people"]] == ["Bob Bolt", "Ada Lovelace"]


def test_still_shows_the_history_of_a_record(project: Project) -> None:
    project.hold("The port is 8080.", subject_key="port")
    handle = project.get("list")["records"][0]["handle"]
    assert "The port is 8080." in invoke(project.root, handle)[1]
    assert "The port is 8080." in invoke(project.root, "record", handle)[1]
    assert invoke(project.root, "nothing1")[0] != 0


def test_says_what_comes_first(project: Project) -> None:
    assert "there is no git repository here" in invoke(project.root, "update")[1]
    for command in ("done", "who", "together"):
        code, out = invoke(project.root, command, "src/a.py")
        assert code == 0
        assert "no known commit changed src/a.py" in out
        assert "phantasm history update" in out


def test_shows_text_of_commits_as_text_only() -> None:
    commit = {
        "sha": "a" * 40,
        "at": "2026-09-21T00:00:00Z",
        "subject": "Red \x1b[31mletters\n[bold]x[/bold]",
        "author": "A\x1b[0mda",
        "handle": "e:k3v9qd2a",
        "files": ["a\x1b.py"],
        "file_count": 12,
        "standing": "done",
        "because": ["it answers"],
    }
    text = printed(history.prior({"commits": [commit], "match": "strong_match"}))
    assert "\x1b" not in text
    assert "Red letters [bold]x[/bold]" in text
    assert "and 11 more" in text
    assert "no commit is clearly about this" in printed(history.prior({"match": "no_match"}))
