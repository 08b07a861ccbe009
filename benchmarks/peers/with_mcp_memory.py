"""How is mcp-memory-service asked? `store_batch` and `retrieve` of its SQLite store, an external embedder.

Its vector extension loads only where SQLite takes extensions, which many Pythons are built without: the
`pysqlite3` wheel stands in for `sqlite3`.
"""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve

if TYPE_CHECKING:
    from pathlib import Path


sys.modules["sqlite3"] = import_module("pysqlite3")


class McpMemory:
    """One store."""

    def __init__(self, folder: Path, url: str) -> None:  # noqa: ARG002  # the endpoint comes by the environment
        store = import_module("mcp_memory_service.storage.sqlite_vec").SqliteVecMemoryStorage
        self._memory = import_module("mcp_memory_service.models.memory").Memory
        self._hash = import_module("mcp_memory_service.utils.hashing").generate_content_hash
        self._loop = asyncio.new_event_loop()
        self._store = store(str(folder / "memory.db"))
        self._loop.run_until_complete(self._store.initialize())

    def add(self, texts: list[str]) -> None:
        """Add a batch; what is refused ends the run."""
        made = [self._memory(content=text, content_hash=self._hash(text), tags=["one"]) for text in texts]
        results = self._loop.run_until_complete(self._store.store_batch(made))
        refused = [message for kept, message in results if not kept and "uplicate" not in message]
        if refused:
            raise RuntimeError(refused[0])

    def settle(self) -> None:
        """Nothing: what is added can be found."""

    def search(self, query: str, limit: int) -> list[str]:
        """Return memories by likeness."""
        found = self._loop.run_until_complete(self._store.retrieve(query, n_results=limit))
        return [hit.memory.content for hit in found]


if __name__ == "__main__":
    serve(McpMemory)
