"""Which smaller laws do indexes keep? Each is tried in a project of its own; a law returns what broke it."""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from campaigns import material
from campaigns.cases import PERSON
from campaigns.indexchild import Rankings, must, open_with, rankings, send
from campaigns.laws import broken_laws
from campaigns.processes import module_command, spawn
from campaigns.verdict import new_project
from phantasm.config.paths import Paths
from phantasm.retrieval import upkeep
from phantasm.retrieval.vectors import files
from phantasm.runtime.bootstrap import Runtime

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

QUICK = "hashing"
"""Who embeds where only the files matter."""
# Unlikely in any text, and looked for by its tail: full-text pages leave out what a word shares with the word
# before it.
_MARKER, _TAIL = "quyzzorvak", b"zzorvak"


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a law is tried."""

    folder: Path
    twin: Path
    """A project with an index of `provider`'s vectors that may be changed."""
    provider: str
    seed: int
    records: int = 300
    asked: int = 30

    def project(self) -> Path:
        """Make a project with some records, a session and a document."""
        root = new_project(self.folder).root
        chance = random.Random(self.seed)
        with open_with(root, QUICK) as runtime:
            must(runtime, "ingest", material.records(chance, "r", self.records), key="records")
            must(runtime, "ingest", material.session(chance, "s"), key="session", session="s")
            must(runtime, "ingest", material.document(chance, "d"), key="document")
        return root

    def questions(self) -> list[str]:
        """Return what to ask."""
        return material.questions(self.seed, self.asked)


def differing(one: Rankings, other: Rankings) -> list[str]:
    """Return the questions that are not answered alike, or not completely."""
    return [name for name in one | other if one.get(name) != other.get(name) or one[name][2]]


def _deleting_loses_nothing(scene: Scene) -> Iterator[str]:
    root = scene.project()
    with open_with(root, QUICK) as runtime:
        must(runtime, "embed", {}, key="first")
        before = rankings(root, QUICK, scene.questions())
        shutil.rmtree(Paths(root).indexes)
        without = send(runtime, "search", {"query": "billing parser"}, key="without")
        if without.data is None or [warned.code for warned in without.warnings] != ["lexical_only"]:
            yield f"without vectors a search was answered {without.error}, warnings {without.warnings}"
        must(runtime, "embed", {}, key="again")
        yield from differing(before, rankings(root, QUICK, scene.questions()))
    yield from broken_laws(root)


def _two_at_once(scene: Scene) -> Iterator[str]:
    root = scene.project()
    reports = [scene.folder / f"{number}.json" for number in range(2)]
    commands = [
        module_command(
            "indexchild", "once", root, "--provider", QUICK, "--key", report.stem, "--file", report
        )
        for report in reports
    ]
    if any(process.wait() for process in [spawn(command) for command in commands]):
        yield "an indexer failed because another one was at work"
        return
    done = [json.loads(report.read_text(encoding="utf-8")) for report in reports]
    worked = [one for one in done if not one["busy"]]
    if sum(one["embedded"] for one in done) != worked[0]["units"]:
        yield f"the units were not embedded once: {done}"
    yield from _as_built_anew(root, scene.questions())


def _restored_starts_anew(scene: Scene) -> Iterator[str]:
    root = scene.project()
    with open_with(root, QUICK) as runtime:
        must(runtime, "embed", {}, key="before")
        backup = must(runtime, "backup_create", {}, key="backup")["backup_id"]
        later = must(runtime, "ingest", material.records(random.Random(1), "later", 50), key="later")
        must(runtime, "embed", {}, key="after")
        _restore(runtime, backup)
        gone = {one["record_id"] for one in later["results"]}
        done = must(runtime, "embed", {}, key="restored")
        if done["vectors"] != done["units"]:
            yield f"after a restore {done['vectors']} of {done['units']} units have a vector: {done}"
        answers = rankings(root, QUICK, scene.questions())
        if any(hit[0] in gone for found in answers.values() for hit in found[1]):
            yield "what was written after the backup is still found"
    yield from _as_built_anew(root, scene.questions())


def _erased_is_gone(scene: Scene) -> Iterator[str]:
    root = scene.project()
    for moved in (
        True,
        False,
    ):  # the first erasure switches to deleting for good, so the harder one comes first
        yield from _erase(root, moved=moved)
    yield from _as_built_anew(root, scene.questions())


def _erase(root: Path, *, moved: bool) -> Iterator[str]:
    """Hold something, erase it at once or after it has been archived, and look for it in every file."""
    seen: JsonObject = {"text": f"seen: {_MARKER} in the vault", "origin": "tool_output"}
    fields: JsonObject = {
        "record_kind": "fact",
        "statement": f"The {_MARKER} is kept.",
        "raw_evidence": [seen],
    }
    with open_with(root, QUICK) as runtime:
        record = must(runtime, "ingest", fields, key=f"marked-{moved}")["results"][0]["record_id"]
        must(runtime, "embed", {}, key=f"embedded-{moved}")
        marks = [_TAIL, *_rows_about(runtime, record)]
        if not all(_files_with(root, mark) for mark in marks):
            yield "what is to be erased was not found to begin with"
        if moved:
            must(runtime, "set_state", {"ids": [record], "action": "archive"}, key="archive")
        must(runtime, "set_state", {"ids": [record], "action": "tombstone"}, key=f"erase-{moved}")
        yield from (
            f"{path} still has the word; archived before: {moved}" for path in _files_with(root, _TAIL)
        )
        must(runtime, "embed", {}, key=f"forget-{moved}")
        yield from (f"{path} still has a vector" for mark in marks[1:] for path in _files_with(root, mark))
        if must(runtime, "search", {"query": _MARKER, "arms": "lexical"}, key="ask")["hits"]:
            yield "the erased word is still found"


def _generations_do_not_mix(scene: Scene) -> Iterator[str]:
    """Another provider's vectors are built beside the old ones, which serve until those are complete."""
    other = QUICK if scene.provider != QUICK else "embedded"
    indexes = Paths(scene.twin).indexes
    before = rankings(scene.twin, scene.provider, scene.questions())
    (old,) = indexes.iterdir()
    with open_with(scene.twin, other) as runtime:
        for batches in (1, 2):
            _interrupted(runtime, batches)
            yield from differing(before, rankings(scene.twin, other, scene.questions()))
        for number in range(2):  # what a search embeds at once must not change whose vectors these are
            fields: JsonObject = {
                "record_kind": "fact",
                "statement": f"The change of vectors has step {number}.",
            }
            must(runtime, "ingest", fields, key=f"meanwhile-{number}")
            found = send(runtime, "search", {"query": "change of vectors"}, key="ask")
            if "lexical_only" in {warned.code for warned in found.warnings} or found.error:
                yield f"the old vectors do not serve: {found.error} {found.warnings}"
        if not old.exists():
            yield "the old vectors were dropped before the new ones were complete"
        done = must(runtime, "embed", {}, key="other")
        left = [folder.name for folder in indexes.iterdir()]
        if left != [done["generation"]] or old.name in left or done["missing"]:
            yield f"after the change there are {left}, {done}"
    yield from _as_built_anew(scene.twin, scene.questions(), other)


def _as_built_anew(root: Path, asked: list[str], provider: str = QUICK) -> Iterator[str]:
    """Yield the questions that are answered in another way once all indexes are derived again."""
    with open_with(root, provider) as runtime:
        must(runtime, "embed", {}, key="compare-before")
        before = rankings(root, provider, asked)
        done = must(runtime, "reindex", {}, key="compare-anew")
        yield from done["problems"]
        yield from (
            f"answered otherwise: {one}" for one in differing(before, rankings(root, provider, asked))
        )


def _restore(runtime: Runtime, backup: str) -> None:
    approval: JsonObject = {"approved_by": "campaign", "reason": "campaign", "operation": "backup_restore"}
    request: JsonObject = {"api_version": "v1", "operation": "backup_restore", "request_id": "restore"}
    request |= {"client": {"profile": "cli"}, "idempotency_key": "restore", "params": {"backup_id": backup}}
    response = runtime.handle(
        request | {"confirmations": approval | {"target": {"backup_id": backup}}}, PERSON
    )
    if response.error is not None:
        message = f"backup_restore: {response.error}"
        raise RuntimeError(message)


def _interrupted(runtime: Runtime, batches: int) -> None:
    """Embed up to some batch and stop there, before it is committed."""
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == batches or done >= total:
            raise InterruptedError

    try:
        upkeep.keep_up(runtime.environment, progress=stop)
    except InterruptedError:
        return


def _rows_about(runtime: Runtime, record: str) -> list[bytes]:
    """Return the vectors of what a record says and of what it rests on, as the files have them."""
    with runtime.environment.database.read() as (connection, _):
        question = """SELECT id FROM units WHERE item_id = :record
                      OR item_id IN (SELECT evidence_id FROM record_evidence WHERE record_id = :record)"""
        units = [row[0] for row in connection.execute(question, {"record": record})]
    (folder,) = runtime.environment.paths.indexes.iterdir()
    snapshot = files.open_snapshot(folder)
    if snapshot is None:
        return []
    return [snapshot.fine.codes[row].tobytes() for row in snapshot.rows_of(np.array(units, np.int64))]


def _files_with(root: Path, mark: bytes) -> list[Path]:
    files_ = [path for path in Paths(root).state.rglob("*") if path.is_file()]
    return [path for path in files_ if mark in path.read_bytes()]


LAWS: dict[str, Callable[[Scene], Iterator[str]]] = {
    "deleting loses nothing": _deleting_loses_nothing,
    "two at once": _two_at_once,
    "restored starts anew": _restored_starts_anew,
    "erased is gone": _erased_is_gone,
    "generations do not mix": _generations_do_not_mix,
}
