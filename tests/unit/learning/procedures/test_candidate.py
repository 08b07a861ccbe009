"""A candidate says what was done, with parameters, and when."""

from dataclasses import replace

from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.model import Candidate
from phantasm.session.episodes.model import Episode, Overcome, Said
from tests.unit.learning.procedures.made_up import episode, others, release, releases


def candidate(episodes: list[Episode]) -> Candidate:
    (found,) = mine(episodes)
    return found.candidate


def test_writes_the_steps_with_parameters() -> None:
    made = candidate([*releases(), *others()])
    assert [step.action for step in made.steps] == [
        "poetry version {version}",
        'git commit -am "Release {version}"',
        "git tag v{version}",
        "poetry publish --build",
        "git push origin v{version}",
    ]
    assert [(one.name, one.in_goal) for one in made.parameters] == [("version", True)]
    assert made.title == "Release {version}"
    assert made.trigger.words == ("release",)
    assert made.files == ("CHANGELOG.md",)
    assert {step.expected for step in made.steps} == {"exit code 0"}
    assert made.sessions == ("r0", "r1", "r2", "r3")


def test_marks_what_may_be_left_out() -> None:
    some = [
        replace(one, commands=(*one.commands, replace(one.commands[0], command="towncrier build")))
        for one in [release(f"x{place}", f"3.{place}.0", day=10 + place) for place in range(4)]
    ]
    made = candidate([*releases(), *some, *others()])
    assert [step.action for step in made.steps if step.optional] == ["towncrier build"]


def test_notes_what_a_user_said_about_a_step() -> None:
    said = Said("c", "no, poetry publish needs --build or the old wheel goes out")
    first, *rest = releases()
    made = candidate([replace(first, corrections=(said,)), *rest, *others()])
    assert [step.note for step in made.steps if step.note] == [said.text]
    assert next(step for step in made.steps if step.note).act == "poetry publish"


def test_is_triggered_by_the_failure_that_it_begins_with() -> None:
    failure = Overcome("make e2e", ("TimeoutError", "browser"), "TimeoutError: browser", ("make reset",))
    episodes = [
        episode(
            f"f{place}",
            goal,
            [("make e2e", 1), "make reset-browser", f"playwright install {name}", "make e2e"],
            day=10 + place,
            overcome=[failure],
        )
        for place, (goal, name) in enumerate(
            [("what now?", "a"), ("it hangs again", "b"), ("red pipeline", "c"), ("help me out", "d")]
        )
    ]
    made = candidate([*episodes, *others()])
    assert made.trigger.failing == "make e2e"
    assert made.trigger.error == ("TimeoutError", "browser")


def test_names_the_files_that_it_needs_and_not_those_that_it_makes() -> None:
    episodes = [
        episode(
            f"p{place}",
            f"generate the client for {name}",
            [f"./tools/fetch.sh {name}", "buf generate config/buf.yaml -o out/all.bin", "make client"],
            day=10 + place,
        )
        for place, name in enumerate(["mail", "shop", "cart"])
    ]
    made = candidate([*episodes, *others()])
    assert made.anchors == ("tools/fetch.sh", "config/buf.yaml")
    assert "exists: tools/fetch.sh" in made.preconditions


def test_says_when_words_come_from_text_that_nobody_vouches_for() -> None:
    trusted = candidate([*releases(), *others()])
    assert not trusted.text_from_untrusted
    pasted = [replace(one, asked=(Said("t0", "see the attached issue"),)) for one in releases()]
    assert candidate([*pasted, *others()]).text_from_untrusted
    (found,) = mine([*releases(), *others()], untrusted=[f"ev_r{place}" for place in range(4)])
    assert found.candidate.text_from_untrusted


def test_takes_its_title_from_a_user_where_there_is_one() -> None:
    episodes = releases()
    (found,) = mine([*episodes, *others()], untrusted=["r1", "r2", "r3"])
    assert found.candidate.title == "Release {version}"
    assert not found.candidate.text_from_untrusted
