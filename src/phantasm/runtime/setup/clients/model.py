"""What is one client to get, and where? Plain data; nothing is read or written here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from phantasm.runtime.setup.merging.pieces import Piece

CLIENTS = ("claude_code", "codex", "gemini", "cursor", "opencode", "copilot")
"""The names of the profiles, which are also what `phantasm hook` calls them."""

_ALIASES = {
    "claude": "claude_code",
    "gemini_cli": "gemini",
    "codex_cli": "codex",
    "copilot_cli": "copilot",
    "github_copilot": "copilot",
    "cursor_agent": "cursor",
}

Event = tuple[str, str, int]
"""The client's name of an event, a matcher or nothing, and the time limit in the client's own unit."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What the hooks of every client are; the surface that answers them says it."""

    events: Mapping[str, Sequence[Event]]
    plugin: str = ""
    """The source of the plugin for OpenCode, which has no hooks of its own."""


@dataclass(frozen=True, slots=True)
class Homes:
    """Where the clients keep what is the user's own."""

    home: Path
    claude: Path
    claude_servers: Path
    codex: Path
    copilot: Path
    config: Path
    """The folder of the desktop's convention, usually ~/.config."""


@dataclass(frozen=True, slots=True)
class WantedFile:
    """One file, and what it is to hold of ours."""

    client: str
    """Whose integration it belongs to; empty: every client's."""
    path: Path
    pieces: tuple[Piece, ...] = ()
    whole: str | None = None
    """The whole content, where the file is ours alone."""


def client_named(name: str) -> str | None:
    """Return the client that a person means."""
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    known = _ALIASES.get(plain, plain)
    return known if known in CLIENTS else None


def homes_of(home: Path, variable: Callable[[str], str | None]) -> Homes:
    """Return the user's folders of the clients, which variables of the environment may move."""

    def folder(name: str, usual: str) -> Path:
        return Path(moved) if (moved := variable(name)) else home / usual

    claude = folder("CLAUDE_CONFIG_DIR", ".claude")
    return Homes(
        home=home,
        claude=claude,
        claude_servers=(claude if variable("CLAUDE_CONFIG_DIR") else home) / ".claude.json",
        codex=folder("CODEX_HOME", ".codex"),
        copilot=folder("COPILOT_HOME", ".copilot"),
        config=folder("XDG_CONFIG_HOME", ".config"),
    )
