"""Which episodes did the same kind of work? Pure; near linear in the episodes.

Acts and words that go together (`cores`) give groups; groups of the same episodes are one group; a group in
which two things were asked for is two (`splitting`). Then every episode goes to the groups that explain most
of what it did, and what one group explains is no longer there for the next: so an episode in which two
workflows were interleaved belongs to both, and its noise to none.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from phantasm.learning.procedures.cores import LEAST_TOGETHER, cores
from phantasm.learning.procedures.profiles import (
    COVERED,
    LEAST_STEPS,
    Corpus,
    Fit,
    Profile,
    alike,
    fit,
    profile,
)
from phantasm.learning.procedures.splitting import split
from phantasm.learning.procedures.traces import Trace, words_of

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
