"""How long does it take until a store of a given size is there and can be searched?

Everything goes through the one door, as from an agent: `ingest` in batches of up to ten thousand, what was
said as evidence of its session, then `embed`. A folder that is kept is filled once; a run that was stopped
goes on where it was, because a batch that is sent again under the same key is answered, not written.
"""

from __future__ import annotations

import json
import shutil
import time
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.project_texts import BATCH, batch
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import API_VERSION
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.setup.project import lay_out_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from benchmarks.project_texts import Batch
    from phantasm.contracts.model import JsonObject

WRITER, MAINTAINER = "claude_code", "scheduler"
"""Built-in profiles with the rights to write and to bring indexes up to date."""

BUILT = "built.json"
"""What building took, kept beside the store."""

_numbers = count(1)


class Built(NamedTuple):
    """What it took to build a store."""

    texts: int
    ingest_s: float
    slowest_batch_s: float
    last_batch_per_s: float
    """Texts a second in the last batch: what the size of the store costs."""
    embedded: int
    embed_s: float
    found_at_commit: bool
    """Whether the last statement written was found by its words before anything was embedded."""

    @property
    def ingest_per_s(self) -> float:
        """Records and evidence written a second."""
        return self.texts / self.ingest_s

    @property
    def embed_per_s(self) -> float:
        """Vectors made a second, reading and writing included."""
        return self.embedded / self.embed_s


def ask(runtime: Runtime, operation: str, params: dict[str, Any], **client: str) -> dict[str, Any]:
    """Send one request and return its data; a refusal ends the run."""
    key = client.pop("key", f"ask-{next(_numbers)}")
    request: JsonObject = {
        "api_version": API_VERSION,
        "operation": operation,
        "request_id": key,
        "client": {"profile": WRITER} | client,
        "idempotency_key": key,
        "params": params,
    }
    response = runtime.handle(request)
    if response.error is not None:
        raise SystemExit(f"{operation} was refused: {response.error}")
    return response.data or {}


def sizes_of(total: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the size of each batch of a store."""
    for number, start in enumerate(range(0, total, BATCH)):
        yield number, min(BATCH, total - start)


def write(runtime: Runtime, texts: Batch, *, keyed: bool = False) -> None:
    """Write one batch: a session's turns are its evidence, statements are records.

    Without a key the judge compares a statement with everything that is about the same; with one of its own
    it has nothing to compare.
    """
    items: list[dict[str, str]] = [{"record_kind": "fact", "statement": text} for text in texts.statements]
    if keyed:
        first = texts.number * BATCH
        items = [item | {"subject_key": f"statement.{first + n}"} for n, item in enumerate(items)]
    ask(runtime, "ingest", {"items": items}, key=f"batch-{texts.number}")
    for session in texts.sessions:
        heard = [{"text": turn, "origin": "user"} for turn in session.turns]
        ask(runtime, "ingest", {"evidence": heard}, key=session.name, session_id=session.name)


def build(
    folder: Path,
    total: int,
    tell: Callable[[str], None],
    *,
    smaller: Path | None = None,
    keyed: bool = False,
) -> Built:
    """Fill a store, or return what it took where it has been filled; a smaller one is gone on with."""
    kept = folder / BUILT
    if smaller and not kept.exists():
        shutil.copytree(smaller, folder, dirs_exist_ok=True)
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        lay_out_state(Paths(folder))
        kept.write_text(json.dumps({"batches": [], "embeddings": []}))
    known: dict[str, Any] = json.loads(kept.read_text())
    parts = list(sizes_of(total))
    if known.get("total") != total:
        with open_project(folder) as runtime:
            for number, size in parts[len(known["batches"]) :]:
                known["batches"].append(_timed_write(runtime, batch(number, size), keyed=keyed))
                kept.write_text(json.dumps(known))
                tell(f"{total:,}: batch {number + 1}, {size / known['batches'][-1]:,.0f} texts/s")
            last = batch(*parts[-1]).statements[-1]
            found = ask(runtime, "search", {"query": last, "arms": "lexical", "limit": 3})["hits"]
            known["embeddings"].append(_embed(runtime))
            known["found_at_commit"] = any(hit["text"] == last for hit in found)
        known["total"] = total
        kept.write_text(json.dumps(known))
    return _built(known, parts)


def _timed_write(runtime: Runtime, texts: Batch, *, keyed: bool) -> float:
    began = time.perf_counter()
    write(runtime, texts, keyed=keyed)
    return time.perf_counter() - began


def _embed(runtime: Runtime) -> tuple[int, float]:
    """Give everything a vector; how many there were to make, and the seconds."""
    began = time.perf_counter()
    done = ask(runtime, "embed", {}, profile=MAINTAINER)
    if done["missing"]:
        raise SystemExit(f"embed left {done['missing']} units without a vector")
    return done["embedded"], time.perf_counter() - began


def _built(known: dict[str, Any], parts: list[tuple[int, int]]) -> Built:
    times = known["batches"]
    return Built(
        texts=sum(size for _, size in parts),
        ingest_s=sum(times),
        slowest_batch_s=max(times),
        last_batch_per_s=parts[-1][1] / times[-1],
        embedded=sum(count for count, _ in known["embeddings"]),
        embed_s=sum(seconds for _, seconds in known["embeddings"]),
        found_at_commit=known["found_at_commit"],
    )
