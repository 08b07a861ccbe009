"""The memory tool's files are records: audited, taken back, masked, erased, and nobody's edit is lost."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import ToolError

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.adapters import memory_files, memory_notes, memory_wording
from phantasm.surfaces.adapters.anthropic_memory import AsyncMemoryTool, MemoryTool
from phantasm.surfaces.python.own_thread import ProjectThread
from phantasm.surfaces.python.project import Project


def _call(tool: MemoryTool, command: str, **fields: Any) -> str:
    return str(tool.call({"command": command, **fields}))


def _written(project: Project) -> list[Any]:
    data = project.call("audit").data
    assert data is not None
    entries = data["entries"]
    assert isinstance(entries, list)
    return entries


def test_the_tool_is_the_one_of_the_api(writer: Project) -> None:
    assert MemoryTool(writer).to_dict() == {"type": "memory_20250818", "name": "memory"}
    cached = MemoryTool(writer, cache_control={"type": "ephemeral"}).to_dict()
    assert cached.get("cache_control") == {"type": "ephemeral"}


def test_every_change_is_in_the_journal_with_its_reason(writer: Project) -> None:
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/a.md", file_text="one\n")
    _call(tool, "str_replace", path="/memories/a.md", old_str="one", new_str="two")
    _call(tool, "rename", old_path="/memories/a.md", new_path="/memories/b.md")
    _call(tool, "delete", path="/memories/b.md")
    entries = _written(writer)
    assert [entry["operation"] for entry in entries] == [
        "set_state",
        "set_state",
        "ingest",
        "revise",
        "ingest",
    ]
    assert [entry.get("reason") for entry in entries][:4:3] == [
        "memory tool: delete b.md",
        "memory tool: edit a.md",
    ]
    chain = writer.call("audit", verify_chain=True).data
    assert chain is not None
    assert chain["chain"]


def test_a_file_is_found_like_any_record(writer: Project) -> None:
    _call(
        MemoryTool(writer),
        "create",
        path="/memories/deploy.md",
        file_text="# Deploying\nThe staging cluster is drained with `make drain` first.\n",
    )
    hit = writer.search("how is the staging cluster drained?").hits[0]
    assert hit.subject_key == "memories/deploy.md"
    assert "make drain" in writer.compile("drain the staging cluster").text


def test_an_edit_is_taken_back(writer: Project) -> None:
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/a.md", file_text="one\n")
    _call(tool, "insert", path="/memories/a.md", insert_line=1, insert_text="two")
    writer.undo(_written(writer)[0]["id"])
    assert _call(tool, "view", path="/memories/a.md").endswith("     1\tone\n     2\t")


def test_a_rename_is_taken_back_as_a_whole(writer: Project) -> None:
    tool = MemoryTool(writer)
    for name in "xy":
        _call(tool, "create", path=f"/memories/old/{name}", file_text=name)
    before = _call(tool, "view", path="/memories")
    _call(tool, "rename", old_path="/memories/old", new_path="/memories/new/place")
    assert "/memories/new/place/" in _call(tool, "view", path="/memories")
    writer.call("undo", request_ids=[_written(writer)[0]["request_id"]])
    assert _call(tool, "view", path="/memories") == before


def test_deleting_erases_every_version_also_under_older_names(writer: Project) -> None:
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/a.md", file_text="the first words\n")
    _call(tool, "str_replace", path="/memories/a.md", old_str="first", new_str="second")
    _call(tool, "rename", old_path="/memories/a.md", new_path="/memories/b.md")
    _call(tool, "insert", path="/memories/b.md", insert_line=0, insert_text="the third words")
    _call(tool, "rename", old_path="/memories/b.md", new_path="/memories/c.md")
    _call(tool, "delete", path="/memories/c.md")
    left = writer.list(states=["live", "suggested", "superseded", "archived", "tombstoned"]).records
    assert len(left) == 5
    assert {record.state for record in left} == {"tombstoned"}
    assert all(record.statement is None and record.payload is None for record in left)
    _call(tool, "create", path="/memories/c.md", file_text="anew")


def test_secrets_are_masked_and_the_model_is_told(writer: Project) -> None:
    tool = MemoryTool(writer)
    secret = "ghp_" + "a1B2c3D4e5" * 4
    told = _call(tool, "create", path="/memories/a.md", file_text=f"token: {secret}\n")
    assert told.startswith("File created successfully at: /memories/a.md\nNote: a secret")
    assert secret not in _call(tool, "view", path="/memories/a.md")
    told = _call(tool, "insert", path="/memories/a.md", insert_line=0, insert_text=f"key {secret}")
    assert "Note: a secret" in told
    assert secret not in str(writer.call("list").data)


def test_a_file_replaces_no_fact(writer: Project) -> None:
    held = writer.remember("The development server listens on port 8400.").results[0].record_id
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/port", file_text="The development server listens on port 8500.")
    _call(tool, "str_replace", path="/memories/port", old_str="8500", new_str="8600")
    assert writer.inspect(held).records[0].state == "live"
    assert _call(tool, "view", path="/memories/port").endswith("port 8600.")


def test_two_who_edit_lose_nothing(writer: Project, root: Path) -> None:
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/a.md", file_text="x\n")
    with Project.open(root, profile="codex") as other:

        def edit_meanwhile(text: str) -> tuple[str, str]:
            if "theirs" not in text:
                memory_files.insert(other, "/memories/a.md", 0, "theirs")
            return memory_wording.inserted("/memories/a.md", text, 0, "ours")

        memory_files._edit(writer, "/memories/a.md", edit_meanwhile)  # noqa: SLF001
        assert _call(tool, "view", path="/memories/a.md").endswith(
            "     1\tours\n     2\ttheirs\n     3\tx\n     4\t"
        )

        def delete_meanwhile(text: str) -> tuple[str, str]:
            memory_files.delete(other, "/memories/a.md")
            return text + "more", ""

        with pytest.raises(memory_wording.FileProblemError) as problem:
            memory_files._edit(writer, "/memories/a.md", delete_meanwhile)  # noqa: SLF001
        assert str(problem.value) == (
            "The file /memories/a.md no longer exists (may have been deleted or renamed concurrently)."
        )


def test_two_who_rename_do_not_both_win(writer: Project, root: Path) -> None:
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/a", file_text="x")
    seen = memory_notes.at(writer, "a")
    with Project.open(root, profile="codex") as other:
        memory_files.rename(other, "/memories/a", "/memories/b")
    assert not memory_notes.move(writer, seen, ["c"])
    assert [file.path for file in memory_notes.below(writer, "")] == ["b"]
    with pytest.raises(memory_notes.TakenError):
        memory_notes.create(writer, "b", "y")


def test_who_edits_what_is_renamed_is_not_lost(writer: Project, root: Path) -> None:
    for name in "xy":
        memory_files.create(writer, f"/memories/old/{name}", name)
    seen = memory_notes.at(writer, "old")
    with Project.open(root, profile="codex") as other:
        memory_files.insert(other, "/memories/old/y", 0, "theirs")
    assert not memory_notes.move(writer, seen, [file.path.replace("old", "new") for file in seen])
    assert {file.path: file.text for file in memory_notes.below(writer, "")} == {
        "old/x": "x",
        "old/y": "theirs\ny\n",
    }
    memory_files.rename(writer, "/memories/old", "/memories/new")
    with pytest.raises(memory_notes.TakenError):
        memory_notes.move(writer, memory_notes.at(writer, "new"), ["z", "new/y"])
    assert {file.path for file in memory_notes.below(writer, "")} == {"new/x", "new/y"}


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"path": "/memories/" + "n" * 600, "file_text": "x"}, "at most 512 characters"),
        ({"path": "/memories/a\x00b", "file_text": "x"}, "NUL"),
        ({"path": "/memories/a", "file_text": "x\x00"}, "NUL"),
        ({"path": "/memories/a", "file_text": "\ud800"}, "surrogate"),
    ],
)
def test_what_cannot_be_kept_is_told_as_a_tool_error(writer: Project, fields: Any, answer: str) -> None:
    with pytest.raises(ToolError) as problem:
        _call(MemoryTool(writer), "create", **fields)
    assert answer in str(problem.value.content)


def test_a_frozen_file_stays_as_it_is(writer: Project, project: Any) -> None:
    tool = MemoryTool(writer)
    _call(tool, "create", path="/memories/a", file_text="x")
    record = writer.list(record_kind="note").records[0].id
    project.get("set_state", profile="cli", ids=[record], action="freeze")
    with pytest.raises(ToolError, match="frozen"):
        _call(tool, "insert", path="/memories/a", insert_line=0, insert_text="y")
    with pytest.raises(ToolError, match="frozen"):
        _call(tool, "delete", path="/memories/a")


def test_all_memory_is_cleared(writer: Project) -> None:
    tool = MemoryTool(writer)
    assert tool.clear_all_memory() == "All memory cleared"
    for name in "ab":
        _call(tool, "create", path=f"/memories/{name}", file_text=name)
    held = writer.remember("The cache is Redis.", kind="note").results[0].record_id
    assert tool.clear_all_memory() == "All memory cleared"
    assert [record.id for record in writer.list().records] == [held]


def test_a_profile_that_only_suggests_is_refused(root: Path) -> None:
    with Project.open(root) as project, pytest.raises(PhantasmError) as refused:
        MemoryTool(project)
    assert refused.value.code is Code.NOT_ALLOWED
    assert "claude_code" in refused.value.remediation[0].message


def test_an_event_loop_may_use_the_tool(root: Path) -> None:
    async def work(tool: AsyncMemoryTool) -> list[str]:
        path = "/memories/a.md"
        return [
            str(await tool.call({"command": "create", "path": path, "file_text": "one\n"})),
            str(await tool.call({"command": "insert", "path": path, "insert_line": 1, "insert_text": "two"})),
            str(await tool.call({"command": "str_replace", "path": path, "old_str": "one", "new_str": "1"})),
            str(await tool.call({"command": "rename", "old_path": path, "new_path": "/memories/b.md"})),
            str(await tool.call({"command": "view", "path": "/memories/b.md"})),
            str(await tool.call({"command": "delete", "path": "/memories/b.md"})),
            str(await tool.clear_all_memory()),
        ]

    with ProjectThread(root, profile="claude_code") as thread:
        answers = asyncio.run(work(AsyncMemoryTool(thread)))
    assert answers[4].endswith("     1\t1\n     2\ttwo\n     3\t")
    assert answers[-2:] == ["Successfully deleted /memories/b.md", "All memory cleared"]


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("anthropic_memory", "anthropic", "anthropic"),
        ("langgraph_store", "langgraph", "langgraph"),
        ("open_telemetry", "opentelemetry", "otel"),
    ],
)
def test_a_missing_extra_is_named(module: str, package: str, extra: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import phantasm.surfaces.adapters.{module}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.rstrip().endswith(f"run: pip install --upgrade 'phantasm[{extra}]'")
