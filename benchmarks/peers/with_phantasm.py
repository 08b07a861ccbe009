"""How is this project asked? Through its one door; vectors made in the process, or by everybody's endpoint.

The third argument chooses: `inside` or `endpoint`.
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

LONGEST = 1_000
"""Characters of a statement: a paragraph."""


class Phantasm:
    """One project."""

    def __init__(self, folder: Path, url: str) -> None:
        lay_out_state(Paths(folder))
        self._texts: dict[str, str] = {}
        self._runtime = open_project(folder)
        if sys.argv[3] == "endpoint":
            chosen = Settings(embedding=EmbeddingSettings(provider="openai", url=url, model="phantasm"))
            embedder = embedder_for(chosen, lambda name: None)
            self._runtime.environment = self._runtime.environment._replace(embedder=lambda: embedder)

    def add(self, texts: list[str]) -> None:
        """Write statements; what has lines or is long is evidence, as the evaluation does it."""
        plain = [text for text in texts if len(text) <= LONGEST and "\n" not in text]
        if plain:
            items = [{"record_kind": "fact", "statement": text} for text in plain]
            results = ask(self._runtime, "ingest", {"items": items})["results"]
            self._texts.update(zip([each["record_id"] for each in results], plain, strict=True))
        chosen = set(plain)
        rest = [text for text in texts if text not in chosen]
        if rest:
            seen = [{"text": text, "origin": "user"} for text in rest]
            ids = ask(self._runtime, "ingest", {"evidence": seen})["evidence_ids"]
            self._texts.update(zip(ids, rest, strict=True))

    def settle(self) -> None:
        """Give everything its vector."""
        ask(self._runtime, "embed", {}, profile=MAINTAINER)

    def search(self, query: str, limit: int) -> list[str]:
        """Return what answers."""
        hits = ask(self._runtime, "search", {"query": query, "limit": limit})["hits"]
        return [self._texts[hit["id"]] for hit in hits]


if __name__ == "__main__":
    serve(Phantasm)
