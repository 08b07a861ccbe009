"""Where do the vectors stand, also where nobody can make any now? Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval import generations
from phantasm.retrieval.upkeep import Kept, keep_up
from phantasm.retrieval.vectors.qdrant_choice import MARK
from phantasm.retrieval.vectors.qdrant_writing import STATE, read_state

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.capabilities.environment import Environment
    from phantasm.contracts.errors import Remediation
    from phantasm.retrieval.vectors.port import Stamp


class Standing(NamedTuple):
    """What there is, and what is in the way of more."""

    kept: Kept
    problem: str | None = None
    """Why nothing can be embedded now, questions neither."""
    steps: tuple[Remediation, ...] = ()
    """What helps."""


def standing(environment: Environment) -> Standing:
    """Return where the vectors stand; without an embedder, whatever vectors of this store there are."""
    try:
        return Standing(keep_up(environment, dry_run=True))
    except PhantasmError as problem:
        if problem.code is not Code.PROVIDER_UNAVAILABLE:
            raise
        return Standing(_left(environment), problem.message, problem.remediation)


def _left(environment: Environment) -> Kept:
    """Return the fullest vectors of this store that are left; nothing serves without a question's vector."""
    with environment.database.read() as (_, head):
        ours = (head.store_id, head.epoch)
    folders = sorted(path for path in environment.paths.indexes.glob("*") if path.is_dir())
    stamps = {path: stamp for path in folders if (stamp := _stamp_of(path)) is not None}
    there = [path for path, stamp in stamps.items() if (stamp.store_id, stamp.epoch) == ours]
    found = max(there, key=lambda path: stamps[path].count, default=None)
    stamp = stamps[found] if found else None
    return Kept(
        model=stamp.model if stamp else "",
        generation=found.name if found else "",
        width=stamp.width if stamp else 0,
        embedded=0,
        removed=0,
        busy=False,
        vectors=stamp.count if stamp else 0,
        cursor=stamp.cursor if stamp else 0,
        engine="qdrant" if found and MARK in found.name else "embedded",
        serving="",
    )


def _stamp_of(folder: Path) -> Stamp | None:
    """Return whose vectors a folder tells of; a server that keeps them is not asked."""
    if MARK not in folder.name:
        index = generations.open_index(folder)
        index.refresh()
        return index.stamp
    try:
        state = read_state((folder / STATE).read_bytes())
    except FileNotFoundError:
        return None
    return state[0] if state else None
