"""Values that clients hand to a hook: ids, paths, texts, tool uses; read whatever their type, and cut.

Clients send what they like, in several spellings, and other versions send something else. So nothing here
raises: what is of the wrong type was not said. Like everything that a hook loads, this loads next to nothing.
"""

from __future__ import annotations

from phantasm.contracts.agent_event import COMPACT, OTHER, SESSION_END, SESSION_START, TURN_END, AgentEvent
from phantasm.contracts.client_text import MOST_CODE, exit_status, said
from phantasm.contracts.json_text import parsed

MOST_KEPT = 20_000
"""Characters kept of each end of a long text: an error stands at one end of an output or at the other, and
40,000 characters are more than a client shows its own model of one command (Claude Code: 30,000)."""

_MOST_ID = 300
"""Characters of an id or a name: clients use up to 80; Cursor joins two ids of a call with a line break."""

_MOST_PATH = 4_096
"""Characters of a path: what Linux takes (PATH_MAX)."""

BYTES = "utf-8"
"""How a client counts the context that it takes: in bytes (Codex: four bytes are a token; Copilot: 10 KB)."""
UNITS = "utf-16-le"
"""How a client counts the context that it takes: in the units of a JavaScript string (the other clients)."""

_MOST_LAST = 150
"""Characters of a last line that is one of ours, with room to spare."""
_MOST_CLOSING = 400
"""Bytes kept free for the last line and for what closes a fence, counted double."""

_SOURCES = {
    SESSION_START: ("source",),
    COMPACT: ("trigger", "source"),
    TURN_END: ("status", "stop_reason", "stopReason"),
    SESSION_END: ("reason", "source"),
}

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
_MOST_DEPTH = 4
"""Levels of a response that are looked into: a result of an MCP tool has three."""
_MOST_PARTS = 200
"""Parts of a response that are joined: an answer of an MCP tool has a few."""


def begun(client: str, kinds: dict[str, str], name: str, told: dict[str, object]) -> AgentEvent:
    """Return the event with what every client says alike; its name is the client's own spelling.

    ``kinds`` says what each of the client's events is; an event that is not there is one of no use.
    """
    event = AgentEvent(OTHER, client, whole(name[:_MOST_ID]))
    for asked in (name, text(told, "hook_event_name", "hookEventName")):
        found = _known(kinds, asked)
        if found:
            event.name, event.kind = found, kinds[found]
            break
    event.session = short(told, "session_id", "sessionId", "conversation_id")
    event.folder = place(told, "cwd")
    event.transcript = place(told, "transcript_path", "transcriptPath")
    event.turn = short(told, "prompt_id", "turn_id", "generation_id")
    event.agent = short(told, "agent_id", "agentId", "subagent_id", "agent_name", "agentName")
    event.model = short(told, "model") or short(inside(told.get("model")), "id", "modelID")
    event.source = short(told, *_SOURCES.get(event.kind, ()))
    event.text = bounded(said(client, text(told, "prompt")))
    event.reply = bounded(text(told, "last_assistant_message", "prompt_response", "response"))
    return event


def _known(kinds: dict[str, str], asked: str) -> str:
    """Return the client's own spelling of an event: session-start and sessionStart are SessionStart."""
    wanted = _folded(asked)
    for known in kinds:
        if _folded(known) == wanted:
            return known
    return ""


def _folded(name: str) -> str:
    return "".join(character for character in name if character.isalnum()).lower()


def text(told: dict[str, object], *names: str) -> str:
    """Return the first of the named values that is a text with something in it."""
    for name in names:
        value = told.get(name)
        if isinstance(value, str) and value:
            return whole(value)
    return ""


def short(told: dict[str, object], *names: str) -> str:
    """Return the first of the named values as an id or a name: cut where no id would be that long."""
    return text(told, *names)[:_MOST_ID]


def place(told: dict[str, object], *names: str) -> str:
    """Return the first of the named values as a path; what no system takes as a path is none."""
    return path(text(told, *names))


def path(value: str) -> str:
    """Return a path as it is; empty where no system takes it as one."""
    return "" if "\0" in value or "\n" in value or len(value) > _MOST_PATH else value


def inside(value: object) -> dict[str, object]:
    """Return an object, or the one that a text of JSON holds; an empty one where there is neither."""
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = parsed(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def whole(value: str) -> str:
    """Return a text that can be written: JSON may hold half a character, which no encoding takes."""
    return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")


def bounded(value: str) -> str:
    """Return a text whole, or both its ends and how much was left out."""
    if len(value) <= 2 * MOST_KEPT:
        return value
    left_out = len(value) - 2 * MOST_KEPT
    return f"{value[:MOST_KEPT]}\n[… {left_out} characters left out …]\n{value[-MOST_KEPT:]}"


def fitted(context: str, most: int, counted: str) -> str:
    """Return as many whole lines of a context as a client takes; more would be dropped, or put in a file.

    What compiles a context keeps to the limit; this is for letters of which fewer fit. What is quoted stays
    quoted: a fence that was opened is closed, and the last line, which says where memory ends, is kept.
    """
    context = whole(context)
    encoded = context.encode(counted)
    size = (most if counted == BYTES else 2 * most) // 2 * 2
    if len(encoded) <= size:
        return context
    above, _, last = context.rstrip("\n").rpartition("\n")
    if not above or len(last) > _MOST_LAST:
        last = ""
    kept = encoded[: max(0, size - _MOST_CLOSING)].decode(counted, "ignore")
    kept = kept[: kept.rfind("\n")] if "\n" in kept else kept
    return "\n".join(part for part in (kept, _closing(kept), last) if part)


def _closing(kept: str) -> str:
    """Return what closes the fence that is open at the end of a text; empty where none is."""
    for opening, closing in (("\n[quoted ", "]"), ("\n<quoted-", ">")):
        _, found, after = f"\n{kept}".rpartition(opening)
        end = f"{opening[1]}/{opening[2:]}{after.partition(closing)[0]}{closing}"
        if found and end not in after:
            return end
    return ""


def together(notice: str, context: str) -> str:
    """Return a notice in front of the context, for clients that have no place of its own for it."""
    return "\n\n".join(part for part in (notice, context) if part)


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
            if isinstance(code, int) and not isinstance(code, bool) and abs(code) < MOST_CODE:
                return code
    return None


def note_status(event: AgentEvent) -> None:
    """Note the exit status that the client itself wrote into the output; what it does not say stays open."""
    code, failed, output = exit_status(event.client, event.output)
    if failed is not None:
        # A tool that could not do its work has no code of its own, whatever the client leaves out.
        event.exit_code = None if event.failed and not code else code
        event.failed, event.output = failed or event.failed is True, output


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
