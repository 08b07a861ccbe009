"""Words of the form key=value become one JSON object."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.assignments import nested, value_of


def test_reads_json_where_it_is_json_and_text_elsewhere() -> None:
    words = [
        "a=1",
        "b=true",
        "c=null",
        'd={"x": [1]}',
        "e=plain words",
        'f="7"',
        "g=",
        "h=a=b",
        "i=NaN",
        "j=[1",
    ]
    assert nested(words) == {
        "a": 1,
        "b": True,
        "c": None,
        "d": {"x": [1]},
        "e": "plain words",
        "f": "7",
        "g": "",
        "h": "a=b",
        "i": "NaN",
        "j": "[1",
    }


def test_goes_down_at_dots() -> None:
    assert nested(["a.b.c=1", "a.b.d=2", "a.e=3"]) == {"a": {"b": {"c": 1, "d": 2}, "e": 3}}


@pytest.mark.parametrize(
    "words", [["a"], ["=1"], ["a..b=1"], ["a=1", "a=2"], ["a=1", "a.b=1"], ["a.b=1", "a=1"]]
)
def test_refuses_what_it_cannot_place(words: list[str]) -> None:
    with pytest.raises(PhantasmError) as refused:
        nested(words)
    assert refused.value.code is Code.INVALID_PARAMS


def test_survives_absurd_nesting() -> None:
    text = "[" * 100_000
    assert value_of(text) == text
