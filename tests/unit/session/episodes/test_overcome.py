"""Failures, and what got past them."""

from phantasm.session.episodes.overcome import MOST_OVERCOME, MOST_WAY
from tests.unit.session.episodes.made_up import ASK, Part, episode

MISSING: Part = ("run", "python app.py", 1, "ModuleNotFoundError: No module named 'yaml'")
INSTALL: Part = ("run", "pip install pyyaml", 0, "Successfully installed")
WORKS: Part = ("run", "python app.py", 0, "hello")


def test_finds_what_got_past_a_failure() -> None:
    found = episode(ASK, MISSING, ("run", "ls", 0, ""), INSTALL, ("edit", "app.py"), WORKS)
    (one,) = found.overcome
    assert (one.command, one.error) == ("python app.py", "ModuleNotFoundError: No module named 'yaml'")
    assert one.signature == ("modulenotfounderror", "yaml", "no", "module", "named")
    assert one.way == ("pip install pyyaml", "edit app.py")
    (lesson,) = found.lessons
    assert lesson.text == (
        "`python app.py` failed with ModuleNotFoundError: No module named 'yaml'; "
        "`pip install pyyaml`, edit app.py got past it."
    )


def test_has_no_way_where_nothing_got_past_it() -> None:
    found = episode(ASK, MISSING, INSTALL)
    assert [one.way for one in found.overcome] == [()]
    assert found.lessons == ()


def test_takes_running_it_again_for_a_way() -> None:
    assert [one.way for one in episode(ASK, MISSING, WORKS).overcome] == [("python app.py",)]


def test_keeps_a_failure_that_repeats_once() -> None:
    found = episode(
        ASK,
        MISSING,
        ("run", "pip install yaml", 1, "ERROR: No matching distribution"),
        MISSING,
        INSTALL,
        WORKS,
    )
    assert [(one.command, one.way) for one in found.overcome] == [
        ("python app.py", ("pip install pyyaml",)),
        ("pip install yaml", ()),
    ]


def test_tells_two_failures_of_one_command_apart() -> None:
    other: Part = ("run", "cd . && python app.py 2>&1", 1, "KeyError: 'zone'")
    found = episode(ASK, MISSING, INSTALL, other, ("edit", "app.py"), WORKS)
    assert [(one.signature[0], one.way) for one in found.overcome] == [
        ("modulenotfounderror", ("pip install pyyaml", "edit app.py")),
        ("keyerror", ("edit app.py",)),
    ]


def test_takes_a_wider_run_that_went_well_for_a_way_out() -> None:
    found = episode(
        ASK, ("run", "pytest tests/a.py", 1, "E  KeyError: 'x'"), ("edit", "a.py"), ("run", "pytest", 0, "")
    )
    assert [one.way for one in found.overcome] == [("edit a.py",)]


def test_goes_by_the_output_where_no_exit_code_is_known() -> None:
    trace = "Traceback (most recent call last):\nKeyError: 'zone'"
    found = episode(
        ASK, ("run", "python app.py", None, trace), ("edit", "a.py"), ("run", "python app.py", None, "12:00")
    )
    assert [one.way for one in found.overcome] == [("edit a.py",)]


def test_takes_a_search_without_a_match_for_no_failure() -> None:
    assert episode(ASK, ("run", "grep -rn zone src", 1, "")).overcome == ()


def test_keeps_the_last_steps_of_a_long_way_and_not_too_many_failures() -> None:
    steps: list[Part] = [("edit", f"{number}.py") for number in range(100)]
    (one,) = episode(ASK, MISSING, *steps, WORKS).overcome
    assert len(one.way) == MOST_WAY
    assert one.way[-1] == "edit 99.py"
    many: list[Part] = [("run", f"run{'x' * number}", 1, "Error: bad") for number in range(1, 200)]
    found = episode(ASK, *many, MISSING, INSTALL, WORKS).overcome
    assert len(found) == MOST_OVERCOME
    assert [bool(one.way) for one in found].count(True) == 1
