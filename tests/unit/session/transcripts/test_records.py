"""What becomes of lines and fields that somebody else wrote."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.model import Unreadable
from phantasm.session.transcripts.records import (
    Record,
    code_at,
    count_at,
    json_of,
    moment_at,
    records,
    texts_of,
    written,
)


def read(data: bytes, *, most: int = 1000) -> list[Record]:
    return list(records(lines(io.BytesIO(data).read, most=most)))


def test_keeps_objects_and_says_why_others_are_none() -> None:
    found = read(b'{"a": 1}\n\n  \n[1]\n{"b"\n{"c": "' + b"x" * 2000 + b'"}\n{"d": 2}\n')
    assert [record.value for record in found] == [
        {"a": 1},
        Unreadable("malformed"),
        Unreadable("malformed"),
        Unreadable("too_long"),
        {"d": 2},
    ]
    assert all(record.start < record.stop for record in found)


def test_reads_an_unfinished_line_again_unless_it_is_whole() -> None:
    assert read(b'{"a": 1}\n{"b": ')[-1] == Record(9, 9, Unreadable("unfinished"))
    assert read(b'{"a": 1}\n{"b": 2}')[-1] == Record(9, 17, {"b": 2})
    assert read(b'{"a": 1}\n{"b": "' + b"x" * 2000)[-1] == Record(9, 9, Unreadable("unfinished"))


def test_replaces_what_cannot_be_stored_and_keeps_the_rest() -> None:
    assert json_of(b'{"a": "\xff\\u0000"}') == {"a": "\ufffd\x00"}
    half, pair = "\\ud83d", "\\ud83d\\ude00"
    assert json_of(f'{{"{half}": ["{half}", "{pair}"], "b": 1}}') == {
        "\ufffd": ["\ufffd", "\U0001f600"],
        "b": 1,
    }
    assert json_of(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "", "{", '["\\ud800",' + "[" * 900]
)
def test_takes_what_json_cannot_read_as_nothing(text: str) -> None:
    assert json_of(text) is None


def test_takes_fields_of_the_wrong_type_as_nothing() -> None:
    assert [count_at(value) for value in (3, True, -1, 2.0, "3", 2**70, None)] == [3, 0, 0, 0, 0, 0, 0]
    assert [code_at(value) for value in (3, -9, True, 2**40, "3", None)] == [3, -9, None, None, None, None]
    assert texts_of(
        ["a", {"type": "t", "text": "b"}, {"type": [], "text": "c"}, 4], kinds=frozenset("t")
    ) == ["a", "b"]
    assert texts_of(7, kinds=frozenset()) == []
    assert [written(value) for value in ("a", None, {"é": 1})] == ["a", "", '{"é": 1}']


def test_writes_moments_in_one_form() -> None:
    assert moment_at("2026-03-04T05:06:07.891Z") == "2026-03-04T05:06:07.891000Z"
    assert moment_at("2026-03-04T05:06:07+02:00") == "2026-03-04T03:06:07.000000Z"
    assert moment_at("2026-03-04T05:06:07") == "2026-03-04T05:06:07.000000Z"
    assert [moment_at(value) for value in ("soon", 17, None, "0001-01-01T00:00:00+14:00")] == [None] * 4


@given(
    st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=20), st.binary()
)
def test_never_raises(value: object, data: bytes) -> None:
    json_of(data)
    moment_at(value)
    texts_of(value, kinds=frozenset("t"))
    assert json_of(json.dumps(value)) is not None or value is None
