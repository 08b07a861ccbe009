"""What can be told: events with the ways to say them, to ask about them and to answer them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("say", "ask", "note", "re", "feel", "step", "code")
"""Said by the speaker; asked about it later; noted down; replied; added by the speaker; advised; shown."""


@dataclass(frozen=True)
class Event:
    """One thing that happens to people, in every wording the grammar has for it."""

    name: str
    glad: bool = True
    lines: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})


def parse_events(lines: Iterable[str]) -> list[Event]:
    """Events from text: a `## name +` (or `-`, for bad news) line, then `kind template` lines."""
    events: list[Event] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("## "):
            name, _, mood = text[3:].partition(" ")
            events.append(Event(name, glad=mood != "-"))
            continue
        if not text or text.startswith("#"):
            continue
        kind, _, template = text.partition(" ")
        if kind not in KINDS or not events or not template:
            raise ValueError(f"line {number} of a grammar file is none: {text}")
        events[-1].lines[kind].append(template.replace("\\n", "\n"))
    return events
