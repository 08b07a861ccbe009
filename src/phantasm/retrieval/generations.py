"""Which vectors serve? One folder per generation of vectors; two generations are never mixed.

A generation is a model, its weights, how deep and how wide it is read, and how texts are cut. Where another
one is configured, it is built beside the old one, which serves until the new one is complete.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.choose import embedder_for
from phantasm.capabilities.embedding.port import View
from phantasm.config.environment import variable
from phantasm.config.settings import Settings
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.retrieval import store
from phantasm.retrieval.indexer import Maker, fits, stamp_for
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.storage.files import make_private_folder, write_durably
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.capabilities.embedding.port import Model
    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.vectors.port import VectorIndex

_CHOICE = "embedding.json"
"""Which embedder made a generation's vectors, so that questions can be asked of it while it still serves."""
# Measured: two layers of the shipped model rank as well as all six, at half the cost (docs/retrieval.md).
_SHALLOW_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Generation:
    """An index and the embedder whose vectors are in it."""

    folder: Path
    index: VectorIndex
    maker: Maker


def view_of(model: Model, dimensions: int) -> View:
    """Return how deep and how wide vectors are taken for finding."""
    fitting = [width for width in model.widths if width <= dimensions] or [model.widths[0]]
    deep_enough = [exit_ for exit_ in model.exits if exit_ >= _SHALLOW_ENOUGH] or [model.exits[-1]]
    return View(deep_enough[0], fitting[-1])


def wanted(environment: Environment) -> Generation:
    """Return the generation that the configuration asks for, whether or not it has been built."""
    embedder = environment.embedder()
    if embedder is None:
        raise _switched_off()
    view = view_of(embedder.model, environment.config.settings.embedding.dimensions)
    return _generation(environment.paths.indexes, Maker(embedder, view))


def serving(environment: Environment) -> tuple[Generation, int]:
    """Return the generation to ask, and how many units it has no vector of.

    That is the wanted one once it is complete, else the most complete one there is.
    """
    first = wanted(environment)
    missing = waiting(environment, first)
    if not missing:
        return first, 0
    others = [(found, waiting(environment, found)) for found in _others(environment, first)]
    return min([(first, missing), *others], key=lambda one: one[1])


def keep_choice(environment: Environment, generation: Generation) -> None:
    """Note beside the vectors which embedder makes them; keys are named, never kept."""
    make_private_folder(generation.folder.parent)
    make_private_folder(generation.folder)
    settings = environment.config.settings
    chosen = {"embedding": settings.embedding.model_dump(), "ollama": settings.ollama.model_dump()}
    write_durably(generation.folder / _CHOICE, json.dumps(chosen, indent=1, sort_keys=True).encode())


def drop_others(environment: Environment, generation: Generation) -> int:
    """Remove every other generation's vectors; called once a generation is complete."""
    others = [path for path in _folders(environment.paths.indexes) if path != generation.folder]
    for path in others:
        shutil.rmtree(path, ignore_errors=True)
    return len(others)


def _others(environment: Environment, first: Generation) -> list[Generation]:
    found = []
    for folder in _folders(environment.paths.indexes):
        choice = folder / _CHOICE
        stamp = open_index(folder).stamp
        if folder == first.folder or stamp is None or not choice.is_file():
            continue
        settings = Settings.model_validate(json.loads(choice.read_bytes()))
        embedder = embedder_for(settings, variable)
        if embedder is not None:
            maker = Maker(embedder, View(stamp.exit, stamp.width))
            found.append(Generation(folder, open_index(folder), maker))
    return found


def _generation(indexes: Path, maker: Maker) -> Generation:
    model, view = maker.embedder.model, maker.view
    name = f"{model.id.replace('/', '-')}-{model.generation}-{view.exit}-{view.width}"
    folder = indexes / "".join(sign if sign.isalnum() or sign in "-._" else "-" for sign in name)
    return Generation(folder, open_index(folder), maker)


def waiting(environment: Environment, generation: Generation) -> int:
    """Return how many units have no vector; all of them where the vectors are another store's."""
    stamp = generation.index.stamp
    with environment.database.read() as (connection, head):
        is_ours = stamp is not None and fits(stamp, stamp_for(generation.maker, head))
        return store.count_after(reader(connection, head), stamp.cursor if stamp and is_ours else 0)


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
