"""No secret lies in the inbox."""

import random
import string
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import TOOL_USE, AgentEvent
from phantasm.runtime.hooks.masking import masked
from tests.conftest import Project


def test_mask_secrets_in_everything_that_was_said() -> None:
    secret = "gh" + "p_" + "x7Kd9Qm2Lp4Rt8Vw3Zb6Nc1Yf5Hj0SgAeTuX"
    event = AgentEvent(TOOL_USE, "copilot", session="s1")
    event.command, event.output = f"curl -H 'Authorization: Bearer {secret}'", f"GITHUB_TOKEN={secret}"
    event.text, event.reply, event.files, event.call = f"use {secret}", f"I used {secret}", ["a.py"], "c1"
    safe = masked(event)
    assert safe is not None
    assert secret not in str(safe.to_json())
    assert (safe.files, safe.call, safe.session, safe.kind) == (["a.py"], "c1", "s1", TOOL_USE)
    assert secret in event.output


def test_leave_out_what_touches_ignored_files(project: Project) -> None:
    project.paths.settings.write_text('[hooks]\nignore = ["secrets/**", "*.pem"]\n')
    for field, value in (
        ("files", ["secrets/a.txt"]),
        ("command", "cat deploy/key.pem"),
        ("files", ["key.pem"]),
    ):
        event = AgentEvent(TOOL_USE, "copilot", session="s1")
        event.folder = str(project.root)
        assert masked(event) is not None
        setattr(event, field, value)
        assert masked(event) is None
    project.paths.settings.write_text("nonsense = [")
    assert masked(event) is not None


def test_mask_where_there_is_no_project(tmp_path: Path) -> None:
    event = AgentEvent(TOOL_USE, "copilot", session="s1")
    event.folder, event.files = str(tmp_path), ["key.pem"]
    assert masked(event) is not None


@pytest.mark.parametrize("cut", [700, 30])
def test_mask_the_rest_of_a_key_whose_beginning_was_cut_off(cut: int) -> None:
    chance = random.Random(8)
    lines = ["".join(chance.choices(string.ascii_letters + string.digits + "+/", k=64)) for _ in range(25)]
    kind = "RSA PRIVATE" + " KEY-----"
    key = "\n".join([f"-----BEGIN {kind}", *lines, f"-----END {kind}", "Done, as the log says."])
    event = AgentEvent(TOOL_USE, "opencode", session="s1")
    event.output = "[… 9 characters left out …]\nsome words\n" + key[cut:]
    safe = masked(event)
    assert safe is not None
    assert not any(line in safe.output for line in lines)
    assert "some words" in safe.output
    assert "Done, as the log says." in safe.output


def test_leave_the_end_of_something_else_as_it_is() -> None:
    event = AgentEvent(TOOL_USE, "opencode", session="s1")
    event.output = "The file lacks its last line:\n-----END RSA PRIVATE" + " KEY-----\nand that is all."
    safe = masked(event)
    assert safe is not None
    assert safe.output == event.output
