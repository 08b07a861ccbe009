"""Two records are compared by all that is shown of them, and their words without losing one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.state.comparison import compare, segments
from phantasm.state.model import Content, Quality, Record, Triple
from tests.unit.state.records import LIVE

texts = st.text(alphabet="ab .\n", max_size=40)


def _record(content: Content | None) -> Record:
    return LIVE._replace(content=content)


@given(old=texts, new=texts)
def test_segments_give_both_back(old: str, new: str) -> None:
    pieces = list(segments(old, new))
    assert "".join(piece.text for piece in pieces if piece.side != "new") == old
    assert "".join(piece.text for piece in pieces if piece.side != "old") == new


def test_long_texts_are_compared_by_line() -> None:
    old = "".join(f"line {number}\n" for number in range(600))
    pieces = list(segments(old, old + "one more\n"))
    assert [piece.side for piece in pieces] == ["same", "new"]


def test_texts_of_very_many_lines_are_compared_as_a_whole() -> None:
    long = "line\n" * 3_000
    old, new = _record(Content(long)), _record(Content(long + "more"))
    found = compare(old, new)
    assert [piece.side for piece in found.segments] == ["old", "new"]
    assert found.unified == []
    assert [piece.side for piece in segments(long, long)] == ["same"]


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        (Content("a", payload={"x": 1, "y": 2}), Content("a", payload={"y": 3}), ["payload.x", "payload.y"]),
        (Content("a", provenance={"at": "b"}), Content("b"), ["statement", "provenance.at"]),
        (
            Content("a", triple=Triple("s", "p", "o")),
            Content("a", triple=Triple("s", "p", "q")),
            ["claim.object"],
        ),
        (Content("a"), None, ["statement"]),
    ],
)
def test_names_what_differs_in_the_content(before: Content, after: Content | None, names: list[str]) -> None:
    assert [field.name for field in compare(_record(before), _record(after)).fields] == names


def test_names_what_differs_around_the_content() -> None:
    old = _record(Content("a"))
    new = old._replace(
        frozen=True, scope="branch", scope_ref="main", quality=Quality(0.5), ended_at="2026-11-02"
    )
    assert [(field.name, field.old, field.new) for field in compare(old, new).fields] == [
        ("frozen", False, True),
        ("scope", "project", "branch"),
        ("scope_ref", None, "main"),
        ("valid_to", None, "2026-11-02"),
        ("quality.confidence", 0.8, 0.5),
    ]
