"""Does a text with ours in it go back to what it was, whatever it was?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.runtime.setup.merging import json_edit
from phantasm.runtime.setup.merging.changing import restored, taken, with_pieces, with_whole
from phantasm.runtime.setup.merging.hooks import Hook, commands_at
from phantasm.runtime.setup.merging.json_text import UnreadableError, read
from phantasm.runtime.setup.merging.pieces import ForeignError, Member, Needed, Piece
from tests.unit.runtime.setup.merging.test_json_edit import texts

COMMAND = "phantasm hook claude_code Stop"
PIECES: list[tuple[str, Piece]] = [
    ("one", Member(("mcpServers", "phantasm"), {"command": "phantasm", "args": ["mcp"]})),
    ("one", Hook(("hooks", "Stop"), {"hooks": [{"type": "command", "command": COMMAND}]}, COMMAND)),
    ("two", Needed(("version",), 1)),
    ("two", Hook(("hooks", "a"), {"command": "phm hook cursor stop"}, "phm hook cursor stop")),
]


@given(texts())
def test_a_text_comes_back_as_it_was(text: str) -> None:
    try:
        change = with_pieces(text, PIECES, None)
    except UnreadableError:  # something else stands where ours would go
        return
    assert change.record is not None
    assert change.wanted != text
    assert restored(change.wanted, change.record) == text
    again = with_pieces(change.wanted, PIECES, change.record)
    assert again.wanted == change.wanted
    assert again.record == change.record


@given(texts(), st.sampled_from(["\n", " ", "\n// later\n", "\n\n"]))
def test_an_edited_text_keeps_its_meaning(text: str, added: str) -> None:
    try:
        change = with_pieces(text, PIECES, None)
    except UnreadableError:
        return
    assert change.record is not None
    left = restored(change.wanted + added, change.record)
    before = read(text).plain
    assert left is not None
    assert isinstance(before, dict)
    assert left.endswith(added)
    assert read(left).plain == {"version": 1} | before
    assert taken(left, change.record, change.record.entries) == left


@given(st.text(alphabet='{}[]",:/*\\ \n\tabtruenl019.-\ufeff', max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    try:
        change = with_pieces(text, PIECES, None)
    except UnreadableError:
        return
    assert COMMAND in commands_at(change.wanted, ("hooks", "Stop"))


def test_a_new_file_is_taken_away_with_the_last_entry() -> None:
    change = with_pieces(None, PIECES, None)
    assert change.record is not None
    assert restored(change.wanted, change.record) is None
    reordered = change.wanted + "\n"
    assert restored(reordered, change.record) is None


def test_what_is_not_wanted_any_more_goes() -> None:
    first = with_pieces('{"a": 1}', PIECES, None)
    second = with_pieces(first.wanted, [*PIECES[:1], *PIECES[2:]], first.record)
    assert json_edit.value_at(second.wanted, ("hooks", "Stop")) is None
    assert second.record is not None
    assert restored(second.wanted, second.record) == '{"a": 1}'


def test_a_file_of_ours_is_told_from_anothers() -> None:
    change = with_whole(None, "of phantasm", "one", None)
    assert change.record is not None
    assert with_whole("of phantasm, older", "of phantasm", "one", None).wanted == "of phantasm"
    assert with_whole("mine", "of phantasm", "one", change.record).refused
    with pytest.raises(ForeignError):
        with_whole("mine", "of phantasm", "one", None)
