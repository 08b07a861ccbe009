"""Words of the form key=value become one JSON object."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.assignments import nested, value_of
from phantasm.surfaces.cli.schemas import schema_of


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


SEARCH = schema_of("search")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("query=8400", "8400"),
        ("query=true", "true"),
        ("query=null", "null"),
        ('query={"port": 8400}', '{"port": 8400}'),
        ('query="8400"', "8400"),
        ('query="unfinished', '"unfinished'),
        ("cursor=1", "1"),
        ("cursor=null", None),
        ("states=live", ["live"]),
        ('states=["live", "superseded"]', ["live", "superseded"]),
        ("limit=5", 5),
        ("min_confidence=1", 1),
        ("min_confidence=0.5", 0.5),
        ("explain=true", True),
        ("unheard_of=5", 5),
    ],
)
def test_reads_a_value_as_what_its_parameter_takes(word: str, meant: object) -> None:
    assert nested([word], SEARCH) == {word.partition("=")[0]: meant}


def test_what_is_said_again_is_one_list() -> None:
    assert nested(["states=live", "states=superseded"], SEARCH) == {"states": ["live", "superseded"]}
    assert nested(['states=["live"]', "states=archived"], SEARCH) == {"states": ["live", "archived"]}
    with pytest.raises(PhantasmError, match="'query' was given twice"):
        nested(["query=a", "query=b"], SEARCH)


def test_reads_deeper_values_as_what_they_are() -> None:
    ingest = schema_of("ingest")
    assert nested(["payload.port=8400"], ingest) == {"payload": {"port": 8400}}
    assert nested(["ids=12345678"], schema_of("archive")) == {"ids": ["12345678"]}
    assert nested(['items={"statement": "One."}'], ingest) == {"items": [{"statement": "One."}]}


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("limit=many", "limit is a whole number, not 'many'"),
        ("limit=1.5", "limit is a whole number, not '1.5'"),
        ("explain=yes", "explain is true or false, not 'yes'"),
        ("min_confidence=high", "min_confidence is a number, not 'high'"),
    ],
)
def test_says_what_a_parameter_takes(word: str, said: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        nested([word], SEARCH)
    assert refused.value.message == said
    assert refused.value.field == f"params.{word.partition('=')[0]}"
