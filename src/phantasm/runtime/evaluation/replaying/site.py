"""Where is a memory made again? In an empty store with the live one's salt; its clock follows the journal.

With the same salt what was seen has the same id in both stores, and what is kept as a salted digest compares.
"""

import json
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from phantasm.config.paths import FOLDER, Paths
from phantasm.contracts.clock import from_timestamp
from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.ids import Ids
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.retrieval import lexicon
from phantasm.runtime.bootstrap import Runtime, compose
from phantasm.runtime.evaluation.replaying.journal import Written
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage import journal
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Head
from phantasm.storage.work import Caller, Work

_SALT_BITS = 128
"""How many bits are drawn for a salt, and for nothing else: see `contracts.ids`."""


class JournalClock:
    """A clock that stands where the journal has got to."""

    def __init__(self) -> None:
        self._now = datetime(1970, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the moment of the entry that is being made again."""
        return self._now

    def reach(self, moment: str) -> None:
        """Stand at another moment."""
        self._now = from_timestamp(moment)


@dataclass(frozen=True, slots=True)
class Apart(Paths):
    """A project whose memory lies elsewhere: the files of the repository are where they are."""

    place: Path

    @property
    def folder(self) -> Path:
        """The `.phantasm` folder of what is being made."""
        return self.place / FOLDER


@dataclass(slots=True)
class Site:
    """The store that is being made, opened."""

    runtime: Runtime
    clock: JournalClock
    _numbers: Iterator[int]

    @property
    def blobs(self) -> BlobStore:
        """Where its raw evidence lies."""
        return self.runtime.environment.blobs

    @contextmanager
    def writing(self, written: Written) -> Iterator[Work]:
        """Make one entry again: a transaction, an index that follows, an entry of the journal."""
        environment = self.runtime.environment
        caller = Caller(written.profile, frozenset(Right), session_id=written.session_id)
        with environment.database.write("replay") as (connection, head):
            work = Work(connection, head, written.at, environment.ids, caller)
            yield work
            lexicon.follow(work, self.blobs)
            entry = journal.Entry(written.operation, "mutation", None, f"replay-{written.seq}")
            journal.append(work, entry)
        work.finish()

    def ask(self, written: Written, note: str) -> str | None:
        """Run the operation of an entry again; return why it was refused, if it was."""
        name = f"replay-{next(self._numbers)}"
        client: JsonObject = {"profile": written.profile, "name": written.profile}
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": written.operation,
            "request_id": name,
            "client": client | ({"session_id": written.session_id} if written.session_id else {}),
            "idempotency_key": name,
            "params": _params(written, note),
        }
        response = self.runtime.handle(request)
        return f"{response.error.code}: {response.error.message}" if response.error else None


def _params(written: Written, note: str) -> JsonObject:
    """Return with which parameters an operation ran: it notes them, all but the name of its run."""
    try:
        told = json.loads(note)
    except ValueError:
        told = {}
    params: JsonObject = told if isinstance(told, dict) else {}
    return params | ({"run_id": written.session_id} if written.session_id else {})


@contextmanager
def new_site(runtime: Runtime, head: Head) -> Iterator[Site]:
    """Yield an empty store that is configured like a live one and is gone afterwards."""
    clock = JournalClock()
    salt = int(head.salt, 16)

    def drawn(bits: int) -> int:
        return salt if bits == _SALT_BITS else secrets.randbits(bits)

    with tempfile.TemporaryDirectory(prefix="phantasm-replay-") as name:
        place = Path(name).resolve()
        lay_out_state(Paths(place), clock=clock, ids=Ids(clock.now, drawn))
        live = runtime.environment
        environment, profiles = compose(
            Apart(live.paths.root, place), live.config, start=live.start, clock=clock
        )
        with Runtime(environment, profiles) as made:
            yield Site(made, clock, count(1))
