"""Which tools and commands only look."""

import pytest

from phantasm.session.episodes.reading import changed_by, is_changing_tool, is_looking, is_looking_tool


@pytest.mark.parametrize(
    "command",
    [
        "ls -la",
        "cat a.py | grep -n x | head",
        "cd src && git diff HEAD~1",
        "git -P log --stat",
        "sed -n 1,40p a.py",
        "find . -name '*.py'",
        "echo done",
        "git branch",
    ],
)
def test_takes_looking_for_looking(command: str) -> None:
    assert is_looking(command)


@pytest.mark.parametrize(
    "command",
    [
        "pytest",
        "cat a | python",
        "find . -name '*.pyc' -delete",
        "sed -i s/a/b/ a.py",
        "echo x > a.txt",
        "git push",
        "git branch -D old",
        "git",
        "",
        "ls && rm -rf build",
    ],
)
def test_takes_doing_for_doing(command: str) -> None:
    assert not is_looking(command)


@pytest.mark.parametrize(
    "tool", ["Read", "read_file", "Grep", "glob_file_search", "mcp__fs__list_directory", "LS"]
)
def test_knows_tools_that_look(tool: str) -> None:
    assert is_looking_tool(tool)
    assert not is_changing_tool(tool)


@pytest.mark.parametrize(
    "tool",
    [
        "Edit",
        "MultiEdit",
        "Write",
        "apply_patch",
        "str_replace_editor create",
        "mcp__fs__write_file",
        "replace",
    ],
)
def test_knows_tools_that_change(tool: str) -> None:
    assert is_changing_tool(tool)
    assert not is_looking_tool(tool)


@pytest.mark.parametrize("tool", ["WebSearch", "Task", "str_replace_editor_x", None, "mcp__x__search_issues"])
def test_takes_other_tools_for_neither(tool: str | None) -> None:
    assert not is_looking_tool(tool)
    assert not is_changing_tool(tool)


def test_does_not_take_a_view_for_a_change() -> None:
    assert not is_changing_tool("str_replace_editor view")


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("cat > a.py <<EOF\nx\nEOF", ("a.py",)),
        ("echo x >> 'my file' 2>&1", ("my file",)),
        ("sed -i 's/a/b/' src/a.py", ("src/a.py",)),
        ("make | tee -a log.txt", ("log.txt",)),
        ("pytest > /dev/null", ()),
        ("pytest", ()),
    ],
)
def test_finds_the_files_that_a_command_writes(command: str, files: tuple[str, ...]) -> None:
    assert changed_by(command) == files
