"""What may an operation's `prepare` reach? The opened project, outside any transaction."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phantasm.config.load import Config
from phantasm.config.paths import Paths
from phantasm.contracts.clock import Clock, to_timestamp
from phantasm.contracts.ids import Ids
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.contracts.operation import Operation
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Database
from phantasm.storage.work import Caller, Work

if TYPE_CHECKING:
    from phantasm.capabilities.embedding.port import Embedder
    from phantasm.contracts.diagnosis import Diagnosis


class Catalogue(NamedTuple):
    """What can be asked: every operation, and the other names some of them answer to."""

    operations: Callable[[], list[Operation]]
    aliases: Mapping[str, tuple[str, JsonObject]]


class Environment(NamedTuple):
    """One project with everything that is borrowed for it. Building it opens nothing."""

    paths: Paths
    start: Path
    """Where the caller stands: a folder of the project, perhaps of another worktree."""
    config: Config
    profiles: Mapping[str, frozenset[Right]]
    held_back: tuple[str, ...]
    database: Database
    blobs: BlobStore
    clock: Clock
    ids: Ids
    catalogue: Catalogue
    embedder: Callable[[], "Embedder | None"]
    """Who turns texts into vectors, as configured; None where that is switched off. Made at first use."""
    examine: "Callable[[bool], Diagnosis]"
    """Looks whether the project is well, and writes nothing; True: also at every page and every digest."""

    @contextmanager
    def snapshot(self) -> Iterator[Work]:
        """Open a snapshot of its own, for looking at the store before or beside a request.

        Without the right to read what is sensitive: what is found so must not tell what such a record says.
        """
        with self.database.read() as (connection, head):
            now = to_timestamp(self.clock.now())
            yield Work(connection, head, now, self.ids, _LOOKING)


_LOOKING = Caller("scheduler", frozenset({Right.READ}))
