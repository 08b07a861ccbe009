"""What does a context consist of? A manifest from which the same bytes can be written again. Pure.

A line is either literal or a statement: what stands around it, and which characters of which item it is.
The statement itself is not in the manifest, so that erasing an item erases it here, too; a digest that is
keyed by the store's salt tells whether an item still says the same.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from phantasm.context.model import Span
from phantasm.context.profiles import FormatName
from phantasm.context.render import Line, excerpt
from phantasm.contracts.ids import content_address
from phantasm.contracts.model import JsonObject

VERSION = 1
# 64 bits of a keyed hash: enough to see that something differs.
_DIGEST_CHARACTERS = 16


class Measured(NamedTuple):
    """A line and the room it takes."""

    line: Line
    tokens: int

    @property
    def bytes(self) -> int:
        """How many bytes it is in UTF-8."""
        return len(self.line.text.encode())


class Rewritten(NamedTuple):
    """A context that was written again from its manifest."""

    text: str
    differs: Sequence[tuple[str, int]]
    """Items that say something else by now, and in which line."""


def text_hash(text: str) -> str:
    """Return what tells one text from another."""
    return hashlib.sha256(text.encode()).hexdigest()


def written(lines: Sequence[Measured], prefix: int, salt: str) -> JsonObject:
    """Return what a manifest says of the text itself: `prefix` of its lines hold for every task."""
    text = "".join(measured.line.text for measured in lines)
    begins = lines[:prefix]
    return {
        "hash": text_hash(text),
        "characters": len(text),
        "tokens": sum(measured.tokens for measured in lines),
        "prefix": {
            "lines": prefix,
            "bytes": sum(measured.bytes for measured in begins),
            "tokens": sum(measured.tokens for measured in begins),
        },
        "lines": line_entries(lines, salt),
    }


def line_entries(lines: Iterable[Measured], salt: str) -> list[JsonObject]:
    """Return the lines as a manifest keeps them."""
    return [_entry(measured, salt) for measured in lines]


def _entry(measured: Measured, salt: str) -> JsonObject:
    line = measured.line
    size: JsonObject = {
        "tokens": measured.tokens,
        "bytes": measured.bytes,
        "digest": _digest(line.text, salt),
    }
    if line.chosen is None:
        return {"text": line.before, **size}
    candidate = line.chosen.candidate
    said: JsonObject = {
        "id": candidate.id,
        "tier": candidate.tier,
        "section": line.section,
        "spans": [[candidate.offset + start, candidate.offset + stop] for start, stop in line.chosen.spans],
        "before": line.before,
        "after": line.after,
        **size,
    }
    return said | ({"also": list(line.chosen.also)} if line.chosen.also else {})


def unchanged(before: object, now: object) -> tuple[int, int] | None:
    """Return how many leading bytes and tokens a context shares with an earlier one, line by line.

    Both are lines of manifests; what comes before is whatever a caller held. None where it holds no lines.
    """
    if not isinstance(before, list) or not isinstance(now, list):
        return None
    shared, tokens = 0, 0
    for old, new in zip(before, now, strict=False):
        if not isinstance(old, dict) or old.get("digest") != new.get("digest"):
            break
        shared += _number(new.get("bytes"))
        tokens += _number(new.get("tokens"))
    return shared, tokens


def rewrite(
    lines: Sequence[Mapping[str, object]],
    form: FormatName,
    salt: str,
    text_of: Callable[[str], str | None],
) -> Rewritten:
    """Write a context again; what is gone is named in its place."""
    texts: list[str] = []
    differs: list[tuple[str, int]] = []
    for number, entry in enumerate(lines, 1):
        item = entry.get("id")
        if not isinstance(item, str):
            texts.append(f"{entry.get('text')}\n")
            continue
        whole = text_of(item)
        said = f"[{GONE}]" if whole is None else excerpt(whole, _spans(entry.get("spans")), form)
        line = f"{entry.get('before')}{said}{entry.get('after')}\n"
        if whole is not None and _digest(line, salt) != entry.get("digest"):
            differs.append((item, number))
        texts.append(line)
    return Rewritten("".join(texts), differs)


GONE = "no longer here"
"""Stands in the place of what was erased, pruned or may not be read."""


def _digest(text: str, salt: str) -> str:
    return content_address(text.encode(), salt=salt)[:_DIGEST_CHARACTERS]


def _spans(value: object) -> list[Span]:
    spans: list[Span] = []
    for span in value if isinstance(value, list) else []:
        start, stop = span
        spans.append((_number(start), _number(stop)))
    return spans


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
