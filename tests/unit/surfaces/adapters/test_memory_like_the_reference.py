"""The memory tool answers what the SDK's own file-based tool answers, command by command."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.tools.memory import BetaLocalFilesystemMemoryTool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.config.paths import Paths
from phantasm.surfaces.adapters.anthropic_memory import MemoryTool
from phantasm.surfaces.python.project import Project
from tests.fixtures.projects import lay_out_state, trust_store

Command = dict[str, Any]

PATHS = st.sampled_from(
    [
        "/memories",
        "/memories/",
        "/memories/a.md",
        "/memories/b.md",
        "/memories/c",
        "/memories/c/",
        "/memories/c/d.txt",
        "/memories/c/e/f.txt",
        "/memories/c/e/g/h.txt",
        "/memories/.hidden",
        "/memories//a.md",
        "/memories/c/../a.md",
        "/memories/./b.md",
        "/memories/../escape",
        "/memories/c/../../escape",
        "/memoriesb.md",
        "/elsewhere",
        "relative",
    ]
)
LINES = st.sampled_from(["", "alpha", "alpha beta", "beta", "aa", "été ☃", "\ttab", "cr\r", "  "])
TEXTS = st.one_of(
    st.lists(LINES, max_size=5).map("\n".join),
    st.lists(LINES, max_size=5).map(lambda lines: "".join(f"{line}\n" for line in lines)),
)
PASSAGES = st.sampled_from(["alpha", "beta", "a", "aa", "", "\n", "alpha\nbeta", "none", "☃"])
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": TEXTS}),
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": TEXTS}),
    st.fixed_dictionaries({"command": st.just("view"), "path": PATHS}),
    st.fixed_dictionaries(
        {
            "command": st.just("view"),
            "path": PATHS,
            "view_range": st.lists(st.integers(-1, 5), min_size=1, max_size=2),
        }
    ),
    st.fixed_dictionaries(
        {"command": st.just("str_replace"), "path": PATHS, "old_str": PASSAGES, "new_str": PASSAGES}
    ),
    st.fixed_dictionaries(
        {
            "command": st.just("insert"),
            "path": PATHS,
            "insert_line": st.integers(-1, 6),
            "insert_text": TEXTS,
        }
    ),
    st.fixed_dictionaries({"command": st.just("delete"), "path": PATHS}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": PATHS, "new_path": PATHS}),
)
REFUSED = "refused by the file system"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh project to copy: laying one out takes longer than all that is asked of it."""
    made = tmp_path_factory.mktemp("template")
    lay_out_state(Paths(made))
    return made


def _answer(tool: BetaAbstractMemoryTool, command: Command) -> str:
    try:
        return str(tool.call(command))
    except ToolError as problem:
        return f"ToolError: {problem.content}"
    except OSError:
        return REFUSED


def _without_folder_sizes(answer: str) -> str:
    """Leave out what a folder takes on disk, which is the file system's business."""
    if not answer.startswith("Here're"):
        return answer
    first, root, *lines = answer.split("\n")
    kept = [line if not line.endswith("/") else line.partition("\t")[2] for line in lines]
    return "\n".join([first, root.partition("\t")[2], *kept])


def _drop_empty_folders(folder: Path) -> None:
    """Here a folder is there as long as a file is in it."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _compare(template: Path, root: Path, commands: list[Command]) -> None:
    shutil.copytree(template, root / "project")
    trust_store(root / "project")
    reference = BetaLocalFilesystemMemoryTool(str(root / "reference"))
    with Project.open(root / "project", profile="claude_code") as project:
        tool = MemoryTool(project)
        for command in commands:
            expected = _without_folder_sizes(_answer(reference, command))
            _drop_empty_folders(root / "reference" / "memories")
            found = _without_folder_sizes(_answer(tool, command))
            if expected == REFUSED:
                assert found.startswith("ToolError: "), (command, found)
            else:
                assert found == expected, command
        audit = project.call("audit", verify_chain=True).data
        assert audit is not None


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(COMMANDS, min_size=1, max_size=25))
def test_any_sequence_of_commands_is_answered_alike(template: Path, commands: list[Command]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _compare(template, Path(folder), commands)


def test_a_long_session_is_answered_alike(template: Path, tmp_path: Path) -> None:
    path = "/memories/notes/today.md"
    _compare(
        template,
        tmp_path,
        [
            {"command": "view", "path": "/memories"},
            {"command": "create", "path": path, "file_text": "# Today\n- one\n- two\n"},
            {"command": "create", "path": path, "file_text": "again"},
            {"command": "view", "path": path, "view_range": [2, -1]},
            {"command": "insert", "path": path, "insert_line": 3, "insert_text": "- three\n"},
            {"command": "str_replace", "path": path, "old_str": "- two", "new_str": "- 2\n- 2.5"},
            {"command": "str_replace", "path": path, "old_str": "- ", "new_str": "* "},
            {"command": "view", "path": path},
            {"command": "rename", "old_path": "/memories/notes", "new_path": "/memories/archive/old"},
            {"command": "view", "path": "/memories"},
            {"command": "view", "path": "/memories/archive"},
            {"command": "create", "path": path, "file_text": "x" * 5000},
            {"command": "view", "path": "/memories/notes"},
            {"command": "delete", "path": "/memories/archive"},
            {"command": "view", "path": "/memories/archive/old/today.md"},
            {"command": "delete", "path": "/memories"},
        ],
    )


@pytest.mark.parametrize("text", ["", " ", "\n\n", "x" * 70_000, "line\n" * 20_000, "é" * 65_536])
def test_texts_of_any_size_come_back_as_they_were(template: Path, tmp_path: Path, text: str) -> None:
    _compare(
        template,
        tmp_path,
        [
            {"command": "create", "path": "/memories/a", "file_text": text},
            {"command": "view", "path": "/memories/a"},
            {"command": "insert", "path": "/memories/a", "insert_line": 0, "insert_text": "first"},
            {"command": "view", "path": "/memories/a"},
            {"command": "view", "path": "/memories"},
        ],
    )
