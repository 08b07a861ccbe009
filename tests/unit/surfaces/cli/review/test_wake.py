"""People say until when in a few ways; everything else is refused with what was expected."""

from datetime import UTC, datetime, timedelta

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.review.wake import wake_of


@pytest.mark.parametrize(
    ("words", "wake"),
    [
        ("2031-01-02", {"until": "2031-01-02"}),
        (" record:k3v9qd2a ", {"record": "k3v9qd2a"}),
        ("operation: backup_create", {"operation": "backup_create"}),
    ],
)
def test_reads_conditions(words: str, wake: dict[str, object]) -> None:
    assert wake_of(words) == wake


@pytest.mark.parametrize(("words", "span"), [("3d", timedelta(days=3)), ("2 W", timedelta(weeks=2))])
def test_reads_spans_from_now_on(words: str, span: timedelta) -> None:
    before = datetime.now(UTC)
    until = datetime.fromisoformat(str(wake_of(words)["until"]))
    assert before + span <= until <= datetime.now(UTC) + span


@pytest.mark.parametrize("words", ["", "soon", "record:", "3 years", "file:a.py"])
def test_refuses_what_is_no_condition(words: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        wake_of(words)
    assert refused.value.code is Code.INVALID_PARAMS
    assert refused.value.expected is not None
