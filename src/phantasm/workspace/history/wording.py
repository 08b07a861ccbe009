"""How is a commit told as a text, and what can be read back from it? Pure.

The text is the only place where words of people stand: what it says can be erased with it.
"""

from collections.abc import Sequence

from phantasm.workspace.history.model import Commit, FileChange

MEDIA_TYPE = "text/x-commit"
SOURCE = "commit:"
"""What a commit's source begins with; its name follows."""
_MOST_FILES = 200
"""Files that are named one by one: a larger commit is a mass change, which its message tells better."""
_SUBJECT_CHARACTERS, _BODY_CHARACTERS = 500, 20_000
"""A message beyond this is a pasted log."""
_AUTHOR = "Author: "


def source_of(sha: str) -> str:
    """Return the source under which a commit is evidence."""
    return f"{SOURCE}{sha}"


def text_of(commit: Commit, files: Sequence[FileChange]) -> str:
    """Return what a commit says: its subject, its body, its files and its author."""
    listed = [name for file in files[:_MOST_FILES] for name in (file.path, file.old_path) if name]
    if len(files) > _MOST_FILES:
        listed.append(f"and {len(files) - _MOST_FILES} more files")
    blocks = [
        commit.subject[:_SUBJECT_CHARACTERS],
        commit.body[:_BODY_CHARACTERS],
        "\n".join(listed),
        f"{_AUTHOR}{commit.author}",
    ]
    return _clean("\n\n".join(block for block in blocks if block))


def subject_in(text: str) -> str:
    """Return the subject that a commit's text begins with."""
    return text.split("\n", maxsplit=1)[0]


def author_in(text: str) -> str | None:
    """Return who made the commit; the last line says so."""
    last = text.rsplit("\n", maxsplit=1)[-1]
    return last.removeprefix(_AUTHOR) if last.startswith(_AUTHOR) else None


def _clean(text: str) -> str:
    """Return a text without what no store may have."""
    return text.replace("\r\n", "\n").replace("\0", "\u2400")
