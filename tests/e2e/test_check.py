"""`phantasm check` proves in a real process what memory hands over, and ends as CI needs it."""

import shlex
from xml.etree import ElementTree as ET

from tests.e2e.processes import Place

GOOD = """\
[[check]]
name = "the rule is known"
query = "may I match payments by their amount?"
includes = ["Payments are never matched by amount."]
"""
BAD = """\
[[check]]
name = "the rule is another one"
query = "may I match payments by their amount?"
includes = ["Payments are always matched by amount."]
excludes = ["never matched"]
"""


def _remembering(place: Place) -> str:
    text = "Payments are never matched by amount."
    added = place.run("add", "--kind", "fact", "--subject", "payments", "--text", text, "--json")
    assert added.status == 0, added.err
    (place.root / ".phantasm" / "checks").mkdir()
    return str(added.json["data"]["results"][0]["handle"])


def _write(place: Place, name: str, text: str) -> None:
    (place.root / ".phantasm" / "checks" / name).write_text(text, encoding="utf-8")


def test_all_hold(project_place: Place) -> None:
    _remembering(project_place)
    _write(project_place, "good.toml", GOOD)
    ended = project_place.run("check")
    assert ended.status == 0, ended.out + ended.err
    assert ended.out.startswith(".phantasm/checks/good.toml\n  ok    the rule is known  ")
    assert ended.out.endswith("1 check, all hold\n")


def test_shows_what_does_not_hold_and_writes_it_for_ci(project_place: Place) -> None:
    handle = _remembering(project_place)
    _write(project_place, "bad.toml", BAD)
    _write(project_place, "good.toml", GOOD)
    ended = project_place.run("check", "--junit", "out/checks.xml")
    assert ended.status == 1, ended.out + ended.err
    assert "Payments are [-always-]{+never+} matched by amount." in ended.out
    assert f"see: phantasm why {handle}\n" in ended.out
    assert ended.out.endswith("2 checks, 1 failed\n")
    root = ET.parse(project_place.root / "out" / "checks.xml").getroot()  # noqa: S314  our own
    assert [suite.get("failures") for suite in root] == ["1", "0"]
    told = project_place.run("check", "--json")
    assert (told.status, told.json["status"]) == (1, "ok")
    assert (told.json["data"]["checks"], told.json["data"]["failed"]) == (2, 1)
    assert project_place.run("why", handle).status == 0
    command = told.json["data"]["files"][0]["checks"][0]["command"]
    assert project_place.run(*shlex.split(command)[1:]).status == 0


def test_chooses_files_and_names(project_place: Place) -> None:
    _remembering(project_place)
    _write(project_place, "bad.toml", BAD)
    _write(project_place, "good.toml", GOOD)
    assert project_place.run("check", "the rule is known").status == 0
    assert project_place.run("check", "good").status == 0
    assert project_place.run("check", ".phantasm/checks/good.toml").status == 0
    assert project_place.run("check", project_place.root / ".phantasm" / "checks" / "bad.toml").status == 1
    unknown = project_place.run("check", "the rule is knwn")
    assert unknown.status == 4
    assert "did you mean 'the rule is known'?" in unknown.err


def test_says_what_is_wrong_with_a_file(project_place: Place) -> None:
    _remembering(project_place)
    _write(project_place, "bad.toml", BAD.replace("excludes", "exclude"))
    ended = project_place.run("check")
    assert (ended.status, ended.out) == (2, "")
    assert ".phantasm/checks/bad.toml, line 5: unknown field check[0].exclude (did you mean" in ended.err
    outside = project_place.root.parent / "outside.toml"
    outside.write_text(GOOD, encoding="utf-8")
    refused = project_place.run("check", "../outside.toml")
    assert refused.status == 3
    assert "must lie inside the project" in refused.err


def test_without_checks_it_shows_how_to_begin(project_place: Place, place: Place) -> None:
    ended = project_place.run("check")
    assert ended.status == 0, ended.err
    assert ended.out.startswith("there are no checks yet")
    assert "[[check]]" in ended.out
    (place.root.parent / "empty").mkdir()
    assert project_place.run("--project", place.root.parent / "empty", "check").status == 5
