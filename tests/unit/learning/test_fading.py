"""What fades: by real days, half-lives, certainty and use; never what somebody stands behind."""

import pytest

from phantasm.learning.fading import Fades, Stays, decide, decide_episode, strength
from phantasm.session.model import Session
from phantasm.session.store import Kept
from phantasm.session.usage import NO_USES, Uses
from phantasm.state.model import Content, Quality, Record

NOW = "2026-11-01T00:00:00.000000Z"


def _record(kind: str = "known_issue", **fields: object) -> Record:
    whole: dict[str, object] = {
        "id": "rec_1",
        "handle": "00000000",
        "kind": kind,
        "subject_key": None,
        "state": "live",
        "frozen": False,
        "scope": "project",
        "scope_ref": "",
        "sensitivity": "normal",
        "origin": "agent",
        "quality": Quality(confidence=0.55, source_type="session"),
        "valid_from": "2024-11-01T00:00:00.000000Z",
        "valid_to": None,
        "recorded_at": "2024-11-01T00:00:00.000000Z",
        "closed_at": None,
        "seq": 1,
        "ordinal": 0,
        "lineage": "rec_1",
        "supersedes": None,
        "payload_id": 1,
        "content_digest": "d",
        "content": Content("The upload test fails in winter."),
    }
    return Record(**(whole | fields))  # type: ignore[arg-type]


def _decided(record: Record, uses: Uses = NO_USES, last_at: str = "") -> type:
    return type(decide(record, uses, last_at=last_at, now=NOW))


def test_halves_with_every_half_life() -> None:
    assert strength(0.8, 0, 0, 90) == 0.8
    assert strength(0.8, 0, 90, 90) == 0.4
    assert strength(0.8, 0, 180, 90) == 0.2


def test_strengthens_with_use() -> None:
    assert strength(0.8, 3, 90, 90) > strength(0.8, 1, 90, 90) > strength(0.8, 0, 90, 90)


def test_lets_fade_what_nobody_used_for_years() -> None:
    assert _decided(_record()) is Fades


def test_keeps_what_was_used_lately() -> None:
    assert _decided(_record(), Uses(count=1, last_at="2026-09-01T00:00:00.000000Z")) is Stays


def test_keeps_what_was_said_again_lately() -> None:
    assert _decided(_record(), last_at="2026-09-01T00:00:00.000000Z") is Stays


@pytest.mark.parametrize(
    "record",
    [
        _record("identity"),
        _record("constraint"),
        _record(frozen=True),
        _record("decision", origin="user", valid_from="2000-01-01T00:00:00.000000Z"),
        _record(quality=Quality(confidence=0.5, source_type="session", verified_at=NOW)),
    ],
)
def test_never_touches_what_somebody_stands_behind(record: Record) -> None:
    assert _decided(record) is Stays


def test_keeps_a_fact_longer_than_a_known_issue() -> None:
    assert _decided(_record("fact")) is Stays


def test_lets_a_suggestion_fade_that_nobody_looked_at() -> None:
    old = _record("fact", state="suggested", quality=Quality(confidence=0.4, source_type="session"))
    assert _decided(old) is Fades


def _episode(importance: float) -> Kept:
    return Kept(
        session=Session("s", "claude_code"),
        about=1,
        state="ended",
        last_at="2026-03-01T00:00:00.000000Z",
        recorded_at="2026-03-01T00:00:00.000000Z",
        changed_seq=1,
        formed_seq=1,
        learned_seq=1,
        episode_state="condensed",
        outcome="success",
        importance=importance,
        handle="00000000",
        sensitivity="normal",
    )


def test_lets_a_one_off_episode_sink_and_a_weighty_one_stay() -> None:
    assert isinstance(decide_episode(_episode(0.3), NO_USES, now=NOW), Fades)
    assert isinstance(decide_episode(_episode(0.9), NO_USES, now=NOW), Stays)


def test_keeps_a_used_episode_of_the_same_age() -> None:
    used = Uses(count=2, last_at="2026-09-01T00:00:00.000000Z")
    assert isinstance(decide_episode(_episode(0.3), used, now=NOW), Stays)
