"""A line is a command, a request, an operation with parameters, or a question."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.shell.completing import places
from phantasm.surfaces.cli.shell.lines import Call, Question, Request, Slash, last_word, read, split
from phantasm.surfaces.cli.shell.live import wanted

OPERATIONS = ("health", "history", "list", "review", "search")


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", None),
        ("   ", None),
        ("# /search port", None),
        ("/search which port", Slash("search", "which port")),
        ("/HELP", Slash("help", "")),
        ("help", Slash("help", "")),
        ("exit", Slash("exit", "")),
        ("?", Slash("help", "")),
        ("? list of ports", Question("list of ports")),
        ('{"operation": "health"}', Request('{"operation": "health"}')),
        ("health", Call("health", "")),
        ("list limit=3", Call("list", "limit=3")),
        ("lst limit=3", Call("lst", "limit=3")),
        ("serach", Call("serach", "")),
        ("port", Question("port")),
        ("search which port", Call("search", "which port")),
        ("history k3v9qd2a", Call("history", "k3v9qd2a")),
        ("list all the ports we use", Question("list all the ports we use")),
        ("list all the ports limit=3", Call("list", "all the ports limit=3")),
        ("which port does it use", Question("which port does it use")),
    ],
)
def test_reads_a_line(line: str, meaning: object) -> None:
    assert read(line, OPERATIONS) == meaning


def test_splits_parameters_from_words() -> None:
    found, words = split("""a limit=3 b mode=exact c.d=[1, 2] e='two words' f="say \\"hi\\" now" z""")
    assert found == {"limit": 3, "mode": "exact", "c": {"d": [1, 2]}, "e": "two words", "f": 'say "hi" now'}
    assert words == "a b z"


def test_keeps_what_is_no_parameter_in_the_question() -> None:
    assert split("why is x=1 limit=2", {"limit"}) == ({"limit": 2}, "why is x=1")


@pytest.mark.parametrize("value", ['"open', "[1, 2", "'open", '"a"b', ""])
def test_takes_an_unfinished_value_as_it_stands(value: str) -> None:
    first = value.split(" ", maxsplit=1)[0]
    assert split(f"key={value}")[0] == {"key": first}


def test_refuses_a_parameter_given_twice() -> None:
    with pytest.raises(PhantasmError, match="twice"):
        split("limit=1 limit=2")


def test_finds_the_word_that_is_being_typed() -> None:
    assert [last_word(text) for text in ("", "a", "a b", "a b ")] == ["", "a", "b", ""]


_TYPED = st.lists(
    st.sampled_from(
        [*"/?#{}[]'\"=., \t\n\\x1é日", "search", "list", "limit=", "/show ", "/add ", "a.b=", "'two w'"]
    ),
    max_size=12,
).map("".join)


@given(st.one_of(st.text(max_size=40), _TYPED))
def test_whatever_is_typed_means_something(text: str) -> None:
    read(text, OPERATIONS)
    last_word(text)
    with suppress(PhantasmError):  # a key twice, or one below another's value
        found, words = split(text)
        assert isinstance(found, dict)
        assert len(words) <= len(text)
    places(text)
    wanted(text)
