"""The adapters work where they are used: behind the SDK's own loop, and from many processes at once."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from anthropic import Anthropic

from phantasm.config.paths import Paths
from phantasm.surfaces.adapters.anthropic_memory import MemoryTool
from phantasm.surfaces.adapters.langgraph_store import PhantasmStore
from phantasm.surfaces.python.own_thread import ProjectThread
from phantasm.surfaces.python.project import Project
from tests.fixtures.projects import lay_out_state

PROCESSES = 4
EDITS = 6


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay_out_state(Paths(tmp_path))
    return tmp_path


class _Model(BaseHTTPRequestHandler):
    """A server that plays the model: it asks for one command after the other, then ends."""

    commands: ClassVar[list[dict[str, Any]]] = []
    seen: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        turn = len(self.seen)
        self.seen.append(body)
        content: list[dict[str, Any]] = [{"type": "text", "text": "done"}]
        if turn < len(self.commands):
            command = self.commands[turn]
            content = [{"type": "tool_use", "id": f"use_{turn}", "name": "memory", "input": command}]
        answer = json.dumps(
            {
                "id": f"msg_{turn}",
                "type": "message",
                "role": "assistant",
                "model": body["model"],
                "content": content,
                "stop_reason": "tool_use" if content[0]["type"] == "tool_use" else "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": 1, "output_tokens": 1},
            }
        ).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the standard library's name
        """Say nothing."""


@pytest.fixture
def model() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Model)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_sdks_own_loop_drives_the_memory_tool(root: Path, model: str) -> None:
    _Model.seen.clear()
    _Model.commands[:] = [
        {"command": "view", "path": "/memories"},
        {"command": "create", "path": "/memories/tea.md", "file_text": "Green tea, no sugar.\n"},
        {"command": "str_replace", "path": "/memories/tea.md", "old_str": "Green", "new_str": "Black"},
        {"command": "view", "path": "/memories/missing.md"},
    ]
    with (
        Project.open(root, profile="claude_code") as project,
        Anthropic(api_key="none", base_url=model) as client,
    ):
        runner = client.beta.messages.tool_runner(
            model="claude-sonnet-5-5",
            max_tokens=100,
            messages=[{"role": "user", "content": "Remember that I drink tea."}],
            tools=[MemoryTool(project)],
        )
        assert runner.until_done().content[0].type == "text"
        assert project.search("what do they drink?").hits[0].text == "Black tea, no sugar.\n"
    assert _Model.seen[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    results = [body["messages"][-1]["content"][0] for body in _Model.seen[1:]]
    assert "Here're the files" in str(results[0]["content"])
    assert "has been edited" in str(results[2]["content"])
    assert results[3]["is_error"] is True
    assert "does not exist. Please provide a valid path." in str(results[3]["content"])


_EDITOR = """
import sys
from phantasm import Project
from phantasm.surfaces.adapters import memory_files
root, name, edits = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Project.open(root, profile="claude_code") as project:
    for number in range(edits):
        memory_files.insert(project, "/memories/log.md", 0, f"{name}-{number}")
"""


def test_many_processes_edit_one_file_and_lose_nothing(root: Path) -> None:
    with Project.open(root, profile="claude_code") as project:
        MemoryTool(project).call({"command": "create", "path": "/memories/log.md", "file_text": ""})
        started = [
            subprocess.Popen([sys.executable, "-c", _EDITOR, str(root), f"p{number}", str(EDITS)])
            for number in range(PROCESSES)
        ]
        assert [process.wait(timeout=120) for process in started] == [0] * PROCESSES
        shown = str(MemoryTool(project).call({"command": "view", "path": "/memories/log.md"}))
    lines = {line.partition("\t")[2] for line in shown.splitlines()}
    assert {f"p{process}-{edit}" for process in range(PROCESSES) for edit in range(EDITS)} <= lines


_CREATOR = """
import sys
from phantasm import Project
from phantasm.surfaces.adapters import memory_files
with Project.open(sys.argv[1], profile="claude_code") as project:
    try:
        memory_files.create(project, "/memories/one.md", sys.argv[2])
    except memory_files.FileProblemError as problem:
        assert str(problem) == "File /memories/one.md already exists"
        sys.exit(3)
"""


def test_of_many_who_create_a_file_one_wins(root: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", _CREATOR, str(root), f"by {number}"])
        for number in range(PROCESSES)
    ]
    codes = sorted(process.wait(timeout=120) for process in started)
    assert codes == [0] + [3] * (PROCESSES - 1)
    with Project.open(root) as project:
        assert project.list(record_kind="note").total == 1


def test_threads_share_a_memory_tool_and_a_store(root: Path) -> None:
    with ProjectThread(root, profile="claude_code") as shared, PhantasmStore(root, profile="codex") as store:
        tool = MemoryTool(shared)

        def work(number: int) -> None:
            tool.call({"command": "create", "path": f"/memories/{number}", "file_text": f"text {number}"})
            store.put(("threads",), str(number), {"n": number})
            store.put(("threads",), "last", {"n": number})

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert str(tool.call({"command": "view", "path": "/memories"})).count("\n") == 7
        assert len(store.search(("threads",), limit=100)) == 7
