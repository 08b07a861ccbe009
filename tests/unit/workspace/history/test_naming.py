"""What somebody writes is read as paths of the project, commits and issues."""

from pathlib import Path

import pytest

from phantasm.workspace.history.naming import commits_in, issues_in, paths_in, project_path


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("a.py", "sub/a.py"),
        ("./a.py", "sub/a.py"),
        ("../b.py", "b.py"),
        ("sub/a.py", "sub/a.py"),
        ("sub\\a.py", "sub/a.py"),
        ("sub/", "sub"),
        (".", "sub"),
        ("..", ""),
        (".github/x.yml", ".github/x.yml"),
        ("no/longer/there.py", "no/longer/there.py"),
        ("/elsewhere/c.py", "elsewhere/c.py"),
        ("0" * 512, "0" * 512),
    ],
)
def test_reads_a_path_from_where_the_caller_stands(tmp_path: Path, name: str, path: str) -> None:
    for file in ("sub/a.py", "b.py", ".github/x.yml"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    assert project_path(name, tmp_path, tmp_path / "sub") == path
    assert project_path(str(tmp_path / "b.py"), tmp_path, tmp_path / "sub") == "b.py"


def test_finds_what_a_text_names() -> None:
    text = (
        "Since 3f2c1a9 src/app/main.py fails (see #12, GH-9); ./docs/x.md, 1234567 and defaced are no commits"
    )
    assert commits_in(text) == ["3f2c1a9"]
    assert issues_in(text) == [9, 12]
    assert {"src/app/main.py", "docs/x.md"} <= set(paths_in(text))
