"""How is mem0 asked? Its library with `infer=False`, local Qdrant on disk, an OpenAI-compatible embedder."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve

if TYPE_CHECKING:
    from pathlib import Path

WIDTH = 256


class Mem0:
    """One user's memories."""

    def __init__(self, folder: Path, url: str) -> None:
        embedder = {"model": "phantasm", "openai_base_url": url, "api_key": "none", "embedding_dims": WIDTH}
        store = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": WIDTH}
        chosen = {
            "embedder": {"provider": "openai", "config": embedder},
            "vector_store": {"provider": "qdrant", "config": store},
            # Never asked: nothing is inferred. It must be named or one that needs a key is made.
            "llm": {"provider": "openai", "config": {"openai_base_url": url, "api_key": "none"}},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory = import_module("mem0").Memory.from_config(chosen)

    def add(self, texts: list[str]) -> None:
        """Add messages of one conversation, as they are."""
        self._memory.add([{"role": "user", "content": text} for text in texts], user_id="one", infer=False)

    def settle(self) -> None:
        """Nothing: what is added can be found."""

    def search(self, query: str, limit: int) -> list[str]:
        """Return memories by likeness."""
        found = self._memory.search(query, filters={"user_id": "one"}, top_k=limit)
        return [hit["memory"] for hit in found["results"]]


if __name__ == "__main__":
    serve(Mem0)
