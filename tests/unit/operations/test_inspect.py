"""Inspect finds records and evidence by id and by handle, also as compiled context cites them."""

from tests.conftest import Project


def _seen(project: Project, text: str) -> str:
    return str(project.get("ingest", evidence=[{"text": text}])["evidence_ids"][0])


def test_shows_what_a_citation_names(project: Project) -> None:
    record = project.get("inspect", ids=[project.hold("It rains.")])["records"][0]
    evidence = project.get("inspect", ids=[_seen(project, "rain")])["evidence"][0]
    for mark in ("{}", "[{}]"):
        names = [mark.format(f"e:{evidence['handle']}"), mark.format(f"m:{record['handle']}")]
        found = project.get("inspect", ids=names)
        assert found["records"] == [record]
        assert found["evidence"] == [evidence]
        assert evidence["text"] == "rain"


def test_takes_a_bare_handle_for_either(project: Project) -> None:
    evidence = project.get("inspect", ids=[_seen(project, "rain")])["evidence"][0]
    assert project.get("inspect", ids=[evidence["handle"]])["evidence"] == [evidence]
    assert project.fail("inspect", ids=["m:" + evidence["handle"] + "x"]) == "not_found"


def test_keeps_the_order_of_the_names(project: Project) -> None:
    first, second = _seen(project, "rain"), _seen(project, "sun")
    handles = [one["handle"] for one in project.get("inspect", ids=[first, second])["evidence"]]
    found = project.get("inspect", ids=[f"e:{handles[1]}", first])["evidence"]
    assert [one["id"] for one in found] == [second, first]


def test_finds_nothing_under_the_mark_of_the_other_tier(project: Project) -> None:
    record = project.get("inspect", ids=[project.hold("It rains.")])["records"][0]
    assert project.fail("inspect", ids=[f"e:{record['handle']}"]) == "not_found"
