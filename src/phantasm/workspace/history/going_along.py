"""Which files go along with some others, as the store has it? Gathers for the counting in `cochange`."""

from collections.abc import Sequence

from phantasm.storage.work import Work
from phantasm.workspace.history import looking, paths
from phantasm.workspace.history.cochange import Companion, Together, companions, present_names
from phantasm.workspace.history.paths import Meant, Touch

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
