"""What has to happen to the skills of a project? One move per skill. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.skills.overlays import Untold, has_marks, merge, with_notice, without_notice
from phantasm.skills.packaging import Package, is_untouched, owner_of

Outcome = Literal[
    "created", "updated", "merged", "conflict", "unchanged", "left", "withdrawn", "withdrawn_with_notice"
]
Settle = Literal["merge", "project", "phantasm"]
"""How differences are settled: line by line, all for the project, or all for what is held."""


@dataclass(frozen=True, slots=True)
class Held:
    """A skill as it lies there."""

    name: str
    text: str | None
    """What the file says; None: there is none any more."""
    base: str | None
    """What we wrote last; None: nobody knows."""
    readable: bool = True
    """Whether the file, if there is one, is a text of a size that makes sense and no link."""

    @property
    def lineage(self) -> str | None:
        """Whose skill it is; None: not one of ours."""
        return owner_of(self.text or self.base or "")


@dataclass(frozen=True, slots=True)
class Move:
    """What becomes of one skill."""

    name: str
    lineage: str
    outcome: Outcome
    text: str | None
    """What the file says afterwards; None: there is none."""
    base: str | None
    """What we remember to have written; None: nothing."""
    conflicts: int = 0
    fields: tuple[str, ...] = ()
    reason: str = ""
    """Why a skill was left as it is, or what is left to do."""


def move_for(wanted: Package, held: Held | None, *, settle: Settle, asked: bool) -> Move:
    """Return what becomes of a skill whose procedure counts. `asked`: somebody named it."""
    ours, name, lineage = wanted.text, wanted.name, wanted.lineage
    if held is not None and not held.readable:
        return Move(name, lineage, "left", None, held.base, reason="unreadable")
    if held is None or (held.text is None and (asked or settle == "phantasm" or held.base is None)):
        return Move(name, lineage, "created", ours, ours)
    if held.text is None:
        return Move(name, lineage, "left", None, held.base, reason="deleted")
    if settle == "project":
        return _settled_for_project(held, held.text, wanted)
    if settle == "phantasm":
        return Move(name, lineage, "unchanged" if held.text == ours else "updated", ours, ours)
    merged = merge(held.base, held.text, ours)
    if isinstance(merged, Untold):
        return Move(name, lineage, "left", held.text, held.base, reason=merged.reason)
    if merged.text == held.text:
        outcome: Outcome = "unchanged"
    elif merged.conflicts:
        outcome = "conflict"
    else:
        outcome = "updated" if merged.text.replace("\r\n", "\n") == ours else "merged"
    # A field that both changed is told once: from now on the project's is an edit like any other.
    return Move(name, lineage, outcome, merged.text, ours, merged.conflicts, merged.fields)


def withdrawal_of(held: Held, lineage: str, day: str, *, erased: bool) -> Move:
    """Return what becomes of a skill whose procedure no longer counts."""
    text = held.text
    if not held.readable:
        return Move(held.name, lineage, "left", None, None if erased else held.base, reason="unreadable")
    if text is None or is_untouched(text) or text == held.base:
        return Move(held.name, lineage, "withdrawn", None, None)
    # What was erased must not live on beside the store; what the project wrote is the project's.
    base = None if erased else held.base
    noticed = with_notice(text, day)
    if _says_withdrawn(text):
        return Move(held.name, lineage, "unchanged", text, base, reason="withdrawn_before")
    return Move(held.name, lineage, "withdrawn_with_notice", noticed, base, reason="edited")


def by_lineage(held: Mapping[str, Held]) -> dict[str, Held]:
    """Return our skills by the procedure they are of; of two copies the one whose base we know."""
    found: dict[str, Held] = {}
    for one in sorted(held.values(), key=lambda one: (one.base is None, one.name)):
        if one.lineage is not None:
            found.setdefault(one.lineage, one)
    return found


def taken_names(held: Mapping[str, Held], ours: Collection[str]) -> list[str]:
    """Return the names that others have: skills that are not of these procedures."""
    return sorted(name for name, one in held.items() if one.lineage not in ours)


def changes(moves: Sequence[Move], held: Mapping[str, Held]) -> list[Move]:
    """Return the moves after which something is other than before."""
    return [move for move in moves if _before(held.get(move.name)) != (move.text, move.base)]


def _settled_for_project(held: Held, text: str, wanted: Package) -> Move:
    if has_marks(text):
        return Move(wanted.name, wanted.lineage, "left", text, held.base, reason="undecided")
    return Move(wanted.name, wanted.lineage, "unchanged", text, wanted.text)


def _before(held: Held | None) -> tuple[str | None, str | None]:
    return (held.text, held.base) if held else (None, None)


def _says_withdrawn(text: str) -> bool:
    plain = text.replace("\r\n", "\n")
    return without_notice(plain) != plain
