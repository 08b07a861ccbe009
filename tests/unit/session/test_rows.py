"""A turn in its row: what goes in comes out, but for a text that is evidence."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.model import Turn
from phantasm.session.rows import beside, columns_of, turn_of
from phantasm.session.transcripts.terms import Spent

_TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
_NAMES = st.none() | _TEXTS.filter(bool)
_AMOUNTS = st.integers(0, 10**12)
_TURNS = st.builds(
    Turn,
    session=_TEXTS,
    id=_TEXTS,
    place=st.integers(0, 2**62),
    at=st.none() | st.just("2026-10-01T10:00:00.000000Z"),
    role=st.sampled_from(["user", "assistant", "tool"]),
    slot=st.sampled_from(["observation", "reasoning", "action", "outcome"]),
    text=_TEXTS,
    tool=_NAMES,
    command=_NAMES,
    files=st.lists(_TEXTS.filter(bool), max_size=3).map(tuple),
    call=_NAMES,
    exit_code=st.none() | st.integers(-(2**31), 2**32 - 1),
    failed=st.none() | st.booleans(),
    spent=st.none() | st.builds(Spent, _AMOUNTS, _AMOUNTS, _AMOUNTS, st.none() | st.floats(0, 1e9)),
    model=_NAMES,
    agent=_NAMES,
    evidence_id=st.none(),
)


@given(_TURNS)
def test_gives_back_what_it_was_given(turn: Turn) -> None:
    kept = turn_of(columns_of(turn))
    assert kept == turn._replace(spent=None if turn.spent == Spent() else turn.spent)


@given(_TURNS, st.text(min_size=1, max_size=5))
def test_leaves_the_text_that_is_evidence_to_the_evidence(turn: Turn, name: str) -> None:
    columns = columns_of(turn._replace(evidence_id=name, text="said by somebody"))
    assert "said by somebody" not in str(columns)
    assert turn_of(columns).text == ""


def test_keeps_the_end_of_a_text_that_is_no_evidence() -> None:
    text = "x" * 1000 + "3 failed, 12 passed in 4.2s"
    assert beside(text).endswith("3 failed, 12 passed in 4.2s")
    assert len(beside(text)) == 400
    assert beside(beside(text)) == beside(text)
