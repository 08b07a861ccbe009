"""Explain says why something is held, doubted or withdrawn, and what an operation did."""

from typing import Any

import pytest

from phantasm.contracts.envelope import Response
from tests.conftest import Project


def _why(project: Project, record_id: str, **params: Any) -> dict[str, Any]:
    return project.get("explain", id=record_id, **params)


def test_says_who_wrote_what_is_held_and_on_what_it_rests(project: Project) -> None:
    base = project.hold("The store is SQLite.")
    record_id = project.hold(
        "Back up nightly.",
        links=[{"type": "depends_on", "target": base}, {"type": "about", "target": "file:backup.py"}],
        raw_evidence=[{"text": "x" * 900, "source": "minutes.txt"}],
    )
    found = _why(project, record_id)
    assert found["held"]
    assert found["because"][0].startswith("It is held. It was written on 2026-11-01")
    assert "by claude_code with ingest" in found["because"][0]
    assert [(one["type"], one.get("statement"), one.get("reference")) for one in found["rests_on"]] == [
        ("depends_on", "The store is SQLite.", None),
        ("about", None, "file:backup.py"),
    ]
    assert [one["record_id"] for one in _why(project, base)["rests_on_it"]] == [record_id]
    assert (found["evidence"][0]["source"], len(found["evidence"][0]["excerpt"])) == ("minutes.txt", 500)


def test_says_what_the_judge_said_and_compares_anew(project: Project) -> None:
    first = project.hold("The port is 80.", subject_key="port")
    second = project.hold("The port is 81.", subject_key="port", on_conflict="supersede")
    judged = _why(project, second)["judged"]
    assert (judged["verdict"], judged["met"]) == ("supersedes", [first])
    pieces = [(piece["side"], piece["text"]) for piece in judged["compared"][0]["segments"]]
    assert pieces == [("same", "The port is "), ("old", "80"), ("new", "81"), ("same", ".")]
    project.get("set_state", ids=[first], action="tombstone")
    again = _why(project, second)["judged"]["compared"][0]
    assert (again["state"], again["segments"], again["fields"]) == ("tombstoned", [], [])


def test_says_by_whom_and_why_something_was_withdrawn(project: Project) -> None:
    record_id = project.hold("It rains.")
    project.get("set_state", ids=[record_id], action="archive", reason="the sun came out")
    found = _why(project, record_id)
    assert not found["held"]
    assert found["because"][1].startswith("Withdrawn on 2026-11-01")
    assert found["because"][1].endswith("by claude_code, because: the sun came out.")
    assert found["withdrawn"]["reason"] == "the sun came out"


def test_names_the_successor_of_what_was_replaced(project: Project) -> None:
    record_id = project.hold("The port is 80.")
    successor = project.get("revise", id=record_id, statement="The port is 81.")["record_id"]
    found = _why(project, record_id)
    assert f"It was replaced by {successor}." in found["because"][1]
    assert [version["state"] for version in found["versions"]] == ["superseded", "live"]


def test_shows_the_way_that_doubt_came(project: Project) -> None:
    root = project.hold("The root is A.")
    middle = project.hold("The middle stands.", links=[{"type": "depends_on", "target": root}])
    leaf = project.hold("The leaf stands.", links=[{"type": "derived_from", "target": middle}])
    project.get("revise", id=root, statement="The root is B.")
    found = _why(project, leaf)
    assert found["record"]["marks"] == ["doubtful"]
    assert found["reviews"][0]["path"] == [root, middle, leaf]
    assert f"{root} -> {middle} -> {leaf}" in found["because"][1]


def test_says_what_waits_and_why(project: Project) -> None:
    data = project.get("ingest", profile="generic_mcp", record_kind="fact", statement="It rains.")
    found = _why(project, data["results"][0]["record_id"])
    assert found["because"][0].startswith("It waits for a decision and is not held.")
    assert found["reviews"][0]["reasons"][0]["code"] == "suggested"


def test_says_how_it_stood_at_another_moment(project: Project) -> None:
    before = project.clock.now().isoformat()
    record_id = project.hold("It rains.", valid_from="2026-10-01")
    known = project.clock.now().isoformat()
    project.get("set_state", ids=[record_id], action="retract")
    assert not _why(project, record_id)["held"]
    then = _why(project, record_id, as_of="2026-10-15", known_at=known)
    assert then["held"]
    assert then["then"]["state"] == "live"
    assert "it was true as known on" in then["because"][-1]
    assert not _why(project, record_id, as_of="2026-10-15")["held"]
    assert _why(project, record_id, known_at=before)["because"][-1].endswith("it was not known yet.")


def test_tells_of_confirmation_and_freezing(project: Project) -> None:
    record_id = project.hold("It rains.")
    project.get("verify", profile="cli", ids=[record_id])
    project.get("set_state", profile="cli", ids=[record_id], action="freeze")
    because = _why(project, record_id)["because"]
    assert "It is frozen: only a person may change it." in because
    assert any(sentence.startswith("Last verified on") for sentence in because)


def test_withholds_what_is_sensitive(project: Project) -> None:
    params: dict[str, Any] = {
        "sensitivity": "sensitive",
        "links": [{"type": "about", "target": "person:quokka"}],
        "raw_evidence": [{"text": "quokka seen", "source": "quokka.txt"}],
    }
    record_id = project.hold("The quokka earns 1.", **params)
    hidden = project.ask("explain", id=record_id)
    assert "quokka" not in hidden.model_dump_json()
    assert hidden.data is not None
    assert hidden.data["record"]["withheld"] == "sensitive"  # type: ignore[index]
    assert _why(project, record_id, profile="cli")["record"]["statement"] == "The quokka earns 1."


def test_says_only_that_and_when_something_was_erased(project: Project) -> None:
    record_id = project.hold("Forget the quokka.")
    project.get("set_state", ids=[record_id], action="tombstone")
    found = project.ask("explain", id=record_id)
    assert "quokka" not in found.model_dump_json()
    assert found.data is not None
    assert "Erased on" in str(found.data["because"])


def test_explains_an_operation_and_how_to_undo_it(project: Project) -> None:
    record_id = project.hold("The port is 80.")
    revised = project.ask("revise", id=record_id, statement="The port is 81.", reason="it moved")
    found = project.ask("explain", id=revised.provenance.operation_id)
    assert found.data is not None
    assert "because: it moved" in str(found.data["because"])
    assert found.data["operation"]["change_count"] == 2  # type: ignore[index]
    assert found.remediation[0].request is not None
    assert project.runtime.handle(found.remediation[0].request).error is None
    assert project.fail("explain", id="op_unknown") == "not_found"
    assert project.fail("explain", id="unknown1") == "not_found"


def test_says_where_evidence_came_from_and_what_rests_on_it(project: Project) -> None:
    record_id = project.hold("It rains.", raw_evidence=[{"text": "rain, seen", "source": "window.txt"}])
    seen = _why(project, record_id)["evidence"][0]
    found = project.ask("explain", id=f"[e:{seen['handle']}]")
    assert found.data is not None
    assert found.data["evidence"] == [seen]
    assert "by claude_code with ingest" in found.data["because"][0]  # type: ignore[index]
    assert "(window.txt)" in found.data["because"][1]  # type: ignore[index]
    assert found.data["because"][2] == f"Live records rest on it: {record_id}."  # type: ignore[index]
    assert [one["statement"] for one in found.data["rests_on_it"]] == ["It rains."]  # type: ignore[attr-defined]
    assert found.remediation == []


def test_says_how_evidence_is_forgotten_and_that_it_was(project: Project) -> None:
    seen = project.get("ingest", evidence=[{"text": "quokka seen", "source": "quokka.txt"}])["evidence_ids"][
        0
    ]
    found = project.ask("explain", id=seen)
    assert found.data is not None
    assert found.data["held"]
    assert found.remediation[0].request is not None
    assert project.runtime.handle(found.remediation[0].request).error is None
    gone = project.ask("explain", id=seen)
    assert gone.data is not None
    assert not gone.data["held"]
    assert "Its content was erased on" in gone.data["because"][-1]  # type: ignore[index]
    assert "quokka" not in gone.model_dump_json()
    assert [event["change"] for event in gone.data["events"]] == ["create", "erase"]  # type: ignore[attr-defined]


def test_withholds_sensitive_evidence(project: Project) -> None:
    params = {"sensitivity": "sensitive", "raw_evidence": [{"text": "quokka seen", "source": "quokka.txt"}]}
    record_id = project.hold("The quokka earns 1.", **params)
    seen = _why(project, record_id)["evidence"][0]["id"]
    assert "quokka" not in project.ask("explain", id=seen).model_dump_json()
    assert _why(project, seen, profile="cli")["evidence"][0]["excerpt"] == "quokka seen"


def test_says_why_a_search_finds_what_is_cited(project: Project) -> None:
    record_id = project.hold("Invoices are stored in PostgreSQL.")
    seen = project.get("ingest", evidence=[{"text": "We store the invoices in PostgreSQL."}])["evidence_ids"][
        0
    ]
    handle = project.get("inspect", ids=[record_id])["records"][0]["handle"]
    assert _why(project, f"[m:{handle}]", query="invoices PostgreSQL")["ranking"]["id"] == record_id
    ranking = _why(project, seen, query="invoices PostgreSQL")["ranking"]
    assert _why(project, f"e:{ranking['handle']}", query="invoices PostgreSQL")["ranking"] == ranking
    assert project.fail("explain", id="e:00000000", query="invoices") == "not_found"


def _asked(project: Project, record_id: str, query: str, **params: Any) -> Response:
    return project.ask("explain", id=record_id, query=query, **params)


def test_the_place_is_the_one_that_a_search_gives(project: Project) -> None:
    kept = [project.hold(f"Service {n} logs to topic {n % 3} of the bus.") for n in range(30)]
    project.get("link", id=kept[3], links=[{"type": "depends_on", "target": kept[29]}])
    hits = project.get("search", query="topic of service 3", explain=True)["hits"]
    for hit in hits:
        assert _why(project, hit["id"], query="topic of service 3")["ranking"] == hit
    every = project.get("search", query="topic of service 3", limit=499, explain=True)["hits"]
    further = next(hit for hit in every if hit["id"] not in {one["id"] for one in hits})
    assert _why(project, further["id"], query="topic of service 3")["ranking"] == further


def test_what_a_search_hides_has_no_place(project: Project) -> None:
    project.hold("The port is 80.")
    other = project.hold("The port of the branch is 81.", scope="branch", scope_ref="next")
    assert [hit["id"] for hit in project.get("search", query="port of the branch")["hits"]] != [other]
    hidden = _why(project, other, query="port of the branch")
    assert "ranking" not in hidden
    assert "the branch next" in hidden["because"][-1]
    seen = _why(project, other, query="port of the branch", everywhere=True)
    assert seen["ranking"]["id"] == other
    assert seen["because"][0].startswith("It is number 1 of ")
    secret = project.hold("The port of the vault is 4711.", sensitivity="sensitive")
    assert "may not read" in _why(project, secret, query="port of the vault")["because"][-1]
    assert _why(project, secret, query="port of the vault", profile="cli")["ranking"]["rank"] == 1
    gone = project.hold("The port of the past is 79.")
    project.get("set_state", ids=[gone], action="archive")
    assert "It is archived" in _why(project, gone, query="port of the past")["because"][-1]


def test_the_place_is_that_of_the_moment(project: Project) -> None:
    first = project.hold("The port is 80.", subject_key="port")
    before = project.clock.now().isoformat()
    second = project.get("revise", id=first, statement="The port is 81.")["record_id"]
    assert "ranking" not in _why(project, first, query="which port?")
    assert _why(project, second, query="which port?")["ranking"]["rank"] == 1
    for moment in ({"as_of": before}, {"known_at": before}):
        then = _why(project, first, query="which port?", **moment)
        assert (
            then["ranking"] == project.get("search", query="which port?", explain=True, **moment)["hits"][0]
        )
        assert "ranking" not in _why(project, second, query="which port?", **moment)


def test_warns_as_a_search_does(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")
    items = [{"record_kind": "note", "statement": f"note {n}"} for n in range(100)]
    record_id = project.get("ingest", items=items)["results"][7]["record_id"]
    for codes in (["lexical_only"], ["index_behind"]):
        searched, explained = project.ask("search", query="note 7"), _asked(project, record_id, "note 7")
        assert [one.code for one in explained.warnings] == codes
        assert (explained.warnings, explained.remediation) == (searched.warnings, searched.remediation)
        project.get("embed", profile="cli")
        again = [{"record_kind": "note", "statement": f"remark {n}"} for n in range(100)]
        project.get("ingest", items=again)
