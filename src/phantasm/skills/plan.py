"""What has to happen to the skills of a project? One move per skill. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from phantasm.skills.packaging import Package, frontmatter_of, is_untouched, owner_of

OURS_MARK, MIDDLE_MARK, THEIRS_MARK = ">>>>>>> phantasm", "=======", "<<<<<<< project"

WITHDRAWN = "> **Withdrawn by Phantasm:**"
"""How the notice begins that stands on a skill whose procedure no longer counts."""

MAX_CHARACTERS, MAX_LINES = 500_000, 5_000
"""Of a file that is merged: ten times what the format advises; a larger one is left alone."""

_REQUIRED = frozenset({"name", "description"})
_FIELD = re.compile(r"[A-Za-z0-9_-]+(?=:)")


@dataclass(frozen=True, slots=True)
class Merged:
    """What the file should say."""

    text: str
    conflicts: int
    """Places where somebody has to decide."""
    fields: tuple[str, ...] = ()
    """Fields of the frontmatter that both sides changed; the project's stay."""


@dataclass(frozen=True, slots=True)
class Untold:
    """No merge: why the file is left as it is."""

    reason: str


def merge(base: str | None, theirs: str, ours: str) -> Merged | Untold:
    """Return what a skill should say now, or why nobody can tell."""
    if len(theirs) > MAX_CHARACTERS or theirs.count("\n") > MAX_LINES:
        return Untold("too_large")
    line_end = "\r\n" if "\r\n" in theirs else "\n"
    theirs = without_notice(theirs.replace("\r\n", "\n"))
    if has_marks(theirs):
        return Untold("undecided")
    if is_untouched(theirs) or theirs in (base, ours):
        return Merged(_with(ours, line_end), 0)
    if base is None:
        return Untold("no_base")
    heads = [_fields(text) for text in (base, theirs, ours)]
    if any(head is None for head in heads):
        return Untold("no_frontmatter")
    fields, changed = _merge_fields(*(head or {} for head in heads))
    lines, conflicts = _merge_lines(*(_body(text) for text in (base, theirs, ours)))
    text = "\n".join(["---", *(line for block in fields.values() for line in block), "---", *lines])
    return Merged(_with(text, line_end), conflicts + len(changed), tuple(changed))


def has_marks(text: str) -> bool:
    """Tell whether a text has conflict marks of ours that nobody has decided yet."""
    lines = set(text.replace("\r\n", "\n").split("\n"))
    return THEIRS_MARK in lines or OURS_MARK in lines


def with_notice(text: str, day: str) -> str:
    """Return a skill with the notice that its procedure no longer counts; never twice."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = without_notice(text.replace("\r\n", "\n")).split("\n")
    notice = (
        f"{WITHDRAWN} on {day} the procedure behind this skill stopped being verified. Do not rely on it."
    )
    place = lines.index("---", 1) + 1 if lines[0] == "---" and "---" in lines[1:] else 0
    return _with("\n".join([*lines[:place], "", notice, *lines[place:]]), line_end)


def without_notice(text: str) -> str:
    """Return a skill without that notice."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if line.startswith(WITHDRAWN):
            before = place - 1 if place and not lines[place - 1] else place
            return "\n".join(lines[:before] + lines[place + 1 :])
    return text


def _with(text: str, line_end: str) -> str:
    return text.replace("\n", line_end) if line_end != "\n" else text


def _body(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[lines.index("---", 1) + 1 :]


def _fields(text: str) -> dict[str, list[str]] | None:
    """Return the fields of a frontmatter as they stand, by name; a field reaches up to the next one."""
    head = frontmatter_of(text)
    if head is None:
        return None
    fields: dict[str, list[str]] = {}
    name = ""
    for line in head.removesuffix("\n").split("\n"):
        if found := _FIELD.match(line):
            name = found[0]
        fields.setdefault(name, []).append(line)
    return fields


def _merge_fields(
    base: dict[str, list[str]], theirs: dict[str, list[str]], ours: dict[str, list[str]]
) -> tuple[dict[str, list[str]], list[str]]:
    merged: dict[str, list[str]] = {}
    conflicts: list[str] = []
    for name in [*ours, *(name for name in theirs if name not in ours)]:
        before, there, here = base.get(name), theirs.get(name), ours.get(name)
        if name == "metadata":
            block: list[str] | None = _merge_metadata(before or [], there or [], here or [])
        elif name == "name" or there == before or (name in _REQUIRED and there is None):
            block = here
        else:
            block = there
            if here not in (before, there):
                conflicts.append(name)
        if block is not None:
            merged[name] = block
    return merged, conflicts


def _merge_metadata(base: Sequence[str], theirs: Sequence[str], ours: Sequence[str]) -> list[str]:
    """Return our lines and whatever the project added: the digest says by being wrong that it was edited."""
    known = {line.partition(":")[0] for line in ours}
    added = [line for line in theirs if line not in base and line.partition(":")[0] not in known]
    return [*ours, *(line for line in added if line.startswith(" "))]


def _merge_lines(base: Sequence[str], theirs: Sequence[str], ours: Sequence[str]) -> tuple[list[str], int]:
    """Return the lines of both sides' changes, and how many places they both changed differently."""
    merged: list[str] = []
    conflicts = 0
    at = (0, 0, 0)
    for stable in [*_stable(base, theirs, ours), (len(base), len(theirs), len(ours), 0)]:
        before, there, here = (
            list(side[start:stop])
            for side, start, stop in zip((base, theirs, ours), at, stable[:3], strict=True)
        )
        if there in (before, here):
            merged += here
        elif here == before:
            merged += there
        else:
            conflicts += 1
            merged += [THEIRS_MARK, *there, MIDDLE_MARK, *here, OURS_MARK]
        length = stable[3]
        merged += base[stable[0] : stable[0] + length]
        at = (stable[0] + length, stable[1] + length, stable[2] + length)
    return merged, conflicts


def _stable(
    base: Sequence[str], theirs: Sequence[str], ours: Sequence[str]
) -> list[tuple[int, int, int, int]]:
    """Return the runs of lines that all three have: where they begin in each, and how long they are."""
    there = SequenceMatcher(None, base, theirs, autojunk=False).get_matching_blocks()
    here = SequenceMatcher(None, base, ours, autojunk=False).get_matching_blocks()
    runs: list[tuple[int, int, int, int]] = []
    one = two = 0
    while one < len(there) and two < len(here):
        first, second = there[one], here[two]
        start = max(first.a, second.a)
        stop = min(first.a + first.size, second.a + second.size)
        if start < stop:
            runs.append((start, first.b + start - first.a, second.b + start - second.a, stop - start))
        if first.a + first.size <= second.a + second.size:
            one += 1
        else:
            two += 1
    return runs


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
