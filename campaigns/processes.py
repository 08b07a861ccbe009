"""How is another process of a campaign started? Its own interpreter, with the same sources."""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent


def spawn(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a process that finds this package, wherever the campaign was started."""
    return subprocess.Popen(command, cwd=REPOSITORY)


def module_command(module: str, *arguments: object) -> list[str]:
    """Return the command that runs a module of this package in a new interpreter."""
    return [sys.executable, "-m", f"campaigns.{module}", *map(str, arguments)]


def writer_command(root: Path, log: Path, *, name: str, seed: int, count: int) -> list[str]:
    """Return the command for one writer."""
    return module_command("writer", root, log, "--name", name, "--seed", seed, "--count", count)
