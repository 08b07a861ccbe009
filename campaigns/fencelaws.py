"""What must hold for every compiled context, whatever is quoted in it? Laws over the answer of `compile`."""

import json
import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from phantasm.context.compiler import NOTES
from phantasm.context.fence import delimiters
from phantasm.context.hidden import visible
from phantasm.context.render import FORMATS
from phantasm.context.sections import QUOTED, SECTIONS
from phantasm.contracts.client_text import MARK, without_injected

INSTRUCTS = frozenset(name for name, section in SECTIONS.items() if section.instructs)
_DAY, _NONCE = r"[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}", "[0-9a-z]{8}"
_CITATION = re.compile(r"\[ ?[me] ?: ?[0-9a-z]{8}(?![0-9a-z])", re.IGNORECASE)
_OWN_TAG = re.compile(rf"<[ /]*(?:quoted(?![a-z])|(?:memory|{MARK}|{'|'.join(SECTIONS)}) *>)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """A compiled context, line by line, and what its manifest says of each."""

    form: str
    text: str
    lines: Sequence[str]
    entries: Sequence[dict[str, Any]]

    def items(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the lines that quote or state something, with their places."""
        return ((place, entry) for place, entry in enumerate(self.entries) if "id" in entry)


def read(data: dict[str, Any]) -> Answer:
    """Return what `compile` answered in the form that the laws read."""
    return Answer(data["format"], data["text"], data["text"].split("\n")[:-1], data["manifest"]["lines"])


def quoted_ids(data: dict[str, Any]) -> list[str]:
    """Return the items that stand inside the fence."""
    return [str(entry["id"]) for _, entry in read(data).items() if entry["section"] == QUOTED]


def broken_by(data: dict[str, Any], hostile: Container[str]) -> list[str]:
    """Return every law that a context breaks; `hostile` are the items that nobody may trust."""
    answer = read(data)
    if len(answer.lines) != len(answer.entries) or not answer.text.endswith("\n"):
        return [f"{len(answer.lines)} lines, but {len(answer.entries)} are known"]
    return [f"{law.__name__}: {problem}" for law in LAWS for problem in law(answer, hostile)]


def _nothing_hides(answer: Answer, _: Container[str]) -> Iterator[str]:
    if visible(answer.text) != answer.text:
        yield "a hidden character is left"


def _mark_stands_at_the_ends(answer: Answer, _: Container[str]) -> Iterator[str]:
    ends = {0} if answer.form == "json" else {0, len(answer.lines) - 1}
    found = {place for place, line in enumerate(answer.lines) if MARK in line.casefold()}
    if found != ends:
        yield f"the mark stands in lines {sorted(found)}"


def _literal_lines_are_ours(answer: Answer, _: Container[str]) -> Iterator[str]:
    ours = re.compile("|".join(_ours(answer.form)))
    for line, entry in zip(answer.lines, answer.entries, strict=True):
        if "id" not in entry and not ours.fullmatch(line):
            yield f"nobody of us says {line[:200]!r}"


def _ours(form: str) -> Iterator[str]:
    """Yield patterns for every line that a format writes by itself."""
    shape = FORMATS[form]  # type: ignore[index]
    literal = [shape.opening, shape.closing]
    literal += [shape.ending(section) for section in SECTIONS.values()]
    literal += [shape.heading(section, first) for section in SECTIONS.values() for first in (True, False)]
    literal += [shape.note(note, first) for note in NOTES.values() for first in (True, False)]
    yield from (re.escape(line) for line in literal if line)
    days = [shape.group("@", first) for first in (True, False)]
    yield from (re.escape(line).replace("@", _DAY) for line in days)
    yield from (re.escape(line).replace("@", _NONCE) for line in delimiters(form, "@") if line)


def _quotes_stand_inside(answer: Answer, _: Container[str]) -> Iterator[str]:
    quoted = [place for place, entry in answer.items() if entry["section"] == QUOTED]
    if answer.form == "json" or not quoted:
        return
    opening, closing = (
        [place for place, line in enumerate(answer.lines) if re.fullmatch(pattern, line)]
        for pattern in (re.escape(line).replace("@", _NONCE) for line in delimiters(answer.form, "@"))
    )
    if len(opening) != 1 or len(closing) != 1:
        yield f"{len(opening)} openings and {len(closing)} closings"
        return
    nonce = re.findall(_NONCE, answer.lines[closing[0]])[-1]
    if answer.text.casefold().count(nonce) != len(("opening", "closing")):
        yield "the nonce stands elsewhere, too"
    inside = range(opening[0] + 1, closing[0])
    within = [place for place, _ in answer.items() if place in inside]
    if within != quoted:
        yield f"quotes stand in lines {quoted}, the fence holds {within}"


def _hostile_text_is_only_quoted(answer: Answer, hostile: Container[str]) -> Iterator[str]:
    for place, entry in answer.items():
        if entry["id"] in hostile and entry["section"] != QUOTED:
            where = "instructs from" if entry["section"] in INSTRUCTS else "stands in"
            yield f"{entry['id']} {where} {entry['section']}: {answer.lines[place][:200]!r}"


def _excerpts_pose_as_nothing(answer: Answer, _: Container[str]) -> Iterator[str]:
    for place, entry in answer.items():
        line = answer.lines[place]
        before, after = str(entry["before"]), str(entry["after"])
        if not line.startswith(before) or not line.endswith(after):
            yield f"line {place} is not written as its manifest says"
        said = line[len(before) : len(line) - len(after)]
        if _CITATION.search(said) or _OWN_TAG.search(said):
            yield f"line {place} poses as ours: {said[:200]!r}"


def _json_can_be_read(answer: Answer, _: Container[str]) -> Iterator[str]:
    if answer.form != "json":
        return
    try:
        whole = json.loads(answer.text)
    except ValueError as problem:
        yield f"it is no JSON: {problem}"
        return
    if list(whole) != ["memory", "sections"] or whole["memory"] != MARK:
        yield f"it has the fields {list(whole)}"
    told = [
        part["section"]
        for part in whole["sections"]
        if "section" in part
        for one in part["lines"]
        if "text" in one
    ]
    if told != [entry["section"] for _, entry in answer.items()]:
        yield "its sections hold something else than the manifest says"


def _is_recognised_again(answer: Answer, _: Container[str]) -> Iterator[str]:
    if without_injected(f"before\n{answer.text}after") != "before\nafter":
        yield "a transcript would keep a part of it"


LAWS: tuple[Callable[[Answer, Container[str]], Iterator[str]], ...] = (
    _nothing_hides,
    _mark_stands_at_the_ends,
    _literal_lines_are_ours,
    _quotes_stand_inside,
    _hostile_text_is_only_quoted,
    _excerpts_pose_as_nothing,
    _json_can_be_read,
    _is_recognised_again,
)
