"""Which lines of a text did somebody write, and which did a machine? Pure.

What people paste and what Phantasm put into a conversation is not said by anybody: code, logs, listings,
diffs, stack traces, tables, and lines that cite memory.
"""

import re
from typing import Final

MOST_HEAD_CHARACTERS, MOST_TAIL_CHARACTERS = 8_000, 4_000
"""How much of a text is looked at, in characters: what people want stands first or last."""

HANDLE: Final = re.compile(r"\[(?:m:|(?=s:))((?:s:)?[0-9a-hjkmnp-tv-z]{8})\]")
"""A record or procedure that is cited, as a context writes it."""

_ANY_HANDLE: Final = re.compile(r"\[[mes]:[0-9a-hjkmnp-tv-z]{8}\]")
_MEMORY: Final = "phantasm-memory"
"""What the first and the last line of a context carry."""

_FENCE: Final = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_ELEMENTS: Final = (
    "system-reminder system_reminder local-command-stdout local-command-stderr local-command-caveat "
    "bash-input "
    "bash-stdout bash-stderr command-name command-message command-contents task-notification "
    "session-start-hook "
    "user-prompt-submit-hook post-tool-use-hook new-diagnostics ide_selection ide_opened_file "
    "ide_diagnostics "
    "persisted-output environment_context environment_details user_instructions INSTRUCTIONS attached_files "
    "additional_data open_and_recently_viewed_files system_notification manually_attached_skills tool_result"
).split()
_ELEMENT: Final = re.compile(r"<(" + "|".join(map(re.escape, _ELEMENTS)) + r")\b[^<>]{0,200}>")
_LABEL: Final = re.compile(r"^[A-Z][A-Z _-]{2,30}:?$")

_MACHINE: Final = re.compile(
    r"""^(?:
      \$\s|>>>\s|\.\.\.\s|%\s|C:\\.*>              # prompts
      |diff\ --git|index\ [0-9a-f]{6,}|@@\s|\+\+\+\s|---\s|[+-]\s{2,}\S
      |Traceback\ \(|\s*File\ "|\s*at\ [\w.$<>]+\s?\(|\s+\^+\s*$|During\ handling|E\s{3}
      |\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[\d{4}-|\[(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\]
      |(?:INFO|WARN|WARNING|DEBUG|TRACE|ERROR|FATAL)[:\s|]\S*
      |\|.*\|\s*$|[-=_*~+|\s]{4,}$|[-drwxlst]{10}[.+@]?\s
      |\s*\d+\s*[:|→\t]|\[File:|npm\ (?:ERR|error|WARN)|=====|FAILED\s|PASSED\s|ok\s+\S+/\S+
      |[{}\[\]()<>,;]+\s*$|</?[a-zA-Z][\w:-]*[^>]*>\s*$|\s*(?:import|from)\ [\w.]+(?:\ import\ .*)?$
      |\s*(?:def|class|function|const|let|var|public|private|return|if|for|while)\b.*[:{;]\s*$
      |\#!|\s*//|/\*|\*/
    )""",
    re.VERBOSE,
)
_CODE_ENDINGS: Final = ("{", "}", ";", "):", ") {", "};", "=>", "\\")
_WORDY: Final = re.compile(r"[^\W\d_]+| +")
_MOST_OTHER: Final = 0.32
"""The share of a line of words that is neither letter nor blank at most; code and listings have more."""

_NEUTRAL: Final = str.maketrans("", "", "*_`\"'.,!?")
"""Marks that words and code have alike."""

MOST_JUDGED: Final = 400
"""How much of a line is judged, in characters: five lines of a terminal."""

_LEAST_JUDGED: Final = 16
"""Shorter lines are not judged by their letters, in characters."""


def looked_at(text: str) -> str:
    """Return the parts of a text that are looked at: all of it, or its head and its tail."""
    if len(text) <= MOST_HEAD_CHARACTERS + MOST_TAIL_CHARACTERS:
        return text
    return f"{text[:MOST_HEAD_CHARACTERS]}\n\n{text[-MOST_TAIL_CHARACTERS:]}"


def said_lines(text: str) -> list[str]:
    """Return the lines that somebody wrote; an empty line stands where something was left out."""
    kept: list[str] = []
    fence, in_memory = "", False
    for line in without_elements(looked_at(text)).replace("\r\n", "\n").split("\n"):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
            kept.append("")
        elif mark:
            fence = mark[1]
            kept.append("")
        elif _MEMORY in line:
            # The end of a context carries the mark as its beginning does.
            in_memory = not in_memory
            kept.append("")
        elif in_memory and not line.strip():
            in_memory = not _is_over(kept)
            kept.append("")
        elif in_memory or _ANY_HANDLE.search(line) or is_machine_line(line):
            kept.append("")
        else:
            kept.append(line)
    return kept


def without_elements(text: str) -> str:
    """Return a text without the elements that clients write around what nobody said."""
    kept: list[str] = []
    position = 0
    while found := _ELEMENT.search(text, position):
        kept.append(text[position : found.start()])
        end = text.find(f"</{found[1]}>", found.end())
        position = len(text) if end < 0 else end + len(found[1]) + 3
    return "".join([*kept, text[position:]])


def is_machine_line(line: str) -> bool:
    """Tell whether a line is code, output, a listing or markup."""
    if not line or line.isspace():
        return False
    stripped = line.strip()
    if _MACHINE.match(line[:MOST_JUDGED]) or _LABEL.match(stripped):
        return not _LABEL.match(stripped)
    if line.startswith(("    ", "\t")) and stripped.endswith(_CODE_ENDINGS):
        return True
    if len(stripped) < _LEAST_JUDGED:
        return False
    judged = stripped[:MOST_JUDGED].translate(_NEUTRAL)
    return len(_WORDY.sub("", judged)) > _MOST_OTHER * len(judged)


def cited_in(text: str) -> list[str]:
    """Return the handles of records that a text cites, without those in contexts that it repeats."""
    kept: list[str] = []
    in_memory = False
    for line in text.split("\n"):
        if _MEMORY in line:
            in_memory = not in_memory
        elif not in_memory:
            kept.extend(HANDLE.findall(line))
    return kept


def _is_over(kept: list[str]) -> bool:
    """A context without its end is over at the second empty line: nothing that follows is silenced by it."""
    return len(kept) > 1 and not kept[-1] and not kept[-2]
