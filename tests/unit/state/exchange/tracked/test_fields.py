"""Files with fields: written the same way every time, read back exactly, refused when they are broken."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.state.exchange.tracked.fields import FormError, fields_of, text_of

# Everything that means something to JSON, to git or to the reader of fields.
TEXTS = st.text("\n\r\t \"'{}[]:,#-=<>|\\0e1atrue_é構\u2028\x0b", min_size=1, max_size=40)
NAMES = st.text("abcdef", min_size=1, max_size=6)
VALUES = st.one_of(TEXTS, st.integers(-9, 9), st.booleans(), st.lists(TEXTS, min_size=1, max_size=3))


@settings(max_examples=60)
@given(st.dictionaries(NAMES, VALUES, max_size=4), TEXTS)
def test_reads_back_what_it_wrote(fields: dict[str, object], statement: str) -> None:
    fields["statement"] = statement
    text = text_of(fields)
    assert fields_of(text) == fields
    assert text_of(fields_of(text)) == text
    assert text.endswith("\n")


def test_writes_a_field_per_line_and_the_statement_below() -> None:
    text = text_of({"statement": "Two lines:\nthis one.", "kind": "fact", "id": "12345678", "z": {"b": 1}})
    assert text == '---\nid: "12345678"\nkind: fact\nz: {\n    "b": 1\n  }\n---\n\nTwo lines:\nthis one.\n'


@pytest.mark.parametrize("statement", ["a\r\nb", "\nled", "<<<<<<< ours", "a\n=======\nb", "  ", "end\n"])
def test_quotes_a_statement_that_a_body_would_change(statement: str) -> None:
    text = text_of({"statement": statement})
    assert text.startswith('---\nstatement: "')
    assert fields_of(text) == {"statement": statement}


def test_reads_what_an_editor_left_behind() -> None:
    assert fields_of("---\nkind: fact  \n\n---\n\n\nHeld.\n\n") == {"kind": "fact", "statement": "Held."}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("kind: fact\n", "line 1"),
        ("---\nkind: fact\n", "the second --- is missing"),
        ("---\nno field\n---\n", "line 2: not a field"),
        ('---\nz: {"a"\n---\n', "line 2: the value is not valid JSON"),
        ("---\na: 1\na: 2\n---\n", "line 3: a is there twice"),
        ("---\nstatement: x\n---\n\ny\n", "the statement is there twice"),
        ("---\n<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n---\n", "merge conflict at line 2"),
    ],
)
def test_refuses_what_is_broken_and_says_where(text: str, why: str) -> None:
    with pytest.raises(FormError, match=why):
        fields_of(text)
