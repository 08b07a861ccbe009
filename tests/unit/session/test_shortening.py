"""A brief account is written without what its session says, and read back without loss."""

from dataclasses import replace

from phantasm.session.chronicle import duration, restored, shortened
from phantasm.session.episodes.model import Basis, Episode, Ran
from phantasm.session.episodes.shape import to_json

BRIEF = Episode(
    session="s1",
    client="claude_code",
    summary="Speed up the upload. Concluded: it has an index now.",
    goal="Speed up the upload.",
    started_at="2026-10-01T10:00:00.000000Z",
    ended_at="2026-10-01T10:05:00.000000Z",
    duration_seconds=300,
    outcome="success",
    because=(Basis("exit_code", "success", "pytest: 0"),),
    commands=(Ran("", "pytest", 0),),
    importance=0.7,
)
BARE = replace(
    BRIEF, session="", client="", started_at=None, ended_at=None, duration_seconds=None, importance=0.5
)


def test_reads_back_everything_but_what_the_session_says() -> None:
    assert restored(shortened(BRIEF)) == BARE


def test_does_not_say_the_goal_twice() -> None:
    assert shortened(BRIEF)["g"] == len(BRIEF.goal)
    other = replace(BRIEF, goal="Something else.")
    assert shortened(other)["g"] == "Something else."
    assert restored(shortened(other)).goal == "Something else."


def test_counts_the_seconds_from_what_the_session_says() -> None:
    assert duration(BRIEF.started_at, BRIEF.ended_at) == BRIEF.duration_seconds
    assert duration(None, BRIEF.ended_at) is None


def test_reads_back_every_sort_of_basis_and_whole_accounts() -> None:
    bases = (
        Basis("words", "failure", "still broken", evidence_id="ev_1"),
        Basis("report", "success", "reported: success"),
    )
    assert restored(shortened(replace(BRIEF, because=bases))).because == bases
    turned = (Basis("words", "failure", "still broken", turn="t1"),)
    assert restored(shortened(replace(BRIEF, because=turned))).because == turned
    assert restored(to_json(BRIEF)) == BRIEF
