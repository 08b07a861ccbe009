"""Which contents are there, and how is one named and read? As git names it, as text with plain line ends."""

import hashlib
import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phantasm.workspace.git import Asked

LARGEST_BYTES = 2_000_000
"""What is larger is data, not something that a person cites a function of."""
MOST_HASHED_BYTES = 10_000_000
"""Of a file that git's index does not speak for: a hundredth of a second. Beyond it is data, or holes."""
_MOST_FILES = 200_000
_NOT_WALKED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".phantasm"})
_LOOKED_AT_BYTES = 8_000
"""How much of a content is looked at to tell text from data; as much as git looks at."""


def blob_of(data: bytes, named_by: str = "sha1") -> str:
    """Return the id under which git keeps a content."""
    named = hashlib.new(named_by, b"blob %d\0" % len(data), usedforsecurity=False)
    named.update(data)
    return named.hexdigest()


def as_text(data: bytes | None) -> str | None:
    """Return bytes as text with plain line ends; None for what is no text."""
    if data is None or is_data(data):
        return None
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def is_data(data: bytes) -> bool:
    """Tell whether a content is no text, as git tells it."""
    return b"\0" in data[:_LOOKED_AT_BYTES]


def walked(root: Path) -> list[str]:
    """Return the files below a folder that is no repository."""
    found: list[str] = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _NOT_WALKED)
        names = [(Path(folder) / name).relative_to(root).as_posix() for name in sorted(files)]
        found += [name for name in names if _is_text(name)]
        if len(found) > _MOST_FILES:
            break
    return found


def _is_text(path: str) -> bool:
    """Tell whether a path is text; a file's name may be any bytes, and those are none that can be cited."""
    return not any("\ud800" <= letter <= "\udfff" for letter in path)


def is_object_name(text: str) -> bool:
    """Tell whether a text may be the whole name of a commit or a content."""
    return len(text) in {40, 64} and all(letter in "0123456789abcdef" for letter in text)


def kept_contents(asked: "Asked", blobs: Collection[str]) -> dict[str, str | None]:
    """Return the text of each content; None for what git has not kept, for what is large and for no text."""
    found: dict[str, str | None] = dict.fromkeys(blobs)
    names = [blob for blob in found if is_object_name(blob)]
    # What is large is not even asked for: all that comes back is held in memory.
    sizes = asked.run("cat-file", "--batch-check", given=_listed(names)) if names else None
    rows = [row.split(b" ") for row in (sizes or b"").splitlines()]
    wanted = [row[0].decode() for row in rows if row[1:2] == [b"blob"] and int(row[2]) <= LARGEST_BYTES]
    output = asked.run("cat-file", "--batch", "--buffer", given=_listed(wanted)) if wanted else None
    offset = 0
    for blob in wanted:
        if output is None:
            break
        end = output.index(b"\n", offset)
        size = int(output[offset:end].split(b" ")[2])
        found[blob] = as_text(output[end + 1 : end + 1 + size])
        offset = end + 1 + size + 1
    return found


def _listed(names: Collection[str]) -> bytes:
    return "\n".join([*names, ""]).encode()
