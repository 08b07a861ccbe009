"""What is said, called and answered in one item of a Codex rollout? Pure."""

import re
from typing import Final

from phantasm.session.transcripts.model import Answer, Call
from phantasm.session.transcripts.records import (
    code_at,
    json_of,
    object_at,
    objects_at,
    text_at,
    texts_of,
    written,
)
from phantasm.session.transcripts.terms import Role
from phantasm.session.transcripts.tools import call_of

MACHINE_BEGINNINGS: Final = (
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<model_switch>",
    "<personality_spec>",
    "<apps_instructions>",
    "<skills_instructions>",
    "<plugins_instructions>",
    "<skill>",
    "<subagent_notification>",
    "<user_shell_command>",
    "<turn_aborted>",
    "<hook_context",
    "<hook_prompt",
    "<codex_internal_context",
    "<goal_context>",
    "<system-reminder>",
    "Another language model started to solve this problem and produced a summary",
    "Warning: The maximum number of unified exec processes",
)
"""How texts begin that Codex puts into a person's mouth: surroundings, instructions, notices, summaries."""

INTERRUPTED: Final = "<turn_aborted>"
"""The copy, for the model, of the event that a turn was broken off."""

_REQUEST_MARK: Final = "## My request for Codex:"
"""Where, behind what the editor's extension adds, the words of the person begin."""
_IDE_BEGINNING: Final = "# Context from my IDE setup:"

_TEXTS: Final = frozenset(("input_text", "output_text", "text"))
_THOUGHTS: Final = frozenset(("summary_text", "reasoning_text", "text"))

HEAD_CHARACTERS: Final = 400
"""How far into an output its exit code is looked for: Codex writes five short lines before the output."""
_TOOK: Final = "Wall time: "
_EXIT: Final = re.compile(r"(?:\AExit code: |^Process exited with code )(-?\d{1,10})$", re.MULTILINE)


def is_machine(text: str) -> bool:
    """Whether Codex wrote it, though it stands where a person's words stand."""
    return text.lstrip().startswith(MACHINE_BEGINNINGS)


def said(item: dict[str, object]) -> tuple[Role, str, bool]:
    """Return who says a message, its text, and whether a machine wrote it.

    Where parts of a machine stand beside a person's, only the person's are kept.
    """
    texts = texts_of(item.get("content"), kinds=_TEXTS)
    match item.get("role"):
        case "assistant":
            return "assistant", "\n".join(texts), False
        case "user":
            words = [_request(text) for text in texts if not is_machine(text)]
            return "user", "\n".join(words or texts), not words
        case _:
            return "system", "\n".join(texts), True


def _request(text: str) -> str:
    if not text.startswith(_IDE_BEGINNING):
        return text
    _, mark, words = text.partition(_REQUEST_MARK)
    return words.strip("\n") if mark else text


def thought(item: dict[str, object]) -> str:
    """Return what was thought: the thoughts themselves where they are there, else their summary."""
    whole = texts_of(item.get("content"), kinds=_THOUGHTS)
    return "\n".join(whole or texts_of(item.get("summary"), kinds=_THOUGHTS))


def called(item: dict[str, object], place: str) -> Call:
    """Return the call of an item; without an id it is named after its place."""
    identity = text_at(item.get("call_id")) or text_at(item.get("id")) or place
    match item.get("type"):
        case "local_shell_call":
            return call_of(identity, "local_shell", object_at(item.get("action")))
        case "web_search_call":
            return call_of(identity, "web_search", object_at(item.get("action")))
        case "tool_search_call":
            return call_of(identity, "tool_search", item.get("arguments"))
        case "image_generation_call":
            # The picture itself stays behind: it is megabytes of base64.
            return call_of(identity, "image_generation", text_at(item.get("revised_prompt")))
        case "custom_tool_call":
            return call_of(identity, text_at(item.get("name")), text_at(item.get("input")))
        case _:
            # A tool of an MCP server stands below its namespace: mcp__phantasm, and search.
            parts = (text_at(item.get("namespace")).strip("_"), text_at(item.get("name")))
            return call_of(identity, "__".join(filter(None, parts)), item.get("arguments"))


def answered(item: dict[str, object]) -> Answer:
    """Return what a tool gave back, with its exit code where the client wrote one down."""
    output = item.get("output", item.get("tools"))
    success: object = None
    if isinstance(output, dict):
        success, output = output.get("success"), output.get("content")
    text = "\n".join(texts_of(output, kinds=_TEXTS)) if _is_parts(output) else written(output)
    code = None
    if text.startswith("{"):
        text, code = _unwrapped(text)
    head = text[:HEAD_CHARACTERS].partition("\nOutput:\n")[0]
    # A file that was read may begin with the same words; only Codex says how long it took, too.
    if code is None and _TOOK in head and (found := _EXIT.search(head)):
        code = code_at(int(found[1]))
    failed = not success if isinstance(success, bool) else None
    if failed is None and code is not None:
        failed = code != 0
    return Answer(text_at(item.get("call_id")), text, code, failed)


def _is_parts(output: object) -> bool:
    return isinstance(output, list) and any("text" in part for part in objects_at(output))


def _unwrapped(text: str) -> tuple[str, int | None]:
    """Open the JSON in which older versions put an output and its exit code."""
    # Outputs of other tools are JSON, too, and long: what has no metadata is not parsed.
    if '"metadata"' not in text or '"output"' not in text:
        return text, None
    value = object_at(json_of(text))
    if not isinstance(value.get("output"), str) or not isinstance(value.get("metadata"), dict):
        return text, None
    return text_at(value["output"]), code_at(object_at(value["metadata"]).get("exit_code"))
