"""In which order do excerpts enter a context? One list; a budget takes a prefix of it. Pure.

Floors come first. Then whatever is worth most beside what has been said already, sentence by sentence, while
no section takes more than its share of what has been said so far. Items that say the same are settled here,
before any cut, so that more budget never keeps less.
"""

import heapq
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from phantasm.context.merging import Gist, gist
from phantasm.context.model import Asked, Candidate, Entry, Left, Span
from phantasm.context.sections import SECTIONS, section_of
from phantasm.context.sentences import sentences
from phantasm.retrieval.tokens import FUNCTION_WORDS, tokens

# The figures come from sweeps over the development sets, near optima that are flat; docs/context.md has the
# table.
# The better an item answers, the more it is worth: by its place, moved by so many places, to this power.
_FLATTEN_PLACES, _STEEPNESS = 10, 1.3
# What a sentence is worth that shares no word with the task.
_ANY_SENTENCE = 0.1
# What an item's first sentence adds: it says what the rest is about.
_OPENING = 0.1
# What the first excerpt of an item adds: an item that is there at all can be looked up by its handle.
_PRESENCE = 0.2
# What each further excerpt of one item keeps of its worth.
_FURTHER = 0.6
# What words that nothing before has said add, per character; short sentences count as if somewhat longer.
_NOVELTY, _NOVELTY_CHARACTERS = 8.0, 20
# A word has three letters and a blank or more, so that is the most that can be new in a character.
_MOST_NOVELTY = _NOVELTY / 4
# Shorter words tell nothing.
_SHORTEST_WORD = 3
# What program text is worth beside prose, and how many of its signs in a text make it program text.
_IN_CODE, _CODE_SHARE = 0.3, 0.1
_CODE = re.compile(r"[{}()\[\];=<>_|`]")

# Short statements are said whole: half a rule is no rule.
_WHOLE_CHARACTERS = 400


class Read(NamedTuple):
    """A text by its sentences."""

    spans: tuple[Span, ...]
    said: tuple[frozenset[str], ...]
    """The words of each sentence."""
    telling: tuple[frozenset[str], ...]
    """Those that tell something."""
    prose: tuple[float, ...]
    """What each sentence keeps of its worth for being prose."""
    gist: Gist
    """What the whole text says."""


@dataclass(slots=True)
class Opened:
    """An item with its sentences, and what each has of the task's words."""

    candidate: Candidate
    read: Read
    relevance: tuple[float, ...]
    taken: set[int] = field(default_factory=set)

    def worth(self, sentence: int, known: set[str]) -> float:
        """Return what a sentence is worth beside words that have been said already."""
        start, stop = self.read.spans[sentence]
        new = len(self.read.telling[sentence] - known) / (stop - start + _NOVELTY_CHARACTERS)
        value = (_ANY_SENTENCE + self.relevance[sentence]) * _FURTHER ** len(self.taken)
        value = (value + _NOVELTY * new) * self.read.prose[sentence]
        if not self.taken:
            value += _PRESENCE
        return place_value(self.candidate.rank) * value


def place_value(rank: int) -> float:
    """Return what an item is worth by its place."""
    return float((rank + _FLATTEN_PLACES) ** -_STEEPNESS)


def most_worth(rank: int) -> float:
    """Return what no sentence of an item at a place is worth more than."""
    return place_value(rank) * (_ANY_SENTENCE + 1 + _OPENING + _PRESENCE + _MOST_NOVELTY)


def opened(candidate: Candidate, asked: Asked) -> Opened:
    """Return an item with its sentences and what each has of the task's words."""
    whole = candidate.is_record and len(candidate.text) <= _WHOLE_CHARACTERS
    read = _read(candidate.text, whole=whole)
    total = sum(asked.weights.values())
    relevance = [
        sum(weight for word, weight in asked.weights.items() if word in words) / total if total else 0.0
        for words in read.said
    ]
    relevance[0] += _OPENING
    return Opened(candidate, read, tuple(relevance))


# The stable part is the same in every context: it is read once. A thousand texts take some ten megabytes.
@lru_cache(maxsize=1024)
def _read(text: str, *, whole: bool) -> Read:
    spans = ((0, len(text)),) if whole else sentences(text) or ((0, len(text)),)
    in_order = [tokens(text[start:stop]) for start, stop in spans]
    said = tuple(frozenset(words) for words in in_order)
    telling = tuple(
        frozenset(
            word
            for word in words
            if len(word) >= _SHORTEST_WORD and word.isalpha() and word not in FUNCTION_WORDS
        )
        for words in said
    )
    prose = tuple(_prose(text[start:stop]) for start, stop in spans)
    return Read(spans, said, telling, prose, gist(text, [*chain(*in_order)]))


def _prose(text: str) -> float:
    """Return what a sentence keeps of its worth: all of it in prose, a third in program text."""
    share = len(_CODE.findall(text)) / max(1, len(text))
    return 1 - (1 - _IN_CODE) * min(1.0, share / _CODE_SHARE)


# Shares mean nothing in the first lines: so many characters are said before ceilings hold.
_FREE_CHARACTERS = 600
_UNOPENED = -1
_STEPS = 1e9
"""Values are compared in steps of a billionth, so that ties are exact."""


@dataclass(slots=True)
class _Queue:
    """What one section still has to say, the most valuable first."""

    heap: list[tuple[int, int, str, int]] = field(default_factory=list)
    characters: int = 0
    items: int = 0


class _Listing:
    def __init__(
        self, candidates: Sequence[Candidate], asked: Asked, limits: Mapping[str, int], *, stable: bool
    ) -> None:
        self._asked = asked
        self._limits = {name: section.limit for name, section in SECTIONS.items() if section.limit}
        self._limits |= limits
        self._candidates = {one.id: one for one in candidates}
        self._opened: dict[str, Opened] = {}
        self._told: dict[Gist, list[Candidate]] = {}
        self._known: set[str] = set()
        self._pending: list[Entry | Left] = []
        self._queues = {name: _Queue() for name in SECTIONS}
        self._sections = {one.id: section_of(one, stable=stable) for one in candidates}
        for one in candidates:
            heap = self._queues[self._sections[one.id]].heap
            heap.append((-_steps(most_worth(one.rank)), one.rank, one.id, _UNOPENED))
        for queue in self._queues.values():
            heapq.heapify(queue.heap)

    def entries(self) -> Iterator[Entry | Left]:
        """Yield the list."""
        for name, section in SECTIONS.items():
            for _ in range(section.floor):
                self._settle(name)
                for entry in self._next(name):
                    yield entry._replace(is_floor=True) if isinstance(entry, Entry) else entry
        while (best := self._worthiest()) is not None:
            yield from self._next(best)
        yield from self._settled()

    def _worthiest(self) -> str | None:
        """Return the section with the most valuable next sentence, of those that are within their share."""
        said = sum(queue.characters for queue in self._queues.values())
        best: tuple[tuple[bool, int], str] | None = None
        for name, queue in self._queues.items():
            self._settle(name)
            if queue.heap:
                over = said > _FREE_CHARACTERS and queue.characters > SECTIONS[name].ceiling * said
                key = (over, queue.heap[0][0])
                if best is None or key < best[0]:
                    best = (key, name)
        return best[1] if best else None

    def _settle(self, name: str) -> None:
        """Bring the most valuable sentence of a section to its front; values only ever fall."""
        heap = self._queues[name].heap
        while heap:
            value, rank, item, sentence = heap[0]
            if sentence == _UNOPENED:
                heapq.heappop(heap)
                self._open(name, self._candidates[item])
                continue
            ready = self._opened[item]
            if sentence in ready.taken:
                heapq.heappop(heap)
                continue
            now = -_steps(ready.worth(sentence, self._known))
            if now <= value:
                return
            heapq.heapreplace(heap, (now, rank, item, sentence))

    def _open(self, name: str, candidate: Candidate, *, beyond_limit: bool = False) -> None:
        """Let the sentences of an item compete, unless something says the same or the section is full."""
        if candidate.id in self._opened:
            return
        queue = self._queues[name]
        if not beyond_limit and queue.items >= self._limits.get(name, len(self._candidates)):
            self._pending.append(Left(candidate, "limit", f"at most {self._limits[name]} lines of {name}"))
            return
        ready = opened(candidate, self._asked)
        twin = self._twin(ready)
        if twin is not None:
            self._pending.append(Entry(candidate, name, (), merged_into=twin))
            return
        queue.items += 1
        self._opened[candidate.id] = ready
        self._told.setdefault(ready.read.gist, []).append(candidate)
        for place in range(len(ready.read.spans)):
            value = -_steps(ready.worth(place, self._known))
            heapq.heappush(queue.heap, (value, candidate.rank, candidate.id, place))

    def _twin(self, ready: Opened) -> Candidate | None:
        """Return the item that says the same already; both sides of a dispute are said.

        A quote may go into a record that says the same, never a record into a quote, nor what is trusted or
        to be followed into what is not.
        """
        candidate = ready.candidate
        if candidate.standing.opposed:
            return None
        for other in self._told.get(ready.read.gist, ()):
            kept, own = SECTIONS[self._sections[other.id]], SECTIONS[self._sections[candidate.id]]
            counts = other.is_record >= candidate.is_record and other.trusted >= candidate.trusted
            if counts and kept.instructs >= own.instructs:
                return other
        return None

    def _settled(self) -> Iterator[Entry | Left]:
        """Yield what has been decided on the way."""
        yield from self._pending
        self._pending.clear()

    def _next(self, name: str) -> Iterator[Entry | Left]:
        yield from self._settled()
        heap = self._queues[name].heap
        if heap:
            _, _, item, sentence = heapq.heappop(heap)
            entry = self._said(item, sentence)
            others = [self._other_side(other) for other in entry.candidate.standing.opposed]
            yield entry._replace(beside=tuple(other for other in others if other))

    def _said(self, item: str, sentence: int) -> Entry:
        ready, name = self._opened[item], self._sections[item]
        span = ready.read.spans[sentence]
        ready.taken.add(sentence)
        self._known |= ready.read.telling[sentence]
        self._queues[name].characters += span[1] - span[0]
        return Entry(ready.candidate, name, (span,))

    def _other_side(self, item: str) -> Entry | None:
        """Return the beginning of what contradicts an item, unless it has been said."""
        candidate = self._candidates.get(item)
        if candidate is None or (item in self._opened and self._opened[item].taken):
            return None
        self._open(self._sections[item], candidate, beyond_limit=True)
        return self._said(item, 0) if item in self._opened else None


def _steps(value: float) -> int:
    return round(value * _STEPS)


class Excerpts:
    """The list, made as far as somebody reads; whoever reads it again reads the same."""

    def __init__(
        self, candidates: Sequence[Candidate], asked: Asked, limits: Mapping[str, int], *, stable: bool
    ) -> None:
        """`stable` tells whether this is the beginning that holds for every task, or what follows it."""
        self._rest = _Listing(candidates, asked, limits, stable=stable).entries()
        self._made: list[Entry | Left] = []

    def __iter__(self) -> Iterator[Entry | Left]:
        place = 0
        while True:
            while place < len(self._made):
                yield self._made[place]
                place += 1
            following = next(self._rest, None)
            if following is None:
                return
            self._made.append(following)
