"""Which versions of a repository's config has this user approved? Kept in the user's own folder."""

import json
from pathlib import Path

from phantasm.config.environment import user_folder
from phantasm.config.files import replace_text

_FILE = "approvals.json"


def place() -> Path:
    """Return the file that says which files of which repositories may widen trust."""
    return user_folder() / _FILE


def hashes(path: Path) -> frozenset[str]:
    """Return the approved hashes of one config file."""
    return frozenset(_read().get(str(path.resolve()), ()))


def approve(path: Path, digest: str) -> None:
    """Remember that the user has approved this version of this file."""
    known = _read()
    entries = [entry for entry in known.get(str(path.resolve()), []) if entry != digest]
    # The newest few are enough for switching between branches without asking again.
    _write(known | {str(path.resolve()): [*entries, digest][-20:]})


def forget(folder: Path) -> None:
    """Forget what the user has approved of the config files in a folder: its memory is gone."""
    known = _read()
    kept = {name: entries for name, entries in known.items() if Path(name).parent != folder.resolve()}
    if kept != known:
        _write(kept)


def _write(known: dict[str, list[str]]) -> None:
    folder = user_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    replace_text(place(), json.dumps(known, indent=1, sort_keys=True), mode=0o600)


def _read() -> dict[str, list[str]]:
    try:
        text = place().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # what cannot be read approves nothing
        return {}
    try:
        value = json.loads(text)
    except ValueError:  # a damaged approvals file approves nothing
        return {}
    if not isinstance(value, dict):
        return {}
    return {
        str(key): [str(entry) for entry in entries]
        for key, entries in value.items()
        if isinstance(entries, list)
    }
