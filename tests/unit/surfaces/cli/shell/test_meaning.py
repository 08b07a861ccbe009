"""Slash commands become the parameters of a request."""

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.shell.commands import COMMANDS, SHORT, find
from phantasm.surfaces.cli.shell.meaning import added, params_of, switched, with_names
from phantasm.surfaces.cli.shell.parameters import operation_names, parameters


@pytest.mark.parametrize(
    ("name", "rest", "params"),
    [
        ("search", "which port limit=3", {"query": "which port", "limit": 3}),
        ("search", "a=b is it", {"query": "a=b is it"}),
        ("search", 'query="two words"', {"query": "two words"}),
        ("compile", "", {}),
        ("compile", "a task token_budget=900", {"query": "a task", "token_budget": 900}),
        ("show", "aaaaaaaa bbbbbbbb", {"ids": ["aaaaaaaa", "bbbbbbbb"]}),
        ("why", "aaaaaaaa", {"id": "aaaaaaaa"}),
        ("list", "fact states=live,archived", {"record_kind": "fact", "states": ["live", "archived"]}),
        ("recall", "command=pytest", {"command": "pytest"}),
        ("conflicts", "", {"kinds": ["conflict"], "states": ["open", "deferred"]}),
        ("conflicts", "states=open", {"kinds": ["conflict"], "states": ["open"]}),
    ],
)
def test_makes_parameters(name: str, rest: str, params: dict[str, object]) -> None:
    assert params_of(COMMANDS[name], rest) == params


@pytest.mark.parametrize(("name", "rest"), [("search", ""), ("show", "  "), ("health", "please")])
def test_refuses_too_little_and_too_much(name: str, rest: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        params_of(COMMANDS[name], rest)
    assert refused.value.expected


def test_adds_a_kind_and_words() -> None:
    assert added("fact The sky is blue. subject_key=sky.colour") == {
        "record_kind": "fact",
        "statement": "The sky is blue.",
        "subject_key": "sky.colour",
    }
    for too_little in ("", "fact", "subject_key=sky.colour"):
        with pytest.raises(PhantasmError, match="kind and words"):
            added(too_little)


def test_switches() -> None:
    assert [switched(word, now=True) for word in ("on", "off", "")] == [True, False, False]
    with pytest.raises(PhantasmError, match="neither on nor off"):
        switched("perhaps", now=True)


def test_numbers_stand_for_answers() -> None:
    found = ["aaaaaaaa", "e:bbbbbbbb"]
    assert with_names("2 1 3 12345678 0", found) == "e:bbbbbbbb aaaaaaaa 3 12345678 0"
    assert with_names("x2 limit=1", found) == "x2 limit=1"


def test_finds_commands_by_every_name() -> None:
    assert find("exit") is COMMANDS["quit"]
    with pytest.raises(PhantasmError, match="did you mean 'search'"):
        find("serch")


def test_every_command_stands_on_what_there_is() -> None:
    assert set(SHORT.values()) <= set(COMMANDS)
    for command in COMMANDS.values():
        if command.operation:
            assert command.operation in operation_names()
            assert not command.words or command.words in parameters(command.operation)
            assert set(command.fixed) <= set(parameters(command.operation))
