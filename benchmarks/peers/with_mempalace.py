"""How is MemPalace asked? Batches of drawers, `search_memories`, an OpenAI-compatible embedder."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve

if TYPE_CHECKING:
    from pathlib import Path

WING, ROOM = "project", "notes"


class MemPalace:
    """One palace."""

    def __init__(self, folder: Path, url: str) -> None:  # noqa: ARG002  # the endpoint comes by the environment
        self._path = str(folder / "palace")
        self._collection = import_module("mempalace.palace").get_collection(self._path, create=True)
        self._search = import_module("mempalace.searcher").search_memories
        self._count = 0

    def add(self, texts: list[str]) -> None:
        """Add a batch of drawers, as its miner does."""
        first, self._count = self._count, self._count + len(texts)
        about = [
            {"wing": WING, "room": ROOM, "source_file": "", "chunk_index": 0, "added_by": "benchmark"}
            for _ in texts
        ]
        ids = [f"drawer_{number}" for number in range(first, self._count)]
        self._collection.upsert(ids=ids, documents=texts, metadatas=about)

    def settle(self) -> None:
        """Nothing: what is added can be found."""

    def search(self, query: str, limit: int) -> list[str]:
        """Return drawers by likeness, words counted in."""
        found = self._search(query, self._path, n_results=limit)
        return [hit["text"] for hit in found["results"]]


if __name__ == "__main__":
    serve(MemPalace)
