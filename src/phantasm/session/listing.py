"""Which sessions are there, with or without an episode? One page after the other, newest first."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.session.chronicle import WHEN, EpisodeState
from phantasm.session.model import Outcome
from phantasm.session.store import Kept, kept_of
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions are wanted; what is left out does not narrow it."""

    state: str | None = None
    """`open` or `ended`."""
    client: str | None = None
    outcome: Outcome | None = None
    since: str | None = None
    until: str | None = None
    episodes: Sequence[EpisodeState] = ()
    """Only those with an episode in one of these states."""


def page(work: Work, wanted: Wanted, limit: int, *, after: tuple[str, str] | None = None) -> list[Kept]:
    """Return sessions, newest first, behind a place."""
    conditions = Conditions()
    for column in ("state", "client", "outcome"):
        conditions.equal(column, getattr(wanted, column))
    if wanted.episodes:
        conditions.among("episode_state", wanted.episodes)
    if wanted.since:
        conditions.add(f"{WHEN} >= :since", since=wanted.since)
    if wanted.until:
        conditions.add(f"{WHEN} < :until", until=wanted.until)
    if after:
        conditions.add(f"({WHEN} < :at OR ({WHEN} = :at AND id < :name))", at=after[0], name=after[1])
    rows = work.all(
        f"SELECT * FROM sessions {conditions.where} ORDER BY {WHEN} DESC, id DESC LIMIT :limit",
        conditions.parameters | {"limit": limit},
    )
    return kept_of(work, rows)


def place_of(kept: Kept) -> str:
    """Return where a session stands in the order, as the cursor of the next page."""
    return f"{kept.last_at or kept.recorded_at} {kept.session.id}"
