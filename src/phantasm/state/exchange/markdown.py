"""How is memory shown as a page to read? Markdown whose structure no record's text can fake. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from phantasm.state.exchange.lines import RecordLine
from phantasm.state.kinds import CATALOGUE

MARKER = "<!-- phantasm:memory v1 -->"
"""The first line: by it an export is known as one, and is never imported as somebody's own words."""

_INLINE = re.compile(r"([\\`*_\[\]<>&~|$])")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
# Control characters, and those that turn the direction of text around so that it reads as something else.
_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def page_of(lines: Iterable[RecordLine], notes: Mapping[str, Sequence[str]]) -> str:
    """Return the page: a section for each kind, a bullet for each record with what is to be noted of it."""
    ordered = sorted(lines, key=lambda line: line.order)
    parts = [MARKER, "", "# Project memory"]
    for kind, found in groupby(ordered, key=lambda line: line.draft.kind):
        parts += ["", f"## {kind}", "", f"{CATALOGUE[kind].meaning}.", ""]
        parts += [_bullet(line, notes.get(line.id, ())) for line in found]
    return "\n".join(parts) + "\n"


def is_page(text: str) -> bool:
    """Tell whether a text is such a page."""
    return text.startswith(MARKER)


def escape(text: str) -> str:
    """Return a text as Markdown that shows it, on one line, and does nothing else."""
    shown = [_escape_line(line) for line in text.splitlines()]
    return "<br>".join(shown)


def _bullet(line: RecordLine, marks: Sequence[str]) -> str:
    draft = line.draft
    key = f" **{escape(draft.subject_key)}**" if draft.subject_key else ""
    return f"- `{line.handle or line.id}`{key}: {escape(draft.content.statement)}{_notes(line, marks)}"


def _notes(line: RecordLine, marks: Sequence[str]) -> str:
    draft = line.draft
    notes = [f"since {_day(draft.valid_from)}"]
    if draft.valid_to:
        notes.append(f"until {_day(draft.valid_to)}")
    if draft.scope != "project":
        notes.append(f"{draft.scope} {escape(draft.scope_ref)}")
    if draft.sensitivity == "sensitive":
        notes.append("sensitive")
    if line.frozen:
        notes.append("frozen")
    notes += [escape(mark.replace("_", " ")) for mark in marks]
    return f" *({'; '.join(notes)})*"


def _day(moment: str | None) -> str:
    return (moment or "")[:10]


def _escape_line(line: str) -> str:
    visible = _INVISIBLE.sub(lambda found: f"U+{ord(found[0]):04X}", line.strip())
    return _INLINE.sub(lambda found: _ENTITIES.get(found[1], "\\" + found[1]), visible)
