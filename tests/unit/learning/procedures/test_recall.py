"""Procedures are found by what calls for them."""

from phantasm.learning.procedures.model import Candidate, Trigger
from phantasm.learning.recalling import matching


def procedure(title: str, trigger: Trigger) -> Candidate:
    return Candidate(title, title, trigger, (), (), (), (), (), ())


PROCEDURES = {
    "release": procedure("Release {version}", Trigger(("release", "pypi"), ("CHANGELOG.md",))),
    "deploy": procedure("Deploy {service} to {stage}", Trigger(("deploy",))),
    "browser": procedure("Reset", Trigger((), (), "make e2e", ("TimeoutError", "browser"))),
}


def found(**asked: object) -> list[str]:
    return [match.id for match in matching(PROCEDURES, **asked)]  # type: ignore[arg-type]  # by name


def test_finds_by_the_words_of_a_request() -> None:
    assert found(goal="please make a new release on PyPI") == ["release"]
    assert found(goal="deploying the shop") == ["deploy"]
    assert found(goal="explain the cache") == []


def test_finds_by_files() -> None:
    assert found(files=["CHANGELOG.md"]) == ["release"]


def test_finds_by_a_failure_like_the_known_one() -> None:
    assert found(failing="make e2e", error=["TimeoutError", "browser", "chrome"]) == ["browser"]
    assert found(failing="make e2e", error=["SyntaxError"]) == []
    assert found(failing="make unit", error=["TimeoutError", "browser"]) == []


def test_says_why() -> None:
    (match,) = matching(PROCEDURES, goal="release 2.0", files=["CHANGELOG.md"])
    assert match.because == ("asked for: release", "about: CHANGELOG.md")
