"""Values are compared: what stays, what changes, what changes together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.learning.procedures.parameters import (
    Template,
    Variable,
    expressed,
    grouped,
    template,
    variables,
    whole_where_loose,
)


def shown(pieces: Template) -> str:
    return "".join(piece if isinstance(piece, str) else "{}" for piece in pieces)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a", "a", "a"], "a"),
        (["1.2.0", "1.3.0", "2.0.0"], "{}"),
        (["v1.2.0", "v1.3.0", "v2.0.0"], "v{}"),
        (["release/1.2", "release/1.3", "release/2.0"], "release/{}"),
        (["tests/test_users.py", "tests/test_orders.py"], "tests/test_{}.py"),
        (["shop:1.2", "mail:2.0"], "{}:{}"),
        (["Release 1.2", "Release 1.3"], "Release {}"),
        (["1.x", "2.x", "3.x"], "{}"),
        (["a", "b", "a"], "{}"),
    ],
)
def test_parts_what_stays_from_what_changes(values: list[str], expected: str) -> None:
    assert shown(template(dict(enumerate(values)))) == expected


def test_takes_one_slip_among_many_for_a_slip() -> None:
    assert shown(template(dict(enumerate(["main"] * 9 + ["mian"])))) == "main"
    assert shown(template(dict(enumerate(["staging", "production"] * 5)))) == "{}"


def test_joins_parts_of_a_path_that_are_never_used_alone() -> None:
    path = template({0: "src/a/x.py", 1: "src/b/y.py", 2: "src/c/z.py"})
    assert shown(whole_where_loose(path, [])) == "src/{}.py"
    area = Variable(((0, "a"), (1, "b"), (2, "c")))
    assert shown(whole_where_loose(path, [area])) == "src/{}/{}.py"


def test_writes_a_value_that_is_made_of_others_with_those() -> None:
    service = Variable(((0, "mail"), (1, "shop"), (2, "shop")))
    stage = Variable(((0, "test"), (1, "live"), (2, "test")))
    host = template({0: "mail.test", 1: "shop.live", 2: "shop.test"})
    assert expressed(host, [service, stage]) == (service, ".", stage)


def test_finds_variables_that_change_together() -> None:
    one = Variable(((0, "1.2"), (1, "1.3")))
    again = Variable(((0, "1.2"), (1, "1.3"), (2, "2.0")))
    other = Variable(((0, "mail"), (1, "shop")))
    assert grouped([one, other, again]) == [[0, 2], [1]]


@given(st.lists(st.text(max_size=30), min_size=1, max_size=8))
def test_loses_no_value(values: list[str]) -> None:
    pieces = template(dict(enumerate(values)))
    for place, value in enumerate(values):
        found = variables(pieces)
        if all(place in variable.by_session for variable in found):
            text = "".join(piece if isinstance(piece, str) else piece.by_session[place] for piece in pieces)
            assert text == value or not found
