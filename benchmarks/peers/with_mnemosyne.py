"""How is Mnemosyne asked? `remember_batch` and `recall` of its core, an OpenAI-compatible embedder.

With sqlite-vec it searches four times as quickly as without; that extension loads only where SQLite takes
extensions, so the `pysqlite3` wheel stands in for `sqlite3`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve

if TYPE_CHECKING:
    from pathlib import Path


sys.modules["sqlite3"] = import_module("pysqlite3")


class Mnemosyne:
    """One session's working memory."""

    def __init__(self, folder: Path, url: str) -> None:  # noqa: ARG002  # the endpoint comes by the environment
        core = import_module("mnemosyne.core.beam")
        self._memory = core.BeamMemory(session_id="one", db_path=folder / "mnemosyne.db")

    def add(self, texts: list[str]) -> None:
        """Add a batch."""
        self._memory.remember_batch(
            [{"content": text, "source": "user", "importance": 0.5} for text in texts]
        )

    def settle(self) -> None:
        """Nothing: what is added can be found."""

    def search(self, query: str, limit: int) -> list[str]:
        """Return memories by words and vectors."""
        return [hit["content"] for hit in self._memory.recall(query, top_k=limit)][:limit]


if __name__ == "__main__":
    serve(Mnemosyne)
