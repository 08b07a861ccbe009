"""Which store does a case use? A fresh project in a temporary folder, reached through the one door.

Its clock follows the corpus and its ids are drawn from a fixed seed: the same case gives the same run, today
and next year.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from phantasm.capabilities.embedding.caching import CachingEmbedder
from phantasm.capabilities.embedding.port import Embedder
from phantasm.config.paths import Paths
from phantasm.contracts.clock import from_timestamp
from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.ids import Ids
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.evaluation.taking import AS_CONFIGURED, Taking, taken
from phantasm.runtime.evaluation.writing import Batch
from phantasm.runtime.setup.project import lay_out_state

_WRITER, _MAINTAINER = "claude_code", "scheduler"
"""Built-in profiles with the rights to write and to bring indexes up to date."""
_LONGEST_QUERY_CHARACTERS = 10_000
"""What `search` and `compile` take; what is left out of a longer one is left out everywhere."""
_DEGRADED = frozenset({"lexical_only", "index_behind"})
"""Warnings of an answer that counts for use and not for figures."""
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""When a corpus without times is written: any day does, and it must be the same on every run."""
_STEP = timedelta(milliseconds=1)
"""Ids are told apart by the millisecond, so that later means a larger id."""
_SEED = 1
"""Ids are random elsewhere so that nobody can guess them; here they must repeat."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A context as `compile` hands it over, and which documents it excerpts."""

    text: str = ""
    tokens: int = 0
    match: str = "no_match"
    places: tuple[int, ...] = ()
    """In the corpus, in the order of the text."""


class CorpusClock:
    """A clock that stands where the corpus has got to, and never goes back."""

    def __init__(self, beginning: str | None) -> None:
        self._now = from_timestamp(beginning) if beginning else _BEGINNING

    def now(self) -> datetime:
        """Return a moment later than every one before."""
        self._now += _STEP
        return self._now

    def reach(self, moment: str | None) -> None:
        """Move on to a moment of the corpus."""
        if moment is not None:
            self._now = max(self._now, from_timestamp(moment))


class CaseStore:
    """One case's project, opened: documents go in, rankings and contexts come out."""

    def __init__(self, runtime: Runtime, clock: CorpusClock) -> None:
        self._runtime = runtime
        self._clock = clock
        self._numbers = count(1)
        self._documents: dict[str, list[int]] = {}
        """Which documents, by place in the corpus, a record or a piece of evidence stands for."""

    def write(self, batch: Batch) -> None:
        """Write some documents and remember what became of them."""
        self._clock.reach(batch.moment)
        data = self.ask("ingest", batch.params, session_id=batch.session_id)
        if batch.is_evidence:
            ids = data["evidence_ids"]
        else:
            ids = [result["record_id"] for result in data["results"]]
        for place, kept in zip(batch.positions, ids, strict=True):
            self._documents.setdefault(kept, []).append(place)

    def embed(self) -> None:
        """Bring the vectors up to date with everything written; figures without some of them would lie."""
        left = self.ask("embed", {}, profile=_MAINTAINER)["missing"]
        if left:
            raise PhantasmError(Code.INTERNAL, f"embed left {left} units without a vector")

    def search(self, query: str, *, arm: str, limit: int) -> list[tuple[int, float]]:
        """Return places in the corpus with their scores, best first.

        Documents that turned out to say the same are one record; the newest of them comes first.
        """
        if not self._documents:
            return []
        data = self.ask("search", {"query": query[:_LONGEST_QUERY_CHARACTERS], "arms": arm, "limit": limit})
        ranked = [
            (place, float(hit["score"]))
            for hit in data["hits"]
            for place in reversed(self._documents.get(str(hit["id"]), []))
        ]
        return ranked[:limit]

    def compile(self, query: str, wanted: JsonObject) -> Compiled:
        """Return the context for a query, with every document that a line of it excerpts."""
        if not self._documents:
            return Compiled()
        data = self.ask("compile", wanted | {"query": query[:_LONGEST_QUERY_CHARACTERS]})
        excerpted = (
            place
            for line in data["manifest"]["lines"]
            if "id" in line
            for name in (line["id"], *line.get("also", ()))
            for place in reversed(self._documents.get(str(name), []))
        )
        return Compiled(
            str(data["text"]), int(data["tokens"]), str(data["match"]), tuple(dict.fromkeys(excerpted))
        )

    def ask(
        self, operation: str, params: JsonObject, *, profile: str = _WRITER, session_id: str | None = None
    ) -> dict[str, Any]:
        """Send one request that must succeed and return its data."""
        name = f"eval-{next(self._numbers)}"
        client = {"profile": profile} | ({"session_id": session_id} if session_id else {})
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": operation,
            "request_id": name,
            "client": client,
            "idempotency_key": name,
            "params": params,
        }
        response = self._runtime.handle(request)
        if response.error:
            raise PhantasmError(
                Code(response.error.code), f"{operation} was refused: {response.error.message}"
            )
        for warning in response.warnings:
            if warning.code in _DEGRADED:
                message = f"{operation} answered without vectors: {warning.message}"
                raise PhantasmError(Code.PROVIDER_UNAVAILABLE, message)
        return response.data or {}


@contextmanager
def case_store(
    beginning: str | None, kept: Path | None, taking: Taking = AS_CONFIGURED
) -> Iterator[CaseStore]:
    """Yield a fresh store that is gone afterwards; embeddings are kept in a folder where one is given."""
    clock = CorpusClock(beginning)
    drawn = random.Random(_SEED).getrandbits  # noqa: S311  not a secret: see _SEED
    with tempfile.TemporaryDirectory(prefix="phantasm-eval-") as name:
        root = Path(name).resolve()
        lay_out_state(Paths(root), clock=clock, ids=Ids(clock.now, drawn))
        with open_project(root, clock=clock, random_bits=drawn) as runtime:
            environment = taken(runtime.environment, taking)
            if kept is not None:
                environment = environment._replace(embedder=_keeping(environment.embedder, kept))
            runtime.environment = environment
            yield CaseStore(runtime, clock)


def _keeping(chosen: Callable[[], Embedder | None], folder: Path) -> Callable[[], Embedder | None]:
    """Return whoever was chosen to embed, with a folder in which vectors outlive the store."""

    @cache
    def embedder() -> Embedder | None:
        found = chosen()
        return found and CachingEmbedder(found, folder)

    return embedder
