"""What does a plain full-text table do? The floor without vectors: FTS5, stemmed, any of the words."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve

if TYPE_CHECKING:
    from pathlib import Path


class PlainTable:
    """One table."""

    def __init__(self, folder: Path, url: str) -> None:  # noqa: ARG002  # no vectors
        self._connection = sqlite3.connect(folder / "texts.sqlite")
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='porter unicode61')")

    def add(self, texts: list[str]) -> None:
        """Insert in one transaction."""
        self._connection.executemany("INSERT INTO texts VALUES (?)", [(text,) for text in texts])
        self._connection.commit()

    def settle(self) -> None:
        """Nothing: what is added can be found."""

    def search(self, query: str, limit: int) -> list[str]:
        """Return texts with any of the words."""
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        statement = "SELECT text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"
        return [row[0] for row in self._connection.execute(statement, (words, limit))] if words else []


if __name__ == "__main__":
    serve(PlainTable)
