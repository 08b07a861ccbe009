"""How does what was gathered become a context? The stages in their order. Pure.

gather (in `reading`, with conflicts and lineage) → liveness → score (`excerpts`) → allocate (`listing`,
`budget`) → order → render → manifest.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from phantasm.context.budget import Filled, fill
from phantasm.context.listing import Excerpts
from phantasm.context.liveness import labels_of, left_out
from phantasm.context.model import Asked, Candidate, Left, Match
from phantasm.context.render import NOTHING, Line, Size, Style, envelope, lines_of
from phantasm.context.sections import STABLE, STABLE_SHARE
from phantasm.contracts.errors import Code, PhantasmError, Remediation

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
