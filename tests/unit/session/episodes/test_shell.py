"""Command lines taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.episodes.shell import Segment, bare, segments


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("pytest -q", ["pytest -q"]),
        ("cd src && TZ=UTC .venv/bin/pytest -q", ["cd src", "pytest -q"]),
        ("sudo env A=1 timeout 60 python3 -m pytest tests", ["pytest tests"]),
        ("uv run --frozen pytest", ["pytest"]),
        ("poetry run pytest -x", ["pytest -x"]),
        ("pnpm run test", ["pnpm run test"]),
        ("pnpm exec vitest run", ["vitest run"]),
        ("npx jest a.test.js", ["jest a.test.js"]),
        ("echo 'a && b' | tee x", ["echo a && b", "tee x"]),
        ('git commit -m "fix: a; b"', ["git commit -m fix: a; b"]),
        ("a; b\nc", ["a", "b", "c"]),
        ("make test 2>&1 | tail -5", ["make test", "tail -5"]),
        ("pytest # all of them", ["pytest"]),
        ("cat > a.py <<'EOF'\nimport os; os.remove('x')\nEOF\npython a.py", ["cat", "python a.py"]),
        ("", []),
        ("'unclosed", ["'unclosed"]),
    ],
)
def test_finds_the_commands_of_a_line(command: str, words: list[str]) -> None:
    assert [" ".join(segment.words) for segment in segments(command)] == words


def test_knows_how_commands_are_joined_and_where_output_goes() -> None:
    assert segments("a > out.txt 2>/dev/null && b || c | d &") == (
        Segment(("a",), "", ("out.txt",)),
        Segment(("b",), "&&"),
        Segment(("c",), "||"),
        Segment(("d",), "|"),
    )


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("cd backend && poetry run pytest -x 2>&1 | tail -40", "poetry run pytest -x"),
        ("cd a; cd b && make", "make"),
        ("cat > a <<EOF\nx\nEOF", "cat > a"),
        ("cd backend", "cd backend"),
        ("a\n  b", "a b"),
    ],
)
def test_shows_a_line_without_what_stands_around_it(command: str, shown: str) -> None:
    assert bare(command) == shown


@given(st.text(alphabet="ab'\"\\;&|<>\n $#=E/-", max_size=200))
def test_never_raises(command: str) -> None:
    segments(command)
