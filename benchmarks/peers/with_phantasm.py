"""How is this project asked? Through its one door; vectors made in the process, or by everybody's endpoint.

The third argument chooses who makes vectors, `inside` or `endpoint`, the fourth what texts become:
`evidence`, kept as they come, which is what the other products do, or `statements`, each read and judged
against what is held.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchmarks.peers.speaking import serve
from benchmarks.retrieval_stores import MAINTAINER, ask
from phantasm.capabilities.embedding.choose import embedder_for
from phantasm.config.paths import Paths
from phantasm.config.settings import EmbeddingSettings, Settings
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.setup.project import lay_out_state

if TYPE_CHECKING:
    from pathlib import Path

BATCH = 500
"""Texts in one call to the endpoint: as many as the others send."""


class Phantasm:
    """One project."""

    def __init__(self, folder: Path, url: str) -> None:
        lay_out_state(Paths(folder))
        self._texts: dict[str, str] = {}
        self._runtime = open_project(folder)
        if sys.argv[3] == "endpoint":
            embedding = EmbeddingSettings(provider="openai", url=url, model="phantasm", batch_size=BATCH)
            embedder = embedder_for(Settings(embedding=embedding), lambda name: None)
            self._runtime.environment = self._runtime.environment._replace(embedder=lambda: embedder)

    def add(self, texts: list[str]) -> None:
        """Write a batch."""
        if sys.argv[4] == "statements":
            items = [{"record_kind": "fact", "statement": text} for text in texts]
            results = ask(self._runtime, "ingest", {"items": items})["results"]
            ids = [each["record_id"] for each in results]
        else:
            seen = [{"text": text, "origin": "user"} for text in texts]
            ids = ask(self._runtime, "ingest", {"evidence": seen})["evidence_ids"]
        self._texts.update(zip(ids, texts, strict=True))

    def settle(self) -> None:
        """Give everything its vector."""
        ask(self._runtime, "embed", {}, profile=MAINTAINER)

    def search(self, query: str, limit: int) -> list[str]:
        """Return what answers."""
        hits = ask(self._runtime, "search", {"query": query, "limit": limit})["hits"]
        return [self._texts[hit["id"]] for hit in hits]


if __name__ == "__main__":
    serve(Phantasm)
