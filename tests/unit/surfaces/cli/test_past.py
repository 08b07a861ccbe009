"""A moment is a time, a write's number, an operation, or now."""

import pytest

from phantasm.surfaces.cli.past import moment_of


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("now", {}),
        ("12", {"seq": 12}),
        ("op_01m7", {"operation_id": "op_01m7"}),
        ("2026-11-01", {"known_at": "2026-11-01"}),
    ],
)
def test_reads_a_moment(words: str, moment: dict[str, object]) -> None:
    assert moment_of(words, world=False) == moment


def test_reads_a_moment_in_the_world() -> None:
    assert moment_of("2026-11-01", world=True) == {"as_of": "2026-11-01"}
