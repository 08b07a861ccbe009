"""What is in a message of Claude Code: words, thoughts, calls, answers? Pure."""

from dataclasses import dataclass

from phantasm.session.transcripts.claude_machine import is_machine_text
from phantasm.session.transcripts.model import Answer, Call
from phantasm.session.transcripts.records import code_at, object_at, text_at, texts_of, written

_CALL_BLOCKS = frozenset(("tool_use", "server_tool_use", "mcp_tool_use"))
_SHELL_TOOLS = frozenset(("Bash", "PowerShell"))
_FILE_KEYS = ("file_path", "notebook_path")
"""Where Read, Edit, MultiEdit, Write and the notebook tools name their file."""

_EXIT_CODE = "Exit code "
_MOST_EXIT_CODE_CHARACTERS = 11
"""What is looked at behind "Exit code ": a signed 32-bit number, the widest that a system reports."""


@dataclass(frozen=True, slots=True)
class Content:
    """The content of one message, taken apart."""

    text: str
    thought: str = ""
    calls: tuple[Call, ...] = ()
    answers: tuple[Answer, ...] = ()
    is_machine: bool = False


def content_of(content: object, outcome: object = None, *, is_model: bool = False) -> Content | None:
    """Take a message's content apart; None where it is neither a text nor a list of blocks.

    `outcome` is the line's `toolUseResult`: what the tool gave back before it was made into text. What a
    model says is its own, whatever it looks like.
    """
    if isinstance(content, str) and is_model:
        return Content(content)
    if isinstance(content, str):
        return Content(content, is_machine=is_machine_text(content))
    if not isinstance(content, list):
        return None
    blocks = [object_at(part) for part in content]
    if sum(block.get("type") == "tool_result" for block in blocks) > 1:
        outcome = None  # it does not say whose it is
    texts: list[str] = []
    thoughts: list[str] = []
    calls: list[Call] = []
    answers: list[Answer] = []
    for block in blocks:
        kind = block.get("type")
        if kind == "text":
            texts.append(text_at(block.get("text")))
        elif kind == "thinking":
            thoughts.append(text_at(block.get("thinking")))
        elif kind == "tool_result":
            answers.append(_answer_of(block, outcome))
        elif isinstance(kind, str) and kind in _CALL_BLOCKS:
            calls.append(_call_of(block))
    text, is_machine = (_joined(texts), False) if is_model else _said(texts)
    return Content(text, _joined(thoughts), tuple(calls), tuple(answers), is_machine)


def text_of(content: object) -> str:
    """Return the words of a content that is a text, a list of texts or a list of blocks."""
    return "\n".join(texts_of(content, kinds=frozenset()))


def _said(texts: list[str]) -> tuple[str, bool]:
    """Put blocks together; what the client added beside somebody's words is left out."""
    spoken = [text for text in texts if text and not is_machine_text(text)]
    return (_joined(spoken), False) if spoken else (_joined(texts), any(texts))


def _joined(texts: list[str]) -> str:
    return "\n".join(text for text in texts if text)


def _call_of(block: dict[str, object]) -> Call:
    # A tool of a server that the model's provider calls has the server's name beside it.
    server = text_at(block.get("server_name"))
    name = f"mcp__{server}__{text_at(block.get('name'))}" if server else text_at(block.get("name"))
    given = block.get("input")
    fields = object_at(given)
    return Call(
        text_at(block.get("id")),
        name,
        written(given),
        (text_at(fields.get("command")) or None) if name in _SHELL_TOOLS else None,
        tuple(file for key in _FILE_KEYS if (file := text_at(fields.get(key)))),
    )


def _answer_of(block: dict[str, object], outcome: object) -> Answer:
    text = text_of(block.get("content"))
    failed = block.get("is_error")
    result = object_at(outcome)
    if not text:
        text = text_of([result.get("stdout"), result.get("stderr")])
    if result.get("interrupted") is True:
        failed = True
    elif failed is None and "stdout" in result and not result.get("backgroundTaskId"):
        # The client leaves the mark out when a command went well; one in the background has not ended.
        failed = False
    has_failed = failed if isinstance(failed, bool) else None
    return Answer(
        text_at(block.get("tool_use_id")),
        text,
        _exit_code(text) if has_failed else None,
        has_failed,
    )


def _exit_code(text: str) -> int | None:
    """Read "Exit code N", with which the client begins the output of a command that failed."""
    head = text[: len("Error: " + _EXIT_CODE) + _MOST_EXIT_CODE_CHARACTERS].removeprefix("Error: ")
    if not head.startswith(_EXIT_CODE):
        return None
    number = head.removeprefix(_EXIT_CODE).partition("\n")[0].strip()
    return code_at(int(number)) if number.isascii() and number.removeprefix("-").isdigit() else None
