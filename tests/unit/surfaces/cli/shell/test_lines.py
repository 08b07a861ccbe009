"""A line is a command, a request, an operation with parameters, or a question."""

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.shell.lines import Call, Question, Request, Slash, last_word, read, split

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
    given, words = split("""a limit=3 b mode=exact c.d=[1, 2] e='two words' f="say \\"hi\\" now" z""")
    assert given == {"limit": 3, "mode": "exact", "c": {"d": [1, 2]}, "e": "two words", "f": 'say "hi" now'}
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
