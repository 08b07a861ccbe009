"""Are moved, changed and gone told apart? Edits repositories and compares every verdict with the edit."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.anchor_edits import MAKERS, breaks
from benchmarks.anchor_oracle import Expected, expected, whereabouts
from phantasm.workspace.anchors.checking import see, verify_all
from phantasm.workspace.anchors.model import Reference, Seen, Verdict
from phantasm.workspace.anchors.references import write
from phantasm.workspace.checkout import Checkout

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.anchor_tree import Edit, Repository, Source

WAYS = ("worktree", "staged", "committed")
SPANS, SYMBOLS = 3, 8
"""Anchors per file, at most; and one for the file itself."""
_TRIES = 40


class Anchor(NamedTuple):
    """What is cited, what was seen, and on which lines that was."""

    reference: Reference
    seen: Seen
    lines: tuple[int, int]


class Miss(NamedTuple):
    """A verdict that was not the expected one."""

    repository: str
    kind: str
    way: str
    reference: str
    expected: str
    verdict: Verdict
    number: int

    def __str__(self) -> str:
        said = f"{self.verdict.status} {self.verdict.detail!r} now={self.verdict.now}"
        where = f"{self.repository} #{self.number} {self.kind} [{self.way}]"
        return f"{where} {self.reference}: {said}; {self.expected}"


@dataclass
class Score:
    """What was right, by kind of edit."""

    edits: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    statuses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    untouched: int = 0
    false_changed: int = 0
    misses: list[Miss] = field(default_factory=list)
    anchors: int = 0


def anchors_of(repository: Repository, choice: random.Random, most: int) -> list[Anchor]:
    """Make anchors automatically: every file, some spans, some definitions."""
    checkout = Checkout(repository.root)
    made: list[Anchor] = []
    sources = list(repository.sources.values())
    choice.shuffle(sources)
    for source in sources:
        for reference, lines in _references(source, choice):
            seen = see(reference, checkout)
            if seen is not None:
                made.append(Anchor(reference, seen, lines))
        if len(made) >= most:
            break
    return made


def _references(source: Source, choice: random.Random) -> Iterable[tuple[Reference, tuple[int, int]]]:
    yield Reference("file", source.path), (1, len(source.lines))
    filled = [number for number, text in enumerate(source.lines, 1) if len(text.strip()) > 1]
    for _ in range(SPANS):
        start = choice.choice(filled)
        stop = max(number for number in filled if number <= start + choice.choice([0, 1, 3, 6, 12, 30]))
        yield Reference("file", source.path, lines=(start, stop)), (start, stop)
    first = {symbol.name: symbol for symbol in reversed(source.symbols)}
    for name in choice.sample(sorted(first), min(SYMBOLS, len(first))):
        yield Reference("symbol", source.path, name), (first[name].start, first[name].stop)


def run(repository: Repository, edits: int, *, score: Score, seed: int, most: int) -> None:
    """Make many edits, one after the other, each from the same start."""
    choice = random.Random(seed)
    anchors = anchors_of(repository, choice, most)
    anchored = {anchor.reference.name for anchor in anchors}
    # Edits go where anchors are: elsewhere they only show that nothing happens.
    repository.sources = {path: one for path, one in repository.sources.items() if path in anchored}
    score.anchors += len(anchors)
    for number in range(edits):
        edit = _edit(repository, choice, number)
        if edit is None:
            continue
        way = choice.choice(WAYS)
        repository.apply(edit, way)
        try:
            verdicts = verify_all([(one.reference, one.seen) for one in anchors], Checkout(repository.root))
        finally:
            repository.reset()
        score.edits[edit.kind] += 1
        _judge(repository, edit, anchors, verdicts, score=score, about=(way, number))


def _edit(repository: Repository, choice: random.Random, number: int) -> Edit | None:
    maker = MAKERS[number % len(MAKERS)]
    for _ in range(_TRIES):
        edit = maker(repository, choice)
        if edit is not None and not breaks(edit, repository):
            return edit
    return None


def _judge(
    repository: Repository,
    edit: Edit,
    anchors: list[Anchor],
    verdicts: list[Verdict],
    *,
    score: Score,
    about: tuple[str, int],
) -> None:
    went = whereabouts(edit)
    for anchor, verdict in zip(anchors, verdicts, strict=True):
        name = anchor.reference.name
        touched = name in edit.files
        if touched:
            source = repository.sources[name]
            wanted = expected(anchor.reference, anchor.lines, source=source, edit=edit, went=went)
            score.checked[edit.kind] += 1
            score.statuses[edit.kind][verdict.status] += 1
        else:
            wanted = Expected(frozenset({"unchanged"}))
            score.untouched += 1
        if wanted.met_by(verdict):
            score.right[edit.kind] += touched
            continue
        score.false_changed += verdict.status == "changed" and wanted.statuses <= {"unchanged", "moved"}
        said = f"expected {'|'.join(sorted(wanted.statuses))} {write(wanted.now) if wanted.now else ''}"
        way, number = about
        reference = write(anchor.reference)
        score.misses.append(Miss(repository.root.name, edit.kind, way, reference, said, verdict, number))
