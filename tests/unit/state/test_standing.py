"""A standing survives its text form, whatever it is."""

import pytest

from phantasm.state.standing import Standing, parse

MOMENT = "2026-11-01T12:00:00.000000Z"


@pytest.mark.parametrize(
    "standing",
    [
        Standing("live"),
        Standing("live", frozen=True),
        Standing("superseded", ended_at=MOMENT),
        Standing("archived", frozen=True, ended_at=MOMENT),
        Standing("suggested"),
        Standing("tombstoned"),
    ],
)
def test_reads_back_what_it_wrote(standing: Standing) -> None:
    assert parse(standing.text()) == standing


def test_only_live_and_suggested_count() -> None:
    assert [Standing(state).is_open for state in ("live", "suggested", "superseded", "archived")] == [
        True,
        True,
        False,
        False,
    ]
