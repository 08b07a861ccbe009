"""Which texts hold this very text, or match this pattern? The modes that compare signs and not words.

What is compared is the whole text of an item, never a part of it: what is looked for may lie across a cut.
A caller who may not read sensitive texts learns nothing of them here, not even that one matches: whoever may
ask for any signs could ask for them one after the other.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby
from typing import TYPE_CHECKING

from phantasm.contracts.envelope import NextStep
from phantasm.evidence.formation import PART_CHARACTERS
from phantasm.retrieval import phrases, store
from phantasm.retrieval.filters import may_see
from phantasm.retrieval.hits import Found, Hit
from phantasm.retrieval.lexical import Terms
from phantasm.retrieval.patterns import MOST_TEXTS, compile_pattern, contains, literal_words
from phantasm.retrieval.reading import texts
from phantasm.retrieval.scanning import BATCH, Scan
from phantasm.retrieval.search import counting, is_wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.rank import Match
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work

    Span = tuple[int, int]
    Find = Callable[[str], Span | None]

# Characters that are read at a time: a few pages of memory, and the longest item by itself.
_BATCH_CHARACTERS = 2_000_000
# Characters of a hit's text: the part in which the match begins, and so much of a match that leaves it. As
# long as the longest text that can be asked for.
_SHOWN_CHARACTERS = 10_000 + PART_CHARACTERS


def find_text(work: Work, blobs: BlobStore, wanted: Wanted) -> Found:
    """Find what holds the question word for word, newest first."""
    conditions = wanted.chosen.conditions()
    likely = phrases.candidates(work, wanted.question, live_only=wanted.live_only, conditions=conditions)
    scan = Scan(MOST_TEXTS)

    def find(text: str) -> Span | None:
        return contains(text, wanted.question)

    hits = _matching(work, blobs, wanted, scan.affordable(_items(likely, wanted)), find)
    if not hits:
        # A text may begin or end inside a word, which the index does not know.
        scan = Scan(MOST_TEXTS, limited=scan.limited)
        hits = _matching(work, blobs, wanted, scan.affordable(_items(scan.newest(work), wanted)), find)
    return _found(work, wanted, hits, scan)


def find_pattern(work: Work, blobs: BlobStore, wanted: Wanted) -> Found:
    """Find what matches the question as a pattern, newest first."""
    pattern = compile_pattern(wanted.question)
    needed = [word.casefold() for word in literal_words(wanted.question)]
    scan = Scan(pattern.most_texts)

    def find(text: str) -> Span | None:
        folded = text.casefold() if needed else ""
        return pattern.find(text) if all(word in folded for word in needed) else None

    hits = _matching(work, blobs, wanted, scan.affordable(_items(scan.newest(work), wanted)), find)
    return _found(work, wanted, hits, scan)


def _items(units: Iterable[Unit], wanted: Wanted) -> Iterator[Unit]:
    """Yield one unit of each item that is wanted and that the caller may see."""
    seen: set[str] = set()
    for unit in units:
        if unit.item_id not in seen:
            seen.add(unit.item_id)
            if is_wanted(unit, wanted) and may_see(unit, wanted.chosen):
                yield unit


def _batches(items: Iterable[Unit]) -> Iterator[list[Unit]]:
    batch: list[Unit] = []
    characters = 0
    for unit in items:
        if len(batch) == BATCH or (batch and characters + unit.stop > _BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(unit)
        characters += unit.stop
    if batch:
        yield batch


def _matching(work: Work, blobs: BlobStore, wanted: Wanted, items: Iterator[Unit], find: Find) -> list[Hit]:
    """Return what matches and counts, newest first; no more is read once there are enough for the page."""
    hits: list[Hit] = []
    for batch in _batches(items):
        said = texts(work, blobs, batch)
        found = [(unit, span) for unit in batch if unit.id in said and (span := find(said[unit.id]))]
        hits += counting(work, wanted, _hits(work, found))
        if len(hits) >= wanted.most:
            break
    return hits


def _hits(work: Work, found: Sequence[tuple[Unit, Span]]) -> list[Hit]:
    """Return each match as the part of its item in which it begins, longer where it ends outside."""
    cut = [unit.item_id for unit, _ in found if unit.tier == "evidence" and unit.length > PART_CHARACTERS]
    parts = {name: list(own) for name, own in groupby(store.of_items(work, cut), lambda unit: unit.item_id)}
    hits = []
    for unit, (begin, end) in found:
        own = parts.get(unit.item_id, [unit])
        part = own[bisect_right([one.start for one in own], begin) - 1]
        stop = max(part.stop, min(end, part.start + _SHOWN_CHARACTERS))
        span = (begin - part.start, min(end, stop) - part.start)
        hits.append(Hit(part._replace(stop=stop), 1.0, marks_in_text=(span,)))
    return hits


def _found(work: Work, wanted: Wanted, hits: Sequence[Hit], scan: Scan) -> Found:
    if scan.limited and len(hits) < wanted.most:
        told = f"only the newest {scan.most} texts were compared; narrow it down, or search by words"
        work.warn("scan_limited", told)
        work.remediation.append(NextStep(message="Search by words instead: leave out mode."))
    match: Match = "strong_match" if hits else "no_match"
    return Found(hits, Terms((), (), {}, 0), match, float(bool(hits)), 0)
