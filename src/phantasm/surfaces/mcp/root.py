"""Which project does the server work for? What was chosen, then what the client says, then where we are."""

from pathlib import Path

from phantasm.config.environment import variable

# Set by the client for the servers that it starts: Claude Code, Gemini CLI and Cursor name the workspace.
VARIABLES = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR", "WORKSPACE_FOLDER_PATHS")
HERE = Path()
"""What the command line hands over when no project was chosen."""


def find_start(chosen: Path = HERE) -> Path:
    """Return the folder to work from: the first candidate that belongs to a project, else the first."""
    if chosen != HERE:
        return chosen.absolute()
    candidates = [*_named(), _here()]
    return next((folder for folder in candidates if _has_project(folder)), candidates[0])


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:  # somebody removed the folder that we were started in
        return Path("/")


def _named() -> list[Path]:
    found = []
    for name in VARIABLES:
        # Cursor names every folder of a workspace, separated by commas; the first is the one that was opened.
        first = (variable(name) or "").split(",")[0].strip()
        if first and Path(first).is_absolute() and Path(first).is_dir():
            found.append(Path(first))
    return found


def _has_project(folder: Path) -> bool:
    from phantasm.contracts.errors import PhantasmError  # noqa: PLC0415  not in the handshake
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  not in the handshake

    try:
        locate(folder)
    except (PhantasmError, OSError):
        return False
    return True
