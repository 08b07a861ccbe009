"""Does one value get into a JSON text and out of it, and does every other byte stay?"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.runtime.setup.merging.json_edit import append, existing_depth, find, put, remove, value_at
from phantasm.runtime.setup.merging.json_text import UnreadableError, read

KEYS = st.sampled_from(["a", "b", "hooks", "mcpServers", "é", 'q"', "\\"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "x", "//no", "/*no*/", ",}"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw a JSON object as people write it: any indentation, comments, trailing commas, line ends."""
    indent = draw(st.sampled_from([None, 2, 4, "\t"]))
    text = json.dumps(draw(OBJECTS), indent=indent, ensure_ascii=draw(st.booleans()))
    if indent is not None:
        lines = text.split("\n")
        if draw(st.booleans()):
            lines = [line + " // why, { not" if draw(st.booleans()) else line for line in lines]
        text = draw(st.sampled_from(["\n", "\r\n"])).join(lines)
    lead, trail = draw(st.sampled_from(["", "\ufeff", "/* top */\n"])), draw(st.sampled_from(["", "\n", " "]))
    return lead + text + trail


@given(texts(), VALUES)
def test_a_member_goes_in_and_out(text: str, value: Any) -> None:
    before = read(text).plain
    assert isinstance(before, dict)
    longer = put(text, ("new",), value)
    assert read(longer).plain == before | {"new": value}
    root = read(longer)
    item = root.member("new")
    assert item is not None
    assert read(remove(longer, root, item)).plain == before


@given(texts(), st.lists(KEYS, min_size=1, max_size=3, unique=True), VALUES)
def test_a_path_is_made_or_refused(text: str, keys: list[str], value: Any) -> None:
    path = tuple(keys)
    try:
        longer = put(text, path, value)
    except UnreadableError:
        node = find(read(text), path[: existing_depth(text, path)])
        assert node is not None
        assert not isinstance(node.plain, dict)
        return
    assert value_at(longer, path) == value


@given(texts(), VALUES, VALUES)
def test_elements_are_appended_in_order(text: str, first: Any, second: Any) -> None:
    longer = append(append(text, ("new", "list"), first), ("new", "list"), second)
    assert value_at(longer, ("new", "list")) == [first, second]


@given(texts())
def test_every_byte_of_the_rest_stays(text: str) -> None:
    longer = put(text, ("new",), {"command": "x"})
    rest = iter(longer)
    if read(text).items:
        assert all(letter in rest for letter in text)  # in this order: nothing was changed, only added


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", '{\n  "k": 1\n}'),
        ("{}\n", '{\n  "k": 1\n}\n'),
        ('{"a":1}', '{"a":1,"k":1}'),
        ('{ "a": 1 }', '{ "a": 1, "k": 1 }'),
        ('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": 1\n}'),
        ('{\r\n    "a": 1\r\n}\r\n', '{\r\n    "a": 1,\r\n    "k": 1\r\n}\r\n'),
        ('{\n  "a": 1, // last\n}', '{\n  "a": 1, // last\n  "k": 1,\n}'),
        ('{\n  "a": 1 // last\n}', '{\n  "a": 1, // last\n  "k": 1\n}'),
        ("{\n  // none yet\n}", '{\n  // none yet\n  "k": 1\n}'),
    ],
)
def test_what_is_added_looks_like_the_rest(text: str, expected: str) -> None:
    assert put(text, ("k",), 1) == expected


def test_a_list_of_words_stays_on_one_line() -> None:
    wanted = '{\n  "s": {\n    "args": ["--a b", "mcp"]\n  }\n}'
    assert put("", ("s",), {"args": ["--a b", "mcp"]}) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1 2]",
        '{"a":}',
        '{"a" 1}',
        "{a:1}",
        '{"a":1}}',
        '{"a":tru}',
        '"\n"',
        "nul",
        "[" * 300,
        "{'a':1}",
    ],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        put(text, ("k",), 1)


def test_a_key_that_stands_twice_is_refused() -> None:
    with pytest.raises(UnreadableError, match="twice"):
        put('{"k": 1, "k": 2}', ("k",), 3)


def test_comments_around_a_removed_member_stay() -> None:
    text = '{\n  // one\n  "a": 1, // two\n  // three\n  "b": 2 // four\n  // five\n}'
    root = read(text)
    assert (
        remove(text, root, root.items[1]) == '{\n  // one\n  "a": 1 // two\n  // three // four\n  // five\n}'
    )
    assert read(remove(text, root, root.items[0])).plain == {"b": 2}
