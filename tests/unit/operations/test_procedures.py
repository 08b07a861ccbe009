"""Listing procedures: page by page, by name, with their success curve and as skills."""

from typing import Any

from tests.conftest import Project

NAMES = ("gateway", "mailer", "ledger", "crawler", "index")
PAYLOAD = {"title": "release billing", "steps": [{"action": "make release", "expected": "done"}]}


def test_pages_without_repeating_a_line(project: Project) -> None:
    held = [_held(project, number) for number in range(5)]
    project.get("revise", id=held[0], statement="Release it otherwise.")
    project.get("set_state", ids=[held[1]], action="archive")
    pages = _pages(project, limit=2, standings=["verified", "demoted"])
    titles = [one["statement"] for page in pages for one in page["procedures"]]
    assert len(titles) == len(set(titles)) == 5
    assert titles[0] == "Release it otherwise."
    together = project.get("procedures", standings=["verified", "demoted"])
    assert "next_cursor" not in together
    assert [one["statement"] for one in together["procedures"]] == titles


def test_finds_procedures_by_name_whatever_their_standing(project: Project) -> None:
    archived, other = _held(project, 1), _held(project, 2)
    project.get("set_state", ids=[archived], action="archive")
    found = project.get("procedures", ids=[other, archived, other])["procedures"]
    assert [(one["id"], one["standing"]) for one in found] == [(other, "verified"), (archived, "demoted")]
    assert project.fail("procedures", ids=[project.hold("a fact")]) == "not_found"
    assert project.fail("procedures", ids=["rec_00000000000000000000000000"]) == "not_found"


def test_tells_how_uses_went_when_asked(project: Project) -> None:
    record = _held(project, 1)
    for outcome in ("success", "failure", "success"):
        project.get("report_outcome", used=[record], outcome=outcome)
    (plain,) = project.get("procedures")["procedures"]
    assert plain["outcomes"] == []
    (told,) = project.get("procedures", with_outcomes=True)["procedures"]
    assert [(one["outcome"], one["rate"]) for one in told["outcomes"]] == [
        ("success", 1.0),
        ("failure", 0.5),
        ("success", 0.6667),
    ]
    assert {one["how"] for one in told["outcomes"]} == {"reported"}
    assert (told["uses"], told["successes"], told["failures"]) == (3, 2, 1)


def test_shows_the_skill_that_an_export_would_write(project: Project) -> None:
    record = _held(project, 1, origin="user", profile="cli")
    (told,) = project.get("procedures", with_skill=True)["procedures"]
    skill = told["skill"]
    assert "refused" not in skill
    assert not (project.root / skill["path"]).exists()
    project.get("skills_export", profile="cli", procedures=[record])
    assert (project.root / skill["path"]).read_text(encoding="utf-8") == skill["text"]
    (again,) = project.get("procedures", with_skill=True)["procedures"]
    assert again["skill"] == skill


def test_says_why_a_procedure_is_no_skill_yet(project: Project) -> None:
    _held(project, 1, profile="generic_mcp")
    (told,) = project.get("procedures", with_skill=True)["procedures"]
    assert told["standing"] == "candidate"
    assert told["skill"]["refused"] == "not_live"
    assert "make release" in told["skill"]["text"]


def test_names_what_was_seen_of_it(project: Project) -> None:
    record = _held(project, 1, raw_evidence=[{"text": "make release: done"}])
    (told,) = project.get("procedures")["procedures"]
    assert told["evidence_ids"] == project.get("inspect", ids=[record])["records"][0]["evidence_ids"] != []


def _held(project: Project, number: int, **fields: Any) -> str:
    name = NAMES[number]
    given = {"record_kind": "procedure", "subject_key": f"procedure.{name}", "payload": PAYLOAD}
    return project.hold(f"Release the {name} with make.", **(given | fields))


def _pages(project: Project, **params: Any) -> list[dict[str, Any]]:
    pages = [project.get("procedures", **params)]
    while "next_cursor" in pages[-1]:
        pages.append(project.get("procedures", cursor=pages[-1]["next_cursor"], **params))
    return pages
