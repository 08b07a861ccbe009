"""What did an agent do with a tool? The command, the files, what came out, and whether it failed.

Clients name their tools and what goes in and out of them differently; the words are few enough to know all.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients.shapes import bounded, inside, path, short, text, whole

_SHELLS = frozenset(
    ("bash", "exec_command", "local_shell", "powershell", "run_shell_command", "shell", "shell_command")
)
"""Tools whose command is a command line, in lower case; that of an editor is none."""

_FILE_TOOLS = frozenset(
    (
        "create",
        "delete",
        "edit",
        "multiedit",
        "notebookedit",
        "read",
        "str_replace_editor",
        "view",
        "write",
    )
)
"""Tools whose `path` is a file, in lower case. A search's `path` is the folder that it searched."""

_FILE_KEYS = ("file_path", "filePath", "absolute_path", "notebook_path")
_PATCH_LINES = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_PATCH_KEYS = ("input", "patch", "patchText", "patch_text")
_PATCH_START = "*** Begin Patch"
_MOST_FILES = 200
"""Files of one tool use: a patch that touches more is no work that anybody recalls by its files."""

_OUTPUT_KEYS = (
    "llmContent",
    "stdout",
    "stderr",
    "output",
    "text",
    "textResultForLlm",
    "text_result_for_llm",
    "content",
    "error",
    "message",
)
_CODE_KEYS = ("exit_code", "exitCode", "exit", "returnCode", "return_code")
_CODE_WORDS = ("Exit code ", "Command failed with exit code ", "<exited with exit code ")
"""How clients write the code of a command into what they say of it: Claude Code and Cursor as the first line
of a failure, Copilot as the last line of an output."""
_MOST_CODE = 2**32
"""Windows' codes have 32 bits; a larger number is no exit code."""
_MOST_DIGITS = 10
"""Digits of the largest code; Python refuses to read thousands."""

_MOST_DEPTH = 4
"""Levels of a response that are looked into: a result of an MCP tool has three."""
_MOST_PARTS = 200
"""Parts of a response that are joined: an answer of an MCP tool has a few."""


def used(event: AgentEvent, told: dict[str, object], given: object, response: object) -> None:
    """Note the use of a tool: what went in, what came out, its code where a field of the response has it.

    A response that is a text is the output as it is: what a program prints is not read as what a client says.
    """
    event.tool = short(told, "tool_name", "toolName")
    event.call = short(told, "tool_use_id", "toolUseId", "tool_call_id")
    arguments = inside(given)
    line = _line(arguments)
    if event.tool.lower() in _SHELLS:
        event.command = bounded(line)
    # A patch is a tool's whole input, an argument of it, or what a shell is told to apply.
    whole_input = given if isinstance(given, str) else ""
    event.files = _files(event.tool.lower(), arguments, (line, whole_input))
    event.output = bounded(spoken(response))
    event.exit_code = _code(response)
    event.failed = event.exit_code != 0 if event.exit_code is not None else _failed(response)
    if event.files and not event.command and not event.failed and isinstance(response, dict):
        event.output = ""  # What stands in a file is no event.


def spoken(value: object, depth: int = 0) -> str:
    """Return the text of a response, whatever its shape; empty where it says nothing."""
    if isinstance(value, str):
        return whole(value)
    if depth >= _MOST_DEPTH:
        return ""
    parts: list[object] = []
    if isinstance(value, dict):
        parts = [value[key] for key in _OUTPUT_KEYS if key in value]
    elif isinstance(value, list):
        parts = value[:_MOST_PARTS]
    said = (spoken(part, depth + 1) for part in parts)
    return "\n".join(part for part in said if part)


def _code(response: object) -> int | None:
    """Return the exit code that a field of a response tells."""
    if not isinstance(response, dict):
        return None
    for part in (response, inside(response.get("metadata")), inside(response.get("data"))):
        for key in _CODE_KEYS:
            code = part.get(key)
            if isinstance(code, int) and not isinstance(code, bool) and abs(code) < _MOST_CODE:
                return code
    return None


def note_written_code(event: AgentEvent) -> None:
    """Note the exit code that the client itself wrote into the first line of the output, or into the last."""
    said = event.output.strip()
    for line in (said.partition("\n")[0], said.rpartition("\n")[2]):
        for words in _CODE_WORDS:
            code = code_of(line.removeprefix(words).rstrip(">")) if line.startswith(words) else None
            if code is not None:
                event.exit_code, event.failed = code, code != 0
                return


def code_of(written: str) -> int | None:
    """Return an exit code that is written in digits; None where it is none."""
    if not written.isdecimal() or len(written) > _MOST_DIGITS:
        return None
    return int(written) if int(written) < _MOST_CODE else None


def _failed(answer: object) -> bool | None:
    """Tell whether a response says that the tool failed; None where it does not say."""
    if not isinstance(answer, dict):
        return None
    if answer.get("is_error") is True or answer.get("isError") is True or answer.get("success") is False:
        return True
    return True if answer.get("error") else None


def _line(arguments: dict[str, object]) -> str:
    """Return the command line; Codex may say it in words, of which a shell's last is the line."""
    words = arguments.get("command")
    if isinstance(words, list):
        line = [word for word in words if isinstance(word, str)]
        is_script = len(line) > 2 and line[1] in {"-c", "-lc"}  # noqa: PLR2004 shell, option, script
        return whole(line[2] if is_script else " ".join(line))
    return text(arguments, "command", "cmd")


def _files(tool: str, arguments: dict[str, object], lines: tuple[str, str]) -> list[str]:
    """Return the files that a tool names, each once, in the order in which it names them."""
    named = [text(arguments, key) for key in _FILE_KEYS]
    if tool in _FILE_TOOLS:
        named.append(text(arguments, "path"))
    for patch in (*lines, *(text(arguments, key) for key in _PATCH_KEYS)):
        if _PATCH_START in patch:
            named += [
                line[len(words) :].strip()
                for line in whole(patch).splitlines()
                for words in _PATCH_LINES
                if line.startswith(words)
            ]
    return list(dict.fromkeys(name for name in map(path, named) if name))[:_MOST_FILES]
