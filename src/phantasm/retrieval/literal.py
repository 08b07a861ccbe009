"""Which texts hold this very text, or match this pattern? The modes that compare signs and not words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.contracts.envelope import NextStep
from phantasm.retrieval import lexical, store
from phantasm.retrieval.filters import may_see
from phantasm.retrieval.hits import Found, Hit
from phantasm.retrieval.lexical import Terms
from phantasm.retrieval.patterns import MOST_TEXTS, compile_pattern, contains, literal_words
from phantasm.retrieval.reading import texts
from phantasm.retrieval.search import counting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.rank import Match
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work

    Find = Callable[[str], tuple[int, int] | None]

# Texts that are read at a time, newest first: a page of memory, and often enough for a page of hits.
_BATCH = 500
# Units with the words in a row that are looked at for the text itself.
_MOST_IN_A_ROW = 2_000


def find_text(work: Work, blobs: BlobStore, wanted: Wanted) -> Found:
    """Find what holds the question word for word, newest first."""
    expression = lexical.in_a_row(wanted.question)
    ids = lexical.matches(
        work,
        expression,
        _MOST_IN_A_ROW,
        live_only=wanted.live_only,
        conditions=wanted.chosen.conditions(),
    )
    units = sorted(store.find(work, ids).values(), key=lambda unit: -unit.id)
    found = _matching(work, blobs, wanted, [units], lambda text: contains(text, wanted.question))
    if found.hits:
        return found
    # A text may begin or end inside a word, which the index does not know.
    return _matching(
        work, blobs, wanted, _newest(work, MOST_TEXTS), lambda text: contains(text, wanted.question)
    )


def find_pattern(work: Work, blobs: BlobStore, wanted: Wanted) -> Found:
    """Find what matches the question as a pattern, newest first."""
    pattern = compile_pattern(wanted.question)
    needed = [word.casefold() for word in literal_words(wanted.question)]

    def find(text: str) -> tuple[int, int] | None:
        folded = text.casefold() if needed else ""
        return pattern.find(text) if all(word in folded for word in needed) else None

    return _matching(work, blobs, wanted, _newest(work, pattern.most_texts), find)


def _newest(work: Work, most: int) -> Iterator[list[Unit]]:
    """Yield what may answer, newest first, in batches; says so when there is more than is looked at."""
    below, seen = None, 0
    while seen < most:
        batch = store.newest(work, min(_BATCH, most - seen), below=below)
        if not batch:
            return
        yield batch
        seen, below = seen + len(batch), batch[-1].id
    work.warn(
        "scan_limited", f"only the newest {most} texts were compared; narrow it down, or search by words"
    )
    work.remediation.append(NextStep(message="Search by words instead: leave out mode."))


def _matching(
    work: Work, blobs: BlobStore, wanted: Wanted, batches: Iterable[Sequence[Unit]], find: Find
) -> Found:
    hits: dict[str, Hit] = {}
    withheld = 0
    for batch in batches:
        fitting = [unit for unit in batch if (unit.live or not wanted.live_only)]
        fitting = [unit for unit in fitting if wanted.chosen.lets_through(unit)]
        said = texts(work, blobs, fitting)
        for unit in fitting:
            span = find(said[unit.id]) if unit.id in said and unit.item_id not in hits else None
            if span is None:
                continue
            if may_see(unit, wanted.chosen):
                hits[unit.item_id] = Hit(unit, 1.0, marks_in_text=(span,))
            else:
                withheld += 1
        if len(hits) >= wanted.most:
            break
    kept = counting(work, wanted, list(hits.values()))
    match: Match = "strong_match" if kept else "no_match"
    return Found(kept, Terms((), (), {}, 0), match, float(bool(kept)), withheld)
