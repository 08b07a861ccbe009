"""The end of a line says what could stand there."""

import pytest

from phantasm.surfaces.cli.shell.completing import (
    OfCommand,
    OfName,
    OfOperation,
    OfParameter,
    OfValue,
    Place,
    places,
)


def _without_parameters(text: str) -> list[Place]:
    return [place for place in places(text) if not isinstance(place, OfParameter)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("/", [OfCommand("")]),
        ("/sho", [OfCommand("sho")]),
        ("hea", [OfOperation("hea")]),
        ("?", []),
        ('{"operation"', []),
        ("which port ", []),
        ("/nonsense x", []),
        ("/show ", [OfName("", "record")]),
        ("/show k3v9qd2a m2", [OfName("m2", "record")]),
        ("/why k3v9qd2a m2", []),
        ("/list fa", [OfName("fa", "kind")]),
        ("/add fact The sk", []),
        ("/undo op_", [OfName("op_", "write")]),
        ("/episodes ", [OfName("", "session")]),
        ("/live o", [OfValue("o", ("on", "off"))]),
        ("search mode=e", [OfValue("e", ("tokens", "exact", "fuzzy", "regex"))]),
        ("/search x mode=e", [OfValue("e", ("tokens", "exact", "fuzzy", "regex"))]),
        ("search tiers=record,e", [OfValue("e", ("record", "evidence", "episode"))]),
        ("inspect ids=k3", [OfName("k3", "record")]),
        ("search query=x", []),
        ("search nonsense=x", []),
    ],
)
def test_finds_the_place(text: str, found: list[Place]) -> None:
    assert _without_parameters(text) == found


def test_offers_parameters_that_are_not_given_yet() -> None:
    (place,) = places("list limit=3 sta")
    assert isinstance(place, OfParameter)
    names = [parameter.name for parameter in place.among]
    assert place.begun == "sta"
    assert "states" in names
    assert "limit" not in names


def test_offers_parameters_in_a_question_once_a_word_has_begun() -> None:
    assert places("/search which ") == []
    assert isinstance(places("/search which li")[0], OfParameter)
