"""How is what happened in sessions taken in again? Turns as the journal says; episodes are formed anew."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from phantasm.learning.capturing import capture
from phantasm.learning.forming import form_episode
from phantasm.runtime.evaluation.replaying.deciding import Source
from phantasm.runtime.evaluation.replaying.journal import Written
from phantasm.runtime.evaluation.replaying.turns import Turns
from phantasm.session import chronicle, usage
from phantasm.session import store as sessions
from phantasm.session.episodes.briefs import condense
from phantasm.session.usage import Use
from phantasm.state import store
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

_TOLD = frozenset({"create", "update", "append"})
"""What a write says about a session that it was told."""
_ENDED = "ended"


@dataclass(slots=True)
class Sessions:
    """The sessions of the live store: which turns they have, and whose turns are gone."""

    turns: Turns
    last_appends: dict[str, int]
    """The last write that brought turns, by session; one of which the journal says nothing is not in here."""
    lost: frozenset[str]
    """Sessions of whose turns the storage bound has taken some."""
    formed: int = 0
    silent: list[tuple[str, str]] = field(default_factory=list)
    """Sessions of which the journal does not say all, each after when it was recorded; latest first."""


def gather(source: Source, known: Sessions, work: Work, written: Written) -> None:
    """Take in what a write was told about sessions, and form the episodes that it formed."""
    by_session: dict[str, list[Row]] = {}
    for row in written.of("session"):
        by_session.setdefault(row["object_id"], []).append(row)
    for name, rows in by_session.items():
        if name not in known.lost:
            _take_in(source, known, work, (name, written.seq), rows)


def gather_silent(source: Source, known: Sessions, work: Work, until: str) -> None:
    """Take in the sessions of which only what they came to is known, up to a moment."""
    while known.silent and known.silent[-1][0] <= until:
        _, name = known.silent.pop()
        if name in known.lost:
            _carry(source, work, name)
            continue
        kept = sessions.find(source.live, [name])[name]
        turns = known.turns.brought(name, (), 0, last=True)
        captured = capture(work, kept.session, turns, sensitivity=known.turns.sensitivity(name))
        if kept.episode_state is not None:
            form_episode(work, captured.session)
            known.formed += 1


def _take_in(
    source: Source, known: Sessions, work: Work, place: tuple[str, int], rows: Sequence[Row]
) -> None:
    name, seq = place
    live = sessions.find(source.live, [name])[name]
    told = [row for row in rows if row["change"] in _TOLD]
    if told:
        ended = any(row["after_state"] == _ENDED for row in told if row["change"] != "append")
        appends = [row for row in told if row["change"] == "append"]
        last = bool(appends) and known.last_appends.get(name) == seq
        turns = known.turns.brought(name, appends, seq, last=last)
        session = live.session if ended else replace(live.session, ended_at=None)
        capture(work, session, turns, sensitivity=known.turns.sensitivity(name))
    for row in rows:
        if row["change"] in _TOLD:
            continue
        kept = sessions.find(work, [name])[name]
        if row["change"] == "form":
            form_episode(work, kept)
            known.formed += 1
        elif row["change"] == "erase":
            chronicle.erase(work, name)
        elif row["after_state"] in {"live", "condensed", "archived"}:
            chronicle.move(work, kept, row["after_state"], change=row["change"])


def _carry(source: Source, work: Work, name: str) -> None:
    """Put what a session came to as it is: its turns are gone, and others may have been compared with it."""
    kept = sessions.find(source.live, [name])[name]
    here = sessions.put(work, kept.session)
    episode = chronicle.episodes(source.live, [name])[name]
    chronicle.keep(work, here, episode)
    if kept.episode_state != "live":
        chronicle.condense(work, sessions.find(work, [name])[name], condense(episode))


def note_citations(source: Source, work: Work, formed: Sequence[str]) -> None:
    """Note the uses of derived records that episodes cite: these have another handle here."""
    episodes = chronicle.episodes(work, formed)
    kept = sessions.find(work, formed)
    for name, episode in episodes.items():
        cited = store.find(source.live, episode.cited).values()
        lines = {source.twins.line(one.lineage) for one in cited if one.lineage in source.twins.lines}
        at = kept[name].last_at or kept[name].recorded_at
        usage.use(work, [Use(line, name, "cited", episode.outcome, at) for line in sorted(lines)])
