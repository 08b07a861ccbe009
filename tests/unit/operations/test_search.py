"""Search finds what answers, in a stable order, says how well it matches, and shows nothing it should not."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import Project


@pytest.fixture(autouse=True)
def embed_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the embedder that ships for tests: words are what is alike."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


def found(project: Project, query: str, **params: Any) -> list[str]:
    return [hit["text"] for hit in project.get("search", query=query, **params)["hits"]]


def seen(project: Project, *texts: str, session: str | None = None, origin: str = "user") -> list[str]:
    request = project.request("ingest", evidence=[{"text": text, "origin": origin} for text in texts])
    if session:
        request["client"] = {"profile": "claude_code", "session_id": session}
    response = project.runtime.handle(request)
    assert response.data is not None, response.error
    names: Any = response.data["evidence_ids"]
    return [str(name) for name in names]


def test_finds_at_commit(project: Project) -> None:
    project.hold("Invoices are stored in PostgreSQL.")
    assert found(project, "where are invoices stored?", arms="lexical") == [
        "Invoices are stored in PostgreSQL."
    ]


def test_finds_names_whole_and_in_parts(project: Project) -> None:
    project.hold("The handler is getUserName in src/app/users.py since v1.2.3, error E0502.")
    for query in ("getUserName", "user name", "src/app/users.py", "users.py", "v1.2.3", "E0502"):
        assert found(project, query, arms="lexical"), query


def test_finds_scripts_without_spaces(project: Project) -> None:
    project.hold("机器学习模型存放在服务器上")
    assert found(project, "学习模型", arms="lexical")


def test_newest_version_only(project: Project) -> None:
    record = project.hold("The port is 8400.", subject_key="port")
    project.get("revise", id=record, statement="The port is 8500.")
    assert found(project, "which port?") == ["The port is 8500."]
    assert found(project, "which port?", states=["superseded"]) == ["The port is 8400."]


def test_newest_version_comes_first(project: Project) -> None:
    record = project.hold("The port of the port authority is 8400.", subject_key="port")
    project.get("revise", id=record, statement="It is 8500, the port.")
    both = found(project, "port of the port authority", states=["live", "superseded"])
    assert both == ["It is 8500, the port.", "The port of the port authority is 8400."]


def test_past_is_found_as_it_was(project: Project) -> None:
    record = project.hold("The port is 8400.", subject_key="port")
    before = project.get("inspect", ids=[record])["records"][0]["recorded_at"]
    project.get("revise", id=record, statement="The port is 8500.")
    assert found(project, "which port?", as_of=before) == ["The port is 8400."]
    assert found(project, "which port?", known_at=before) == ["The port is 8400."]


def test_what_was_seen_later_was_not_there(project: Project) -> None:
    record = project.hold("The port is 8400.")
    before = project.get("inspect", ids=[record])["records"][0]["recorded_at"]
    seen(project, "The port was opened in the firewall.")
    assert found(project, "which port?", known_at=before) == ["The port is 8400."]


def test_erased_is_gone(project: Project) -> None:
    record = project.hold("The zebra sleeps.", raw_evidence=[{"text": "a zebra was seen"}])
    project.get("set_state", ids=[record], action="tombstone")
    assert found(project, "zebra", arms="lexical") == []
    assert found(project, "zebra", mode="exact") == []


def test_unrelated_is_no_match(project: Project) -> None:
    project.hold("Invoices are stored in PostgreSQL.")
    assert project.get("search", query="zebra astronomy", arms="lexical")["match"] == "no_match"
    assert project.get("search", query="invoices postgresql", arms="lexical")["match"] == "strong_match"


def test_exact_text_with_its_place(project: Project) -> None:
    project.hold("The flag is --no-verify-ssl here.")
    hits = project.get("search", query="no-verify", mode="exact")["hits"]
    assert [list(span) for hit in hits for span in hit["spans"]] == [[14, 23]]
    assert found(project, "erify-s", mode="exact"), "also where it begins inside a word"


def test_misspelt_words(project: Project) -> None:
    project.hold("The scheduler retries twice.")
    assert found(project, "shceduler", arms="lexical") == []
    assert found(project, "shceduler", mode="fuzzy") == ["The scheduler retries twice."]


def test_patterns(project: Project) -> None:
    project.hold("It timed out after 300 ms.")
    assert found(project, r"after \d+ ms", mode="regex") == ["It timed out after 300 ms."]
    assert project.fail("search", query="(", mode="regex") == "invalid_params"


def test_filters(project: Project) -> None:
    decision = project.hold("Deploys run on Mondays.", record_kind="decision")
    project.hold("Deploys need two approvals.", quality={"confidence": 0.3})
    seen(project, "Deploys are hard.", session="s1")
    assert found(project, "deploys", kinds=["decision"]) == ["Deploys run on Mondays."]
    assert found(project, "deploys", tiers=["evidence"]) == ["Deploys are hard."]
    assert found(project, "deploys", session="s1") == ["Deploys are hard."]
    assert set(found(project, "deploys", min_confidence=0.5)) == {"Deploys run on Mondays."}
    assert found(project, "deploys", since="2100-01-01T00:00:00Z") == []
    project.get("link", id=decision, links=[{"type": "about", "target": "file:deploy.py"}])
    assert found(project, "deploys", about="file:deploy.py") == ["Deploys run on Mondays."]


def test_sensitive_only_for_those_who_may(project: Project) -> None:
    project.hold("The codeword is marmalade.", sensitivity="sensitive")
    withheld = project.get("search", query="codeword", profile="generic_mcp")
    assert withheld["hits"] == []
    assert withheld["withheld"] == 1
    assert project.get("search", query="codeword", profile="cli")["hits"]


def test_links_bring_what_an_answer_rests_on(project: Project) -> None:
    basis = project.hold("The queue is RabbitMQ.")
    project.hold("Workers acknowledge late.", links=[{"type": "depends_on", "target": basis}])
    hits = project.get("search", query="workers acknowledge", arms="lexical")["hits"]
    assert [hit["text"] for hit in hits] == ["Workers acknowledge late.", "The queue is RabbitMQ."]
    assert hits[1]["found_by"] == ["link"]


def test_later_value_comes_first(project: Project) -> None:
    seen(project, "My snack budget for the movie night is $65.", session="s1")
    seen(project, "I've now increased my snack budget for the movie night to $75.", session="s1")
    hits = project.get("search", query="What is my snack budget for the movie night?")["hits"]
    assert "$75" in hits[0]["text"]
    assert hits[1]["revised_by"] == hits[0]["id"]


def test_surroundings_count(project: Project) -> None:
    seen(project, "Caroline: I went there yesterday.", "Melanie: How was the support group?", session="s1")
    seen(project, "Caroline: I went there, too.", "Melanie: How was the cinema?", session="s2")
    assert found(project, "When did Caroline go to the support group?", limit=2)[0] in {
        "Caroline: I went there yesterday.",
        "Melanie: How was the support group?",
    }


def test_pages_and_groups(project: Project) -> None:
    for number in range(7):
        seen(
            project, f"report {number} about turbines", f"more {number} about turbines", session=f"s{number}"
        )
    whole = found(project, "turbines", limit=14)
    first = project.get("search", query="turbines", limit=5)
    second = project.get("search", query="turbines", limit=5, cursor=first["next_cursor"])
    assert [hit["text"] for hit in first["hits"] + second["hits"]] == whole[:10]
    assert [hit["rank"] for hit in second["hits"]] == [6, 7, 8, 9, 10]
    assert len(project.get("search", query="turbines", group_by="session", limit=20)["hits"]) == 7
    assert project.fail("search", query="turbines", cursor="nonsense") == "invalid_params"


def test_explains_every_part(project: Project) -> None:
    record = project.hold("Invoices are stored in PostgreSQL.")
    hit = project.get("search", query="invoices", explain=True)["hits"][0]
    assert hit["parts"]["words"] > 0
    told = project.get("explain", id=record, query="invoices")
    assert told["ranking"]["rank"] == 1
    assert "number 1 of 1" in told["because"][0]


def test_same_question_same_answer(project: Project) -> None:
    for number in range(30):
        project.hold(f"Service {number} logs to topic {number % 3}.")
    assert project.get("search", query="logs topic") == project.get("search", query="logs topic")


def test_says_when_vectors_are_behind(project: Project) -> None:
    project.get("ingest", items=[{"record_kind": "note", "statement": f"note {n}"} for n in range(100)])
    response = project.ask("search", query="note 7")
    assert [warning.code for warning in response.warnings] == ["lexical_only"]
    assert response.remediation[0].command == "phantasm index build"
    project.get("embed", profile="cli")
    project.get("ingest", items=[{"record_kind": "note", "statement": f"remark {n}"} for n in range(100)])
    codes = [warning.code for warning in project.ask("search", query="remark 7").warnings]
    assert codes == ["index_behind"]


def test_works_without_vectors(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    project.hold("Invoices are stored in PostgreSQL.")
    other = project.open()
    response = other.handle(project.request("search", query="invoices"))
    assert response.data is not None
    hits: Any = response.data["hits"]
    assert len(hits) == 1
    assert [warning.code for warning in response.warnings] == ["lexical_only"]
    other.close()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(min_size=1, max_size=80), mode=st.sampled_from(["tokens", "exact", "fuzzy"]))
def test_any_text_is_a_question(project: Project, query: str, mode: str) -> None:
    project.get("search", query=query.encode("utf-8", "ignore").decode() or "x", mode=mode)
