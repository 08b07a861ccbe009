"""Which episodes did the same kind of work? Pure; near linear in the episodes.

Acts and words that go together (`cores`) give groups; groups of the same episodes are one group; a group in
which two things were asked for is two (`splitting`). Then every episode goes to the groups that explain most
of what it did, and what one group explains is no longer there for the next: so an episode in which two
workflows were interleaved belongs to both, and its noise to none.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, sqrt

from phantasm.learning.procedures.profiles import (
    COVERED,
    LEAST_STEPS,
    TELLING_LIFT,
    Corpus,
    Fit,
    Profile,
    alike,
    chance,
    fit,
    lift_of,
    profile,
)
from phantasm.learning.procedures.traces import Trace, words_of

LEAST_PART = 3
"""Episodes on each side of a split: as many as a workflow needs."""
CHANCE = 0.01
"""The probability up to which a word's place on one side is no chance (hypergeometric, one-sided), all words
that were tried taken together."""
WORDED = 0.6
"""The share of one side's requests that such words must be in."""
DEEPEST = 4
"""How often a part is split again; four times tell sixteen workflows apart that share their acts."""


Forms = Mapping[int, frozenset[str]]
"""The forms of each episode, without those that a second workflow in the same episode explains."""


def split(members: Sequence[int], forms: Forms, corpus: Corpus, depth: int = 0) -> list[tuple[int, ...]]:
    """Return the workflows of a group: itself where it is one."""
    cut = _best_cut(members, forms, corpus) if depth < DEEPEST else None
    if cut is None:
        return [tuple(members)]
    inside = [member for member in members if cut in forms[member]]
    outside = [member for member in members if cut not in forms[member]]
    return [part for side in (inside, outside) for part in split(side, forms, corpus, depth + 1)]


def _best_cut(members: Sequence[int], forms: Forms, corpus: Corpus) -> str | None:
    size = len(members)
    counts = Counter(form for member in members for form in forms[member])
    words = Counter(word for member in members for word in corpus.traces[member].words)
    common = {word for word, count in words.items() if count >= LEAST_PART}
    best: tuple[float, int, str] | None = None
    for form, count in sorted(counts.items()):
        if not LEAST_PART <= count <= size - LEAST_PART or lift_of(form, count, size, corpus) < TELLING_LIFT:
            continue
        inside = [corpus.traces[member].words for member in members if form in forms[member]]
        outside = [corpus.traces[member].words for member in members if form not in forms[member]]
        worded = max(_worded(inside, outside, common), _worded(outside, inside, common))
        if worded >= WORDED:
            # Nearly even parts first: they leave the most to decide by.
            best = min(best or (2.0, 0, ""), (round(1 - worded, 3), abs(size - 2 * count), form))
    return best[2] if best else None


def _worded(side: Sequence[frozenset[str]], rest: Sequence[frozenset[str]], common: set[str]) -> float:
    """Return the share of one side's requests with a word that is hardly ever in the others'."""
    here = Counter(word for words in side for word in words & common)
    there = Counter(word for words in rest for word in words & common)
    own = {
        word
        for word, count in here.items()
        if chance(count, count + there[word], len(side), len(side) + len(rest)) * len(common) <= CHANCE
    }
    return sum(1 for words in side if words & own) / len(side)


LEAST_TOGETHER = 3
"""Episodes in which a pair must meet: as many successes as a procedure needs (issue 7)."""
MOST_SHARE = 0.3
"""The share of all episodes above which an item tells nothing about what an episode is."""
FEW = 12
"""Episodes up to which any share tells something: a young project may have done only one thing so far."""
LINK = 0.45
"""The least mean cosine of a group. Two halves of a workflow that lose one episode in four to noise have .75;
two workflows that share half of their acts have .35. Chosen between, on generated corpora of seeds 1 to 5."""
LEAST_PAIR = 0.3
"""The least cosine of a pair that is remembered at all; weaker ones cannot lift a mean over LINK."""
MOST_ITEMS = 30
"""Items of an episode that are paired, rarest first: 435 pairs are the most that one episode costs."""


def cores(bags: Sequence[frozenset[str]]) -> list[tuple[str, ...]]:
    """Return groups of items that go together, each sorted, and each telling item that stays alone."""
    frequency = Counter(item for bag in bags for item in bag)
    most = max(FEW, MOST_SHARE * len(bags))
    telling = {item for item, count in frequency.items() if LEAST_TOGETHER <= count <= most}
    together: Counter[tuple[str, str]] = Counter()
    for bag in bags:
        kept = sorted(bag & telling, key=lambda item: (frequency[item], item))[:MOST_ITEMS]
        together.update(combinations(sorted(kept), 2))
    links: dict[str, dict[str, float]] = defaultdict(dict)
    for (one, other), count in together.items():
        cosine = count / sqrt(frequency[one] * frequency[other])
        if count >= LEAST_TOGETHER and cosine >= LEAST_PAIR:
            links[one][other] = links[other][one] = cosine
    return sorted(_joined(sorted(telling), links))


def _joined(items: Sequence[str], links: dict[str, dict[str, float]]) -> list[tuple[str, ...]]:
    """Join groups by their mean link, best first; a group goes by the name of its first item."""
    members: dict[str, tuple[str, ...]] = {item: (item,) for item in items}
    sums = {item: dict(links.get(item, {})) for item in items}
    heap = [
        (-round(weight, 6), one, other) for one in items for other, weight in sums[one].items() if one < other
    ]
    heapq.heapify(heap)
    while heap:
        weight, one, other = heapq.heappop(heap)
        if one not in members or other not in members or weight != _mean(one, other, sums, members):
            continue
        if -weight < LINK:
            break
        members[one] = tuple(sorted((*members[one], *members.pop(other))))
        for third, total in sums.pop(other).items():
            sums[third].pop(other)
            if third != one:
                sums[one][third] = sums[third][one] = sums[one].get(third, 0.0) + total
        for third in sorted(sums[one]):
            first, second = sorted((one, third))
            heapq.heappush(heap, (_mean(first, second, sums, members), first, second))
    return list(members.values())


def _mean(
    one: str, other: str, sums: dict[str, dict[str, float]], members: dict[str, tuple[str, ...]]
) -> float:
    total = sums[one].get(other, 0.0)
    return -round(total / (len(members[one]) * len(members[other])), 6)


ROUNDS = 3
"""How often episodes are handed out again; memberships no longer change after two or three."""
SAME_EPISODES = 0.5
"""The share of the smaller group's episodes from which two groups that do much the same are one."""
NEAR_ACTS = 0.35
"""The share of acts, by weight, that groups of the same episodes must have in common to be one: two workflows
that are often done together have only everyday acts in common."""
SAME_ACTS = 0.6
"""The share of acts, by weight, from which two groups are one, unless they are asked for in other words."""
TRIED = 0.4
"""The share of a group's acts, by weight, that a failed episode has: it stopped on the way."""
MOST_WORKFLOWS = 4
"""Workflows in one episode."""
LONGEST_CORRECTION = 120
"""Characters of a correction that are read; what it is about stands at its beginning."""
_BESIDES = "\0"
"""Marks what is no act: words of the request and of corrections, and files."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Episodes that did the same kind of work, oldest first."""

    members: tuple[Trace, ...]
    tried: tuple[Trace, ...]
    """Those that failed at it."""
    profile: Profile


def clusters(traces: Sequence[Trace]) -> tuple[list[Cluster], Corpus]:
    """Return the kinds of work that were done at least three times."""
    corpus = Corpus([trace for trace in traces if trace.actions])
    going = [place for place, trace in enumerate(corpus.traces) if not trace.failed]
    merged = _merged(_seeds(going, corpus), corpus)
    described = [profile(group, corpus) for group in merged]
    groups = [
        part
        for place, group in enumerate(merged)
        for part in split(group, _unexplained(group, described, {place}, corpus), corpus)
    ]
    profiles = _workflows(groups, corpus)
    for _ in range(ROUNDS):
        profiles = _workflows(_united(_handed_out(going, profiles, corpus), corpus), corpus)
    members = _handed_out(going, profiles, corpus)
    tried = _attempts(profiles, corpus)
    found = [
        Cluster(
            _traces(members[place], corpus), _traces(tried[place], corpus), profile(members[place], corpus)
        )
        for place in range(len(profiles))
        if len(members[place]) >= LEAST_TOGETHER
    ]
    return [one for one in found if one.profile.is_workflow], corpus


def _traces(places: Iterable[int], corpus: Corpus) -> tuple[Trace, ...]:
    return tuple(corpus.traces[place] for place in sorted(places))


def _workflows(groups: Iterable[Iterable[int]], corpus: Corpus) -> list[Profile]:
    found = [profile(group, corpus) for group in map(sorted, groups) if len(group) >= LEAST_TOGETHER]
    return [one for one in found if one.is_workflow]


def _seeds(going: Sequence[int], corpus: Corpus) -> list[tuple[int, ...]]:
    """Return the episodes around each core, best described first."""
    index: dict[str, list[int]] = defaultdict(list)
    bags = []
    for place in going:
        trace = corpus.traces[place]
        bag = trace.forms | {f"{_BESIDES}{item}" for item in _besides(trace)}
        bags.append(bag)
        for item in bag:
            index[item].append(place)
    found: dict[tuple[int, ...], float] = {}
    for core in cores(bags):
        members = _around(core, index)
        if len(members) < LEAST_TOGETHER or members in found:
            continue
        described = profile(members, corpus)
        if described.is_workflow:
            found[members] = round(described.weight * len(members), 3)
    return sorted(found, key=lambda members: (-found[members], members))


def _besides(trace: Trace) -> set[str]:
    """Return what an episode has in common with others besides its acts."""
    said = {
        f"said {stemmed}"
        for correction in trace.episode.corrections
        for stemmed, _ in words_of(correction.text[:LONGEST_CORRECTION])
    }
    return {f"asked {word}" for word in trace.words} | {f"file {name}" for name in trace.episode.files} | said


def _around(core: tuple[str, ...], index: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    """Return the episodes with most of the acts of a core; words alone decide where it has none."""
    acts = [item for item in core if not item.startswith(_BESIDES)] or list(core)
    counts = Counter(place for act in acts for place in index[act])
    needed = max(min(len(acts), LEAST_STEPS), ceil(COVERED * len(acts)))
    return tuple(sorted(place for place, count in counts.items() if count >= needed))


def _merged(groups: Sequence[tuple[int, ...]], corpus: Corpus) -> list[tuple[int, ...]]:
    """Leave out groups that are part of a better one."""
    kept: list[tuple[tuple[int, ...], Profile]] = []
    holders: dict[int, list[int]] = defaultdict(list)
    for members in groups:
        described = profile(members, corpus)
        shared = Counter(holder for place in members for holder in holders[place])
        if any(
            count >= SAME_EPISODES * min(len(members), len(kept[holder][0]))
            and alike(described, kept[holder][1]) >= NEAR_ACTS
            for holder, count in shared.items()
        ):
            continue
        for place in members:
            holders[place].append(len(kept))
        kept.append((members, described))
    return [members for members, _ in kept]


def _handed_out(going: Iterable[int], profiles: Sequence[Profile], corpus: Corpus) -> dict[int, list[int]]:
    """Give every episode to the groups that explain it best, one after another."""
    by_form = _by_telling(profiles)
    members: dict[int, list[int]] = {place: [] for place in range(len(profiles))}
    for episode in going:
        trace = corpus.traces[episode]
        left = trace.forms
        for _ in range(MOST_WORKFLOWS):
            fits = [
                (found, place)
                for place in sorted({place for form in left for place in by_form.get(form, ())})
                if episode not in members[place][-1:]
                and _belongs(found := fit(left, trace.words, profiles[place]))
            ]
            if not fits:
                break
            best, place = max(fits, key=lambda one: (one[0].gain, -one[1]))
            members[place].append(episode)
            left -= best.telling
    return members


def _belongs(found: Fit) -> bool:
    return found.covered >= COVERED and bool(found.telling)


def _by_telling(profiles: Sequence[Profile]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(profiles):
        for form in one.telling:
            found[form].append(place)
    return found


def _united(members: Mapping[int, Sequence[int]], corpus: Corpus) -> list[tuple[int, ...]]:
    """Join groups that do the same, unless what was asked for tells them apart."""
    groups = [tuple(group) for _, group in sorted(members.items()) if len(group) >= LEAST_TOGETHER]
    described = [profile(group, corpus) for group in groups]
    gone: set[int] = set()
    by_form = _by_telling(described)
    for one in range(len(groups)):
        near = {place for form in described[one].telling for place in by_form[form] if place > one}
        for other in sorted(near - gone):
            if one in gone or alike(described[one], described[other]) < SAME_ACTS:
                continue
            both = tuple(sorted({*groups[one], *groups[other]}))
            forms = _unexplained(both, described, {one, other, *gone}, corpus)
            if len(split(both, forms, corpus)) == 1:
                groups[one] = both
                described[one] = profile(both, corpus)
                gone.add(other)
    return [group for place, group in enumerate(groups) if place not in gone]


def _unexplained(
    members: Iterable[int], profiles: Sequence[Profile], own: Collection[int], corpus: Corpus
) -> dict[int, frozenset[str]]:
    """Return the forms of episodes without those of other workflows that they are instances of, too."""
    by_form = _by_telling(profiles)
    found: dict[int, frozenset[str]] = {}
    for member in members:
        trace = corpus.traces[member]
        others = {place for form in trace.forms for place in by_form.get(form, ())} - set(own)
        alien = [
            profiles[place] for place in others if _belongs(fit(trace.forms, trace.words, profiles[place]))
        ]
        kept = {form for place in own for form in profiles[place].own}
        found[member] = trace.forms - {form for one in alien for form in one.own if form not in kept}
    return found


def _attempts(profiles: Sequence[Profile], corpus: Corpus) -> dict[int, list[int]]:
    """Return the failed episodes that tried what each group does."""
    by_form = _by_telling(profiles)
    found: dict[int, list[int]] = {place: [] for place in range(len(profiles))}
    for episode, trace in enumerate(corpus.traces):
        if not trace.failed:
            continue
        fits = [
            (tried.gain, -place)
            for place in sorted({place for form in trace.forms for place in by_form.get(form, ())})
            if (tried := fit(trace.forms, trace.words, profiles[place])).covered >= TRIED
            and (tried.asked or tried.covered >= COVERED)
        ]
        if fits:
            found[-max(fits)[1]].append(episode)
    return found
