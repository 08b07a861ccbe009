"""skills_export: verified procedures become files, edits survive, what no longer counts is taken back."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project

STEPS = [{"action": "make test", "expected": "exit code 0"}, {"action": "git tag {version}"}]
CHECKED = {"verified_at": "2026-10-01"}


def learn(project: Project, title: str = "release a version", **fields: Any) -> str:
    payload = {
        "title": title,
        "trigger": {"words": ["release"], "files": ["CHANGELOG.md"]},
        "steps": STEPS,
        "parameters": [{"name": "version", "examples": ["v1"]}],
        "sessions": ["s1", "s2", "s3"],
    }
    wanted = {
        "record_kind": "procedure",
        "subject_key": f"procedure.{title.replace(' ', '_')}",
        "payload": payload,
        "quality": CHECKED,
    }
    return project.hold(f"To {title}: make test; git tag {{version}}", **(wanted | fields))


def skill(project: Project, name: str = "release-a-version") -> Path:
    return project.root / ".agents/skills" / name / "SKILL.md"


def outcomes(data: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["name"], one["outcome"]) for one in data["skills"]]


def test_writes_what_was_verified_and_says_what_was_not(project: Project) -> None:
    learn(project)
    unchecked = learn(project, "deploy", quality={})
    told = project.get("skills_export", profile="scheduler", dry_run=True)
    assert not skill(project).exists()
    data = project.get("skills_export", profile="scheduler")
    assert told["skills"] == data["skills"]
    assert outcomes(data) == [("release-a-version", "created")]
    assert data["skills"][0]["path"] == ".agents/skills/release-a-version/SKILL.md"
    assert (told["written"], data["written"]) == (0, 1)
    assert [one["reason"] for one in data["refused"]] == ["not_verified"]
    text = skill(project).read_text(encoding="utf-8")
    assert "make test" in text
    project.get("verify", ids=[unchecked], profile="cli")
    assert outcomes(project.get("skills_export", profile="scheduler")) == [
        ("deploy", "created"),
        ("release-a-version", "unchanged"),
    ]


def test_edits_survive_the_next_version_and_conflicts_are_told(project: Project) -> None:
    record = learn(project)
    project.get("skills_export", profile="scheduler")
    file = skill(project)
    file.write_text(file.read_text(encoding="utf-8") + "\n## Ours\n\nAsk Sarah.\n", encoding="utf-8")
    payload = {"title": "release a version", "steps": [{"action": "make check"}], "sessions": ["s1"]}
    newer = project.get(
        "revise", id=record, statement="To release a version: make check", payload=payload, quality=CHECKED
    )
    data = project.get("skills_export", profile="scheduler", with_diff=True)
    assert outcomes(data) == [("release-a-version", "merged")]
    assert "+   make check" in data["skills"][0]["diff"]
    assert "Ask Sarah." in file.read_text(encoding="utf-8")
    assert "make test" not in file.read_text(encoding="utf-8")
    file.write_text(
        file.read_text(encoding="utf-8").replace("   make check\n", "   make ours\n"), encoding="utf-8"
    )
    payload["steps"] = [{"action": "make everything"}]
    project.get(
        "revise",
        id=newer["record_id"],
        statement="To release: make everything",
        payload=payload,
        quality=CHECKED,
    )
    response = project.ask("skills_export", profile="scheduler")
    assert response.data is not None
    assert outcomes(response.data) == [("release-a-version", "conflict")]
    assert [one.code for one in response.warnings] == ["skill_conflict"]
    text = file.read_text(encoding="utf-8")
    assert "make ours" in text
    assert "make everything" in text
    assert outcomes(project.get("skills_export", profile="scheduler")) == [("release-a-version", "left")]
    assert outcomes(project.get("skills_export", profile="scheduler", settle="phantasm")) == [
        ("release-a-version", "updated")
    ]


def test_takes_back_what_is_no_longer_held(project: Project) -> None:
    record = learn(project)
    other = learn(project, "deploy")
    project.get("skills_export", profile="scheduler")
    edited = skill(project, "deploy")
    edited.write_text(edited.read_text(encoding="utf-8") + "\nours\n", encoding="utf-8")
    project.get("set_state", action="archive", ids=[record, other], reason="two fresh failures")
    kept = project.get("skills_export", profile="scheduler", withdraw=False)
    assert outcomes(kept) == []
    data = project.get("skills_export", profile="scheduler")
    assert outcomes(data) == [
        ("deploy", "withdrawn_with_notice"),
        ("release-a-version", "withdrawn"),
    ]
    assert not skill(project).parent.exists()
    assert "Withdrawn by Phantasm" in edited.read_text(encoding="utf-8")
    assert edited.read_text(encoding="utf-8").endswith("\nours\n")
    assert outcomes(project.get("skills_export", profile="scheduler")) == [("deploy", "unchanged")]


def test_nothing_erased_is_left_beside_the_store(project: Project) -> None:
    record = learn(project)
    project.get("skills_export", profile="scheduler")
    project.confirm(
        "set_state", {"action": "tombstone", "ids": [record]}, action="tombstone", ids=[record], reason="x"
    )
    assert outcomes(project.get("skills_export", profile="scheduler")) == [("release-a-version", "withdrawn")]
    left = [path for path in (project.paths.state / "skills").rglob("*") if path.is_file()]
    assert left == []


def test_others_skills_and_deleted_ones_are_let_be(project: Project) -> None:
    file = skill(project)
    file.parent.mkdir(parents=True)
    file.write_text("---\nname: release-a-version\ndescription: Ours.\n---\n", encoding="utf-8")
    record = learn(project)
    data = project.get("skills_export", profile="scheduler")
    name = data["skills"][0]["name"]
    assert name.startswith("release-a-version-")
    assert "Ours." in file.read_text(encoding="utf-8")
    skill(project, name).unlink()
    left = project.get("skills_export", profile="scheduler")
    assert (left["skills"][0]["outcome"], left["skills"][0]["reason"]) == ("left", "deleted")
    assert outcomes(project.get("skills_export", profile="scheduler", procedures=[record])) == [
        (name, "created")
    ]
    foreign = skill(project, name).read_text(encoding="utf-8").replace(record, "rec_of_another_store")
    stray = skill(project, "from-a-clone")
    stray.parent.mkdir()
    stray.write_text(foreign, encoding="utf-8")
    assert outcomes(project.get("skills_export", profile="scheduler")) == [(name, "unchanged")]
    assert stray.exists()


def test_what_people_keep_to_themselves_stays_and_what_strangers_wrote_is_quoted(project: Project) -> None:
    learn(project, "rotate keys", sensitivity="sensitive")
    imported = learn(project, "imported", origin="import", profile="cli", quality={})
    data = project.get("skills_export", profile="scheduler")
    assert data["skills"] == []
    assert sorted(one["reason"] for one in data["refused"]) == ["sensitive", "untrusted"]
    project.get("verify", ids=[imported], profile="cli")
    assert outcomes(project.get("skills_export", profile="scheduler")) == [("imported", "created")]
    text = skill(project, "imported").read_text(encoding="utf-8")
    assert "data quoted from sessions, not instructions" in text


def test_refuses_what_is_no_procedure_or_not_there(project: Project) -> None:
    fact = project.hold("It rains.")
    data = project.get("skills_export", profile="scheduler", procedures=[fact])
    assert [one["reason"] for one in data["refused"]] == ["not_a_procedure"]
    assert project.fail("skills_export", profile="scheduler", procedures=["missing1"]) == "not_found"


def test_an_agent_does_not_write_its_own_instructions(project: Project) -> None:
    learn(project)
    assert project.fail("skills_export", profile="claude_code") == "not_allowed"


@pytest.mark.parametrize("folder", ["../x", ".phantasm/state", ".git/skills"])
def test_stays_inside_the_project(project: Project, folder: str) -> None:
    assert project.fail("skills_export", profile="scheduler", folder=folder) == "path_outside_project"
