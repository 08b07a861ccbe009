"""A tool's command, files, output and code are found whatever the client calls them."""

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks import client_values as tool_uses


def _used(tool: str, given: object, response: object) -> AgentEvent:
    event = AgentEvent("tool_use", "codex")
    tool_uses.used(event, {"tool_name": tool}, given, response)
    return event


def test_only_a_shells_command_is_a_command() -> None:
    assert _used("bash", {"command": "ls"}, "").command == "ls"
    assert _used("exec_command", {"cmd": "ls"}, "").command == "ls"
    assert _used("str_replace_editor", {"command": "view", "path": "/a"}, "").command == ""


def test_words_of_a_command_become_a_line() -> None:
    assert _used("shell", {"command": ["git", "status"]}, "").command == "git status"
    assert _used("shell", {"command": ["bash", "-lc", "ls | wc"]}, "").command == "ls | wc"
    assert _used("shell", {"command": ["bash", 3, None]}, "").command == "bash"


def test_files_are_named_once_and_not_without_end() -> None:
    patch = "*** Begin Patch\n" + "".join(f"*** Add File: f{n % 300}\n" for n in range(900))
    files = _used("apply_patch", {"command": patch}, "").files
    assert len(files) == 200
    assert files[:2] == ["f0", "f1"]


def test_codes_are_numbers_of_a_process() -> None:
    assert _used("bash", {}, {"metadata": {"exit": 2}}).exit_code == 2
    assert _used("bash", {}, {"exitCode": -1}).failed is True
    assert _used("bash", {}, {"exit_code": True}).exit_code is None
    assert _used("bash", {}, {"exit_code": 10**30}).exit_code is None
    assert _used("bash", {}, {"exit_code": "1"}).exit_code is None


def test_outputs_are_joined_from_their_parts() -> None:
    said = tool_uses.spoken({"stdout": "out", "stderr": "err", "interrupted": False})
    assert said == "out\nerr"
    assert tool_uses.spoken([{"type": "text", "text": "a"}, {"type": "image"}, "b", 3]) == "a\nb"
    assert tool_uses.spoken([[[[["too deep"]]]]]) == ""
