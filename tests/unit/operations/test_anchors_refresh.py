"""anchors_refresh: what moved is followed, what changed is asked about, and what is well again is settled."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project
from tests.fixtures.histories import History

SOURCE = "def connect(url):\n    return url\n"


@pytest.fixture
def code(project: Project) -> Path:
    """A repository around the project, with one commit."""
    history = History(project.root)
    (project.root / "app.py").write_text(SOURCE)
    history.commit("Begin")
    return project.root / "app.py"


def _cite(project: Project, statement: str, *references: str) -> str:
    links = [{"type": "about", "target": reference} for reference in references]
    held = project.get("ingest", record_kind="fact", statement=statement, links=links)
    record_id: str = held["results"][0]["record_id"]
    return record_id


def _refresh(project: Project, **params: Any) -> dict[str, Any]:
    return project.get("anchors_refresh", profile="scheduler", **params)


def _references(project: Project, record_id: str) -> list[str]:
    (record,) = project.get("inspect", ids=[record_id])["records"]
    return [one["reference"] for one in record["freshness"]["anchors"]]


def test_names_the_commit_at_which_the_changed_thing_was_seen(project: Project, code: Path) -> None:
    record = _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    (first,) = project.get("inspect", ids=[record])["records"]
    commit = first["freshness"]["anchors"][0]["commit"]
    code.write_text(SOURCE.replace("return url", "return str(url)"))
    History(project.root).commit("Change", "other.py")
    project.get("link", id=record, links=[{"type": "about", "target": "file:other.py"}])
    (later,) = project.get("inspect", ids=[record])["records"]
    assert later["freshness"]["text"] == f"changed since {commit[:7]}: connect has changed"


def test_follows_what_moved(project: Project, code: Path) -> None:
    record = _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    code.rename(code.with_name("client.py"))
    assert len(_refresh(project)["moved"]) == 1
    assert _references(project, record) == ["symbol:client.py#connect"]
    assert _refresh(project)["moved"] == []


def test_asks_once_about_what_changed_and_settles_it_when_it_is_back(project: Project, code: Path) -> None:
    record = _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    code.write_text(SOURCE.replace("return url", "return url.strip()"))
    assert len(_refresh(project)["reviews"]) == 1
    assert _refresh(project)["reviews"] == []
    (shown,) = project.get("inspect", ids=[record])["records"]
    assert shown["marks"] == ["stale"]
    code.write_text(SOURCE)
    assert len(_refresh(project)["settled"]) == 1
    (shown,) = project.get("inspect", ids=[record])["records"]
    assert shown["marks"] == []


def test_a_stale_review_finds_it_before_anybody_asked(project: Project, code: Path) -> None:
    _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    code.unlink()
    (item,) = project.get("review_queue", kinds=["stale"])["items"]
    assert [one["code"] for one in item["reasons"]] == ["anchor_gone"]


def test_whoever_confirms_has_looked_at_what_is_there_now(project: Project, code: Path) -> None:
    record = _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    code.write_text(SOURCE.replace("return url", "return url.strip()"))
    project.get("verify", profile="cli", ids=[record])
    (shown,) = project.get("inspect", ids=[record])["records"]
    assert shown["freshness"]["status"] == "unchanged"


def test_reads_statements_that_came_in_by_another_way_once(project: Project, code: Path) -> None:
    (project.root / "app.py").unlink()
    record = _cite(project, "`connect` in app.py returns the url.")
    assert _references(project, record) == []
    code.write_text(SOURCE)
    assert _refresh(project)["cited"] == [record]
    assert _references(project, record) == ["symbol:app.py#connect"]
    assert _refresh(project)["cited"] == []


def test_notes_when_and_at_which_commit_something_was_found_as_it_was(project: Project, code: Path) -> None:
    record = _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    (project.root / "other.py").write_text("x = 1\n")
    history = History(project.root)
    later = history.commit("Add another file")
    assert _refresh(project)["unchanged"] == 1
    code.write_text(SOURCE.replace("return url", "return str(url)"))
    (shown,) = project.get("inspect", ids=[record])["records"]
    assert shown["freshness"]["text"].startswith(f"changed since {later[:7]}: ")


def test_leaves_the_rest_for_the_next_time(project: Project, code: Path) -> None:
    for statement in ("Connecting returns the url.", "No socket is opened early.", "Ports are optional."):
        _cite(project, statement, "symbol:app.py#connect")
    code.write_text(SOURCE.replace("return url", "return url.strip()"))
    first = _refresh(project, limit=2)
    assert (len(first["reviews"]), first["left"] > 0) == (2, True)
    assert len(_refresh(project, limit=2)["reviews"]) == 1


def test_undo_brings_a_citation_back(project: Project, code: Path) -> None:
    record = _cite(project, "Connecting returns the url.", "symbol:app.py#connect")
    code.rename(code.with_name("client.py"))
    response = project.ask("anchors_refresh", profile="scheduler")
    project.get("undo", profile="cli", operations=[response.provenance.operation_id])
    assert _references(project, record) == ["symbol:app.py#connect"]
