"""Which coding agents are there? Known by their files in the project, their folder at home, their program."""

import shutil
from pathlib import Path

from phantasm.runtime.setup.clients.model import CLIENTS, Homes

_IN_PROJECT = {
    "claude_code": (".claude", ".mcp.json", "CLAUDE.md"),
    "codex": (".codex",),
    "gemini": (".gemini", "GEMINI.md"),
    "cursor": (".cursor", ".cursorrules"),
    "opencode": ("opencode.json", "opencode.jsonc", ".opencode"),
    "copilot": (".github/hooks", ".github/copilot-instructions.md", ".vscode/mcp.json"),
}
_PROGRAMS = {
    "claude_code": ("claude",),
    "codex": ("codex",),
    "gemini": ("gemini",),
    "cursor": ("cursor-agent", "cursor"),
    "opencode": ("opencode",),
    "copilot": ("copilot",),
}


def detect(root: Path | None, homes: Homes, search_path: str | None) -> dict[str, str]:
    """Return the clients that are there, each with what it was known by."""
    found = {client: _sign(client, root, homes, search_path) for client in CLIENTS}
    return {client: sign for client, sign in found.items() if sign}


def _sign(client: str, root: Path | None, homes: Homes, search_path: str | None) -> str:
    for name in _IN_PROJECT[client] if root else ():
        if root and (root / name).exists():
            return f"{name} in the project"
    for program in _PROGRAMS[client]:
        if shutil.which(program, path=search_path or ""):
            return f"the program {program}"
    folder = _own_folder(client, homes)
    return f"the folder {folder}" if folder.is_dir() else ""


def _own_folder(client: str, homes: Homes) -> Path:
    return {
        "claude_code": homes.claude,
        "codex": homes.codex,
        "gemini": homes.home / ".gemini",
        "cursor": homes.home / ".cursor",
        "opencode": homes.config / "opencode",
        "copilot": homes.copilot,
    }[client]
