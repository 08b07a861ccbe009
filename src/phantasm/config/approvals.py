"""Which versions of a repository's config has this user approved? Kept in the user's own folder."""

import json
import os
from pathlib import Path

from phantasm.config.environment import user_folder

_FILE = "approvals.json"


def hashes(path: Path) -> frozenset[str]:
    """Return the approved hashes of one config file."""
    return frozenset(_read().get(str(path.resolve()), ()))


def approve(path: Path, digest: str) -> None:
    """Remember that the user has approved this version of this file."""
    known = _read()
    entries = [entry for entry in known.get(str(path.resolve()), []) if entry != digest]
    # The newest few are enough for switching between branches without asking again.
    known[str(path.resolve())] = [*entries, digest][-20:]
    folder = user_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = folder / f"{_FILE}.{os.getpid()}.partial"
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(known, file, indent=1, sort_keys=True)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(folder / _FILE)


def _read() -> dict[str, list[str]]:
    try:
        text = (user_folder() / _FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        value = json.loads(text)
    except ValueError:  # a damaged approvals file approves nothing
        return {}
    if not isinstance(value, dict):
        return {}
    return {str(key): [str(entry) for entry in entries] for key, entries in value.items() if isinstance(entries, list)}
