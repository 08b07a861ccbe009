"""Workflows are found among everything else, whatever order it comes in."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.procedure_scoring import score
from benchmarks.workflows import corpus
from benchmarks.workflows_here import HERE
from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.model import Known, Verified
from phantasm.session.episodes.model import Episode, Ran
from tests.unit.learning.procedures.made_up import episode, others, release, releases

FEW = HERE[:8]


def test_finds_hidden_workflows_and_no_habits() -> None:
    made = corpus(11, 220, FEW)
    found = mine([one for one, _ in made])
    reached = score(found, {one.session: hidden for one, hidden in made}, FEW)
    assert reached["found"] >= 7
    assert reached["spurious"] <= 1
    assert reached["parameters_right_share"] >= 0.8


def test_does_not_care_about_the_order_or_about_copies() -> None:
    episodes = [one for one, _ in corpus(12, 150, FEW)]
    expected = mine(episodes)
    shuffled = [*episodes, *episodes[:40]]
    random.Random(1).shuffle(shuffled)
    assert mine(shuffled) == expected


def test_keeps_its_signatures_when_more_is_known() -> None:
    episodes = [one for one, _ in corpus(13, 300, FEW)]
    before = [one for one in mine(episodes[:200]) if one.verdict == Verified()]
    known = [
        Known(one.candidate.signature, one.candidate.acts, one.candidate.trigger.words) for one in before
    ]
    after = {one.candidate.signature for one in mine(episodes, known=known)}
    assert {one.candidate.signature for one in before} <= after


def test_tells_apart_what_is_asked_for_in_other_words() -> None:
    hotfixes = [
        episode(
            f"h{place}",
            f"Hotfix {version}",
            [
                f"git checkout -b hotfix/{version}",
                f"git cherry-pick {commit}",
                f"poetry version {version}",
                f"git tag v{version}",
                "poetry publish --build",
            ],
            day=10 + place,
        )
        for place, (version, commit) in enumerate(
            [(f"1.0.{number}", f"abc{number}def{number}") for number in range(8)]
        )
    ]
    normal = [release(f"n{number}", f"2.{number}.0", day=20 + number) for number in range(8)]
    titles = {one.candidate.title for one in mine([*hotfixes, *normal, *others()])}
    assert titles == {"Hotfix {version}", "Release {version}"}


def test_takes_two_workflows_in_one_session_for_both() -> None:
    bump = [
        episode(
            f"b{place}",
            f"Bump {name}",
            [f"poetry add {name}@latest", "poetry lock", f'git commit -am "Bump {name}"'],
            day=10 + place,
        )
        for place, name in enumerate(["rich", "httpx", "attrs", "click"])
    ]
    lines = [
        "poetry version 4.0.0",
        "poetry add orjson@latest",
        "poetry lock",
        'git commit -am "Release 4.0.0"',
    ]
    more = [
        "git tag v4.0.0",
        'git commit -am "Bump orjson"',
        "poetry publish --build",
        "git push origin v4.0.0",
    ]
    both = episode("both", "Release 4.0.0 and bump orjson", [*lines, *more], day=20)
    found = {one.candidate.title: one for one in mine([*releases(), *bump, both, *others()])}
    assert set(found) == {"Release {version}", "Bump {package}"}
    assert all("both" in one.candidate.sessions for one in found.values())


def test_does_not_look_ahead_of_now() -> None:
    assert mine([*releases(), *others()], now="2026-03-03T23:00:00.000000Z") == []


def test_finds_nothing_in_nothing() -> None:
    assert mine([]) == []
    assert mine([replace(one, commands=()) for one in releases()]) == []


COMMANDS = st.lists(st.text(alphabet="abgit $'\"|&;<>(){}=/-.\n0", max_size=25), max_size=6)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.text(max_size=30), COMMANDS), max_size=6))
def test_survives_anything(sessions: list[tuple[str, list[str]]]) -> None:
    episodes = [
        Episode(
            f"s{place % 5}",
            "test",
            goal,
            goal=goal,
            commands=tuple(Ran("t", command, 0) for command in (*commands, "make a", "make b {x}")),
        )
        for place, (goal, commands) in enumerate(sessions)
    ]
    assert mine(episodes) == mine(episodes[::-1]) or len(sessions) > 5
