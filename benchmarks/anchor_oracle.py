"""What must become of an anchor? Follows from where its lines went, and from nothing that is measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.anchors.references import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.anchor_tree import Edit, Line, Origin, Source
    from phantasm.workspace.anchors.model import Verdict

_MOSTLY = 0.5
"""The share of letters that must be left for it to be clear that something is changed and not gone."""


class Expected(NamedTuple):
    """What the verdict must be, one of these, and where it must say that the thing is now."""

    statuses: frozenset[str]
    now: Reference | None = None

    def met_by(self, verdict: Verdict) -> bool:
        """Tell whether a verdict says so."""
        if verdict.status not in self.statuses:
            return False
        if self.now is None or verdict.status == "gone":
            return True
        now = read(verdict.now) if verdict.now else None
        if now is None or now.name != self.now.name:
            return False
        return verdict.status == "changed" or now == self.now


class Whereabouts(NamedTuple):
    """Where a line is now."""

    path: str
    number: int
    line: Line


Went = dict["Origin", list[Whereabouts]]


def whereabouts(edit: Edit) -> Went:
    """Return where every line of the touched files went."""
    found: Went = {}
    for path, lines in edit.files.items():
        for number, line in enumerate(lines or (), 1):
            if line.origin is not None and line.text.strip():
                found.setdefault(line.origin, []).append(Whereabouts(path, number, line))
    return found


def expected(
    reference: Reference, lines: tuple[int, int], *, source: Source, edit: Edit, went: Went
) -> Expected:
    """Return what must become of what is on some lines of a file that an edit touched."""
    wanted = [number for number in range(lines[0], lines[1] + 1) if source.lines[number - 1].strip()]
    there = [one for number in wanted for one in went.get((reference.name, number), ())]
    renamed = edit.renamed.get((reference.name, reference.part)) if reference.kind == "symbol" else None
    if renamed is not None:
        return _is("moved", Reference("symbol", there[0].path, renamed))
    if not there:
        return _is("gone")
    if reference.kind == "symbol" and (reference.name, reference.part) in edit.grown:
        return _is("changed")
    if reference.kind == "file" and reference.lines is None:
        return _file(reference, wanted, there, edit)
    home = max({one.path for one in there}, key=lambda path: (sum(one.path == path for one in there), path))
    if _is_intact(wanted, there, edit, reference.name):
        if reference.kind == "symbol":
            return _is("unchanged") if home == reference.name else _is("moved", reference_at(reference, home))
        now = Reference("file", home, lines=(there[0].number, there[-1].number))
        return _is("unchanged") if now == reference else _is("moved", now)
    left = sum(len(one.line.text.strip()) for one in there)
    before = sum(len(source.lines[number - 1].strip()) for number in wanted)
    sure = left >= before * _MOSTLY
    # What was torn apart is changed wherever it is looked for; what went as a whole is changed there.
    torn = len({one.path for one in there}) > 1
    elsewhere = reference_at(reference, home) if home != reference.name and sure and not torn else None
    return Expected(frozenset({"changed"} if sure else {"changed", "gone"}), elsewhere)


def reference_at(reference: Reference, path: str) -> Reference:
    """Return the same thing in another file."""
    return Reference(reference.kind, path, reference.part, reference.lines)


def _file(reference: Reference, wanted: list[int], there: list[Whereabouts], edit: Edit) -> Expected:
    path = reference.name
    home = path if edit.files.get(path) is not None else there[0].path
    now = [line for line in edit.files[home] or () if line.text.strip()]
    own = [line.origin[1] for line in now if line.origin is not None and line.origin[0] == path]
    plain = len(own) == len(now) and all(line.how != "edited" for line in now)
    if plain and own == sorted(own) and set(own) == set(wanted):
        return _is("unchanged") if home == path else _is("moved", Reference("file", home))
    return _is("changed", None if home == path else Reference("file", home))


def _is_intact(wanted: list[int], there: list[Whereabouts], edit: Edit, path: str) -> bool:
    if len({one.path for one in there}) > 1 or any(one.line.how == "edited" for one in there):
        return False
    if {one.line.origin for one in there} != {(path, number) for number in wanted}:
        return False
    numbers = [one.number for one in there]
    if numbers != sorted(numbers):
        return False
    between = (edit.files[there[0].path] or [])[numbers[0] - 1 : numbers[-1]]
    return _ours(between, path, set(wanted))


def _ours(lines: Iterable[Line], path: str, wanted: set[int]) -> bool:
    return all(
        line.origin is not None and line.origin[0] == path and line.origin[1] in wanted
        for line in lines
        if line.text.strip()
    )


def _is(status: str, now: Reference | None = None) -> Expected:
    return Expected(frozenset({status}), now)
