"""Takes in again what a write read: turns of sessions, as the journal says, and commits of the repository.

Episodes are formed anew. What a commit says was seen once and cannot be derived: git may have rewritten it
since. What the tables of commits hold besides is no part of a memory's digest.
"""

from collections.abc import Sequence

from phantasm.evidence import saying, supporting
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Evidence, Sighting
from phantasm.learning.capturing import capture
from phantasm.learning.forming import REPORT, form_episode
from phantasm.runtime.evaluation.replaying.journal import Written
from phantasm.runtime.evaluation.replaying.source import Source
from phantasm.session import chronicle, usage
from phantasm.session import store as sessions
from phantasm.session.episodes.briefs import condense
from phantasm.session.usage import Use
from phantasm.state import store
from phantasm.storage.blobs import BlobStore
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

_TOLD = frozenset({"create", "update", "append"})
"""What a write says about a session that it was told."""
_ENDED = "ended"


def gather(source: Source, work: Work, written: Written) -> None:
    """Take in what a write was told about sessions."""
    told: dict[str, list[Row]] = {}
    for row in written.of("session"):
        if row["change"] in _TOLD and row["object_id"] not in source.lost:
            told.setdefault(row["object_id"], []).append(row)
    for name, rows in told.items():
        live = sessions.find(source.live, [name])[name]
        ended = any(row["after_state"] == _ENDED for row in rows if row["change"] != "append")
        appends = [row for row in rows if row["change"] == "append"]
        last = bool(appends) and source.last_appends.get(name) == written.seq
        turns = source.turns.brought(name, appends, written.seq, last=last)
        session = live.session if ended else live.session._replace(ended_at=None)
        capture(work, session, turns, sensitivity=source.turns.sensitivity(name))


def gather_history(source: Source, work: Work, written: Written) -> None:
    """Keep again what the commits say that a write took in; what was erased since stays away."""
    texts = source.commits.get(written.seq, [])
    seen = evidence.find(source.live, source.blobs, texts)
    saying.keep(work, [_sighting(seen[name]) for name in texts if name in seen and seen[name].text])


def settle(source: Source, work: Work, row: Row) -> None:
    """Do to a session what a write did besides telling about it: form its episode, put it elsewhere."""
    name = row["object_id"]
    kept = sessions.find(work, [name]).get(name)
    if row["change"] in _TOLD or name in source.lost or kept is None:
        return
    if row["change"] == "form":
        form_episode(work, kept)
        source.formed += 1
    elif row["change"] == "erase":
        chronicle.erase(work, name)
    elif row["after_state"] in {"live", "condensed", "archived"}:
        chronicle.move(work, kept, row["after_state"], change=row["change"])


def gather_silent(source: Source, work: Work, until: str) -> None:
    """Take in the sessions of which only what they came to is known, up to a moment."""
    while source.silent and source.silent[-1][0] <= until:
        _, name = source.silent.pop()
        if name in source.lost:
            _carry(source, work, name)
            continue
        kept = sessions.find(source.live, [name])[name]
        turns = source.turns.brought(name, (), 0, last=True)
        captured = capture(work, kept.session, turns, sensitivity=source.turns.sensitivity(name))
        if kept.episode_state is not None:
            form_episode(work, captured.session)
            source.formed += 1


def see(source: Source, work: Work, blobs: BlobStore, row: Row) -> None:
    """Keep what was seen besides sessions, or erase it, as a change of the journal did."""
    name = row["object_id"]
    if row["change"] == "erase":
        evidence.erase(work, blobs, name)
        return
    seen = evidence.find(source.live, source.blobs, [name]).get(name)
    if seen is not None and seen.text is not None:  # else it was erased since
        evidence.put(work, blobs, _sighting(seen))


def gather_thinned(source: Source, work: Work, written: Written) -> None:
    """Take in what an entry no longer says: the turns whose texts it brought, and what was reported."""
    for name in source.writes.get(written.seq, ()):
        live = sessions.find(source.live, [name])[name]
        last = name not in source.last_appends and written.seq == max(source.turns.writes(name))
        turns, is_whole = source.turns.reached(name, written.seq, last=last)
        session = live.session if is_whole else live.session._replace(ended_at=None)
        captured = capture(work, session, turns, sensitivity=source.turns.sensitivity(name))
        if is_whole and live.episode_state is not None and captured.session.state == _ENDED:
            form_episode(work, captured.session)
            source.formed += 1
    while source.reported and source.reported[-1].at <= written.at:
        use = source.reported.pop()
        usage.use(work, [use._replace(lineage=source.twins.line(use.lineage))])
        kept = sessions.find(work, [use.source]).get(use.source)
        if use.lineage.startswith(REPORT) and kept is not None and kept.episode_state == "live":
            form_episode(work, kept)
            source.formed += 1


def _carry(source: Source, work: Work, name: str) -> None:
    """Put what a session came to as it is: its turns are gone, and others may have been compared with it."""
    kept = sessions.find(source.live, [name])[name]
    here = sessions.put(work, kept.session)
    episode = chronicle.episodes(source.live, [name])[name]
    chronicle.keep(work, here, episode)
    said = [evidence_id for _, evidence_id in supporting.said_in(source.live, name)]
    kept_ones = evidence.find(source.live, source.blobs, said).values()
    saying.keep(work, [_sighting(one) for one in kept_ones if one.text is not None])
    if kept.episode_state != "live":
        chronicle.condense(work, sessions.find(work, [name])[name], condense(episode))


def _sighting(seen: Evidence) -> Sighting:
    return Sighting(
        text=seen.text or "",
        origin=seen.origin,
        media_type=seen.media_type,
        source=seen.source,
        sensitivity=seen.sensitivity,
        observed_at=seen.observed_at,
        session_id=seen.session_id,
    )


def note_citations(source: Source, work: Work, formed: Sequence[str]) -> None:
    """Note the uses of derived records that episodes cite: these have another handle here."""
    episodes = chronicle.episodes(work, formed)
    kept = sessions.find(work, formed)
    for name, episode in episodes.items():
        cited = store.find(source.live, episode.cited).values()
        lines = {source.twins.line(one.lineage) for one in cited if one.lineage in source.twins.lines}
        at = kept[name].last_at or kept[name].recorded_at
        usage.use(work, [Use(line, name, "cited", episode.outcome, at) for line in sorted(lines)])
