"""Where do clients keep their transcripts? The folders, by client, and the files below them.

Nothing is followed out of these folders, and nothing is written there.
"""

import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LINES, DOCUMENTS, TEXTS = (".jsonl", ".jsonl.zst"), (".json", ".traj"), (".md", ".txt")
_SKIPPED_FOLDERS: Final = frozenset((".git", "node_modules", ".venv", "__pycache__"))
"""Folders below one that somebody named which hold programs, not transcripts."""

_MOST_DEPTH: Final = 12
"""How deep folders are looked into: clients go five deep, and a loop of mounts must end."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a client keeps its transcripts."""

    client: str
    folder: Path
    shape: re.Pattern[str]
    """What a transcript's path below the folder looks like."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may be a transcript."""

    path: Path
    size: int
    modified: float
    """Seconds since 1970."""


def kept_by_clients(home: Path, variable: Callable[[str], str | None]) -> tuple[Kept, ...]:
    """Return where the clients that have a place of their own keep their transcripts."""
    claude = Path(variable("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(variable("CODEX_HOME") or home / ".codex")
    gemini = Path(variable("GEMINI_CLI_HOME") or home) / ".gemini"
    rollout = re.compile(r"(.*/)?rollout-[^/]*\.jsonl(\.zst)?")
    return (
        Kept("claude_code", claude / "projects", re.compile(r"[^/]+/(.*/)?[^/]+\.jsonl")),
        Kept("codex", codex / "sessions", rollout),
        Kept("codex", codex / "archived_sessions", rollout),
        Kept("gemini", gemini / "tmp", re.compile(r"[^/]+/chats/(.*/)?session-[^/]*\.jsonl?")),
        Kept(
            "cursor",
            home / ".cursor" / "projects",
            re.compile(r"[^/]+/agent-transcripts/(.*/)?[^/]+\.(jsonl|txt)"),
        ),
    )


def below(kept: Kept) -> Iterator[Found]:
    """Yield the files that a client keeps, in the order of their names."""
    # The folder itself may be a link, as those who keep their settings elsewhere have it; nothing below is.
    folder = kept.folder.resolve()
    for found in _files(folder, 0):
        if kept.shape.fullmatch(found.path.relative_to(folder).as_posix()):
            yield found


def named(path: Path) -> Iterator[Found]:
    """Yield the file that somebody named, or those below the folder that may be transcripts."""
    target = path.resolve(strict=True)
    if not target.is_dir():
        status = target.stat()
        yield Found(target, status.st_size, status.st_mtime)
        return
    for found in _files(target, 0):
        if found.path.name.endswith((*LINES, *DOCUMENTS, *TEXTS)):
            yield found


def _files(folder: Path, depth: int) -> Iterator[Found]:
    """Yield the user's own regular files below a folder; a folder that cannot be read holds none."""
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in inside:
        if entry.is_dir(follow_symlinks=False):
            if depth < _MOST_DEPTH and entry.name not in _SKIPPED_FOLDERS:
                yield from _files(folder / entry.name, depth + 1)
            continue
        if found := _own_file(entry):
            yield found


def _own_file(entry: "os.DirEntry[str]") -> Found | None:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:  # gone since the folder was read
        return None
    if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid():
        return None
    return Found(Path(entry.path), status.st_size, status.st_mtime)
