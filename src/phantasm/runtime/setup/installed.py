"""What did bootstrap and install do here? A small record, written before anything is done.

Uninstall works from it alone. Version 1 knew bootstrap only; it is read, and the next writing makes it 2.
"""

import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.setup.merging.entries import KINDS, Entry, FileRecord, Undo
from phantasm.storage.files import write_durably

_FORMAT = "phantasm.installed.v2"
_WITHOUT_INTEGRATIONS = "phantasm.installed.v1"


@dataclass(frozen=True, slots=True)
class Placement:
    """How the block was put into a file, so that it can be taken out again byte for byte."""

    before: str = ""
    """What was added between the text that was there and the block."""
    after: str = ""
    """What was added behind the block."""
    previous: str | None = None
    """The block that was there already, put there by somebody else's bootstrap."""


@dataclass(frozen=True, slots=True)
class Integrations:
    """What install did for which clients."""

    clients: tuple[str, ...] = ()
    files: Mapping[str, FileRecord] = field(default_factory=dict)
    """By place: relative to the project, or absolute."""
    folders: tuple[str, ...] = ()
    """Folders that were made, parents first."""
    blocks: tuple[str, ...] = ()
    """Agent files into which install, not bootstrap, put the managed block."""


@dataclass(frozen=True, slots=True)
class Installed:
    """What is ours: files that were not there before, and what was added to those that were."""

    created: tuple[str, ...] = ()
    """Files that bootstrap made, relative to the root."""
    ignored: str = ""
    """What was added to a .gitignore that was there before."""
    agent_files: Mapping[str, Placement] = field(default_factory=dict)
    integrations: Integrations = field(default_factory=Integrations)


def read_record(path: Path) -> Installed | None:
    """Return the record, or None where nobody wrote one."""
    try:
        value: Any = json.loads(path.read_text(encoding="utf-8"))
        if value["format"] not in {_FORMAT, _WITHOUT_INTEGRATIONS}:
            raise _damaged(path)
        placements = {str(name): Placement(**placed) for name, placed in value["agent_files"].items()}
        integrations = _integrations(value["integrations"]) if value["format"] == _FORMAT else Integrations()
        return Installed(tuple(map(str, value["created"])), str(value["ignored"]), placements, integrations)
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise _damaged(path) from problem


def write_record(path: Path, record: Installed) -> None:
    """Keep the record, durably."""
    text = json.dumps({"format": _FORMAT} | asdict(record), indent=1, sort_keys=True, ensure_ascii=False)
    write_durably(path, text.encode())


def _integrations(value: Any) -> Integrations:  # noqa: ANN401  parsed JSON, whatever it is
    files = {
        str(name): FileRecord(
            created=bool(told["created"]),
            written=str(told["written"]),
            undo=Undo(int(told["undo"]["start"]), int(told["undo"]["end"]), str(told["undo"]["text"])),
            entries=tuple(map(_entry, told["entries"])),
        )
        for name, told in value["files"].items()
    }
    clients, folders, blocks = (tuple(map(str, value[key])) for key in ("clients", "folders", "blocks"))
    return Integrations(clients, files, folders, blocks)


def _entry(told: Any) -> Entry:  # noqa: ANN401  parsed JSON, whatever it is
    command = str(told["command"])
    if told["kind"] not in KINDS or (command and not shlex.split(command)):
        raise ValueError(told["kind"])
    return Entry(
        kind=str(told["kind"]),
        client=str(told["client"]),
        path=tuple(map(str, told["path"])),
        existing=int(told["existing"]),
        command=command,
        previous=told["previous"],
    )


def _damaged(path: Path) -> PhantasmError:
    return PhantasmError(
        Code.STORE_CORRUPT,
        f"{path} does not say what bootstrap did",
        remediation=(
            Remediation("Move it away; then only .phantasm/state is removed, and the rest is left to you."),
        ),
    )
