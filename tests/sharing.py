"""What tests of shared memory have in common: real repositories, and short ways to change them."""

import os
import subprocess
from pathlib import Path
from typing import Any

from phantasm.config.environment import for_git
from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from tests.conftest import Project

FOLDER = ".phantasm/memory"
_SETTINGS = {
    "user.email": "someone@example.org",
    "commit.gpgsign": "false",
    "init.defaultBranch": "main",
    "core.autocrlf": "false",
}
_DATE = "2026-11-01T12:00:00Z"


def git(root: Path, *arguments: str, author: str = "Ann", fails: bool = False) -> str:
    """Run git in a folder; it must succeed, or fail where that is wanted."""
    options = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    dates = {"GIT_AUTHOR_DATE": _DATE, "GIT_COMMITTER_DATE": _DATE}
    environment = {**for_git(), **dates, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", *options, "-c", f"user.name={author}", *arguments],  # noqa: S607
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert bool(done.returncode) == fails, done.stdout + done.stderr
    return done.stdout


def commit(root: Path, message: str, *, author: str = "Ann") -> str:
    """Commit everything and return the commit's name."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message, author=author)
    return git(root, "rev-parse", "HEAD").strip()


def repository(root: Path) -> Project:
    """Make a repository with an empty memory."""
    root.mkdir(parents=True, exist_ok=True)
    lay_out_state(Paths(root))
    (root / ".phantasm/.gitignore").write_text("state/\n", encoding="utf-8")
    git(root, "init", "-q")
    return Project(root)


def clone(origin: Project, root: Path, *, first_key: int) -> Project:
    """Clone a repository and give the clone a memory of its own."""
    git(origin.root.parent, "clone", "-q", str(origin.root), str(root))
    lay_out_state(Paths(root))
    return Project(root, first_key=first_key)


def files(project: Project) -> dict[str, str]:
    """Return the text of every tracked file by name."""
    folder = project.root / FOLDER
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.glob("*/*"))
    }


def only_file(project: Project) -> Path:
    """Return the one tracked file."""
    (path,) = (project.root / FOLDER).glob("*/*")
    return path


def edit(path: Path, old: str, new: str) -> None:
    """Change a file as somebody with an editor would."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def said(project: Project) -> set[str]:
    """Return what is held."""
    return {str(one["statement"]) for one in project.get("list")["records"]}


def waiting(project: Project) -> list[dict[str, Any]]:
    """Return what waits for a decision."""
    return list(project.get("review_queue", profile="cli")["items"])
