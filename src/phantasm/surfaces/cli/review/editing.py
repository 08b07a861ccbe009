"""How does a person change a text? In their own editor, or on one typed line where they have none."""

import shlex
import subprocess
import tempfile
from pathlib import Path

from phantasm.config.environment import editor
from phantasm.surfaces.cli.review.keyboard import line


def edited(text: str) -> str | None:
    """Return the text as the person changed it; None when it stayed as it was or they gave up."""
    command = _words(editor())
    changed = _in_editor(command, text) if command else None
    if changed is None and not command:
        changed = line("new text (Enter keeps the old one): ")
    return changed if changed and changed != text.strip() else None


def _words(command: str | None) -> list[str]:
    """Return an editor's command with its options, as a shell would split it."""
    try:
        return shlex.split(command or "")
    except ValueError:  # quotes that do not close: nothing that could be started
        return []


def _in_editor(command: list[str], text: str) -> str | None:
    """Let the editor change a private file; what it leaves behind counts only when it ends well."""
    with tempfile.TemporaryDirectory(prefix="phantasm-") as folder:
        path = Path(folder) / "statement.txt"
        path.touch(mode=0o600)
        path.write_text(text + "\n", encoding="utf-8")
        try:
            ended = subprocess.run([*command, str(path)], check=False)  # noqa: S603  the person's own editor
        except OSError:
            return None
        if ended.returncode != 0:
            return None
        return path.read_text(encoding="utf-8", errors="replace").strip()
