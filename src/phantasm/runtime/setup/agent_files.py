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
    # CLAUDE.md is often a link to AGENTS.md: the block then shows in both, and is written once.
    written = [name for name in present if not _is_link_to_another(root, name, present)]
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


def _is_link_to_another(root: Path, name: str, present: list[str]) -> bool:
    path = root / name
    targets = {
        (root / other).absolute() for other in present if other != name and not (root / other).is_symlink()
    }
    return path.is_symlink() and path.resolve() in {target.resolve() for target in targets}


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
