"""Which commands and files are found in calls of tools."""

import json

import pytest

from phantasm.session.transcripts.tools import call_of, patched

PATCH = """*** Begin Patch
*** Update File: src/a.py
*** Move to: src/b.py
@@
-x
+*** Add File: not/this.py
*** Add File: c.py
+y
*** Delete File: src/a.py
*** End Patch"""


@pytest.mark.parametrize(
    ("name", "arguments", "command"),
    [
        ("shell", {"command": ["bash", "-lc", "make test | tail"]}, "make test | tail"),
        ("shell", {"command": ["/bin/zsh", "-c", "ls"]}, "ls"),
        ("shell", {"command": ["git", "commit", "-m", "two words"]}, "git commit -m 'two words'"),
        ("exec_command", {"cmd": "pytest -q"}, "pytest -q"),
        ("run_shell_command", {"command": "npm ci"}, "npm ci"),
        ("Shell", {"command": 7}, None),
        ("shell", {"command": []}, None),
        ("search", {"command": "no shell"}, None),
    ],
)
def test_finds_the_command_line(name: str, arguments: dict[str, object], command: str | None) -> None:
    assert call_of("1", name, arguments).command == command
    assert call_of("1", name, json.dumps(arguments)).command == command


@pytest.mark.parametrize(
    ("name", "arguments", "files"),
    [
        ("Read", {"path": "a.py"}, ("a.py",)),
        ("replace", {"file_path": "/r/a.py", "old_string": "x"}, ("/r/a.py",)),
        ("read_many_files", {"include": ["a.py", "b.py", 3, "a.py"]}, ("a.py", "b.py")),
        ("Grep", {"path": "src"}, ()),
        ("Write", {"path": None}, ()),
    ],
)
def test_finds_the_files(name: str, arguments: dict[str, object], files: tuple[str, ...]) -> None:
    assert call_of("1", name, arguments).files == files


def test_finds_the_files_of_a_patch_however_it_is_applied() -> None:
    files = ("src/a.py", "src/b.py", "c.py")
    assert patched(PATCH) == files
    assert call_of("1", "apply_patch", PATCH).files == files
    assert call_of("1", "apply_patch", json.dumps({"input": PATCH})).files == files
    assert (
        call_of("1", "shell", {"command": ["bash", "-lc", f"apply_patch <<'E'\n{PATCH}\nE"]}).files == files
    )


def test_keeps_arguments_as_they_stand() -> None:
    assert call_of("1", "x", '{"a":  1}').arguments == '{"a":  1}'
    assert call_of("1", "x", {"a": "é"}).arguments == '{"a": "é"}'
    assert call_of("1", "x", None).arguments == ""
