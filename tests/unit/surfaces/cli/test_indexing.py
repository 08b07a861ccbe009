"""The indexes are shown with what they lack, and each problem with the command that mends it."""

from phantasm.surfaces.cli.indexing import findings, rebuilt, standing
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def test_shows_what_has_no_vector_yet(project: Project) -> None:
    project.hold("One.")
    shown = printed(standing(project.get("embed", profile="cli", dry_run=True))).split()
    assert shown[shown.index("units") + 1] == "1"
    assert shown[shown.index("vectors") + 1] == "0"
    assert shown[shown.index("missing") + 1] == "1"
    assert "everything" not in shown


def test_shows_that_everything_has_a_vector(project: Project) -> None:
    project.hold("One.")
    shown = printed(standing(project.get("embed", profile="cli")))
    assert shown.endswith("everything has a vector")
    assert "embedded    1" in shown


def test_says_that_another_process_is_at_it() -> None:
    shown = printed(standing({"busy": True, "missing": 0}))
    assert shown.endswith("another process is embedding already; nothing was done here")
    assert printed(rebuilt({"problems": [], "busy": True})).endswith("the vectors stay as they are")


def test_says_what_was_wrong_and_is_there_now(project: Project) -> None:
    project.hold("One.")
    done = project.get("reindex", profile="cli")
    assert printed(rebuilt(done)).split() == ["units", "1", "embedded", "1", "vectors", "1"]
    shown = printed(rebuilt(done | {"problems": ["words: lost"]}))
    assert shown.startswith("was wrong: words: lost\n")


def test_finds_nothing_wrong(project: Project) -> None:
    project.hold("One.")
    shown = printed(findings(project.get("reindex", profile="cli", dry_run=True)))
    assert shown.splitlines()[-1] == "all is well"


def test_names_the_command_that_mends_each_problem() -> None:
    problems = ["words: 3 units: lost", "vectors: a file is short"]
    shown = printed(findings({"problems": problems, "units": 3, "vectors": 0}))
    assert shown.splitlines()[:4] == [
        "words    3 units: lost",
        "         phantasm index rebuild --words",
        "vectors  a file is short",
        "         phantasm index rebuild --vectors",
    ]
    assert "all is well" not in shown
