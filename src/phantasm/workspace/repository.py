"""Which project does a folder belong to? Looks upwards, without running git."""

from collections.abc import Iterator
from pathlib import Path

from phantasm.config.environment import variable
from phantasm.config.files import read_config
from phantasm.config.paths import FOLDER, Paths
from phantasm.contracts.errors import PhantasmError

_CHOICE = "PHANTASM_WORKSPACE__WORKTREES"
_OWN = "own"


def find_project(start: Path) -> Path | None:
    """Return the nearest bootstrapped folder at or above `start`; a worktree shares its main worktree's."""
    for folder, twin in _upwards(start):
        if twin is not None and (twin / FOLDER).is_dir() and not _has_store(folder) and not _keep_own(twin):
            return twin
        if (folder / FOLDER).is_dir():
            return folder
    return None


def find_root(start: Path) -> Path:
    """Return where a project should be bootstrapped: the repository's main worktree, else `start` itself."""
    root, twin_root = start, None
    for folder, twin in _upwards(start):
        root, twin_root = folder, twin
        if (folder / FOLDER).is_dir() or (twin is not None and (twin / FOLDER).is_dir()):
            break
    else:
        root = root if (root / ".git").exists() else start
    if twin_root is None or _has_store(root) or _keep_own(twin_root):
        return root
    return twin_root


def _upwards(start: Path) -> Iterator[tuple[Path, Path | None]]:
    """Yield the folders up to the top of the repository; in a linked worktree also the main one's of each."""
    folders = []
    for folder in (start, *start.parents):
        folders.append(folder)
        if (folder / ".git").exists():
            break
    top = folders[-1]
    main = main_worktree(top)
    for folder in folders:
        yield folder, main / folder.relative_to(top) if main != top else None


def _has_store(folder: Path) -> bool:
    """Tell whether a memory was set up here; a checkout brings its tracked files only."""
    return Paths(folder).state.is_dir()


def _keep_own(root: Path) -> bool:
    """Tell whether each worktree of a project keeps a memory of its own."""
    chosen = variable(_CHOICE)
    if chosen is not None:
        return chosen.strip("\"'") == _OWN
    try:
        text = read_config(Paths(root).settings)
    except PhantasmError:  # whoever opens the project will say what is wrong with it
        return False
    if "worktrees" not in text or _OWN not in text.replace('"', "'").split("'"):
        return False
    import tomllib  # noqa: PLC0415  few choose it

    try:
        section = tomllib.loads(text).get("workspace")
    except (ValueError, RecursionError):
        return False
    return isinstance(section, dict) and section.get("worktrees") == _OWN


def main_worktree(folder: Path) -> Path:
    """Return the main worktree of the repository that `folder` is the top of.

    In a linked worktree `.git` is a file that points into the main repository's `worktrees` folder, and the
    `commondir` file there points back to the shared `.git` folder.
    """
    link = folder / ".git"
    if not link.is_file():
        return folder
    text = link.read_text(encoding="utf-8", errors="replace").strip()
    git_folder = (folder / text.removeprefix("gitdir:").strip()).resolve()
    try:
        common = (git_folder / "commondir").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # a submodule: its `.git` file points at a repository of its own
        return folder
    shared = (git_folder / common).resolve()
    return shared.parent if shared.name == ".git" else folder
