"""Do the spellings of one quantity compare equal, and only those?"""

import pytest

from phantasm.state.claims.quantities import dimension, measure
from phantasm.state.claims.tokens import tokenise


def numbers(text: str) -> list[str]:
    return [token.key for token in tokenise(text) if token.kind == "number"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8 KB", "8192 bytes"),
        ("30s", "30 seconds"),
        ("1 hour", "3600 s"),
        ("0.2 s", "200 ms"),
        ("5m", "300 seconds"),
        ("4GB", "4096MB"),
        ("1 week", "7 days"),
        ("v3.11", "3.11"),
        (">=3.11", "3.11"),
        ("3.11+", "3.11"),
        ("10,000", "10000"),
        ("10k", "10000"),
        ("twelve", "12"),
        ("80 %", "80%"),
        ("80 percent", "80%"),
        ("1 June 2026", "2026-06-01"),
        ("June 1 2026", "1 June 2026"),
        ("every day", "daily"),
        ("30-second", "30 s"),
    ],
)
def test_one_quantity_in_two_spellings_is_one(one: str, other: str) -> None:
    assert numbers(one) == numbers(other) != []


@pytest.mark.parametrize(
    ("one", "other"), [("10 ms", "10 s"), ("10 MB", "10 GB"), ("3.1", "3.10"), ("1.2.3", "1.2.4"), ("5", "6")]
)
def test_different_quantities_stay_different(one: str, other: str) -> None:
    assert numbers(one) != numbers(other)


@pytest.mark.parametrize("text", ["utf8", "s3", "ec2", "p95", "5xx", "main", "abc123", "", "-", "9" * 80])
def test_names_with_digits_are_no_measures(text: str) -> None:
    assert measure(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("30s", "ms"), ("2 months", "ms"), ("8 KB", "b"), ("80%", "%"), ("3.11", ""), ("8080", "")],
)
def test_a_measure_tells_its_dimension(text: str, expected: str) -> None:
    assert dimension(numbers(text)[0]) == expected


@pytest.mark.parametrize("text", ["on Monday", "2026-05-04", "12 March 2026", "12 March"])
def test_days_and_dates_are_of_one_dimension(text: str) -> None:
    assert dimension(numbers(text)[0]) == "date"
