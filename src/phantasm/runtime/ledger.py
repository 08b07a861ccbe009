"""How is noted who works on what? Beside the door, under the same lock, and not in the journal.

Leases change every few seconds and say nothing about memory (architecture §4: heartbeats are not journaled).
Everything else that background work writes goes through the door like anybody's requests.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import to_timestamp
from phantasm.storage.database import Database
from phantasm.storage.work import Caller, Work

PROFILE = "scheduler"
_NOBODY = Caller(PROFILE, frozenset())


@contextmanager
def noting(environment: Environment, purpose: str, *, database: Database | None = None) -> Iterator[Work]:
    """Open one short transaction for jobs and leases; a thread of its own brings its own database."""
    with (database or environment.database).write(purpose) as (connection, head):
        # Looked at inside: whoever waited for the lock must not compare leases with the time before.
        now = to_timestamp(environment.clock.now())
        yield Work(connection, head, now, environment.ids, _NOBODY)


def separate(environment: Environment, *, lock_timeout: float) -> Database:
    """Return the same store with connections of its own, for another thread."""
    synchronous = environment.config.settings.store.synchronous
    return Database(environment.paths.store, synchronous=synchronous, lock_timeout=lock_timeout)
