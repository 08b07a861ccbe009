"""What is different between two records? Field by field, and word by word in what they say. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from typing import Literal

from phantasm.state.model import Record

# Words, blanks and marks each on their own, so that joining the segments gives the statement back.
_PIECE = re.compile(r"\s+|\w+|[^\w\s]")
# Comparing takes the product of both lengths at worst: beyond this many pieces whole lines are compared.
_MOST_PIECES = 1_000
_CONTEXT_LINES = 2

Side = Literal["same", "old", "new"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a statement that both have, or only one of them."""

    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field in which two records differ."""

    name: str
    old: object
    new: object


@dataclass(frozen=True, slots=True)
class Difference:
    """Two records side by side."""

    old: str
    new: str
    fields: tuple[FieldDifference, ...]
    segments: tuple[Segment, ...]
    unified: tuple[str, ...]


def difference(old: Record, new: Record) -> Difference:
    """Compare two records that have content."""
    before = old.content.statement if old.content else ""
    after = new.content.statement if new.content else ""
    lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=_CONTEXT_LINES)
    return Difference(
        old=old.id,
        new=new.id,
        fields=tuple(_fields(old, new)),
        segments=tuple(segments(before, after)),
        unified=tuple(lines)[2:],  # without the two lines that name files
    )


def segments(old: str, new: str) -> Iterator[Segment]:
    """Yield what two texts have in common and what only one of them has, in order."""
    pieces = _PIECE.findall(old), _PIECE.findall(new)
    if max(map(len, pieces)) > _MOST_PIECES:
        pieces = old.splitlines(keepends=True), new.splitlines(keepends=True)
    matcher = SequenceMatcher(None, *pieces, autojunk=False)
    for tag, first, last, other_first, other_last in matcher.get_opcodes():
        if tag == "equal":
            yield Segment("same", "".join(pieces[0][first:last]))
            continue
        if last > first:
            yield Segment("old", "".join(pieces[0][first:last]))
        if other_last > other_first:
            yield Segment("new", "".join(pieces[1][other_first:other_last]))


def _fields(old: Record, new: Record) -> Iterator[FieldDifference]:
    before, after = _flat(old), _flat(new)
    for name in _ordered(before, after):
        if before.get(name) != after.get(name):
            yield FieldDifference(name, before.get(name), after.get(name))


def _flat(record: Record) -> dict[str, object]:
    """Return what a person compares, by name."""
    quality, content = record.quality, record.content
    flat: dict[str, object] = {
        "statement": content.statement if content else None,
        "kind": record.kind,
        "subject_key": record.subject_key,
        "state": record.state,
        "scope": record.scope,
        "scope_ref": record.scope_ref or None,
        "origin": record.origin,
        "sensitivity": record.sensitivity,
        "confidence": quality.confidence,
        "author": quality.author,
        "source_type": quality.source_type,
        "verified_at": quality.verified_at,
        "expires_at": quality.expires_at,
        "revalidate_at": quality.revalidate_at,
        "valid_from": record.valid_from,
        "valid_to": record.valid_to,
    }
    for name, part in (
        ("payload", content and content.payload),
        ("provenance", content and content.provenance),
    ):
        flat |= {f"{name}.{key}": value for key, value in sorted((part or {}).items())}
    return flat


def _ordered(before: dict[str, object], after: dict[str, object]) -> Sequence[str]:
    return list(dict.fromkeys((*before, *after)))
