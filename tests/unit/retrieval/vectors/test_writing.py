"""Changes show whole or not at all; what was removed is gone; a kill costs nothing that was committed."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors.codes import encode
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.port import Stamp
from tests.unit.retrieval.vectors.change_log import COARSE, WIDTH, change, follow, held, vector, vectors_of
from tests.unit.retrieval.vectors.conftest import Fill

KILLS = 25
"""Processes killed in one test: a few seconds."""

FOLLOW = """
import sys
from pathlib import Path
from tests.unit.retrieval.vectors.change_log import follow
print("ready", flush=True)
follow(Path(sys.argv[1]), 150)
"""

STEP_SECONDS = 0.06
"""About as long as it takes to get from one commit to the next."""

ROOT = Path(__file__).parents[4]


def index_and_die(index: EmbeddedIndex, folder: Path, draw: random.Random) -> None:
    """Follow the log in another process, and kill it after a few commits or in the middle of one."""
    command = [sys.executable, "-c", FOLLOW, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        for _ in range(draw.randrange(3)):
            while not index.refresh() and child.poll() is None:
                pass
        time.sleep(draw.uniform(0, STEP_SECONDS))
        child.send_signal(signal.SIGKILL)
    index.refresh()


def test_survives_being_killed_anywhere(tmp_path: Path) -> None:
    folder, draw, cursor = tmp_path / "index", random.Random(7), 0
    index, query = EmbeddedIndex(folder), vector(1)
    for _ in range(KILLS):
        index_and_die(index, folder, draw)
        if index.stamp is None:
            assert cursor == 0
            continue
        assert index.stamp.cursor >= cursor
        cursor = index.stamp.cursor
        assert not [problem for problem in index.verify() if "removal is done again" not in problem]
        there, numbers = held(cursor), np.arange(1, cursor * 30 + 60)
        found = set(numbers[~np.isnan(index.likeness(query, numbers))].tolist())
        # Nothing is there that should not be; what the next commit removes may already be gone.
        assert found <= there
        assert there - found <= set().union(*(change(step)[1] for step in range(cursor + 1, cursor + 4)))
    assert cursor > 0
    follow(folder, 150, every=30)
    follow(tmp_path / "unhurt", 150, every=150)
    hurt, unhurt = EmbeddedIndex(folder), EmbeddedIndex(tmp_path / "unhurt")
    assert hurt.verify() == unhurt.verify() == ()
    assert hurt.stamp == unhurt.stamp
    for seed in range(20):
        one, other = (index.search(vector(seed + 10**6), 30) for index in (hurt, unhurt))
        assert one.ids.tolist() == other.ids.tolist()
        assert one.scores.tolist() == other.scores.tolist()


def test_reads_one_state_while_another_process_writes(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    follow(folder, 3)
    index, query, states = EmbeddedIndex(folder), vector(5), 0
    with subprocess.Popen(
        [sys.executable, "-c", FOLLOW, str(folder)], stdout=subprocess.PIPE, cwd=ROOT
    ) as child:
        while child.poll() is None:
            states += index.refresh()
            assert index.stamp is not None
            hits = index.search(query, 50)
            assert len(hits.ids) == 50
            assert hits.ids.max() <= index.stamp.cursor * 30
            again = index.likeness(query, hits.ids)
            assert (np.isnan(again) | (again == hits.scores)).all()  # removed in between, or the same
    assert child.returncode == 0
    index.refresh()
    assert index.stamp is not None
    assert index.stamp.cursor == 150
    assert index.stamp.count == len(held(150))
    assert states > 1


def test_refuses_a_second_process(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    script = FOLLOW.replace("follow(Path(sys.argv[1]), 150)", "follow(Path(sys.argv[1]), 150); print('done')")
    with EmbeddedIndex(folder).writer() as writer:
        assert writer is not None
        command = [sys.executable, "-c", script, str(folder)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "ready\ndone\n"
    assert EmbeddedIndex(folder).stamp is None


def test_leaves_no_byte_of_what_was_removed(fill: Fill, folder: Path) -> None:
    index, rows = fill(100), vectors_of(100)
    gone = np.array([7, 50, 100])
    secrets = [
        encode(rows[[number - 1], :width]).codes.tobytes() for number in gone for width in (WIDTH, COARSE)
    ]

    def survivors() -> int:
        whole = b"".join(path.read_bytes() for path in folder.iterdir())
        return sum(secret in whole for secret in secrets)

    assert survivors() == len(secrets)
    with index.writer() as writer:
        assert writer is not None
        writer.remove(gone)
        writer.commit(2)
    assert survivors() == 0
    assert index.stamp is not None
    assert index.stamp.count == 97
    assert not set(index.search(rows[6], 100).ids.tolist()) & {7, 50, 100}
    assert index.verify() == ()


def test_cuts_off_what_was_never_committed(fill: Fill, folder: Path) -> None:
    index, secret = fill(10), vectors_of(1, seed=99)
    with index.writer() as writer:
        assert writer is not None
        writer.add(np.array([11]), secret)
    code = encode(secret).codes.tobytes()
    assert code in (folder / "fine-1.i8").read_bytes()
    with index.writer():
        assert code not in (folder / "fine-1.i8").read_bytes()
    assert index.stamp is not None
    assert index.stamp.count == 10


def test_overwrites_again_what_a_killed_writer_overwrote_in_part(fill: Fill, folder: Path) -> None:
    index = fill(10)
    scales = np.memmap(folder / "scales-1.f32", np.float32, mode="r+")
    scales[3] = 0  # as if killed right after the first step of a removal
    scales.flush()
    assert index.search(vectors_of(10)[3], 10).ids.tolist().count(4) == 0
    assert index.verify() == (
        "1 removed fine rows still have content: the removal is done again when indexing",
    )
    with index.writer() as writer:
        assert writer is not None
        writer.remove(np.array([4]))
        writer.commit(2)
    assert index.verify() == ()


def test_replaces_a_unit_that_is_there(fill: Fill) -> None:
    index, other = fill(10), vectors_of(1, seed=77)
    with index.writer() as writer:
        assert writer is not None
        writer.add(np.array([4]), other)
        writer.remove(np.array([5]))
        writer.add(np.array([5]), other)
        writer.add(np.array([6]), other)
        writer.remove(np.array([6]))
        writer.commit(2)
    hits = index.search(other[0], 10)
    assert hits.ids[:2].tolist() == [4, 5]
    assert sorted(hits.ids.tolist()) == [1, 2, 3, 4, 5, 7, 8, 9, 10]
    assert index.verify() == ()


def test_compacts_without_disturbing_a_reader(fill: Fill, folder: Path) -> None:
    index, reader, query = fill(2000), EmbeddedIndex(folder), vectors_of(1, seed=2)[0]
    left = np.arange(3, 2001, 3)
    expected = index.search(query, 20, allowed=left)
    with index.writer() as writer:
        assert writer is not None
        writer.remove(np.setdiff1d(np.arange(1, 2001), left))
        writer.commit(2)
    assert (folder / "fine-2.i8").stat().st_size == len(left) * WIDTH
    assert not (folder / "fine-1.i8").exists()
    for one in (index, reader):
        hits = one.search(query, 20)
        assert hits.ids.tolist() == expected.ids.tolist()
        assert hits.scores.tolist() == expected.scores.tolist()
        reader.refresh()
    with index.writer() as writer:
        assert writer is not None
        writer.add(np.array([2001]), vectors_of(1, seed=8))
        writer.commit(3)
    assert index.search(vectors_of(1, seed=8)[0], 1).ids.tolist() == [2001]
    assert index.verify() == ()


def test_serves_the_old_vectors_until_the_new_ones_are_committed(fill: Fill, stamp: Stamp) -> None:
    index, query = fill(10), vectors_of(1)[0]
    with index.writer() as writer:
        assert writer is not None
        writer.reset(stamp)
        writer.add(np.array([70]), vectors_of(1))
        index.refresh()
        assert len(index.search(query, 20).ids) == 10
        writer.commit(5)
        index.refresh()
        assert index.search(query, 20).ids.tolist() == [70]


@pytest.mark.parametrize("ids", [[1, 1], [0, 1], [1], [-5, 1]])
def test_refuses_what_are_no_units(fill: Fill, ids: list[int]) -> None:
    with fill(1).writer() as writer:
        assert writer is not None
        with pytest.raises(PhantasmError) as caught:
            writer.add(np.array(ids), vectors_of(2))
    assert caught.value.code is Code.INTERNAL


def test_refuses_to_write_before_it_was_reset(folder: Path) -> None:
    with EmbeddedIndex(folder).writer() as writer:
        assert writer is not None
        with pytest.raises(PhantasmError):
            writer.add(np.array([1]), vectors_of(1))
