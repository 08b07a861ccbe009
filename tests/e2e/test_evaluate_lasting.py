"""`python -m tools.evaluation replay` and `continuity` do their job in a real process."""

from pathlib import Path

from tests.e2e.processes import Place
from tests.fixtures.histories import History

SCENARIO = """
title = "The port is known"
begins = "2026-05-04T09:00:00Z"

[[step]]
do = "ingest"
params = { record_kind = "fact", statement = "The port is 8080." }

[[step]]
do = "list"
includes = ["8080", "9090"]
"""


def test_makes_the_memory_of_a_project_again(project_place: Place, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    assert project_place.run("add", "--kind", "fact", "--text", "The port is 8080.").status == 0
    ended = project_place.evaluate("replay", "--json", TMPDIR=str(scratch))
    assert ended.status == 0, ended.out + ended.err
    data = ended.json["data"]
    assert data["equal"]
    assert data["held"]["records"] == data["decided"]["records"]
    assert not list(scratch.iterdir())
    shown = project_place.evaluate("replay")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("the same memory")


def test_takes_in_again_what_the_repository_s_history_said(project_place: Place) -> None:
    repository = History(project_place.root)
    repository.commit("Add a client", "src/client.py")
    wrong = repository.commit("Retry thrice", "src/client.py")
    repository.commit("Add a page that nobody is to read about", "secret.md")
    assert project_place.run("history", "update").status == 0
    assert project_place.run("add", "--kind", "fact", "--text", "src/client.py opens the line.").status == 0
    repository.git("revert", "--no-edit", wrong)
    updated = project_place.run("history", "update", "--json").json["data"]
    assert (updated["known"], updated["reverts"]) == (4, 1)
    found = project_place.run("search", "a page that nobody is to read about", "--json").json["data"]["hits"]
    erased = project_place.type("call", "set_state", f'ids=["{found[0]["id"]}"]', "action=tombstone")
    assert erased.status == 0, erased.out
    data = project_place.evaluate("replay", "--json").json["data"]
    assert data["equal"], data["differences"]
    assert data["held"]["evidence"] == 3


def test_says_where_there_is_no_memory(place: Place) -> None:
    ended = place.evaluate("replay", "--json")
    assert ended.status != 0
    assert ended.json["error"]["code"] == "not_bootstrapped"


def test_plays_scenarios_of_a_folder(place: Place, tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "port.toml").write_text(SCENARIO, encoding="utf-8")
    ended = place.evaluate("continuity", folder, "--json")
    assert ended.status == 1, ended.out + ended.err
    data = ended.json["data"]
    assert (data["met"], data["expectations"]) == (1, 2)
    shown = place.evaluate("continuity", folder)
    assert "FAIL  The port is known  1/2" in shown.out
    (folder / "port.toml").write_text(SCENARIO.replace(', "9090"', ""), encoding="utf-8")
    assert place.evaluate("continuity", folder).status == 0


def test_names_what_is_wrong_with_a_scenario(place: Place, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("title = 1\n", encoding="utf-8")
    ended = place.evaluate("continuity", wrong, "--json")
    assert ended.json["error"]["code"] == "invalid_params"
    assert "wrong.toml: title" in ended.json["error"]["message"]
