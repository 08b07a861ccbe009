"""Command lines are taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.shell import simple_commands


def words(line: str) -> list[tuple[str, ...]]:
    return [one.words for one in simple_commands(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("make a && make b; make c", [("make", "a"), ("make", "b"), ("make", "c")]),
        ("git commit -m 'a; b && c'", [("git", "commit", "-m", "a; b && c")]),
        ('echo "a \\"b\\""', [("echo", 'a "b"')]),
        ("make \\\n  all  # everything", [("make", "all")]),
        ("for f in *.py; do black $f; done", [("black", "$f")]),
        ("if make lint; then make test; fi", [("make", "lint"), ("make", "test")]),
        ("(cd web && npm ci)", [("cd", "web"), ("npm", "ci")]),
        ("X=$(git rev-parse HEAD) make", [("X=$(git rev-parse HEAD)", "make")]),
        ("python <<EOF\nimport os; os.stat('x')\nEOF\nmake", [("python",), ("make",)]),
        ("", []),
    ],
)
def test_splits_a_line_into_commands(line: str, expected: list[tuple[str, ...]]) -> None:
    assert words(line) == expected


def test_keeps_where_output_goes_and_input_comes_from() -> None:
    (dump,) = simple_commands("pg_dump shop >> dump.sql 2> errors.txt")
    (load,) = simple_commands("psql shop < dump.sql > /dev/null 2>&1")
    assert (dump.writes, dump.appends, dump.words) == ("dump.sql", True, ("pg_dump", "shop"))
    assert (load.reads, load.writes) == ("dump.sql", None)


def test_marks_signs_that_quotes_keep_from_being_substituted() -> None:
    assert words("psql -c 'select $1'") == [("psql", "-c", "select \\$1")]
    assert words('echo "$HOME"') == [("echo", "$HOME")]


@given(st.text(max_size=200))
def test_reads_anything(line: str) -> None:
    for one in simple_commands(line):
        assert one.words
