"""Vectors follow the change log: each unit once, from wherever the last run was cut off."""

from pathlib import Path

import numpy as np
import pytest

from phantasm.capabilities.embedding.hashing import HashingEmbedder
from phantasm.capabilities.embedding.port import View
from phantasm.retrieval import store
from phantasm.retrieval.indexer import _BATCH as BATCH
from phantasm.retrieval.indexer import Maker, Progressed, Source, catch_up, fits, stamp_for
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.storage.inspection import reader
from tests.conftest import Project

EMBEDDER = HashingEmbedder()
MAKER = Maker(EMBEDDER, View(EMBEDDER.model.exits[-1], 256))

MORE = BATCH + 52
"""A few more units than are committed together."""


class CutOff(Exception):  # noqa: N818  nothing went wrong
    """The run ends here, as if it had been killed."""


@pytest.fixture
def index(tmp_path: Path) -> EmbeddedIndex:
    return EmbeddedIndex(tmp_path / "index")


def _source(project: Project) -> Source:
    return Source(project.runtime.environment.database, project.runtime.environment.blobs)


def _catch_up(
    project: Project, index: EmbeddedIndex, maker: Maker = MAKER, *, anew: bool = False
) -> Progressed:
    return catch_up(_source(project), index, maker, anew=anew)


def _cut_off(project: Project, index: EmbeddedIndex, batch: int, *, anew: bool = False) -> None:
    """Run up to some batch and end before it is committed."""
    told: list[int] = []

    def progress(done: int, _: int) -> None:
        told.append(done)
        if len(told) == batch:
            raise CutOff

    with pytest.raises(CutOff):
        catch_up(_source(project), index, MAKER, anew=anew, progress=progress)


def _hold(project: Project, *numbers: int) -> list[str]:
    return [project.hold(f"Shard number {number} is drained by worker {number}.") for number in numbers]


def _ingest(project: Project, writes: int) -> None:
    """Hold more than fits into a batch."""
    each = MORE // writes
    for write in range(writes):
        items = [{"record_kind": "note", "statement": f"Note {number} of {write}."} for number in range(each)]
        project.get("ingest", items=items)


def _is_complete(project: Project, index: EmbeddedIndex) -> bool:
    """Tell whether exactly the units that there are have a vector, and the stamp says so."""
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        units = store.brought_after(work, (0, 0), 10_000)
        stamp = index.stamp
        if stamp is None or not fits(stamp, stamp_for(MAKER, head)) or stamp.cursor != head.seq:
            return False
    known = ~np.isnan(index.likeness(np.zeros(256, np.float32), np.arange(1, 10_000)))
    return [unit.id for unit in units] == list(np.flatnonzero(known) + 1) and stamp.count == len(units)


def test_embeds_each_unit_once(project: Project, index: EmbeddedIndex) -> None:
    _hold(project, 1, 2, 3)
    assert _catch_up(project, index) == Progressed(3, 0)
    assert _catch_up(project, index) == Progressed(0, 0)
    _hold(project, 4)
    assert _catch_up(project, index) == Progressed(1, 0)
    assert _is_complete(project, index)
    assert index.verify() == ()


def test_goes_on_where_it_was_cut_off(project: Project, index: EmbeddedIndex) -> None:
    _ingest(project, writes=4)
    _cut_off(project, index, 2)
    assert index.stamp is not None
    # Whether the last write of the batch was complete is not known.
    assert (index.stamp.cursor, index.stamp.count) == (3, BATCH)
    assert _catch_up(project, index).embedded == MORE - BATCH
    assert _is_complete(project, index)


def test_goes_on_inside_a_write_that_brought_much(project: Project, index: EmbeddedIndex) -> None:
    _ingest(project, writes=1)
    _cut_off(project, index, 2)
    assert index.stamp is not None
    assert (index.stamp.cursor, index.stamp.count) == (0, BATCH)
    assert _catch_up(project, index).embedded == MORE - BATCH
    assert _is_complete(project, index)


def test_forgets_what_was_erased(project: Project, index: EmbeddedIndex) -> None:
    first, *_ = _hold(project, 1, 2)
    _catch_up(project, index)
    project.get("set_state", ids=[first], action="tombstone")
    assert _catch_up(project, index) == Progressed(0, 1)
    assert _is_complete(project, index)


def test_never_embeds_what_was_erased_before(project: Project, index: EmbeddedIndex) -> None:
    first, *_ = _hold(project, 1, 2)
    project.get("set_state", ids=[first], action="tombstone")
    assert _catch_up(project, index).embedded == 1
    assert _is_complete(project, index)


def test_a_rebuild_lets_the_old_vectors_serve_until_it_is_done(
    project: Project, index: EmbeddedIndex
) -> None:
    _ingest(project, writes=1)
    _catch_up(project, index)
    _cut_off(project, index, 2, anew=True)
    assert _is_complete(project, index)
    assert _catch_up(project, index) == Progressed(0, 0)
    assert _catch_up(project, index, anew=True).embedded == MORE
    assert _is_complete(project, index)


def test_starts_anew_after_a_restore(project: Project, index: EmbeddedIndex) -> None:
    _hold(project, 1, 2)
    _catch_up(project, index)
    backup = project.get("backup_create", profile="cli")["backup_id"]
    _hold(project, 3)
    _catch_up(project, index)
    restored = project.confirm("backup_restore", {"backup_id": backup}, backup_id=backup)
    assert restored.error is None
    assert not _is_complete(project, index)
    assert _catch_up(project, index).embedded == 2
    assert _is_complete(project, index)


def test_starts_anew_with_vectors_of_another_width(project: Project, index: EmbeddedIndex) -> None:
    _hold(project, 1, 2)
    _catch_up(project, index, Maker(EMBEDDER, View(MAKER.view.exit, 128)))
    assert _catch_up(project, index).embedded == 2
    assert _is_complete(project, index)


def test_leaves_the_work_to_whoever_is_at_it(project: Project, index: EmbeddedIndex) -> None:
    _hold(project, 1)
    with index.writer():
        assert _catch_up(project, index) == Progressed(0, 0, busy=True)
    assert _catch_up(project, index).embedded == 1
