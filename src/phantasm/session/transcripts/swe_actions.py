"""What did a step of SWE-agent run, and on which files? Pure."""

import shlex
from collections.abc import Iterable

from phantasm.session.transcripts.model import Call
from phantasm.session.transcripts.records import json_of, object_at, objects_at, text_at, written

FILE_PLACE = {"open": 1, "create": 1, "str_replace_editor": 2}
"""Tools of SWE-agent that name their file, and which word of the line it is."""

OPEN_FILE_TOOLS = frozenset({"edit", "insert", "goto", "scroll_up", "scroll_down"})
"""Tools of SWE-agent that work on the file that is open."""

OTHER_TOOLS = frozenset({"search_dir", "search_file", "find_file", "submit", "exit_forfeit"})
"""Tools of SWE-agent that change no file; like the others they are no commands of a shell."""

NO_FILE = "n/a"
"""What SWE-agent writes where no file is open."""

MOST_LINE_CHARACTERS = 4096
"""How much of an action's first line is taken apart, in characters: `shlex` is slow and paths are short."""

ACTION_FENCES = ("```mswea_bash_command\n", "```bash\n", "```sh\n", "```\n")
"""How an action begins in what the model wrote, where it calls no tools; the most telling first."""


WRAPPERS = (("```", "```"), ("<command>", "</command>"))
"""What stands around an action in what the model wrote."""


def call_of(action: str, own: str, open_file: str = "") -> Call:
    """Return an action as a call: a tool of SWE-agent with its files, anything else as a command line."""
    action = action.strip()
    line = action.split("\n", 1)[0][:MOST_LINE_CHARACTERS]
    name = line.split(" ", 1)[0]
    if name in FILE_PLACE:
        return Call(own, name, action, files=tuple(_words(line)[FILE_PLACE[name] :][:1]))
    if name in OPEN_FILE_TOOLS:
        return Call(own, name, action, files=(open_file,) if open_file not in ("", NO_FILE) else ())
    if name in OTHER_TOOLS:
        return Call(own, name, action)
    return Call(own, "bash", action, action)


def calls_in(message: dict[str, object], own: str) -> tuple[Call, ...]:
    """Return what a message asks for: its tool calls, its listed actions, or the block that it ends with."""
    if tools := objects_at(message.get("tool_calls")):
        return tuple(_tool_call(tool, f"{own}/{place}") for place, tool in enumerate(tools))
    if listed := objects_at(object_at(message.get("extra")).get("actions")):
        return tuple(
            Call(text_at(action.get("tool_call_id")) or f"{own}/{place}", "bash", command, command)
            for place, action in enumerate(listed)
            if (command := text_at(action.get("command")))
        )
    action = text_at(message.get("action")) or fenced_action(text_at(message.get("content")))
    return (call_of(action, f"{own}/0"),) if action.strip() else ()


def fenced_action(text: str) -> str:
    """Return the first block of shell in a text; empty where it has none."""
    for fence in ACTION_FENCES:
        begin = text.find(fence)
        if begin >= 0 and (end := text.find("\n```", begin + len(fence) - 1)) >= 0:
            return text[begin + len(fence) : end]
    return ""


def said(text: str, thought: str, actions: Iterable[str]) -> str:
    """Return what a message says besides the thought at its head and the blocks that hold its actions."""
    rest = text.strip().removeprefix(thought.strip())
    for action in actions:
        rest = _without(rest, action.strip())
    return rest.strip()


def changed_files(diff: str) -> tuple[str, ...]:
    """Return the files that a diff leaves behind."""
    return tuple(dict.fromkeys(line[6:].rstrip() for line in diff.splitlines() if line.startswith("+++ b/")))


def _tool_call(tool: dict[str, object], own: str) -> Call:
    function = object_at(tool.get("function"))
    name, arguments = text_at(function.get("name")), written(function.get("arguments"))
    values = object_at(json_of(arguments))
    command = text_at(values.get("command")) if name in ("bash", "execute_bash") else ""
    file = text_at(values.get("path")) or text_at(values.get("filename"))
    return Call(text_at(tool.get("id")) or own, name, arguments, command or None, (file,) if file else ())


def _without(text: str, action: str) -> str:
    """Return the text without the first block that holds the action and nothing else."""
    for opening, closing in WRAPPERS:
        begin = text.find(opening)
        while begin >= 0 and (end := text.find(closing, begin + len(opening))) >= 0:
            inside = text[begin + len(opening) : end]
            # Behind an opening fence stands a language, which is no part of the action.
            if action in (inside.strip(), inside.partition("\n")[2].strip()):
                return text[:begin] + text[end + len(closing) :]
            begin = text.find(opening, end + len(closing))
    return text


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quote that another line closes
        return line.split()
