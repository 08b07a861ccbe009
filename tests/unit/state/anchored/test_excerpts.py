"""Is the code that a record cites shown as it is and as it was, and only what may be shown?"""

from pathlib import Path
from typing import Any

import pytest

from phantasm.state.anchored.excerpts import MOST_LETTERS, MOST_LINES
from tests.conftest import Project
from tests.fixtures.histories import History

SOURCE = '''import os

LIMIT = 3


def connect(url):
    """Open a connection."""
    return url


def close():
    return None
'''


@pytest.fixture
def code(project: Project) -> Path:
    """Return the one file of a repository around the project."""
    history = History(project.root)
    file = project.root / "src" / "app.py"
    file.parent.mkdir()
    file.write_text(SOURCE, encoding="utf-8")
    (project.root / ".gitignore").write_text("local.ini\n", encoding="utf-8")
    history.commit("Begin")
    return file


@pytest.mark.usefixtures("code")
def test_shows_a_definition_with_what_stands_around_it(project: Project) -> None:
    (anchor,) = _anchors(project, _cite(project, "symbol:src/app.py#connect"))
    shown = anchor["code"]
    assert (shown["path"], shown["first_line"], shown["start"], shown["stop"]) == ("src/app.py", 4, 6, 8)
    assert shown["text"].split("\n") == SOURCE.split("\n")[3:10]
    assert shown["truncated"] is False
    assert "code_then" not in anchor, "it has not changed"


@pytest.mark.usefixtures("code")
def test_shows_nothing_unless_asked(project: Project) -> None:
    record = _cite(project, "symbol:src/app.py#connect")
    (anchor,) = project.get("inspect", ids=[record])["records"][0]["freshness"]["anchors"]
    assert "code" not in anchor


def test_shows_lines_as_they_are_and_as_they_were(project: Project, code: Path) -> None:
    record = _cite(project, "file:src/app.py#L6-L8")
    code.write_text("# moved down\n\n" + SOURCE.replace("return url", "return url.strip()"), encoding="utf-8")
    (anchor,) = _anchors(project, record)
    assert anchor["status"] == "changed"
    assert "return url.strip()" in anchor["code"]["text"]
    assert "return url\n" in anchor["code_then"]["text"] + "\n"
    assert (anchor["code_then"]["start"], anchor["code_then"]["stop"]) == (6, 8)
    assert len(anchor["code_then"]["commit"]) == 40


def test_shows_what_is_gone_only_as_it_was(project: Project, code: Path) -> None:
    record = _cite(project, "symbol:src/app.py#connect")
    code.write_text("import os\n", encoding="utf-8")
    (anchor,) = _anchors(project, record)
    assert anchor["status"] == "gone"
    assert "code" not in anchor
    assert "def connect(url):" in anchor["code_then"]["text"]


def test_follows_what_moved(project: Project, code: Path) -> None:
    record = _cite(project, "symbol:src/app.py#connect")
    code.rename(code.with_name("net.py"))
    History(project.root).commit("Rename")
    (anchor,) = _anchors(project, record)
    assert anchor["status"] == "moved"
    assert anchor["code"]["path"] == "src/net.py"


def test_shows_the_beginning_of_a_whole_file(project: Project, code: Path) -> None:
    code.write_text("x = 1\n" * 500 + "y" * 10_000 + "\n", encoding="utf-8")
    (anchor,) = _anchors(project, _cite(project, "file:src/app.py"))
    shown = anchor["code"]
    assert (shown["first_line"], shown["stop"], shown["truncated"]) == (1, 501, True)
    assert len(shown["text"].splitlines()) == MOST_LINES
    (line,) = _anchors(project, _cite(project, "file:src/app.py#L501"))
    assert line["code"]["truncated"] is True
    assert max(map(len, line["code"]["text"].splitlines())) == MOST_LETTERS + 1


def test_masks_secrets_before_it_cuts(project: Project, code: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    code.write_text(f"TOKEN = '{secret}'\n" + SOURCE, encoding="utf-8")
    (anchor,) = _anchors(project, _cite(project, "file:src/app.py#L1-L3"))
    assert secret not in str(anchor)
    assert "LIMIT" in anchor["code"]["text"]


def test_does_not_cut_through_a_key(project: Project, code: Path) -> None:
    marks = [f"-----{word} PRIVATE " + "KEY-----" for word in ("BEGIN", "END")]
    body = "\n".join("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" + str(number) for number in range(10, 20))
    code.write_text(f'KEY = """\n{marks[0]}\n{body}\n{marks[1]}\n"""\n', encoding="utf-8")
    (anchor,) = _anchors(project, _cite(project, "file:src/app.py#L6-L8"))
    assert "code" not in anchor


@pytest.mark.usefixtures("code")
def test_keeps_what_git_ignores_to_itself(project: Project) -> None:
    (project.root / "local.ini").write_text("mine = yes\n", encoding="utf-8")
    record = _cite(project, "file:local.ini")
    (project.root / "local.ini").write_text("mine = no\n", encoding="utf-8")
    (anchor,) = _anchors(project, record)
    assert not {"code", "code_then"} & set(anchor)


def test_keeps_what_the_project_ignores_to_itself(project: Project, code: Path) -> None:
    record = _cite(project, "file:src/app.py#L1-L3")
    project.paths.settings.write_text('[hooks]\nignore = ["src/**"]\n', encoding="utf-8")
    code.write_text("changed\n" + SOURCE, encoding="utf-8")
    again = Project(project.root, first_key=100)
    (anchor,) = _anchors(again, record)
    again.runtime.close()
    assert not {"code", "code_then"} & set(anchor)


@pytest.mark.usefixtures("code")
def test_keeps_sensitive_records_code_to_itself(project: Project) -> None:
    record = _cite(project, "file:src/app.py#L1-L3", sensitivity="sensitive", profile="cli")
    shown = project.get("inspect", ids=[record, project.hold("a")], excerpts=True)["records"][0]
    assert "freshness" not in shown


def _cite(project: Project, reference: str, **fields: Any) -> str:
    links = [{"type": "about", "target": reference}]
    return project.hold(f"It is as {reference} says.", links=links, **fields)


def _anchors(project: Project, record: str) -> list[dict[str, Any]]:
    found = project.get("inspect", ids=[record], excerpts=True)["records"][0]["freshness"]["anchors"]
    return [anchor for anchor in found if not anchor.get("derived")]
