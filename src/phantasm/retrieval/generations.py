"""Which vectors serve? One folder per generation of vectors; two generations are never mixed.

A generation is a model, its weights, how deep and how wide it is read, and how texts are cut. Where another
one is configured, it is built beside the old one, which serves until the new one is complete if whoever
embedded it may still be asked: the configured embedder, or the model in this package. What lies beside the
vectors says what they were made with and never whom to ask: a provider, an address or the name of a key comes
from the approved configuration alone, and after a change nothing is sent to the provider before.

Here, and nowhere else, it is decided which engine keeps the vectors: the Qdrant server that is configured, or
the embedded index where there is none or it does not answer. Each engine has a folder, a stamp and a cursor
of its own. The embedded vectors of the same generation stay beside the server's, for when it is gone.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from phantasm.capabilities.embedding.embedded import SHIPPED, shipped
from phantasm.capabilities.embedding.port import View
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.retrieval import store
from phantasm.retrieval.chosen_view import view_of
from phantasm.retrieval.indexer import Maker, fits, stamp_for
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.retrieval.vectors.qdrant_choice import MARK, Absent, Present, missed, server_of
from phantasm.retrieval.vectors.qdrant_server import ServerUnavailableError
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.capabilities.embedding.port import Embedder
    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.vectors.port import Stamp, VectorIndex
    from phantasm.storage.database import Head

AT_ONCE = 64
"""Units without a vector that a search embeds first rather than leaves out: some tens of milliseconds."""

Engine = Literal["embedded", "qdrant"]


@dataclass(frozen=True, slots=True)
class Generation:
    """An index and the embedder whose vectors are in it."""

    folder: Path
    index: VectorIndex
    maker: Maker
    engine: Engine = "embedded"
    absence: str | None = None
    """Why the configured server does not keep these vectors: it did not answer."""


class Serving(NamedTuple):
    """The generation to ask, and the store as it was asked about it."""

    generation: Generation
    missing: int
    """Units that have no vector of it."""
    head: Head


def wanted(environment: Environment, *, absence: str | None = None, insist: bool = False) -> Generation:
    """Return the generation that the configuration asks for, whether or not it has been built.

    Whoever met an absent server says so with `absence`; with `insist` the server is asked even where it was
    absent a moment ago.
    """
    maker = _maker(environment)
    folder = environment.paths.indexes / _name(maker)
    match Absent(absence) if absence else server_of(environment, insist=insist):
        case None:
            return Generation(folder, open_index(folder), maker)
        case Absent(why):
            return Generation(folder, open_index(folder), maker, absence=why)
        case Present() as server:
            there = folder.with_name(folder.name + server.suffix)
            try:
                return Generation(there, server.index(there), maker, "qdrant")
            except ServerUnavailableError as problem:  # it answered a moment ago
                return wanted(environment, absence=missed(environment, problem).why)


def serving(environment: Environment, *, absence: str | None = None) -> Serving:
    """Return the generation to ask.

    That is the wanted one once it is complete, or so nearly that a search can complete it; else the most
    complete one there is.
    """
    first = _looked_at(environment, wanted(environment, absence=absence))
    if not first.missing or (first.missing <= AT_ONCE and _is_ours(first.generation, first.head)):
        return first
    others = [_looked_at(environment, found) for found in _others(environment, first.generation)]
    return min([first, *others], key=lambda one: one.missing)


def spare(generation: Generation) -> Generation | None:
    """Return the embedded vectors that answer when a server does not; None where there are none."""
    if generation.engine == "embedded":
        return None
    folder = generation.folder.with_name(generation.folder.name.partition(MARK)[0])
    index = open_index(folder)
    index.refresh()
    return Generation(folder, index, generation.maker) if index.stamp else None


def drop_others(environment: Environment, generation: Generation) -> int:
    """Remove every other generation's vectors; called once a generation is complete.

    Where a server that is not at hand keeps them, they stay until it is.
    """
    name, dropped = generation.folder.name.partition(MARK)[0], 0
    for path in _folders(environment.paths.indexes):
        if path.name.partition(MARK)[0] != name and _is_dropped(path, generation):
            shutil.rmtree(path, ignore_errors=True)
            dropped += 1
    return dropped


def _is_dropped(folder: Path, beside: Generation) -> bool:
    """Drop what a server keeps for a folder, and tell whether the folder may go."""
    try:
        index = _index_at(folder, beside)
        if isinstance(index, QdrantIndex):
            index.drop()
    except ServerUnavailableError:  # the folder names the collection: the next run tries again
        return False
    return index is not None


def _others(environment: Environment, first: Generation) -> list[Generation]:
    found = []
    for folder in _folders(environment.paths.indexes):
        index = _index_at(folder, first) if folder != first.folder else None
        maker = _maker_before(index.stamp, first.maker.embedder) if index and index.stamp else None
        if index is not None and maker is not None:
            engine: Engine = "qdrant" if isinstance(index, QdrantIndex) else "embedded"
            found.append(Generation(folder, index, maker, engine, first.absence))
    return found


def _maker_before(stamp: Stamp, configured: Embedder) -> Maker | None:
    """Return who can embed a question as older vectors were embedded; None where nobody may be asked."""
    view = View(stamp.exit, stamp.width)
    for embedder in (configured, *([shipped()] if stamp.model == SHIPPED else [])):
        model = embedder.model
        is_same = stamp.model == model.id and stamp.generation.startswith(f"{model.generation}-")
        if is_same and view.exit in model.exits and view.width in model.widths:
            return Maker(embedder, view)
    return None


def _index_at(folder: Path, beside: Generation) -> QdrantIndex | EmbeddedIndex | None:
    """Open the index in a folder; None where a server keeps it that is not at hand."""
    _, mark, server = folder.name.partition(MARK)
    if not mark:
        return open_index(folder)
    if isinstance(beside.index, QdrantIndex) and beside.folder.name.endswith(mark + server):
        return beside.index.beside(folder)
    return None


def _maker(environment: Environment) -> Maker:
    embedder = environment.embedder()
    if embedder is None:
        raise _switched_off()
    chosen = environment.config.settings.embedding
    return Maker(embedder, view_of(embedder.model, chosen.dimensions, chosen.layers))


def _name(maker: Maker) -> str:
    model, view = maker.embedder.model, maker.view
    name = f"{model.id.replace('/', '-')}-{model.generation}-{view.exit}-{view.width}"
    return "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in name)


def waiting(environment: Environment, generation: Generation) -> int:
    """Return how many units have no vector; all of them where the vectors are another store's."""
    return _looked_at(environment, generation).missing


def _looked_at(environment: Environment, generation: Generation) -> Serving:
    generation.index.refresh()  # an opened index is kept by the process, and others may have committed
    stamp = generation.index.stamp
    with environment.database.read() as (connection, head):
        cursor = stamp.cursor if stamp and _is_ours(generation, head) else 0
        return Serving(generation, store.count_after(reader(connection, head), cursor), head)


def _is_ours(generation: Generation, head: Head) -> bool:
    return fits(generation.index.stamp, stamp_for(generation.maker, head))


def _folders(indexes: Path) -> list[Path]:
    return sorted(path for path in indexes.glob("*") if path.is_dir()) if indexes.is_dir() else []


# A process asks one store, seldom two; each has one generation, or two while it changes.
@lru_cache(maxsize=8)
def open_index(folder: Path) -> EmbeddedIndex:
    """Return the index in a folder, opened once per process."""
    return EmbeddedIndex(folder)


def _switched_off() -> PhantasmError:
    return PhantasmError(
        Code.PROVIDER_UNAVAILABLE,
        "vectors are switched off: embedding.provider is none",
        remediation=(
            Remediation("Switch them on.", command="phantasm config set embedding.provider embedded"),
        ),
    )
