"""The indexes are shown with what they lack, and each problem with the command that mends it."""

import pytest

from phantasm.surfaces.cli.indexing import findings, rebuilt, standing
from tests.conftest import PERSON, Project
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
    project.get("embed", profile="cli")
    done = project.get("reindex", profile="cli")
    assert printed(rebuilt(done)).split() == ["units", "1", "embedded", "1", "vectors", "1"]
    shown = printed(rebuilt(done | {"problems": ["words: lost"]}))
    assert shown.startswith("was wrong: words: lost\n")


def test_finds_nothing_wrong(project: Project) -> None:
    project.hold("One.")
    project.get("embed", profile="cli")
    shown = printed(findings(project.get("reindex", profile="cli", dry_run=True)))
    assert shown.splitlines() == ["units    1", "vectors  1", "all is well"]


def test_what_only_lags_is_no_problem(project: Project) -> None:
    project.get("embed", profile="cli")
    project.hold("One.")
    shown = printed(findings(project.get("reindex", profile="cli", dry_run=True)))
    assert shown.splitlines() == [
        "vectors  note: 1 units have no vector yet; the next search gives them one",
        "         phantasm index build",
        "units    1",
        "vectors  0",
        "all is well",
    ]


def test_names_the_command_that_mends_each_problem() -> None:
    found = [
        {"index": "words", "message": "3 units: lost", "command": "phantasm index rebuild --words"},
        {"index": "vectors", "message": "2 units have none", "command": "phantasm index build"},
    ]
    data = {"findings": [one | {"is_problem": True} for one in found], "problems": ["words: lost"]}
    shown = printed(findings(data | {"units": 3, "vectors": 0}))
    assert shown.splitlines()[:4] == [
        "words    3 units: lost",
        "         phantasm index rebuild --words",
        "vectors  2 units have none",
        "         phantasm index build",
    ]
    assert "all is well" not in shown


def test_shows_what_there_is_where_nothing_can_be_embedded(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.hold("One.")
    project.get("embed", profile="cli")
    project.hold("Two.")
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    with project.open() as runtime:
        asked = project.request("embed", profile="cli", dry_run=True)
        data = runtime.handle(asked, PERSON).data
    assert data is not None
    lines = dict(line.split(maxsplit=1) for line in printed(standing(data)).splitlines())
    assert (lines["engine"], lines["serving"]) == ("embedded", "none")
    assert (lines["units"], lines["vectors"], lines["missing"]) == ("2", "1", "1")
    assert lines["nothing"].startswith("can be embedded: vectors are switched off")


def test_shows_whose_vectors_serve(project: Project) -> None:
    project.hold("One.")
    done = project.get("embed", profile="cli")
    lines = dict(line.split(maxsplit=1) for line in printed(standing(done)).splitlines())
    assert (lines["engine"], lines["serving"]) == ("embedded", done["generation"])
