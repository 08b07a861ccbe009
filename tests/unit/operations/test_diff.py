"""Diff shows what was added, removed and changed between two points, and nothing that was erased."""

from typing import Any

from tests.conftest import Project


def _between(project: Project, earlier: dict[str, Any], **params: Any) -> dict[str, Any]:
    return project.get("diff", **({"from": earlier} | params))


def _changes(found: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    return sorted(
        (
            one["change"],
            one["before"]["statement"] if one.get("before") else None,
            one["after"]["statement"] if one.get("after") else None,
        )
        for one in found["differences"]
    )


def test_tells_what_was_added_removed_and_changed(project: Project) -> None:
    changed = project.hold("The port is 80.", record_kind="environment", quality={"confidence": 0.5})
    removed = project.hold("It rains.")
    moment = project.clock.now().isoformat()
    project.get("revise", id=changed, statement="The port is 8080.", quality={"confidence": 0.9})
    project.get("set_state", ids=[removed], action="archive")
    project.hold("It snows.")
    found = _between(project, {"known_at": moment})
    assert _changes(found) == [
        ("added", None, "It snows."),
        ("changed", "The port is 80.", "The port is 8080."),
        ("removed", "It rains.", None),
    ]
    assert found["by_kind"] == {
        "environment": {"added": 0, "removed": 0, "changed": 1},
        "fact": {"added": 1, "removed": 1, "changed": 0},
    }
    revised = next(one for one in found["differences"] if one["change"] == "changed")
    assert [(piece["side"], piece["text"]) for piece in revised["segments"]] == [
        ("same", "The port is "),
        ("old", "80"),
        ("new", "8080"),
        ("same", "."),
    ]
    assert {"name": "quality.confidence", "old": 0.5, "new": 0.9} in revised["fields"]
    assert revised["unified"][1:] == ["-The port is 80.", "+The port is 8080."]


def test_is_the_same_backwards(project: Project) -> None:
    project.hold("It rains.")
    there = _between(project, {"seq": 0}, to={"seq": 1})
    back = _between(project, {"seq": 1}, to={"seq": 0})
    assert _changes(there) == [("added", None, "It rains.")]
    assert _changes(back) == [("removed", "It rains.", None)]


def test_shows_one_operation(project: Project) -> None:
    record_id = project.hold("The port is 80.")
    operation = project.ask("revise", id=record_id, statement="The port is 81.").provenance.operation_id
    project.hold("It rains.")
    found = project.get("diff", operation_id=operation)
    assert _changes(found) == [("changed", "The port is 80.", "The port is 81.")]
    after = _between(project, {"operation_id": operation})
    assert _changes(after) == [("added", None, "It rains.")]


def test_notices_that_something_was_frozen_or_verified(project: Project) -> None:
    record_id = project.hold("It rains.")
    project.get("set_state", profile="cli", ids=[record_id], action="freeze")
    found = _between(project, {"seq": 1})
    assert found["differences"][0]["fields"] == [{"name": "frozen", "old": False, "new": True}]


def test_compares_two_moments_of_the_world(project: Project) -> None:
    record_id = project.hold("The port is 80.", valid_from="2026-01-01")
    project.get("revise", id=record_id, statement="The port is 81.", valid_from="2026-06-01")
    found = _between(project, {"as_of": "2026-03-01"}, to={"as_of": "2026-09-01"})
    assert _changes(found) == [("changed", "The port is 80.", "The port is 81.")]
    assert _between(project, {"as_of": "2026-07-01"}, to={"as_of": "2026-09-01"})["total"] == 0


def test_narrows_and_says_when_it_was_cut(project: Project) -> None:
    for number in range(3):
        project.hold(f"Fact number {number}.", subject_key=f"key.{number}")
    project.hold("A note.", record_kind="note")
    found = _between(project, {"seq": 0}, record_kind="fact", limit=2)
    assert (len(found["differences"]), found["total"], found["truncated"]) == (2, 3, True)
    assert _between(project, {"seq": 0}, subject_key="key.1")["total"] == 1
    assert _between(project, {"seq": 0}, scope="branch")["total"] == 0


def test_leaves_other_branches_out_unless_asked(project: Project) -> None:
    project.hold("Only there.", scope="branch", scope_ref="elsewhere")
    assert _between(project, {"seq": 0})["total"] == 0
    assert _between(project, {"seq": 0}, everywhere=True)["total"] == 1


def test_withholds_sensitive_and_never_shows_erased_content(project: Project) -> None:
    project.hold("The salary is 1.", sensitivity="sensitive")
    erased = project.hold("Forget this.")
    project.get("set_state", ids=[erased], action="tombstone")
    span: dict[str, Any] = {"from": {"seq": 0}}
    response = project.ask("diff", **span)
    assert response.data is not None
    assert (response.data["total"], response.data["withheld"]) == (0, 1)
    assert response.data["erased"] == [erased]
    assert "Forget" not in response.model_dump_json()
    assert _between(project, {"seq": 0}, profile="cli")["total"] == 1


def test_refuses_what_names_no_span(project: Project) -> None:
    assert project.fail("diff") == "invalid_params"
    for wrong in ({"seq": 9}, {"seq": 0, "known_at": "2026-11-01"}):
        span: dict[str, Any] = {"from": wrong}
        assert project.fail("diff", **span) == "invalid_params"
    assert project.fail("diff", operation_id="op_unknown") == "not_found"
    assert project.fail("diff", operation_id="op_unknown", to={"seq": 0}) == "invalid_params"
