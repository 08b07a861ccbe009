"""propose: what quotes kept evidence is suggested, nothing else; nobody is more trusted for quoting."""

from typing import Any

from tests.conftest import Project

TEXT = "No, we use pnpm here and never npm."


def keep(project: Project, text: str = TEXT, **fields: Any) -> str:
    data = project.get("ingest", profile="cli", evidence=[{"text": text, "origin": "user", **fields}])
    return str(data["evidence_ids"][0])


def proposal(evidence: str, **fields: Any) -> dict[str, Any]:
    usual = {
        "record_kind": "preference",
        "statement": "This project uses pnpm, never npm.",
        "evidence": evidence,
        "quote": "we use pnpm here",
    }
    return usual | fields


def record_of(project: Project, result: dict[str, Any]) -> dict[str, Any]:
    found = project.get("inspect", profile="cli", ids=[result["record_id"]])["records"][0]
    assert isinstance(found, dict)
    return found


def test_suggests_what_the_evidence_says(project: Project) -> None:
    seen = keep(project)
    data = project.get("propose", profile="scheduler", items=[proposal(seen)], author="openai/small")
    (result,) = data["results"]
    assert (result["outcome"], data["suggested"]) == ("suggested", 1)
    found = record_of(project, result)
    assert (found["state"], found["origin"]) == ("suggested", "agent")
    assert found["quality"]["confidence"] == 0.4
    again = project.get("propose", profile="scheduler", items=[proposal(seen)])
    assert again["results"][0]["outcome"] == "duplicate"
    assert project.get("search", query="pnpm")["match"] is not None


def test_never_lives_without_a_decision_whoever_proposes(project: Project) -> None:
    data = project.get("propose", profile="cli", items=[proposal(keep(project))])
    assert record_of(project, data["results"][0])["state"] == "suggested"


def test_what_nobody_said_is_not_suggested(project: Project) -> None:
    seen = keep(project)
    items = [proposal(seen, quote="we use yarn here"), proposal(seen)]
    data = project.get("propose", profile="scheduler", items=items)
    assert [one["outcome"] for one in data["results"]] == ["not_quoted", "suggested"]


def test_the_users_words_are_the_users_and_a_tools_stay_a_tools(project: Project) -> None:
    verbatim = proposal(keep(project), statement="we use pnpm here and never npm")
    tool = keep(project, "The server listens on port 8400 now.", origin="tool_output")
    printed = proposal(
        tool, record_kind="fact", statement="The server listens on port 8400", quote="listens on port 8400"
    )
    data = project.get("propose", profile="scheduler", items=[verbatim, printed])
    origins = [record_of(project, one)["origin"] for one in data["results"]]
    assert origins == ["user", "tool_output"]


def test_sensitive_evidence_is_quoted_only_by_those_who_may_read_it(project: Project) -> None:
    secret = [{"text": "Salaries are paid on the 25th of the month.", "origin": "user"}]
    record = {"record_kind": "fact", "statement": "Salaries are paid late.", "sensitivity": "sensitive"}
    held = project.get("ingest", profile="cli", items=[record | {"raw_evidence": secret}])["results"][0]
    item = proposal(held["evidence_ids"][0], quote="paid on the 25th", statement="Salaries come on the 25th.")
    assert project.fail("propose", profile="scheduler", items=[item]) == "sensitive"
    data = project.get("propose", profile="cli", items=[item])
    assert record_of(project, data["results"][0])["sensitivity"] == "sensitive"


def test_a_dry_run_and_an_unknown_name_change_nothing(project: Project) -> None:
    seen = keep(project)
    assert project.fail("propose", profile="scheduler", items=[]) == "invalid_params"
    unknown = project.get("propose", profile="scheduler", items=[proposal("e:zzzzzzzz")])
    assert unknown["results"] == [{"outcome": "not_quoted"}]
    assert project.get("propose", profile="scheduler", items=[proposal(seen)], dry_run=True)["suggested"] == 1
    assert project.get("propose", profile="scheduler", items=[proposal(seen)])["suggested"] == 1
