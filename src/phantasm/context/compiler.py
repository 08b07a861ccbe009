"""How does what was gathered become a context? The stages in their order. Pure.

gather (in `reading`, with conflicts and lineage) → liveness → score (`excerpts`) → allocate (`listing`,
`budget`) → order → render → manifest.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from phantasm.context.listing import Excerpts
from phantasm.context.liveness import labels_of, left_out
from phantasm.context.model import Asked, Candidate, Chosen, Entry, Left, Match
from phantasm.context.render import NOTHING, Line, Size, Style, envelope, lines_of
from phantasm.context.sections import STABLE, STABLE_SHARE
from phantasm.context.sentences import joined
from phantasm.contracts.errors import Code, PhantasmError, Remediation


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


NOTES: dict[Match, str] = {
    "no_match": "Nothing that is remembered matches this task.",
    "weak_match": "What is remembered matches this task only loosely.",
}
"""What is said about how well memory matches; a strong match speaks for itself."""
WITHHELD = "Something that would match is withheld: what it cites in the code is gone."
_ENDLESS = 1 << 60
_NO_LIMITS: Mapping[str, int] = {}


class Material(NamedTuple):
    """Everything that may be handed over, as it was gathered."""

    stable: Sequence[Candidate] = ()
    """What holds for every task."""
    task: Sequence[Candidate] = ()
    """What answers this one."""
    asked: Asked = Asked()
    match: Match = "standing"
    left: Sequence[Left] = ()
    """What the gathering itself left out."""


class Order(NamedTuple):
    """What is wanted."""

    budget: int
    characters: int | None
    today: str
    """The day, as YYYY-MM-DD."""
    as_of: str | None = None
    limits: Mapping[str, int] = _NO_LIMITS
    salt: str = ""
    explain: bool = False

    @property
    def room(self) -> Size:
        """How much may be handed over."""
        return Size(self.budget, _ENDLESS if self.characters is None else self.characters)


class Compiled(NamedTuple):
    """A context, line by line."""

    lines: Sequence[Line]
    prefix: int
    """How many leading lines hold for every task."""
    match: Match
    left: Sequence[Left]


class TooSmall(NamedTuple):
    """The budget does not hold what must be said."""

    needed: Size

    def refusal(self, order: Order) -> PhantasmError:
        """Return what is answered, and what would do."""
        if self.needed.tokens > order.budget:
            field, least, unit = "params.token_budget", self.needed.tokens, "tokens"
        else:
            field, least, unit = "params.max_characters", self.needed.characters, "characters"
        return PhantasmError(
            Code.BUDGET_TOO_SMALL,
            f"what must be said takes {least} {unit}",
            field=field,
            expected=f"at least {least}",
            remediation=(Remediation(f"Ask for {least} {unit} or more."),),
        )


def compile_context(material: Material, order: Order, style: Style) -> Compiled | TooSmall:
    """Put a context together."""
    stable, old = _living(material.stable, order, stable=True)
    task, older = _living(material.task, order, stable=False)
    match = _honest(material.match, task)
    notes = [NOTES[match]] if match in NOTES else []
    if match == "no_match" and any(one.reason == "gone" and one.candidate.parts for one in older):
        notes.append(WITHHELD)
    allocation = _Allocation(stable, task, material.asked, order, style)
    known, rest = allocation.fill(order.room, notes)
    if rest is None:
        return TooSmall(allocation.least_room(notes))
    lines = lines_of((*known.chosen.values(), *rest.chosen.values()), style, notes, order.salt)
    left = [*old, *older, *known.left, *rest.left, *material.left]
    chosen = known.chosen.keys() | rest.chosen.keys()
    return Compiled(lines, _stable_lines(lines), match, _distinct(left, chosen))


def _honest(match: Match, task: Sequence[Candidate]) -> Match:
    """Return how well memory matches once what does not count any more is gone."""
    return match if match == "standing" or any(one.parts for one in task) else "no_match"


class _Allocation:
    """Who gets how much room: what holds for every task first, but never more than its share.

    Both parts only ever get more when the budget grows, so that more budget never keeps less.
    """

    def __init__(
        self,
        stable: Sequence[Candidate],
        task: Sequence[Candidate],
        asked: Asked,
        order: Order,
        style: Style,
    ) -> None:
        self._stable = Excerpts(stable, Asked(), order.limits, stable=True)
        self._task = Excerpts(task, asked, order.limits, stable=False)
        self._style, self._explain = style, order.explain

    def fill(self, room: Size, notes: Sequence[str]) -> tuple[Filled, Filled | None]:
        """Return what fits of the stable part and of the task's; None where not even its floor fits."""
        known, reserved = self._stable_part(room)
        left = room.less(envelope(self._style, notes)).less(reserved)
        rest = self._fill_task(left, known)
        for item, twin in rest.known_twins:
            held = known.chosen[item]
            known.chosen[item] = held._replace(also=(*held.also, twin))
        return known, rest if rest.size.fits(left) else None

    def least_room(self, notes: Sequence[str]) -> Size:
        """Return the least room that holds the envelope and both floors."""
        floor, reserved = self._stable_part(NOTHING)
        needed = envelope(self._style, notes).plus(self._fill_task(NOTHING, floor).size)
        room = needed.plus(reserved)
        while not needed.plus(self._stable_part(room)[1]).fits(room):
            # More room gives the stable part more, but less than half of it: this ends.
            room = needed.plus(self._stable_part(room)[1])
        return room

    def _stable_part(self, room: Size) -> tuple[Filled, Size]:
        """Return what holds for every task, and what is reserved for it; neither depends on the task."""
        # Whichever note is needed: that depends on the task.
        around = [envelope(self._style, [note]) for note in NOTES.values()]
        share = Size(*(int(STABLE_SHARE * max(0, there)) for there in room.less(around[0].most(around[1]))))
        known = fill(self._stable, self._style, share, drain=self._explain)
        return known, known.size.most(share) if known.is_full else known.size

    def _fill_task(self, room: Size, known: Filled) -> Filled:
        return fill(self._task, self._style, room, already=known.chosen, drain=self._explain)


def _living(
    candidates: Iterable[Candidate], order: Order, *, stable: bool
) -> tuple[list[Candidate], list[Left]]:
    """Return what counts today, with what has to be said about it, and what does not count."""
    kept, left = [], []
    for candidate in candidates:
        found = left_out(candidate, order.today, order.as_of)
        if found is not None:
            left.append(found)
        else:
            labels = labels_of(candidate, order.today, stable=stable)
            kept.append(candidate._replace(labels=labels) if labels else candidate)
    return kept, left


def _stable_lines(lines: Sequence[Line]) -> int:
    """Return how many leading lines hold for every task: the opening and the stable sections."""
    return next((n for n, line in enumerate(lines) if n and line.section not in STABLE), len(lines))


def _distinct(left: Iterable[Left], chosen: Collection[str]) -> list[Left]:
    """Return what was left out, each once, and nothing that is there after all."""
    found: dict[str, Left] = {}
    for one in left:
        if one.candidate.id not in chosen:
            found.setdefault(one.candidate.id, one)
    return list(found.values())
