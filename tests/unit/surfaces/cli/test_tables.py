"""Values are shown short, exact and inert."""

import pytest

from phantasm.surfaces.cli.tables import cell, moment, records, says, size
from tests.unit.surfaces.cli.rendering import printed


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (5 * 2**20, "5 MiB"), (3 * 2**40, "3072.0 GiB")],
)
def test_shows_sizes(number: int, shown: str) -> None:
    assert size(number) == shown


def test_shows_moments_to_the_second() -> None:
    assert moment("2026-11-01T12:00:00.123456Z") == "2026-11-01 12:00:00Z"
    assert moment(None) == ""


def test_says_why_something_is_not_shown() -> None:
    assert says({"withheld": "sensitive"}) == "(sensitive)"
    assert says({"statement": "text"}) == "text"


def test_cell_is_text_and_not_markup() -> None:
    assert cell("[red]x[/red]\x1b[31m").plain == "[red]x[/red]"
    assert cell(None).plain == ""


def test_shows_how_fresh_a_record_is_where_something_is_known() -> None:
    known = {
        "handle": "k3v9qd2a",
        "statement": "It is 30.",
        "freshness": {"status": "gone", "text": "gone: x"},
    }
    new = {
        "handle": "m2x8r4tc",
        "statement": "It is 40.",
        "freshness": {"status": "unverified", "text": "no"},
    }
    lines = [line.split() for line in printed(records({"records": [known, new], "total": 2})).splitlines()]
    assert lines[1:] == [
        ["k3v9qd2a", "It", "is", "30."],
        ["gone:", "x"],
        ["m2x8r4tc", "It", "is", "40."],
        ["2", "of", "2", "records"],
    ]
