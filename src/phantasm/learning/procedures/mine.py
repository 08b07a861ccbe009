"""Which procedures do the episodes of a project show? Pure, and the same whatever order they come in."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from phantasm.learning.procedures.candidate import made
from phantasm.learning.procedures.cluster import clusters
from phantasm.learning.procedures.model import Candidate, Found, Known
from phantasm.learning.procedures.traces import traces
from phantasm.learning.procedures.verify import Anchors, bundled, judged
from phantasm.session.episodes.model import Episode

MINER = 1
"""The version of all that is here; pinned in what is derived, so that it can be derived again."""
SAME_PROCEDURE = 0.5
"""The share of acts that a candidate and a held procedure must have in common to be one."""
WORD_WEIGHT = 0.25
"""What the words add to that share when two held procedures have the same acts."""


def mine(
    episodes: Iterable[Episode],
    *,
    known: Sequence[Known] = (),
    now: str = "",
    anchors: Anchors | None = None,
    continues: Mapping[str, str] | None = None,
    untrusted: Collection[str] = (),
) -> list[Found]:
    """Return the candidates that episodes show, each with its evidence and verdict, by signature.

    What ended after `now` does not count. `continues` says which session goes on with which; `untrusted` are
    sessions and evidence whose words nobody vouches for.
    """
    seen = [trace for trace in traces(episodes) if not now or trace.at <= now]
    groups, corpus = clusters(seen)
    candidates = _signed([made(group, corpus, untrusted) for group in groups], known)
    found = []
    for candidate, group in zip(candidates, groups, strict=True):
        bundle = bundled(candidate, group, corpus, anchors=anchors, continues=continues)
        found.append(Found(candidate, bundle, judged(candidate, bundle)))
    return sorted(found, key=lambda one: one.candidate.signature)


def _signed(candidates: Sequence[Candidate], known: Sequence[Known]) -> list[Candidate]:
    """Give each candidate the signature of the held procedure that it is, or one of its own."""
    pairs = sorted(
        (-likeness, held.signature, candidate.signature, place)
        for place, candidate in enumerate(candidates)
        for held in known
        if (likeness := _likeness(candidate, held)) >= SAME_PROCEDURE
    )
    names: dict[int, str] = {}
    for _, signature, _, place in pairs:
        if place not in names and signature not in names.values():
            names[place] = signature
    taken = {*names.values(), *(held.signature for held in known)}
    for place, candidate in sorted(
        enumerate(candidates), key=lambda one: (one[1].signature, one[1].sessions)
    ):
        if place in names:
            continue
        name, number = candidate.signature, 2
        while name in taken:
            name, number = f"{candidate.signature}-{number}", number + 1
        taken.add(name)
        names[place] = name
    return [replace(candidate, signature=names[place]) for place, candidate in enumerate(candidates)]


def _likeness(candidate: Candidate, held: Known) -> float:
    acts = _shared(candidate.acts, held.acts)
    return round(acts + WORD_WEIGHT * _shared(candidate.trigger.words, held.words), 6) if acts else 0.0


def _shared(one: Sequence[str], other: Sequence[str]) -> float:
    both, either = set(one) & set(other), set(one) | set(other)
    return len(both) / len(either) if either else 0.0
