"""What does a large store hold besides facts? Two mixes of kinds, made from a store of facts.

`usual`: some hundred rules, decisions and open work among very many facts, as projects have them; written
through the one door. `even`: as many of each kind, which is hard on what holds for every task. For that the
kinds are changed in a copy, below the door: a million records of every kind would take an hour to write, and
the rows would be the same.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, get_args

from benchmarks.project_texts import batch
from benchmarks.retrieval_stores import MAINTAINER, ask, build
from phantasm.config.paths import Paths
from phantasm.contracts.kinds import KindName
from phantasm.runtime.bootstrap import open_project
from phantasm.storage.driver import driver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MIXES = ("usual", "even")
KINDS: tuple[KindName, ...] = get_args(KindName)
OTHERS: dict[KindName, int] = {
    "identity": 2,
    "constraint": 30,
    "convention": 60,
    "preference": 30,
    "decision": 150,
    "procedure": 40,
    "known_issue": 40,
    "environment": 20,
    "glossary": 40,
    "person": 15,
    "goal": 5,
    "task": 60,
    "blocker": 3,
    "question": 10,
}
"""Records of a project that is a few years old; more rules than this nobody keeps."""
FURTHER = 100_000
"""The number of a batch of texts that no store of a million has."""


def mixed(root: Path, total: int, mix: str, tell: Callable[[str], None]) -> Path:
    """Return a store of a size and a mix; it is made where it is not there yet."""
    facts, folder = root / f"{total}-keyed", root / f"{total}-{mix}"
    done = folder / "mixed"
    if not done.exists():
        build(facts, total, tell, keyed=True)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(facts, folder)
        (_add_others if mix == "usual" else _spread)(folder)
        done.touch()
        tell(f"{total:,}: {mix}")
    return folder


def _add_others(folder: Path) -> None:
    texts = iter(batch(FURTHER, 2 * sum(OTHERS.values())).statements)
    items = [
        {"record_kind": kind, "subject_key": f"{kind}.{number}", "statement": next(texts)}
        for kind, count in OTHERS.items()
        for number in range(count)
    ]
    with open_project(folder) as runtime:
        ask(runtime, "ingest", {"items": items}, key="others")
        ask(runtime, "embed", {}, profile=MAINTAINER)


def _spread(folder: Path) -> None:
    connection = driver.connect(Paths(folder).store)
    for number, kind in enumerate(KINDS):
        connection.execute("UPDATE records SET kind = ? WHERE rowid % ? = ?", (kind, len(KINDS), number))
    connection.execute(
        """UPDATE units SET kind = (SELECT kind FROM records WHERE records.id = units.item_id)
           WHERE tier = 'record'"""
    )
    connection.commit()
    connection.close()
