"""How is a content named and read? As git names it, and as text with plain line ends."""

import hashlib
from collections.abc import Collection
from pathlib import Path

LARGEST_BYTES = 2_000_000
"""What is larger is data, not something that a person cites a function of."""
_LOOKED_AT_BYTES = 8_000
"""How much of a content is looked at to tell text from data; as much as git looks at."""


def blob_of(data: bytes, named_by: str = "sha1") -> str:
    """Return the id under which git keeps a content."""
    named = hashlib.new(named_by, b"blob %d\0" % len(data), usedforsecurity=False)
    named.update(data)
    return named.hexdigest()


def as_text(data: bytes | None) -> str | None:
    """Return bytes as text with plain line ends; None for what is no text."""
    if data is None or b"\0" in data[:_LOOKED_AT_BYTES]:
        return None
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def is_object_name(text: str) -> bool:
    """Tell whether a text may be the whole name of a commit or a content."""
    return len(text) in {40, 64} and all(letter in "0123456789abcdef" for letter in text)


def kept_contents(root: Path, blobs: Collection[str]) -> dict[str, str | None]:
    """Return the text of each content; None for what git has not kept and for what is no text."""
    found: dict[str, str | None] = dict.fromkeys(blobs)
    asked = [blob for blob in found if is_object_name(blob)]
    if not asked:
        return found
    from phantasm.workspace import git  # noqa: PLC0415  starts processes, which most looks do without

    try:
        output = git.run(root, "cat-file", "--batch", "--buffer", given="\n".join(asked).encode() + b"\n")
    except git.GitError:
        return found
    offset = 0
    for blob in asked:
        end = output.index(b"\n", offset)
        about = output[offset:end].split(b" ")
        offset = end + 1
        if len(about) == 3:  # noqa: PLR2004  name, kind, size; else the name and why it is not there
            size = int(about[2])
            small = about[1] == b"blob" and size <= LARGEST_BYTES
            found[blob] = as_text(output[offset : offset + size]) if small else None
            offset += size + 1
    return found
