"""What is different between two records? Field by field, and word by word in what they say. Pure."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, unified_diff
from typing import Literal

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.state.model import Record

# Words, blanks and marks each on their own, so that joining the segments gives the statement back.
_PIECE = re.compile(r"\s+|\w+|[^\w\s]")
# Comparing takes the product of both lengths at worst: beyond this many words whole lines are compared,
# and beyond this many lines the statements as a whole.
_MOST_PIECES = 1_000
_CONTEXT_LINES = 2


class FieldView(Model):
    """A field in which two records differ, by the name it has in a record."""

    name: str
    old: object = None
    new: object = None


class SegmentView(Model):
    """A piece of the statements that is the same, or only in the old or the new one."""

    side: Literal["same", "old", "new"]
    text: str


class ComparisonView(Model):
    """How one record differs from another; empty where there are no two, or they may not be read."""

    fields: list[FieldView] = Field(default=[], description="The fields that differ")
    segments: list[SegmentView] = Field(default=[], description="The statements word by word")
    unified: list[str] = Field(
        default=[], description="The statements line by line; empty beyond a thousand lines"
    )


def compare(old: Record, new: Record) -> ComparisonView:
    """Compare two records that the caller may read."""
    before = old.content.statement if old.content else ""
    after = new.content.statement if new.content else ""
    return ComparisonView(
        fields=list(fields(old, new)),
        segments=list(segments(before, after)),
        unified=_unified(before.splitlines(), after.splitlines()),
    )


def fields(old: Record, new: Record) -> Iterator[FieldView]:
    """Yield the fields in which two records differ."""
    before, after = _flat(old), _flat(new)
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield FieldView(name=name, old=before.get(name), new=after.get(name))


def segments(old: str, new: str) -> Iterator[SegmentView]:
    """Yield what two texts have in common and what only one of them has, in order and without a gap."""
    before, after = _pieces(old, new)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, first, last, other_first, other_last in matcher.get_opcodes():
        if tag == "equal":
            yield SegmentView(side="same", text="".join(before[first:last]))
            continue
        if last > first:
            yield SegmentView(side="old", text="".join(before[first:last]))
        if other_last > other_first:
            yield SegmentView(side="new", text="".join(after[other_first:other_last]))


def _pieces(old: str, new: str) -> tuple[list[str], list[str]]:
    """Take two texts apart as finely as comparing them can afford."""
    words = _PIECE.findall(old), _PIECE.findall(new)
    lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for both in (words, lines):
        if max(map(len, both)) <= _MOST_PIECES:
            return both
    return [old], [new]


def _unified(old: list[str], new: list[str]) -> list[str]:
    if max(len(old), len(new)) > _MOST_PIECES:
        return []
    return list(unified_diff(old, new, lineterm="", n=_CONTEXT_LINES))[2:]  # without the names of files


def _flat(record: Record) -> dict[str, object]:
    """Return what a person compares, by the name that it has where a record is shown."""
    content = record.content
    flat: dict[str, object] = {
        "statement": content.statement if content else None,
        "kind": record.kind,
        "subject_key": record.subject_key,
        "state": record.state,
        "frozen": record.frozen,
        "scope": record.scope,
        "scope_ref": record.scope_ref or None,
        "sensitivity": record.sensitivity,
        "origin": record.origin,
        "valid_from": record.valid_from,
        "valid_to": record.holds_until,
    }
    parts = {
        "quality": record.quality._asdict(),
        "claim": content.triple._asdict() if content and content.triple else None,
        "payload": content.payload if content else None,
        "provenance": content.provenance if content else None,
    }
    for name, part in parts.items():
        flat |= {f"{name}.{key}": value for key, value in (part or {}).items()}
    return flat
