"""How does a repository get its memory, and how does it lose it again without a trace?"""

from phantasm.capabilities.clock import SystemClock
from phantasm.config.paths import Paths
from phantasm.contracts.clock import Clock
from phantasm.contracts.ids import Ids
from phantasm.runtime.safety import refuse_unsafe
from phantasm.storage.creation import create_store
from phantasm.storage.database import Database
from phantasm.storage.files import make_private_folder


def lay_out_state(paths: Paths, *, clock: Clock | None = None, ids: Ids | None = None) -> bool:
    """Create the private folders and the store where they are missing; tells whether the store is new."""
    clock = clock or SystemClock()
    refuse_unsafe(paths)
    paths.folder.mkdir(exist_ok=True)
    for folder in paths.private_folders():
        make_private_folder(folder)
    database = Database(paths.store)
    with database.lock.hold("bootstrap"):
        if paths.store.exists():
            return False
        create_store(database, ids or Ids(clock.now), clock.now())
    return True
