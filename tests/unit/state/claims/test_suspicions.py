"""Which newcomers become doubtful though no rule can tell how they change what is held?"""

import pytest

from phantasm.state.claims.comparing import compare
from phantasm.state.claims.reader import read
from phantasm.state.claims.suspicions import suspected


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Coverage must stay above 80 %.", "The coverage gate was tightened, 90 % or nothing."),
        (
            "The Grafana dashboards are maintained by Ana.",
            "Ben has taken over maintenance of the Grafana dashboards.",
        ),
        ("The Ray cluster has 6 workers.", "Ray cluster scaled down to 2 workers as of Monday."),
        ("Log files rotate at 100 MB.", "Logs get rotated upon reaching 1 GB instead of 100 MB."),
        ("Marta leads the guild.", "Marta stepped down and Yusuf leads the guild."),
    ],
)
def test_what_touches_the_same_in_other_words_is_not_left_side_by_side(older: str, newer: str) -> None:
    assert compare(read(newer), read(older)).relation in ("opposes", "replaces")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The web pool has 16 threads.", "The job pool was reduced to 8 threads."),
        ("Redis listens on port 6379.", "Redis was upgraded to 7.2."),
        ("The primary has 64 GB.", "The replica now has 32 GB."),
        ("Retention of traces is 3 days.", "Retention of metrics was extended to 45 days."),
        ("The gem supports Ruby 3.2.", "The gem now supports Ruby 3.3."),
        ("The invoice task is retried.", "The invoice task is retried when the queue was reassigned."),
    ],
)
def test_another_subject_or_more_of_the_same_stirs_no_suspicion(older: str, newer: str) -> None:
    assert suspected(read(newer), read(older)) is None


def test_a_suspicion_never_replaces() -> None:
    meeting = suspected(
        read("The deploy window moved, 22:00 is the time."), read("The deploy window is at 20:00.")
    )
    assert meeting is None or meeting.relation == "opposes"
