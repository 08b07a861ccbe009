"""Which files go along with some others, as the store has it? Gathers for the counting in `cochange`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log2, pow  # noqa: A004  a power of floats is a float

from phantasm.contracts.clock import from_timestamp
from phantasm.storage.work import Work
from phantasm.workspace.history import looking, paths
from phantasm.workspace.history.paths import Meant, Touch

# How often the other changed when this one did, weighed by how recent and how small each commit was, and held
# against how often the other changes anyway: a list of changes goes along with everything and says nothing.

HALF_LIFE_DAYS = 180.0
"""After half a year a common change counts half: what belonged together before a rewrite need not any more.
On the one real history that we have, 90 to 365 days predict alike, and better than never forgetting."""
LARGEST_FILES = 100
"""A commit of more files is a mass change (a rename, a formatter, a release): it joins nothing."""
_ANYWAY = 0.25
"""How strongly it counts against a file that it changes anyway, as an exponent. None at all predicts best, as
what always changes also changes next time; but such a file is then told for every question."""
_FEWEST_TOGETHER = 2
"""Once is chance, where the file has changed more often than that."""


@dataclass(frozen=True, slots=True)
class Together:
    """A commit that changed the file that is asked about, and what else."""

    id: int
    sha: str
    at: str
    others: tuple[str, ...]
    """The other files, by their present names."""
    size: int
    """How many files it changed in all."""


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that changes with another."""

    path: str
    score: float
    """From 0 to 1: how surely it goes along."""
    together: int
    """In how many commits both changed."""
    of: int
    """How many commits changed the file that is asked about."""
    changes: int
    """How many commits changed this file at all."""
    confidence: float
    """How often this one changed when the other did; newer and smaller commits count more."""
    last_at: str
    examples: tuple[str, ...]
    """The newest commits that changed both."""


def companions(
    commits: Sequence[Together], counts: Mapping[str, int], now: str, *, examples: int = 3
) -> list[Companion]:
    """Return what changes along, surest first; ties by path. `counts`: how many commits changed each file."""
    looked_at = [commit for commit in commits if commit.size <= LARGEST_FILES]
    weights = {commit.id: _weight(commit, now) for commit in looked_at}
    whole = fsum(weights.values())
    found: dict[str, list[Together]] = {}
    for commit in looked_at:
        for path in commit.others:
            found.setdefault(path, []).append(commit)
    least = min(_FEWEST_TOGETHER, max(1, len(looked_at) - 1))
    told = []
    for path, shared in found.items():
        if len(shared) < least or not whole:
            continue
        confidence = fsum(weights[commit.id] for commit in shared) / whole
        changes = max(counts.get(path, 0), len(shared))
        newest = sorted(shared, key=lambda commit: (commit.at, commit.id), reverse=True)
        told.append(
            Companion(
                path=path,
                score=round(confidence * pow(len(shared) / changes, _ANYWAY), 4),
                together=len(shared),
                of=len(looked_at),
                changes=changes,
                confidence=round(confidence, 4),
                last_at=newest[0].at,
                examples=tuple(commit.sha for commit in newest[:examples]),
            )
        )
    return sorted(told, key=lambda companion: (-companion.score, companion.path))


def present_names(paths: Collection[str], renamed: Mapping[str, str]) -> dict[str, str]:
    """Return what some files are called now; `renamed`: what each was renamed to, where it was."""
    found = {}
    for path in paths:
        name, seen = path, {path}
        while (later := renamed.get(name)) is not None and later not in seen:
            name = later
            seen.add(name)
        found[path] = name
    return found


def _weight(commit: Together, now: str) -> float:
    days = max(0.0, (from_timestamp(now) - from_timestamp(commit.at)).total_seconds() / 86_400)
    return pow(0.5, days / HALF_LIFE_DAYS) / max(1.0, log2(commit.size))


MOST_COMMITS = 1_000
"""The newest that are looked at: what a file went with before that tells little about now."""
_MOST_LOOKED_AT = 300
"""Companions of which it is asked whether they still exist: more than anybody wants to see."""


def going_along(work: Work, asked: Sequence[Meant], touches: Sequence[Touch]) -> list[Companion]:
    """Return the files that go along and still exist, surest first, by their present names."""
    files = looking.files_of(work, [touch.commit.id for touch in touches])
    every = sorted({file.path for changed in files.values() for file in changed})
    named = [one.name for one in asked if one.files]
    present = present_names([*every, *named], paths.renamed_to(work, [*every, *named]))
    own = {present[name] for name in named}
    folders = tuple(f"{one.folder}/" for one in asked if one.folder)
    together = []
    for touch in touches:
        changed = {present[file.path] for file in files.get(touch.commit.id, ())}
        others = [name for name in changed - own if not (folders and name.startswith(folders))]
        commit = touch.commit
        together.append(
            Together(commit.id, commit.sha, commit.committed_at, tuple(sorted(others)), commit.files)
        )
    found = companions(together, _counts(work, every, present), work.now)[:_MOST_LOOKED_AT]
    gone = paths.gone(work, [companion.path for companion in found])
    return [companion for companion in found if companion.path not in gone]


def _counts(work: Work, every: Sequence[str], present: dict[str, str]) -> dict[str, int]:
    """Return how many commits changed each file, under all its names."""
    counts: dict[str, int] = {}
    for path, changes in paths.change_counts(work, every).items():
        counts[present[path]] = counts.get(present[path], 0) + changes
    return counts
