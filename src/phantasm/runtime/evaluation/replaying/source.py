"""From what is a memory made again? From the live store, read once, and what is known about it on the way."""

from dataclasses import dataclass, field

from phantasm.runtime.evaluation.replaying.turns import Turns
from phantasm.runtime.evaluation.replaying.twins import Twins
from phantasm.session.usage import Use
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work


@dataclass(slots=True)
class Source:
    """The live store, which of its turns are left, and what its things are called in the rebuilt one."""

    live: Work
    blobs: BlobStore
    turns: Turns
    last_appends: dict[str, int]
    """The last write that brought turns, by session; one of which the journal says nothing is not in here."""
    lost: frozenset[str]
    """Sessions of whose turns the storage bound has taken some."""
    spoiled: dict[str, str]
    """Sessions of which something was erased, and those that are lost, with when they were recorded."""
    silent: list[tuple[str, str]]
    """Sessions of which the journal does not say all, each after when it was recorded; latest first."""
    writes: dict[int, list[str]]
    """The sessions to which each write brought texts."""
    reported: list[Use]
    """Uses that somebody reported, latest first: what old entries say of them may be gone."""
    commits: dict[int, list[str]]
    """The evidence of the commits that each write took in."""
    twins: Twins = field(default_factory=Twins)
    formed: int = 0
    """Episodes that were formed again."""
    copied: dict[str, int] = field(default_factory=dict)
    """How many records were taken over as they were decided, by the operation that decided."""
    carried: set[str] = field(default_factory=set)
    """Derived records whose sources are gone, by their names in both stores: there, but not compared."""
    lines: set[str] = field(default_factory=set)
    """The lineages of these."""
    followed: int = 0
    """Changes to other records that came with them."""
