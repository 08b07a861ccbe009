"""How much of the list fits? The longest prefix, in tokens and in characters, envelope included. Pure."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from phantasm.context.model import Chosen, Entry, Left
from phantasm.context.render import NOTHING, Size, Style
from phantasm.context.sentences import joined


@dataclass(slots=True)
class Filled:
    """What fits of a list."""

    chosen: dict[str, Chosen] = field(default_factory=dict)
    """By id, in the order of the list."""
    size: Size = NOTHING
    left: list[Left] = field(default_factory=list)
    is_full: bool = False
    """Whether something did not fit."""
    known_twins: list[tuple[str, str]] = field(default_factory=list)
    """What had been said already, and what says the same here."""


class _Filling:
    """A context that grows line by line; only what changes is measured again."""

    def __init__(self, style: Style, already: Collection[str]) -> None:
        self.style = style
        self._already = already
        self.filled = Filled()
        self._sizes: dict[str, Size] = {}
        self._said: set[tuple[str, str]] = set()
        self._room_around = cache(style.room_around)

    def grown(self, entry: Entry) -> tuple[list[tuple[Chosen, Size]], Size]:
        """Return the lines that an entry makes or lengthens, and the size of all with them."""
        lines, size = [], self.filled.size
        around: set[tuple[str, str]] = set()
        for part in (entry, *entry.beside):
            if part.candidate.id in self._already:
                continue
            held = self.filled.chosen.get(part.candidate.id)
            spans = joined([*(held.spans if held else ()), *part.spans])
            chosen = held._replace(spans=spans) if held else Chosen(part.candidate, part.section, spans)
            now = self.style.size(self.style.line(chosen).text)
            size = size.less(self._sizes.get(part.candidate.id, NOTHING)).plus(now)
            for key, room in self._around(chosen):
                if key not in self._said and key not in around:
                    around.add(key)
                    size = size.plus(room)
            lines.append((chosen, now))
        return lines, size

    def take(self, lines: Iterable[tuple[Chosen, Size]], size: Size) -> None:
        """Hand over some lines."""
        for chosen, line_size in lines:
            self.filled.chosen[chosen.candidate.id] = chosen
            self._sizes[chosen.candidate.id] = line_size
            self._said |= {key for key, _ in self._around(chosen)}
        self.filled.size = size

    def _around(self, chosen: Chosen) -> Iterator[tuple[tuple[str, str], Size]]:
        """Yield what has to be said around a line, each under a name of its own."""
        yield (chosen.section, ""), self._room_around(chosen.section)
        group = self.style.group(chosen)
        if group is not None:
            yield (chosen.section, chosen.candidate.at[:10]), self.style.size(group.text)


def fill(
    entries: Iterable[Entry | Left],
    style: Style,
    room: Size,
    *,
    already: Collection[str] = (),
    drain: bool = False,
) -> Filled:
    """Take the longest prefix of a list that fits; its floors whether they fit or not.

    What has been said already takes no room. With `drain`, say also what did not fit.
    """
    filling = _Filling(style, already)
    filled = filling.filled
    twins: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Left):
            filled.left.append(entry)
        elif entry.candidate.id in already:
            continue
        elif entry.merged_into is not None:
            twins += [] if filled.is_full else [entry]
        elif not filled.is_full:
            lines, size = filling.grown(entry)
            filled.is_full = not (entry.is_floor or size.fits(room))
            if not filled.is_full:
                filling.take(lines, size)
        if filled.is_full:
            if not drain:
                break
            _note_missing(filled, entry)
    _merge(filled, twins, already)
    return filled


def _merge(filled: Filled, twins: Iterable[Entry], already: Collection[str]) -> None:
    """Name what says the same as a line in that line."""
    for entry in twins:
        if entry.merged_into is None:
            continue
        held = filled.chosen.get(entry.merged_into.id)
        if held is not None:
            filled.chosen[held.candidate.id] = held._replace(also=(*held.also, entry.candidate.id))
        elif entry.merged_into.id in already:
            filled.known_twins.append((entry.merged_into.id, entry.candidate.id))
        detail = f"it says the same as {entry.merged_into.handle}"
        filled.left.append(Left(entry.candidate, "duplicate", detail))


def _note_missing(filled: Filled, entry: Entry | Left) -> None:
    known = {left.candidate.id for left in filled.left}
    beside = entry.beside if isinstance(entry, Entry) else ()
    for part in (entry, *beside):
        if part.candidate.id not in filled.chosen and part.candidate.id not in known:
            filled.left.append(Left(part.candidate, "budget", "there was no room left"))
