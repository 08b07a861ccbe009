"""Does a Qdrant server keep this project's vectors, and does it answer now?

Nothing is decided for good: a server that does not answer is asked again by the next request after a short
rest, and whoever brings vectors up to date asks at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from phantasm.capabilities.services import note_for
from phantasm.config.environment import variable
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.retrieval.vectors.qdrant_server import ServerUnavailableError, connect, reaching

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from phantasm.capabilities.environment import Environment

REST = timedelta(seconds=30)
"""How long searches do without a server that did not answer: three times what one call may take, so that a
server that hangs costs at most a quarter of the time."""

MARK_BYTES = 4
"""Bytes of the digest by which folders of different servers are told apart; a project has one or two."""


@dataclass(frozen=True, slots=True)
class Present:
    """A server that answered just now."""

    client: Any
    prefix: str
    """What the names of its collections begin with."""
    suffix: str
    """How the names of the folders end that say how far its collections go."""

    def index(self, folder: Path) -> QdrantIndex:
        """Open the index that a folder tells of."""
        return QdrantIndex(folder, self.client, prefix=self.prefix)


class Absent(NamedTuple):
    """A server that is configured and does not answer."""

    why: str


_unanswered: dict[tuple[str, Path], tuple[datetime, str]] = {}
"""When a project's server last did not answer, and why."""


def server_of(environment: Environment, *, insist: bool = False) -> Present | Absent | None:
    """Ask the configured server whether it is there; None where none is configured."""
    chosen = environment.config.settings.qdrant
    if not chosen.url:
        return None
    place, now = (chosen.url, environment.paths.indexes), environment.clock.now()
    if not insist and place in _unanswered and abs(now - _unanswered[place][0]) < REST:
        return Absent(_unanswered[place][1])
    try:
        client = _client(chosen.url, variable(chosen.api_key_env) if chosen.api_key_env else None)
        with reaching():
            client.collection_exists(chosen.collection)
    except ServerUnavailableError as problem:
        return missed(environment, problem)
    _unanswered.pop(place, None)
    note_for(environment.paths, environment.clock, "qdrant", chosen.url)(None)
    return Present(client, chosen.collection, suffix_of(chosen.url, chosen.collection))


def missed(environment: Environment, problem: ServerUnavailableError) -> Absent:
    """Remember for a while that the server did not do what it was asked."""
    url = environment.config.settings.qdrant.url
    note_for(environment.paths, environment.clock, "qdrant", url)(problem.message)
    place = url, environment.paths.indexes
    steps = [f"{step.message} {step.command or ''}".strip() for step in problem.remediation[:1]]
    _unanswered[place] = environment.clock.now(), " ".join([f"{problem.message}.", *steps])
    return Absent(_unanswered[place][1])


MARK = ".qdrant-"
"""What stands between a generation's name and its server's mark, in the name of a folder."""


def suffix_of(url: str, prefix: str) -> str:
    """Return how folders for a server end: what one server has says nothing about another."""
    return MARK + blake2b(f"{url}\n{prefix}".encode(), digest_size=MARK_BYTES).hexdigest()


# A process asks one server, seldom two; a client keeps its connections.
@lru_cache(maxsize=4)
def _client(url: str, key: str | None) -> Any:  # noqa: ANN401  # the client has no types of ours
    return connect(url, key)
