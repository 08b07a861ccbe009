"""A procedure is told where enough speaks for it."""

from phantasm.learning.likeness import Failing
from phantasm.learning.procedures.payload import from_payload
from phantasm.learning.recalling import called_for

HELD = {
    "release": from_payload({"title": "release", "trigger": {"words": ["release", "version", "tag"]}}),
    "flaky": from_payload({"title": "calm a flaky test", "trigger": {"words": ["flaky", "test"]}}),
    "format": from_payload({"title": "format", "trigger": {"words": ["format"], "files": ["Makefile"]}}),
}


def told(task: str = "", files: tuple[str, ...] = (), failing: Failing | None = None) -> list[str]:
    return [match.id for match in called_for(HELD, task=task, files=files, failing=failing, limit=5)]


def test_two_words_of_a_trigger_are_enough() -> None:
    assert told("Tag the release, please") == ["release"]
    assert told("The upload test is flaky again") == ["flaky"]


def test_one_common_word_is_not() -> None:
    assert told("Add a test for the parser") == []
    assert told("Which version runs in production?") == []


def test_one_word_is_enough_where_the_trigger_has_no_other() -> None:
    assert told("Format everything") == ["format"]


def test_a_file_speaks_for_itself() -> None:
    assert told(files=("Makefile",)) == ["format"]


def test_nothing_asked_is_nothing_told() -> None:
    assert told() == []
    assert told(failing=Failing("pytest", ("keyerror", "x"))) == []
    assert called_for({}, task="release a version", limit=5) == []
