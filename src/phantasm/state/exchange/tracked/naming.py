"""What is a record's file called? A name that says what it is about, and never changes. Pure."""

import re
import unicodedata

from phantasm.state.exchange.lines import RecordLine

SUFFIX = ".md"
# Enough of a lineage's random part (50 bits) that no two of a project are called the same.
_MARK_CHARACTERS = 10
# What a listing of files shows without breaking the line.
_SLUG_CHARACTERS = 48
_WORDS_FROM_STATEMENT = 6
_FILE = re.compile(r"[a-z_]{1,32}/(?:[a-z0-9]+-)*([0-9a-z]{10})\.md")


def name_of(line: RecordLine) -> str:
    """Return the path of a record's file inside the folder, for its first time there."""
    draft = line.draft
    words = draft.subject_key or " ".join(draft.content.statement.split()[:_WORDS_FROM_STATEMENT])
    slug = _slug(words)
    mark = mark_of(line.lineage)
    return f"{draft.kind}/{slug}-{mark}{SUFFIX}" if slug else f"{draft.kind}/{mark}{SUFFIX}"


def mark_of(lineage: str) -> str:
    """Return the part of a file's name by which its lineage is known."""
    return lineage[-_MARK_CHARACTERS:]


def mark_in(name: str) -> str | None:
    """Return the mark of a path inside the folder; None for what is no name of a record's file."""
    found = _FILE.fullmatch(name)
    return found[1] if found else None


def _slug(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if len(slug) <= _SLUG_CHARACTERS:
        return slug
    return slug[:_SLUG_CHARACTERS].rpartition("-")[0] or slug[:_SLUG_CHARACTERS]
