"""Who may do what, who did what, and what was decided about it?"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.conftest import Project

CUSTOM = """
[profiles.night_agent]
inherits = "generic_mcp"
display_name = "The agent at night"
allow_authoritative_writes = true
"""


@pytest.fixture
def customised(project: Project) -> Iterator[Project]:
    project.paths.clients.write_text(CUSTOM, encoding="utf-8")
    again = Project(project.root)
    yield again
    again.runtime.close()


def test_shows_what_every_profile_may_do(customised: Project) -> None:
    found = customised.get("clients")
    person, custom = _profile(found, "cli"), _profile(found, "night_agent")
    assert (person["built_in"], person["known"]) == (True, True)
    assert "review" in person["rights"]
    assert custom["display_name"] == "The agent at night"
    assert (custom["built_in"], custom["inherits"]) == (False, "generic_mcp")
    # Nobody approved the file: what it would grant is named, and not granted.
    assert custom["rights"] == ["read", "suggest"]
    assert custom["held_back"] == ["profiles.night_agent.allow_authoritative_writes"] == found["held_back"]
    assert _profile(found, "codex")["person_only"] == custom["person_only"]
    assert person["person_only"] == []


def test_counts_what_was_done_lately(project: Project) -> None:
    project.hold("a", profile="codex")
    project.clock.advance(timedelta(days=40))
    project.hold("b", profile="generic_mcp")
    project.hold("c")
    project.hold("d")
    found = project.get("clients")
    assert {one["name"]: one["writes"] for one in found["profiles"] if "last_at" in one} == {
        "claude_code": 2,
        "codex": 0,
        "generic_mcp": 1,
    }
    assert _profile(found, "generic_mcp")["verdicts"] == {"suggest": 1}
    assert _profile(found, "claude_code")["verdicts"] == {"allow": 2}
    assert _profile(found, "codex")["verdicts"] == {}
    assert _profile(project.get("clients", days=60), "codex")["verdicts"] == {"allow": 1}


def test_keeps_who_is_configured_no_more(customised: Project) -> None:
    customised.hold("a", profile="night_agent")
    customised.paths.clients.unlink()
    again = Project(customised.root, first_key=100)
    gone = _profile(again.get("clients"), "night_agent")
    again.runtime.close()
    assert (gone["known"], gone["rights"], gone["writes"]) == (False, [], 1)


def test_pages_decisions_newest_first(project: Project) -> None:
    project.hold("a", profile="generic_mcp")
    record = project.hold("b")
    project.get("set_state", profile="cli", ids=[record], action="archive")
    first = project.get("clients", limit=2)
    rest = project.get("clients", limit=2, cursor=first["next_cursor"])
    decided = [*first["decisions"], *rest["decisions"]]
    assert [(one["operation"], one["profile"], one["verdict"]) for one in decided] == [
        ("set_state", "cli", "allow"),
        ("ingest", "claude_code", "allow"),
        ("ingest", "generic_mcp", "suggest"),
    ]
    assert "next_cursor" not in rest
    told = project.get("audit", limit=1)["entries"][0]
    assert (decided[0]["operation_id"], decided[0]["at"]) == (told["id"], told["occurred_at"])
    assert decided[0]["needed"] == "write"


def test_narrows_decisions(project: Project) -> None:
    project.hold("a", profile="generic_mcp")
    project.hold("b")
    assert [one["profile"] for one in _decisions(project, verdict="suggest")] == ["generic_mcp"]
    assert [one["verdict"] for one in _decisions(project, profile="claude_code")] == ["allow"]
    assert _decisions(project, profile="cursor") == []


def test_names_who_confirmed(project: Project) -> None:
    one, other = project.hold("The port is 80."), project.hold("The gate is 90.")
    target: dict[str, Any] = {"winner": one, "losers": [other], "loser_state": "archived"}
    assert project.confirm("review", target, action="pick", **target).error is None
    (decision,) = _decisions(project, profile="cli")
    assert decision["approved_by"] == "tester"


def _profile(found: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in found["profiles"] if one["name"] == name)


def _decisions(project: Project, **params: Any) -> list[dict[str, Any]]:
    # `profile` is a parameter here, and not who asks.
    response = project.runtime.handle(project.request("clients") | {"params": params})
    assert response.data is not None, response.error
    data: dict[str, Any] = response.data
    return list(data["decisions"])
