"""Commits and histories of files are told from other documents by their shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.documents import (
    END_OF_LINE,
    Document,
    document_of,
    lines_of,
    words_of_lines,
)
from phantasm.retrieval.tokens import tokens


@pytest.mark.parametrize(
    "text",
    [
        "Initial\nREADME.md",
        "Add a queue\n\nIt was missing.\n\nsrc/queue.py tests/test_queue.py",
        "Add a queue\n\nsrc/queue.py\ntests/test_queue.py\nand 3 more files\n\nAuthor: Ana",
        "Build with make\nMakefile .gitignore LICENSE",
        "Route by id\napp/[id]/page.tsx",
    ],
)
def test_knows_a_commit(text: str) -> None:
    assert document_of(text) == Document("commit")


@pytest.mark.parametrize(
    "path", ["src/queue.py", ".gitignore", "LICENSE", "setup.py", "Makefile", "scripts/test"]
)
def test_knows_the_history_of_a_file(path: str) -> None:
    assert document_of(f"{path}\nInitial commit\nUse two workers") == Document("history", path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "src/queue.py",
        "src/queue.py\n\nThe queue has two workers.",
        "src/queue.py\nimport os\n\nclass Queue:\n    workers = 2",
        "src/queue.py\n" + "word " * 100,
        "The queue has two workers.\nThey share one table.",
        "src/queue.py\nsrc/table.py",
        "def workers(self):\n    self.start()\n    return\n    self.workers",
        "See the page.\nhttps://example.org/queue.html",
    ],
)
def test_takes_nothing_else_for_history(text: str) -> None:
    assert document_of(text).shape == "other"


@pytest.mark.parametrize(
    "path",
    [
        "requirements.txt",
        "requirements/dev.in",
        "web/package.json",
        "Cargo.toml",
        "go.sum",
        "uv.lock",
        "api/App.csproj",
    ],
)
def test_knows_where_versions_are_kept(path: str) -> None:
    assert Document("history", path).is_manifest


@pytest.mark.parametrize("path", ["", "docs/requirements.md", "src/package.py", "setup.pyc", "lock"])
def test_takes_no_other_file_for_a_manifest(path: str) -> None:
    assert not Document("history", path).is_manifest


@given(st.text(max_size=200))
def test_every_text_is_some_document(text: str) -> None:
    assert document_of(text).shape in {"commit", "history", "other"}


def test_keeps_where_lines_end() -> None:
    words = words_of_lines("Use two workers\nUse three\n")
    assert [word for word in words if word != END_OF_LINE] == tokens("Use two workers Use three")
    assert lines_of(" ".join(words)) == [" ".join(tokens("Use two workers")), " ".join(tokens("Use three"))]


def test_joins_a_line_that_was_cut() -> None:
    cut = [" ".join(words_of_lines(part)) for part in ("Use two. ", "And three\nUse four")]
    assert len(lines_of(" ".join(cut))) == 2
