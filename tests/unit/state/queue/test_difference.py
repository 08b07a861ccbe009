"""Segments give both statements back, whatever they are."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.state.queue.difference import segments

texts = st.text(alphabet="ab .\n", max_size=40)


@given(old=texts, new=texts)
def test_segments_give_both_back(old: str, new: str) -> None:
    pieces = list(segments(old, new))
    assert "".join(piece.text for piece in pieces if piece.side != "new") == old
    assert "".join(piece.text for piece in pieces if piece.side != "old") == new


def test_long_texts_are_compared_by_line() -> None:
    old = "".join(f"line {number}\n" for number in range(600))
    pieces = list(segments(old, old + "one more\n"))
    assert [piece.side for piece in pieces] == ["same", "new"]
