"""Which words deny another word?"""

import pytest

from phantasm.state.claims.reader import read


@pytest.mark.parametrize(
    "statement",
    [
        "Telemetry is disabled.",
        "Telemetry is off by default.",
        "Telemetry is not enabled.",
        "We turned telemetry off.",
        "IPv6 off at the edge",
        "Avoid star imports.",
        "Nobody may deploy on Friday.",
        "The job is non-idempotent.",
    ],
)
def test_denials_are_noticed(statement: str) -> None:
    assert read(statement).parts[0].negative


@pytest.mark.parametrize(
    "statement",
    [
        "Telemetry is enabled.",
        "The key is a private key.",
        "The pool was scaled down to 2 workers.",
        "The service runs without root.",
        "Telemetry is not disabled.",
        "The scheduler runs on Linux.",
    ],
)
def test_descriptions_deny_nothing(statement: str) -> None:
    assert not read(statement).parts[0].negative
