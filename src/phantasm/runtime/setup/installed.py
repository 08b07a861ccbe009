"""What did bootstrap do here? A small record, written before anything is done, from which uninstall works."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.setup.guidance import Placement
from phantasm.storage.files import write_durably

_FORMAT = "phantasm.installed.v1"


@dataclass(frozen=True, slots=True)
class Installed:
    """What is ours: files that were not there before, and what was added to those that were."""

    created: tuple[str, ...] = ()
    """Files that bootstrap made, relative to the root."""
    ignored: str = ""
    """What was added to a .gitignore that was there before."""
    agent_files: Mapping[str, Placement] = field(default_factory=dict)


def read_record(paths: Paths) -> Installed | None:
    """Return the record, or None where nobody wrote one."""
    try:
        value: Any = json.loads(paths.installed.read_text(encoding="utf-8"))
        if value["format"] != _FORMAT:
            raise _damaged(paths)
        placements = {str(name): Placement(**placed) for name, placed in value["agent_files"].items()}
        return Installed(tuple(map(str, value["created"])), str(value["ignored"]), placements)
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise _damaged(paths) from problem


def write_record(paths: Paths, record: Installed) -> None:
    """Keep the record, durably."""
    text = json.dumps({"format": _FORMAT} | asdict(record), indent=1, sort_keys=True, ensure_ascii=False)
    write_durably(paths.installed, text.encode())


def _damaged(paths: Paths) -> PhantasmError:
    return PhantasmError(
        Code.STORE_CORRUPT,
        f"{paths.installed} does not say what bootstrap did",
        remediation=(
            Remediation("Move it away; then only .phantasm/state is removed, and the rest is left to you."),
        ),
    )
