"""Which agent files get the block, and what becomes of each? Plans only; nothing is written here."""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from phantasm.config.paths import FOLDER
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.setup.guidance import Placement, put_in, take_out
from phantasm.runtime.setup.installed import Installed

_USUAL = ("AGENTS.md", "CLAUDE.md")
# Guidance for an agent is a few pages; what is larger is something else under that name.
_MAX_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Edit:
    """One agent file as it is, and as it should be."""

    name: str
    original: bytes | None
    """None: there is no such file."""
    wanted: bytes | None
    """None: there should be no such file."""
    placement: Placement = field(default_factory=Placement)

    @property
    def is_change(self) -> bool:
        """Tell whether there is anything to do."""
        return self.original != self.wanted


def choose(root: Path, names: tuple[str, ...]) -> list[str]:
    """Return the files to write into: the named ones, else the usual that exist, else the first of those."""
    if names:
        for name in names:
            _refuse_elsewhere(name)
        return list(dict.fromkeys(names))
    present = [name for name in _USUAL if (root / name).exists() or (root / name).is_symlink()]
    # CLAUDE.md is often a link to AGENTS.md, or only includes it: the block is written once.
    followed = dict.fromkeys(_followed(root, name) for name in present)
    written = [name for name in followed if not _includes_another(root, name, present)]
    return written or [_USUAL[0]]


def plan_block(root: Path, name: str, record: Installed) -> Edit:
    """Say what one file will be with the present block in it."""
    original = _read(root, name)
    wanted, placement = put_in(name, original or b"", record.agent_files.get(name))
    return Edit(name, original, wanted, placement)


def plan_removal(root: Path, name: str, record: Installed) -> Edit:
    """Say what one file will be without the block."""
    original = _read(root, name)
    if original is None:
        return Edit(name, None, None)
    wanted: bytes | None = take_out(name, original, record.agent_files[name])
    if name in record.created and not (wanted or b"").strip():
        wanted = None
    return Edit(name, original, wanted)


def _read(root: Path, name: str) -> bytes | None:
    path = root / name
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode) or not path.parent.resolve().is_relative_to(root.resolve()):
        raise _outside(name, "is a symbolic link, or lies behind one")
    if not stat.S_ISREG(found.st_mode):
        raise _outside(name, "is not a regular file")
    if found.st_size > _MAX_BYTES:
        raise _outside(name, f"is larger than {_MAX_BYTES} bytes")
    return path.read_bytes()


def _followed(root: Path, name: str) -> str:
    """Return the file that a link leads to, where that is a Markdown file of this project; else the name."""
    path = root / name
    try:
        target = path.resolve()
    except (OSError, RuntimeError):  # a loop of links; refused where it is read
        return name
    is_ours = target.is_relative_to(root.resolve()) and target.suffix == ".md" and target.is_file()
    return target.relative_to(root.resolve()).as_posix() if path.is_symlink() and is_ours else name


def _includes_another(root: Path, name: str, present: list[str]) -> bool:
    """Tell whether an agent file takes in another one that gets the block, as Claude Code's syntax allows."""
    others = [other for other in present if other != name]
    try:
        lines = (root / name).read_text(encoding="utf-8").splitlines() if others else []
    except (OSError, UnicodeDecodeError):  # refused, with its reason, where it is read
        return False
    return any(line.strip() in {f"@{other}", f"@./{other}"} for line in lines for other in others)


def _refuse_elsewhere(name: str) -> None:
    path = Path(name)
    is_inside = not path.is_absolute() and ".." not in path.parts
    if not is_inside or path.suffix != ".md" or {".git", FOLDER} & set(path.parts):
        raise _outside(name, "is not a Markdown file of this project")


def _outside(name: str, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.PATH_OUTSIDE_PROJECT,
        f"{name} {reason}; it was left as it is",
        field="agent_files",
        remediation=(Remediation("Name a file of this project, or go on without guidance."),),
    )
