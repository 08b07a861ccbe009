"""What should a person know before and after their agents are connected?"""

from collections.abc import Sequence
from pathlib import Path

from phantasm.runtime.setup.clients.catalogue import PROGRAM
from phantasm.runtime.setup.clients.model import Homes
from phantasm.runtime.setup.installed import read_record
from phantasm.runtime.setup.merging.json_edit import value_at
from phantasm.runtime.setup.merging.json_text import UnreadableError
from phantasm.runtime.setup.merging.toml_text import table_at
from phantasm.runtime.setup.places import PROJECT, USER, Place, of_user

ONCE = {
    "claude_code": "Claude Code asks once whether you trust the folder, and once about the server.",
    "codex": "Codex runs hooks after you have looked at them: type /hooks and trust them.",
    "gemini": "Gemini CLI reads a project's settings after you have trusted the folder.",
    "cursor": "Cursor lists the server under Settings, MCP: switch it on there.",
    "opencode": "OpenCode loads the plugin when it is started again.",
    "copilot": "Copilot asks once whether you trust the folder.",
}
"""What each client wants of a person once, before anything runs."""


def notices(
    place: Place, clients: Sequence[str], homes: Homes, *, start: Path, user_folder: Path
) -> list[str]:
    """Return what would surprise a person: hooks that run twice, files that land elsewhere."""
    found = [*_connected_twice(place, clients, user_folder), *_bundled(place, clients, homes)]
    top = next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), None)
    if place.scope == PROJECT and top is not None and top != place.base:
        found.append(f"this is a worktree; the files go into {place.base}, so commit them to have them here")
    return [*found, *_switched_off(place, clients, homes), *_of_codex(place, homes, clients)]


def _connected_twice(place: Place, clients: Sequence[str], user_folder: Path) -> list[str]:
    if place.scope != PROJECT:
        return []
    record = read_record(of_user(place.home, user_folder).record)
    connected = record.integrations.clients if record else ()
    return [
        f"{client} is connected for all your projects too, so every hook runs twice; "
        f"`{PROGRAM} uninstall --clients {client} --scope {USER}` takes that one out"
        for client in clients
        if client in connected
    ]


def _bundled(place: Place, clients: Sequence[str], homes: Homes) -> list[str]:
    """Tell where a plugin or an extension of ours does the same already."""
    settings = (place.base / ".claude/settings.json", homes.claude / "settings.json")
    found = []
    if "claude_code" in clients and any(f'"{PROGRAM}@{PROGRAM}"' in _text(path) for path in settings):
        found.append(f"the plugin {PROGRAM} is on in Claude Code too, so every hook runs twice")
    if "gemini" in clients and (homes.home / ".gemini/extensions" / PROGRAM).is_dir():
        found.append(f"the extension {PROGRAM} is on in Gemini CLI too, so every hook runs twice")
    return found


def _switched_off(place: Place, clients: Sequence[str], homes: Homes) -> list[str]:
    """Tell where a person has told a client to run no hooks at all."""
    settings = {
        "claude_code": (place.base / ".claude/settings.json", homes.claude / "settings.json"),
        "copilot": (homes.copilot / "settings.json",),
    }
    return [
        f"{place.shown(path)} has disableAllHooks, so {client} runs none of them"
        for client, paths in settings.items()
        for path in paths
        if client in clients and _value(path, ("disableAllHooks",)) is True
    ]


def _of_codex(place: Place, homes: Homes, clients: Sequence[str]) -> list[str]:
    if "codex" not in clients:
        return []
    written = place.base / ".codex" if place.scope == PROJECT else homes.codex
    found = []
    if isinstance(_table(written / "config.toml", ("hooks",)), dict):
        found.append("config.toml of Codex has [hooks] too; Codex reads both, and says so when it starts")
    for folder in dict.fromkeys((written, homes.codex)):
        if _table(folder / "config.toml", ("features", "hooks")) is False:
            shown = place.shown(folder / "config.toml")
            found.append(f"{shown} has [features] hooks = false, so Codex runs none of them")
    return found


def _value(path: Path, keys: tuple[str, ...]) -> object:
    try:
        return value_at(_text(path), keys)
    except UnreadableError:
        return None


def _table(path: Path, keys: tuple[str, ...]) -> object:
    try:
        return table_at(_text(path), keys)
    except UnreadableError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
