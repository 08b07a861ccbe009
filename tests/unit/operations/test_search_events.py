"""Questions about the time before or after something: what answers, what stands behind, what to ask next."""

from typing import Any

import pytest

from phantasm.contracts.envelope import Response
from tests.conftest import PERSON, Project

OLD, NEW = "The billing server is called atlas.", "The billing server is called borealis."
EVENT = "The ledger migration moved every booking to the new cluster."
KAFKA = "The Kafka upgrade was finished by Dana."
JUST_BEFORE = "2026-05-11T23:59:59.999999Z"
QUESTION = "what was the billing server called before the ledger migration?"


@pytest.fixture(autouse=True)
def embed_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the embedder that ships for tests: words are what is alike."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


@pytest.fixture
def moved(project: Project) -> Project:
    """Return a project whose server got another name with a migration, among other things."""
    record = project.hold(OLD, subject_key="billing.server", valid_from="2026-01-10T00:00:00Z")
    project.get("revise", id=record, statement=NEW, valid_from="2026-05-12T00:00:00Z")
    project.hold(EVENT, valid_from="2026-05-12T00:00:00Z")
    project.hold("Invoices are printed on Fridays.", valid_from="2026-02-01T00:00:00Z")
    project.hold(KAFKA, valid_from="2026-07-01T00:00:00Z")
    project.hold("Alerts go to the mail list.", valid_from="2026-06-01T00:00:00Z")
    project.hold("Alerts go to the pager.", valid_from="2026-08-01T00:00:00Z")
    return project


def asked(project: Project, query: str, **params: Any) -> Response:
    response = project.ask("search", query=query, **params)
    assert response.error is None, response.error
    return response


def hits(project: Project, query: str, **params: Any) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = project.get("search", query=query, explain=True, **params)["hits"]
    return listed


def texts(project: Project, query: str, **params: Any) -> list[str]:
    return [hit["text"] for hit in hits(project, query, **params)]


def steps(response: Response) -> list[dict[str, Any]]:
    """Return the params of the searches that an answer offers."""
    requests: list[Any] = [step.request for step in response.remediation if step.request]
    return [request["params"] for request in requests]


def test_what_was_replaced_is_one_step_away(moved: Project) -> None:
    response = asked(moved, QUESTION, limit=5)
    assert steps(response) == [{"query": QUESTION, "limit": 5, "as_of": JUST_BEFORE}]
    (step,) = [step for step in response.remediation if step.request]
    assert step.request is not None
    answer = moved.runtime.handle(step.request, PERSON)
    assert answer.error is None, answer.error
    assert answer.data is not None
    found: Any = answer.data["hits"]
    assert found[0]["text"] == OLD
    assert found[0]["state"] == "superseded"
    assert NEW not in [hit["text"] for hit in found]
    assert steps(answer) == [], "the past was looked at"


def test_a_search_still_sees_only_what_is_live(moved: Project) -> None:
    found = hits(moved, QUESTION)
    assert OLD not in [hit["text"] for hit in found]
    assert {hit["state"] for hit in found} == {"live"}


@pytest.mark.parametrize("arms", ["hybrid", "lexical", "dense"])
def test_the_event_itself_stands_behind_what_answers(moved: Project, arms: str) -> None:
    found = hits(moved, QUESTION, arms=arms)
    assert found[0]["text"] == NEW
    assert [hit["text"] for hit in found if hit["parts"].get("event", 0.0) < 0] == [EVENT]


def test_an_event_that_answers_keeps_what_answers(project: Project) -> None:
    told = project.hold("The Postgres migration replaced the MySQL database.")
    for day in ("Mondays", "Tuesdays", "Fridays"):
        project.hold(f"Lunch is served late on {day}.")
    first = hits(project, "Which database was there before the Postgres migration?", arms="lexical")[0]
    assert first["id"] == told
    assert -first["parts"]["event"] < first["parts"]["words"] + first["parts"]["phrases"]


def test_what_the_event_rests_on_stands_behind_as_well(project: Project) -> None:
    note = "ledger migration: everything is in the new cluster now"
    project.hold("The ledger migration went to the new cluster.", raw_evidence=[{"text": note}])
    project.hold("The bookings were in a single file.", valid_from="2026-01-01T00:00:00Z")
    for day in ("Mondays", "Tuesdays", "Fridays"):
        project.hold(f"Lunch is served late on {day}.")
    found = hits(project, "where were the bookings before the ledger migration?")
    assert found[0]["text"] == "The bookings were in a single file."
    assert {hit["type"] for hit in found if "event" in hit["parts"]} == {"record", "evidence"}


def test_an_event_alone_is_what_is_looked_for(moved: Project) -> None:
    found = hits(moved, "before the Kafka upgrade")
    assert found[0]["text"] == KAFKA
    assert "event" not in found[0]["parts"]
    assert steps(asked(moved, "before the Kafka upgrade"))[0]["as_of"] == "2026-06-30T23:59:59.999999Z"


def test_explain_says_so(moved: Project) -> None:
    (event,) = [hit["id"] for hit in hits(moved, QUESTION) if hit["text"] == EVENT]
    told = moved.get("explain", id=event, query=QUESTION)
    assert told["ranking"]["parts"]["event"] < 0
    assert "event -" in told["because"][0]


@pytest.mark.parametrize(
    "query",
    [
        "alerts before the Kafka upgrade",
        "alerts before the Kafka upgrade in production",
        "Where did alerts go before the Kafka upgrade?",
        "Which alerts until the Kafka upgrade?",
    ],
)
def test_what_was_before_comes_first(moved: Project, query: str) -> None:
    found = hits(moved, query)
    then = {hit["text"]: hit["parts"].get("then", 0.0) for hit in found}
    assert then["Alerts go to the mail list."] > 0
    assert then["Alerts go to the pager."] == 0
    assert found[0]["text"] == "Alerts go to the mail list."


def test_what_came_after_is_lifted(moved: Project) -> None:
    query = "Where did alerts go after the Kafka upgrade?"
    then = {hit["text"]: hit["parts"].get("then", 0.0) for hit in hits(moved, query)}
    assert then["Alerts go to the pager."] > 0
    assert then["Alerts go to the mail list."] == 0
    assert steps(asked(moved, query)) == [], "what holds now came after it"


@pytest.mark.parametrize(
    "query",
    [
        "what was the billing server called before the Oracle migration?",
        "what was the billing server called before the big party at the lake?",
    ],
)
def test_an_event_that_nobody_knows_changes_nothing(moved: Project, query: str) -> None:
    response = asked(moved, query, explain=True)
    assert response.data is not None
    found: Any = response.data["hits"]
    assert not any({"event", "then"} & hit["parts"].keys() for hit in found)
    assert steps(response) == []


@pytest.mark.parametrize(
    "query",
    [
        "what should I do before the ledger migration",
        "how do we back up before the ledger migration",
        "back up the billing server before the ledger migration",
        "notify users before the ledger migration",
        "run lint before the Kafka upgrade",
    ],
)
def test_a_procedure_is_no_question_about_the_past(moved: Project, query: str) -> None:
    response = asked(moved, query, explain=True)
    assert response.data is not None
    found: Any = response.data["hits"]
    assert found[0]["text"] in {EVENT, KAFKA}, "what is to be done comes first, as ever"
    assert not any({"event", "then"} & hit["parts"].keys() for hit in found)
    assert steps(response) == []


def test_paths_and_symbols_are_found_as_ever(moved: Project) -> None:
    about = moved.hold("Rounding is done last.", valid_from="2026-03-01T00:00:00Z")
    moved.get("link", id=about, links=[{"type": "about", "target": "file:src/billing/ledger.py"}])
    query = "what was done in src/billing/ledger.py before the ledger migration?"
    assert hits(moved, query)[0]["id"] == about
    moved.hold("The function is before_migration in src/hooks.py.")
    found = hits(moved, "`before the ledger migration` before_migration")
    assert "before_migration" in found[0]["text"]
    assert not any("event" in hit["parts"] for hit in found)


def test_a_question_about_formerly_leads_to_what_was_replaced(moved: Project) -> None:
    query = "what was the billing server originally called?"
    (step,) = steps(asked(moved, query))
    assert step == {"query": query, "states": ["superseded"]}
    assert texts(moved, **step) == [OLD]


@pytest.mark.parametrize(
    "params",
    [
        {"as_of": JUST_BEFORE},
        {"known_at": "2026-11-02T00:00:00Z"},
        {"states": ["live", "superseded"]},
        {"mode": "exact"},
    ],
)
def test_who_looks_at_the_past_is_not_sent_there(moved: Project, params: dict[str, Any]) -> None:
    assert steps(asked(moved, QUESTION, **params)) == []


def test_where_nothing_was_replaced_nothing_is_offered(project: Project) -> None:
    project.hold(NEW)
    project.hold(EVENT)
    assert steps(asked(project, QUESTION)) == []


def test_a_question_that_names_no_past_has_no_next_step(moved: Project) -> None:
    assert steps(asked(moved, "what is the billing server called?")) == []


def test_what_may_not_be_read_dates_nothing(moved: Project) -> None:
    moved.hold("The quiet merger was signed.", sensitivity="sensitive", valid_from="2026-04-01T00:00:00Z")
    query = "what was the billing server called before the quiet merger?"
    assert steps(asked(moved, query, profile="generic_mcp")) == []
    assert steps(asked(moved, query, profile="cli"))[0]["as_of"] == "2026-03-31T23:59:59.999999Z"


def test_the_same_question_has_the_same_answer(moved: Project) -> None:
    first, again = asked(moved, QUESTION, explain=True), asked(moved, QUESTION, explain=True)
    assert (first.data, first.remediation) == (again.data, again.remediation)


def test_a_context_tells_nothing_replaced_as_true(moved: Project) -> None:
    text = moved.get("compile", query=QUESTION)["text"]
    assert NEW in text
    assert OLD not in text
