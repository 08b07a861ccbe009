"""Where does an installation work: in one project, or in the user's home?"""

from dataclasses import dataclass
from pathlib import Path

from phantasm.config.finding import FOLDER
from phantasm.config.paths import Paths

PROJECT, USER = "project", "user"
SCOPES = (PROJECT, USER)


@dataclass(frozen=True, slots=True)
class Place:
    """Where files are changed, and where what was done to them is kept."""

    scope: str
    base: Path
    """The project's root, or the home folder."""
    home: Path
    kept: Path
    """The private folder with the record, the copies, the lock and the work in progress."""
    record: Path
    lock: Path
    copies: Path
    staging: Path
    also: tuple[Path, ...] = ()
    """Folders outside the base that hold files of clients too, such as the one that CODEX_HOME names."""

    def key(self, target: Path) -> str:
        """Return how a file is named in the record: relative to the base where it lies below."""
        base = self.base.resolve()
        return target.relative_to(base).as_posix() if target.is_relative_to(base) else str(target)

    def target(self, key: str) -> Path:
        """Return the file that a record names."""
        return self.base.resolve() / key

    def shown(self, path: Path) -> str:
        """Return how a file is called towards people."""
        if path.is_relative_to(self.base):
            short = path.relative_to(self.base).as_posix()
            return short if self.scope == PROJECT else f"~/{short}"
        return f"~/{path.relative_to(self.home).as_posix()}" if path.is_relative_to(self.home) else str(path)

    def allows(self, target: Path) -> bool:
        """Tell whether a file, links resolved, may be changed: below the base, and not private.

        A link in a repository may not lead into the home: whoever made the repository would choose which of
        the user's own files is changed.
        """
        if not any(target.is_relative_to(folder.resolve()) for folder in (self.base, *self.also)):
            return False
        return ".git" not in target.parts and not target.is_relative_to(
            self.base.resolve() / FOLDER / "state"
        )


def of_project(root: Path, home: Path) -> Place:
    """Return the place of a project that has been bootstrapped."""
    paths = Paths(root)
    return Place(
        scope=PROJECT,
        base=root,
        home=home,
        kept=paths.state,
        record=paths.installed,
        lock=paths.lock,
        copies=paths.agent_file_copies,
        staging=paths.temporary,
    )


def of_user(home: Path, folder: Path, also: tuple[Path, ...] = ()) -> Place:
    """Return the user's own place; what was done is kept in Phantasm's folder of the user."""
    kept = folder / "install"
    return Place(
        scope=USER,
        base=home,
        home=home,
        kept=kept,
        record=kept / "installed.json",
        lock=kept / "install.lock",
        copies=kept / "copies",
        staging=kept / "tmp",
        also=also,
    )
