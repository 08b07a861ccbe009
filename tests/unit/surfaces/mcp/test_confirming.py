"""How is a person asked through the client, and what happens when they say no or cannot be asked?"""

import json
import shlex
from typing import Any

import pytest
from mcp import Client

from tests.conftest import Project
from tests.unit.surfaces.mcp.serving import ERAS, Person, call, talk, words

BOTH = pytest.mark.parametrize("era", ERAS)


def _backup(project: Project) -> str:
    project.hold("Before the backup.")
    backup_id = str(project.get("backup_create")["backup_id"])
    project.hold("After the backup.")
    return backup_id


def _restore(project: Project, backup_id: str, era: str, person: Person | None) -> Any:
    params = {"backup_id": backup_id}
    told = {"person": person}
    return call(project.root, "call", era, told=told, operation="backup_restore", params=params)


@BOTH
def test_does_it_once_a_person_says_yes(project: Project, era: str) -> None:
    backup_id, person = _backup(project), Person("accept", reason="the last one was wrong")
    result = _restore(project, backup_id, era, person)
    assert not result.is_error, words(result)
    assert len(person.asked) == 1
    assert backup_id in person.asked[0]
    found = words(call(project.root, "search", era, query="the backup", limit=50))
    assert "Before the backup." in found
    assert "After the backup." not in found
    entry = project.get("audit", limit=1)["entries"][0]
    assert "a person at claude-code" in json.dumps(entry)


@pytest.mark.parametrize("action", ["decline", "cancel"])
@BOTH
def test_does_nothing_when_a_person_says_no(project: Project, era: str, action: str) -> None:
    backup_id, person = _backup(project), Person(action)
    result = _restore(project, backup_id, era, person)
    assert result.is_error
    assert "nothing was done" in words(result)
    assert len(person.asked) == 1
    assert "After the backup." in words(call(project.root, "search", era, query="after the backup"))


@BOTH
def test_hands_over_the_request_when_nobody_can_be_asked(project: Project, era: str) -> None:
    backup_id = _backup(project)
    result = _restore(project, backup_id, era, None)
    assert result.is_error
    assert "confirmation_required" in words(result)
    command = shlex.split(words(result).splitlines()[-1])
    assert command[:2] == ["phantasm", "handle-request"]
    request = json.loads(command[2])
    assert request["params"] == {"backup_id": backup_id}
    assert request["confirmations"]["target"] == {"backup_id": backup_id}
    assert request["client"] == {"profile": "cli"}


@BOTH
def test_asks_nobody_about_what_cannot_be_done(project: Project, era: str) -> None:
    person = Person("accept")
    result = _restore(project, "backup_nowhere", era, person)
    assert result.is_error
    assert not person.asked


def test_refuses_a_state_that_somebody_changed(project: Project) -> None:
    from mcp.shared.exceptions import MCPError  # noqa: PLC0415
    from mcp.types import ElicitResult, InputRequiredResult  # noqa: PLC0415

    arguments = {"operation": "backup_restore", "params": {"backup_id": _backup(project)}}

    async def said(client: Client) -> Any:
        asked = await client.session.call_tool("call", arguments, allow_input_required=True)
        assert isinstance(asked, InputRequiredResult)
        yes: Any = {"confirmation": ElicitResult(action="accept")}
        with pytest.raises(MCPError) as refused:
            await client.session.call_tool(
                "call",
                arguments,
                input_responses=yes,
                request_state=f"{asked.request_state}x",
                allow_input_required=True,
            )
        other = {"operation": "snapshot_import", "params": {"bundle_path": "x"}}
        with pytest.raises(MCPError):
            await client.session.call_tool(
                "call",
                other,
                input_responses=yes,
                request_state=asked.request_state,
                allow_input_required=True,
            )
        again = await client.session.call_tool(
            "call", arguments, request_state=asked.request_state, allow_input_required=True
        )
        return refused.value, again

    refused, again = talk(project.root, said, person=Person("accept"))
    assert refused.error.message == "Invalid or expired requestState"
    assert isinstance(again, InputRequiredResult)
