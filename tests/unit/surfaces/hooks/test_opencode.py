"""The plugin in OpenCode tells the hook what happened, and puts what comes back where the model sees it.

A real Node runs the real plugin; in place of OpenCode there is a script that calls it as OpenCode does.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients import CLIENTS
from tests.fixtures import recorded

read, write = CLIENTS["opencode"].read, CLIENTS["opencode"].write
EVENTS = CLIENTS["opencode"].events

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hooks" / "opencode"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no Node on this machine")

# Stands for the program: writes down what it was asked, and answers as the test wants it.
PROGRAM = """#!{python}
import json, os, sys, time
folder = os.path.dirname(os.path.abspath(__file__))
told = sys.stdin.read()
with open(f"{{folder}}/asked.jsonl", "a") as file:
    file.write(json.dumps([sys.argv[1:], json.loads(told), os.getpid()]) + "\\n")
answers = json.load(open(f"{{folder}}/answers.json"))
answer = answers.get(sys.argv[-1], "{{}}")
if answer == "hang":
    time.sleep(60)
sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer))
"""

# Calls the plugin as OpenCode does, and prints what became of what it was handed.
CALLER = """
import {{ Phantasm }} from "./phantasm.mjs"
const toasts = []
const client = {{ tui: {{ showToast: async ({{ body }}) => toasts.push(body.message) }} }}
const hooks = await Phantasm({{ client, directory: {folder}, worktree: {folder}, project: {{}}, $: null }})
const created = (id, parentID) =>
  hooks.event({{ event: {{ type: "session.created", properties: {{ info: {{ id, parentID }} }} }} }})
const happened = (type, sessionID) => hooks.event({{ event: {{ type, properties: {{ sessionID }} }} }})
const message = async (sessionID, text) => {{
  const output = {{ message: {{ id: "msg_1" }}, parts: [{{ type: "text", text }}] }}
  await hooks["chat.message"]({{ sessionID, model: {{ modelID: "opus" }} }}, output)
  return output.parts
}}
const ran = async (sessionID, tool, args, text, exit) => {{
  const output = {{ title: "", output: text, metadata: {{ exit }} }}
  await hooks["tool.execute.after"]({{ tool, sessionID, callID: "call_1", args }}, output)
  return output.output
}}
const seen = {{}}
{script}
console.log(JSON.stringify({{ seen, toasts }}))
"""


def _read(name: str) -> AgentEvent:
    return read(name.partition("__")[0], json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


def _run(
    folder: Path, script: str, answers: Mapping[str, object] | None = None, *, limit_ms: int = 5_000
) -> tuple[dict[str, Any], list[Any]]:
    """Run a script against the plugin; return what it saw and what the program was asked."""
    plugin = resources.files("phantasm.surfaces.hooks").joinpath("opencode_plugin.js").read_text("utf-8")
    plugin = plugin.replace("LIMIT_MS = 5000", f"LIMIT_MS = {limit_ms}")
    (folder / "phantasm.mjs").write_text(plugin, encoding="utf-8")
    caller = CALLER.format(folder=json.dumps(str(folder)), script=script)
    (folder / "caller.mjs").write_text(caller, encoding="utf-8")
    (folder / "answers.json").write_text(json.dumps(answers or {}), encoding="utf-8")
    program = folder / "phantasm"
    program.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    environment = {"PATH": f"{folder}:/usr/bin:/bin"}
    said = subprocess.run(
        [str(NODE), "caller.mjs"], cwd=folder, env=environment, capture_output=True, check=True, timeout=60
    )
    assert said.stderr == b""
    asked = folder / "asked.jsonl"
    lines = asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []
    return json.loads(said.stdout), [json.loads(line) for line in lines]


@needs_node
def test_a_session_begins_with_what_is_known(tmp_path: Path) -> None:
    script = """
    await created("ses_1")
    seen.first = await message("ses_1", "why?")
    seen.second = await message("ses_1", "and now?")
    """
    answers = {
        "session.created": {"context": "standing", "notice": "look"},
        "chat.message": {"context": "delta"},
    }
    said, asked = _run(tmp_path, script, answers)
    first, second = said["seen"]["first"], said["seen"]["second"]
    assert [part["text"] for part in first] == ["why?", "standing\n\ndelta"]
    assert first[1]["synthetic"] is True
    assert first[1]["id"].startswith("prt_")
    assert first[1]["messageID"] == "msg_1"
    assert [part["text"] for part in second] == ["and now?", "delta"]
    assert said["toasts"] == ["look"]
    assert [words[-1] for words, _, _ in asked] == ["session.created", "chat.message", "chat.message"]
    assert asked[0][0] == ["hook", "opencode", "session.created"]
    assert asked[1][1]["prompt"] == "why?"
    assert asked[1][1]["model"] == "opus"


@needs_node
def test_a_session_that_goes_on_is_a_resumed_one(tmp_path: Path) -> None:
    _, asked = _run(tmp_path, 'await message("ses_1", "why?")')
    assert [(words[-1], told.get("source")) for words, told, _ in asked] == [
        ("session.created", "resume"),
        ("chat.message", None),
    ]


@needs_node
def test_a_failing_command_brings_what_is_known_about_it(tmp_path: Path) -> None:
    script = """
    seen.failing = await ran("ses_1", "bash", { command: "pytest" }, "1 failed", 1)
    seen.read = await ran("ses_1", "read", { filePath: "/a" }, "content", undefined)
    """
    said, asked = _run(
        tmp_path, script, {"tool.execute.after": {"context": "got past it with -p no:cacheprovider"}}
    )
    assert said["seen"]["failing"] == "1 failed\n\ngot past it with -p no:cacheprovider"
    assert said["seen"]["read"] == "content"
    assert len(asked) == 1, "reading is not handed over"
    event = read(asked[0][0][-1], asked[0][1])
    assert (event.command, event.exit_code, event.failed) == ("pytest", 1, True)
    assert event.folder == str(tmp_path)


@needs_node
def test_subagents_are_told_apart(tmp_path: Path) -> None:
    script = """
    await created("ses_1")
    await created("ses_2", "ses_1")
    seen.parts = await message("ses_2", "look around")
    await ran("ses_2", "bash", { command: "ls" }, "src", 1)
    await hooks["experimental.text.complete"]({ sessionID: "ses_2" }, { text: "found" })
    await happened("session.idle", "ses_2")
    await happened("session.deleted", "ses_2")
    """
    said, asked = _run(tmp_path, script, {"session.created": {"context": "standing"}})
    assert len(said["seen"]["parts"]) == 1
    events = [read(words[-1], told) for words, told, _ in asked]
    assert [event.kind for event in events] == ["session_start", "tool_use", "subagent_end"]
    assert {(event.session, event.agent) for event in events[1:]} == {("ses_1", "ses_2")}
    assert events[2].reply == "found"


@needs_node
def test_a_shortened_conversation_is_told_again(tmp_path: Path) -> None:
    script = """
    const output = { context: [] }
    await created("ses_1")
    await message("ses_1", "why?")
    await hooks["experimental.session.compacting"]({ sessionID: "ses_1" }, output)
    seen.context = output.context
    seen.after = await message("ses_1", "go on")
    await happened("session.idle", "ses_1")
    await happened("session.deleted", "ses_1")
    """
    answers = {
        "session.created": {"context": "standing"},
        "experimental.session.compacting": {"context": "keep this"},
    }
    said, asked = _run(tmp_path, script, answers)
    assert said["seen"]["context"] == ["keep this"]
    assert said["seen"]["after"][-1]["text"] == "standing"
    starts = [told["source"] for words, told, _ in asked if words[-1] == "session.created"]
    assert starts == ["startup", "compact"]
    assert [words[-1] for words, _, _ in asked][-2:] == ["session.idle", "session.deleted"]


@needs_node
@pytest.mark.parametrize("answer", ["", "no json", "null", "[1]", '"text"', '{"context": 3}'])
def test_no_answer_stops_the_agent(tmp_path: Path, answer: str) -> None:
    script = 'await created("ses_1"); seen.parts = await message("ses_1", "why?")'
    said, _ = _run(tmp_path, script, {"session.created": answer, "chat.message": answer})
    assert [part["text"] for part in said["seen"]["parts"]] == ["why?"]


@needs_node
def test_a_missing_program_stops_nothing(tmp_path: Path) -> None:
    script = """
    process.env.PATH = "/nonexistent"
    await created("ses_1")
    seen.parts = await message("ses_1", "why?")
    seen.output = await ran("ses_1", "bash", { command: "ls" }, "src", 2)
    await hooks.event({ event: null })
    await hooks["chat.message"](null, null)
    await hooks["tool.execute.after"]({ tool: "bash" }, null)
    """
    said, asked = _run(tmp_path, script)
    assert len(said["seen"]["parts"]) == 1
    assert said["seen"]["output"] == "src"
    assert asked == []


@needs_node
def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    script = 'seen.output = await ran("ses_1", "bash", { command: "ls" }, "src", 1)'
    said, asked = _run(tmp_path, script, {"tool.execute.after": "hang"}, limit_ms=1_000)
    assert said["seen"]["output"] == "src"
    _assert_ends(asked[0][2])


@needs_node
def test_a_program_that_hangs_does_not_outlive_the_agent(tmp_path: Path) -> None:
    script = """
    await ran("ses_1", "bash", { command: "ls" }, "src", 0)
    await new Promise((done) => setTimeout(done, 1200))
    console.log("{}")
    process.exit(0)
    """
    _, asked = _run(tmp_path, script, {"tool.execute.after": "hang"}, limit_ms=2_000)
    _assert_ends(asked[0][2])


def _assert_ends(process: int) -> None:
    deadline = time.monotonic() + 10
    while _is_running(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _is_running(process)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_reads_what_the_plugin_says() -> None:
    event = read(*recorded.commands("opencode")[0])
    assert (event.name, event.command, event.exit_code) == ("tool.execute.after", "./check.sh", 3)
    assert _read("tool-execute-after__edit").files == ["/home/dev/shop/src/orders.py"]
    assert "tests/test_new.py" in _read("tool-execute-after__patch").files
    assert _read("session-idle").reply == "Fixed the total."
    assert _read("session-created__startup").source == "startup"


def test_says_what_the_plugin_takes() -> None:
    said = json.loads(write(_read("chat-message"), "what is known", "one thing is wrong"))
    assert said == {"context": "what is known", "notice": "one thing is wrong"}
    assert write(_read("session-idle"), "context", "") == "{}"


def test_the_plugin_says_what_is_registered() -> None:
    plugin = resources.files("phantasm.surfaces.hooks").joinpath("opencode_plugin.js").read_text("utf-8")
    tools = next(matcher for name, matcher, _ in EVENTS if name == "tool.execute.after")
    limits = {limit for _, _, limit in EVENTS}
    assert f"/^({tools})$/" in plugin
    assert {f"LIMIT_MS = {limit}" in plugin for limit in limits} == {True}
    for name, _, _ in EVENTS:
        assert f'"{name}"' in plugin or name == "session.deleted"
