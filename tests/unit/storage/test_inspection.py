"""Is a store's condition told apart while others work on it?"""

import subprocess
import sys
from datetime import UTC, datetime

from phantasm.contracts.errors import Code
from phantasm.storage.database import SCHEMA_HEAD
from phantasm.storage.inspection import condition_of
from phantasm.storage.lock import WriteLock
from tests.conftest import Project

TAKES_TURNS = """
import sys
from pathlib import Path
from phantasm.storage.lock import WriteLock
lock = WriteLock(Path(sys.argv[1]))
for _ in range(2_000):
    with lock.hold("test"):
        pass
"""


def test_asking_who_writes_disturbs_nobody_who_wants_to(project: Project) -> None:
    lock = WriteLock(project.paths.lock)
    with subprocess.Popen(
        [sys.executable, "-c", TAKES_TURNS, str(project.paths.lock)], stderr=subprocess.PIPE
    ) as writer:
        while writer.poll() is None:
            lock.holder()
        assert writer.stderr is not None
        assert writer.returncode == 0, writer.stderr.read().decode()


def test_a_store_is_told_from_what_is_none(project: Project) -> None:
    project.hold("The port is 80.")
    sound = condition_of(project.paths.store, deep=True)
    assert (sound.code, sound.oddities, sound.revision) == (None, (), SCHEMA_HEAD)
    assert sound.head is not None
    assert sound.head.seq == 1
    assert condition_of(project.paths.state / "missing").code is Code.STORAGE_FAILED
    text = project.paths.temporary / "text"
    text.write_text(f"not a store, {datetime.now(UTC)}" * 100)
    assert condition_of(text).code is Code.STORE_CORRUPT
