"""What if the indexes cannot be written? It costs vectors, with a warning, and nothing else."""

import json
import os
import stat
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaigns.indexchild import must, open_with, rankings, send
from campaigns.indexlaws import QUICK, Scene
from campaigns.laws import broken_laws
from phantasm.config.paths import Paths

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_NOBODY = 65_534
"""The user id that by custom owns nothing: nobody can lock root out of a folder."""


def read_only_degrades(scene: Scene) -> Iterator[str]:
    """Try the law; only root can lock somebody out of a folder of its own project."""
    if os.getuid() != 0:
        return
    root = scene.project()
    indexes = Paths(root).indexes
    with open_with(root, QUICK) as runtime:
        must(runtime, "embed", {}, key="before")
        rankings(root, QUICK, scene.questions()[:1])  # everything is imported before the user changes
    _give(root, _NOBODY)
    for above in root.parents:  # a temporary folder is its owner's alone: let others pass through it
        above.chmod(above.stat().st_mode | stat.S_IXOTH)
    for folder in indexes.iterdir():
        _give(folder, 0)
        _open_for_reading(folder)
    yield from _tried_by_nobody(root)
    _give(root, 0)
    with open_with(root, QUICK) as runtime:
        done = must(runtime, "embed", {}, key="writable-again")
        if done["vectors"] != done["units"]:
            yield f"afterwards {done['vectors']} of {done['units']} units have a vector"
    yield from broken_laws(root)


def _give(folder: Path, user: int) -> None:
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, user, user)


def _open_for_reading(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)


def _tried_by_nobody(root: Path) -> list[str]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, json.dumps(_as_nobody(root)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        problems: list[str] = json.loads(told.read() or '["the process died"]')
    os.waitpid(child, 0)
    return problems


def _as_nobody(root: Path) -> list[str]:
    """Write and search with a folder of indexes that cannot be written."""
    problems: list[str] = []
    try:
        os.setgroups([])
        os.setegid(_NOBODY)
        os.seteuid(_NOBODY)
        with open_with(root, QUICK) as runtime:
            fields: JsonObject = {"record_kind": "fact", "statement": "The locked key is green."}
            must(runtime, "ingest", fields, key="locked")
            found = send(runtime, "search", {"query": "locked key green"}, key="ask")
            hits: Any = found.data["hits"] if found.data else []
            if not hits or not found.warnings:
                problems.append(f"answered {found.error}, {found.warnings}, {len(hits)} hits")
            embedded = send(runtime, "embed", {}, key="embed-locked")
            if embedded.error is None or embedded.error.code != "read_only":
                problems.append(f"embed was answered {embedded.error} {embedded.data}")
    except BaseException:  # noqa: BLE001  whatever happens is the finding
        problems.append(traceback.format_exc())
    return problems
