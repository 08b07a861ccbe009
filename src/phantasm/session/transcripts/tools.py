"""Which command line does a tool's call run, and which files does it name? Pure."""

import shlex
from typing import Final

from phantasm.session.transcripts.model import Call
from phantasm.session.transcripts.records import json_of, object_at, written

SHELLS: Final = frozenset(
    "shell container.exec local_shell shell_command exec_command unified_exec run_shell_command "
    "Shell Bash bash run_terminal_cmd run_terminal_command run_terminal_command_v2".split()
)
"""What Codex, Gemini CLI and Cursor call the tools that run a command line."""

FILE_TOOLS: Final = frozenset(
    "read_file write_file replace edit view_image read_many_files list_directory "
    "Read Write Edit MultiEdit StrReplace Delete EditNotebook edit_file delete_file search_replace "
    "read_file_v2 edit_file_v2".split()
)
"""What they call the tools that read or change files named in their arguments."""

PATCHES: Final = frozenset(("apply_patch", "ApplyPatch"))

_PATHS: Final = (
    "file_path path absolute_path target_file notebook_path target_notebook paths include file_paths".split()
)
_MARKS: Final = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")
_BEGIN_PATCH: Final = "*** Begin Patch"


def call_of(identity: str, name: str, arguments: object) -> Call:
    """Return a call with the command and the files that its arguments name; texts are read as JSON."""
    named = object_at(json_of(arguments) if isinstance(arguments, str) and arguments else arguments)
    text = written(arguments)
    command = command_in(named) if name in SHELLS else None
    files: tuple[str, ...] = ()
    if name in FILE_TOOLS:
        files = _named(named)
    elif name in PATCHES or (command and _BEGIN_PATCH in command):
        files = patched(command or written(named.get("input") or named.get("patch") or text))
    return Call(identity, name, text, command, files)


def command_in(arguments: dict[str, object]) -> str | None:
    """Return the command line: a text, or words of which `bash -lc` wraps one."""
    value = arguments.get("command") or arguments.get("cmd")
    if isinstance(value, str):
        return value
    words = [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
    match words:
        case []:
            return None
        case [shell, "-lc" | "-c", script] if shell.rsplit("/", 1)[-1] in {"bash", "sh", "zsh"}:
            return script
        case _:
            return shlex.join(words)


def patched(patch: str) -> tuple[str, ...]:
    """Return the files that a patch in the apply_patch form touches, each once."""
    found = (
        line.removeprefix(mark).strip()
        for line in patch.split("\n")
        for mark in _MARKS
        if line.startswith(mark)
    )
    return tuple(dict.fromkeys(path for path in found if path))


def _named(arguments: dict[str, object]) -> tuple[str, ...]:
    found: list[str] = []
    for key in _PATHS:
        value = arguments.get(key)
        found.extend(
            path for path in (value if isinstance(value, list) else [value]) if isinstance(path, str) and path
        )
    return tuple(dict.fromkeys(found))
