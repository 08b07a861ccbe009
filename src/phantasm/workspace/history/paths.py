"""Which commits changed a file or a folder, and what was it called before? One function per question.

Commits that nothing leads to any more and those whose text was erased speak for nothing. A merge tells again
what the commits that it joins did, and is left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from phantasm.storage.sql import Row
from phantasm.storage.work import Work
from phantasm.workspace.history.looking import commit_of
from phantasm.workspace.history.model import Known

_MOST_RENAMES = 20
"""How often the same file may have been renamed; a longer chain is a circle of names."""
_AFTER_SLASH = "0"
"""The character after `/`: where the names below a folder end."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A commit that changed something that is asked about."""

    commit: Known
    within: int
    """How many of the files that are asked about it changed."""
    created: bool


@dataclass(frozen=True, slots=True)
class Meant:
    """What a name means: a file under all its names, or a folder."""

    name: str
    files: tuple[int, ...] = ()
    folder: str | None = None
    """The empty name is the whole repository."""

    @property
    def is_known(self) -> bool:
        """Whether a commit ever changed it."""
        return bool(self.files) or self.folder is not None


def meant(work: Work, names: Sequence[str]) -> list[Meant]:
    """Return what some names mean: a file where one was ever called so, else a folder."""
    numbers = paths_named(work, names)
    found = []
    for name in dict.fromkeys(names):
        if name in numbers:
            found.append(Meant(name, tuple(sorted(also_called(work, [numbers[name]])))))
        else:
            folder = name.strip("/") if has_folder(work, name) else None
            found.append(Meant(name, folder=folder))
    return found


def touching_any(work: Work, asked: Sequence[Meant], most: int) -> list[Touch]:
    """Return the newest commits that changed any of some files and folders."""
    files = sorted({number for one in asked for number in one.files})
    touches = touching(work, files, most) if files else []
    for one in asked:
        if one.folder is not None:
            touches += touching_below(work, one.folder, most)
    return _once(touches)[:most]


def paths_named(work: Work, names: Sequence[str]) -> dict[str, int]:
    """Return the numbers of the paths among some names."""
    rows = work.all_of("SELECT id, path FROM commit_paths WHERE path IN (:values)", names)
    return {row["path"]: int(row["id"]) for row in rows}


def has_folder(work: Work, folder: str) -> bool:
    """Tell whether a commit ever changed something below a folder."""
    statement = "SELECT 1 FROM commit_paths WHERE path >= :first AND path < :last LIMIT 1"
    return bool(work.value(statement, _below(folder)))


def also_called(work: Work, paths: Iterable[int]) -> set[int]:
    """Return the numbers of some files under their present and all earlier names."""
    every, fresh = set(paths), set(paths)
    for _ in range(_MOST_RENAMES):
        rows = work.all_of(
            "SELECT DISTINCT from_id FROM commit_files WHERE path_id IN (:values) AND from_id IS NOT NULL",
            sorted(fresh),
        )
        fresh = {int(row["from_id"]) for row in rows} - every
        if not fresh:
            break
        every |= fresh
    return every


def renamed_to(work: Work, paths: Sequence[str]) -> dict[str, str]:
    """Return what some files and those that they became were renamed to, where they were; the last counts."""
    found: dict[str, str] = {}
    fresh = list(dict.fromkeys(paths))
    for _ in range(_MOST_RENAMES):
        rows = work.all_of(
            """SELECT o.path AS old, n.path AS new FROM commit_paths o
               JOIN commit_files f ON f.from_id = o.id JOIN commit_paths n ON n.id = f.path_id
               WHERE o.path IN (:values) AND f.from_id IS NOT NULL ORDER BY f.commit_id""",
            fresh,
        )
        later = {str(row["old"]): str(row["new"]) for row in rows}
        found |= later
        fresh = [name for name in dict.fromkeys(later.values()) if name not in found]
        if not fresh:
            break
    return found


def touching(work: Work, paths: Sequence[int], most: int) -> list[Touch]:
    """Return the newest commits that changed some files; merges tell what others did, and are left out."""
    rows = work.all_of(
        """SELECT c.*, count(*) AS within, sum(CASE WHEN f.change = 'A' THEN 1 ELSE 0 END) AS created
           FROM commit_files f JOIN commits c ON c.id = f.commit_id
           WHERE f.path_id IN (:values) AND c.state = 'kept' AND c.parents NOT LIKE '% %'
           GROUP BY c.id ORDER BY c.committed_at DESC, c.sha""",
        sorted(paths),
    )
    return _joined(rows)[:most]


def touching_below(work: Work, folder: str, most: int) -> list[Touch]:
    """Return the newest commits that changed something below a folder; the empty name: anything."""
    rows = work.all(
        """SELECT c.*, count(*) AS within, sum(CASE WHEN f.change = 'A' THEN 1 ELSE 0 END) AS created
           FROM commit_paths p JOIN commit_files f ON f.path_id = p.id JOIN commits c ON c.id = f.commit_id
           WHERE p.path >= :first AND p.path < :last AND c.state = 'kept' AND c.parents NOT LIKE '% %'
           GROUP BY c.id ORDER BY c.committed_at DESC, c.sha LIMIT :most""",
        _below(folder) | {"most": most},
    )
    return _joined(rows)


def change_counts(work: Work, names: Sequence[str]) -> dict[str, int]:
    """Return how many commits changed each of some files, under the names that are given."""
    rows = work.all_of(
        """SELECT p.path, count(*) AS changes FROM commit_paths p JOIN commit_files f ON f.path_id = p.id
           WHERE p.path IN (:values) GROUP BY p.path""",
        names,
    )
    return {row["path"]: int(row["changes"]) for row in rows}


def gone(work: Work, names: Sequence[str]) -> set[str]:
    """Return which of some files the newest commit about them deleted."""
    rows = work.all_of(
        """SELECT p.path, f.change FROM commit_paths p JOIN commit_files f ON f.path_id = p.id
           JOIN commits c ON c.id = f.commit_id WHERE p.path IN (:values) AND c.state = 'kept'
           ORDER BY c.committed_at, c.id""",
        names,
    )
    last = {row["path"]: row["change"] for row in rows}
    return {path for path, change in last.items() if change == "D"}


def _below(folder: str) -> dict[str, str]:
    plain = folder.strip("/")
    # A path is UTF-8 text, and nothing in it sorts behind the last character there is.
    return (
        {"first": f"{plain}/", "last": plain + _AFTER_SLASH} if plain else {"first": "", "last": "\U0010ffff"}
    )


def _joined(rows: Sequence[Row]) -> list[Touch]:
    """Return what was asked in chunks as one list."""
    return _once([Touch(commit_of(row), int(row["within"]), bool(row["created"])) for row in rows])


def _once(touches: Sequence[Touch]) -> list[Touch]:
    """Return each commit once, newest first; ties by name."""
    found: dict[str, Touch] = {}
    for touch in touches:
        sha = touch.commit.sha
        before = found.get(sha, Touch(touch.commit, 0, created=False))
        found[sha] = Touch(touch.commit, touch.within + before.within, touch.created or before.created)
    by_name = sorted(found.values(), key=lambda touch: touch.commit.sha)
    return sorted(by_name, key=lambda touch: touch.commit.committed_at, reverse=True)
