"""How much room does the store take? (dialect-specific: SQLite)."""

from phantasm.storage.work import Work


def used_bytes(work: Work) -> int:
    """Return what the store's pages hold; free ones are used again before the file grows."""
    pages, free = work.value("PRAGMA page_count"), work.value("PRAGMA freelist_count")
    return (int(pages) - int(free)) * int(work.value("PRAGMA page_size"))
