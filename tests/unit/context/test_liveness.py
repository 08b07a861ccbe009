"""What does not count on a day is left out, and what a reader has to know is said."""

from typing import Any

import pytest

from phantasm.context.liveness import freshness, labels_of, left_out
from tests.unit.context.samples import quote, record

TODAY = "2026-11-01"
YESTERDAY, TOMORROW = "2026-10-31T12:00:00.000000Z", "2026-11-02T12:00:00.000000Z"
NOW = "2026-11-01T12:00:00.000000Z"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"expires_at": YESTERDAY}, "stale"),
        ({"expires_at": NOW}, None),
        ({"expires_at": TOMORROW}, None),
        ({"valid_from": TOMORROW}, "not_valid"),
        ({"valid_from": NOW}, None),
        ({"valid_to": YESTERDAY}, "not_valid"),
        ({"valid_to": TOMORROW}, None),
        ({"valid_to": YESTERDAY, "state": "archived"}, None),
    ],
)
def test_leaves_out_what_does_not_count(fields: dict[str, str], reason: str | None) -> None:
    candidate = record("a", "x", **fields)
    found = left_out(candidate, TODAY, None)
    assert (found.reason if found else None) == reason
    assert left_out(candidate, TODAY, "2026-10-01T00:00:00.000000Z") is None, "the store judged it"


def test_says_when_it_stopped_to_count() -> None:
    found = left_out(record("a", "x", expires_at=YESTERDAY), TODAY, None)
    assert found is not None
    assert found.detail == "it expired on 31 October 2026"


def test_evidence_always_counts() -> None:
    assert left_out(quote("1", "x", at=TOMORROW), TODAY, None) is None


@pytest.mark.parametrize(
    ("fields", "labels"),
    [
        ({}, ()),
        ({"marks": ("in_conflict",)}, ("disputed",)),
        ({"marks": ("in_conflict",), "disputed_by": ("k3v9qd2a",)}, ("disputed by k3v9qd2a",)),
        ({"marks": ("doubtful",)}, ("doubtful: something it rests on changed",)),
        ({"marks": ("stale",), "revalidate_at": YESTERDAY}, ("stale: to be checked",)),
        ({"marks": ("something_new",)}, ()),
        ({"state": "suggested"}, ("only suggested",)),
        ({"state": "archived", "valid_to": YESTERDAY}, ("withdrawn 31 October 2026",)),
        ({"valid_to": TOMORROW}, ("until 2 November 2026",)),
        ({"revalidate_at": YESTERDAY}, ("to be checked since 31 October 2026",)),
        ({"revalidate_at": TOMORROW}, ()),
        ({"confidence": 0.49}, ("unsure",)),
        ({"confidence": 0.5}, ()),
        ({"trusted": False, "origin": "tool_output"}, ("tool output",)),
    ],
)
def test_says_what_a_reader_has_to_know(fields: dict[str, Any], labels: tuple[str, ...]) -> None:
    assert labels_of(record("a", "x", **fields), TODAY) == labels


def test_says_whose_word_evidence_is() -> None:
    assert labels_of(quote("1", "x"), TODAY) == ()
    assert labels_of(quote("1", "x", trusted=False, origin="repository_file"), TODAY) == ("repository file",)


def test_says_how_fresh_something_is() -> None:
    assert freshness(quote("1", "x", at=YESTERDAY)) == "seen 31 October 2026"
    assert freshness(record("a", "x", verified_at=YESTERDAY)) == "verified 31 October 2026"
    assert freshness(record("a", "x")) == "recorded 1 January 2026, never verified"
