"""One write of a live store made again in another: what it read of sessions and commits, and what it decided.

Episodes are formed anew. What a commit says was seen once and cannot be derived: git may have rewritten it
since. What the tables of commits hold besides is no part of a memory's digest.
"""

from collections.abc import Sequence

from phantasm.evidence import naming, saying, supporting
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Evidence, Sighting
from phantasm.learning.capturing import capture
from phantasm.learning.forming import REPORT, form_episode
from phantasm.session import chronicle, reversal, usage
from phantasm.session import store as sessions
from phantasm.session.episodes.briefs import condense
from phantasm.session.usage import Use
from phantasm.state import guard, keeping, links, store, verified
from phantasm.state.keeping import Identity, Place
from phantasm.state.model import Content, Draft, Record, Slot, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.review.model import PRIORITIES, NewReview, Review
from phantasm.state.standing import parse, retracted
from phantasm.storage.blobs import BlobStore
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work
from tools.evaluation.replay_source import Source, Written, find_link

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


_OPEN, _CLOSED = "open", "closed"
_BESIDES = frozenset({"add_evidence", "verify"})
"""What changes something about a record besides its standing."""


def decide(source: Source, work: Work, blobs: BlobStore, written: Written) -> None:
    """Do again what somebody decided, in the order of the journal; what it formed is formed anew there."""
    for row in written.changes:
        match row["object_type"]:
            case "record":
                _record(source, work, written, row)
            case "link":
                _link(source, work, row)
            case "review":
                _review(source, work, row)
            case "session":
                settle(source, work, row)
            case "use":
                _use(source, work, written, row)
            case "evidence":
                see(source, work, blobs, row)
            case supporting.SUPPORT:
                _support(source, work, row)
            case reversal.LESSON:
                sessions.set_learned(work, [row["object_id"]], work.seq if row["after_state"] else 0)
                work.changed(_same(row))
    _rest(source, work, written)


def take_over(source: Source, work: Work, record: Record, written: Written) -> Record:
    """Hold a record of the live store under its own names, where it began."""
    seq = written.seq
    began = next(
        row["after_state"] for row in written.of("record", "create") if row["object_id"] == record.id
    )
    standing = parse(began)
    checked = verified.verified_at_seq(source.live, [record.id], seq - 1).get(record.id)
    draft = _draft(record, checked)
    predecessor = None
    if record.supersedes:
        name = source.twins.name(record.supersedes)
        predecessor = store.find(work, [name]).get(name)
    lineage = source.twins.line(record.lineage)
    place = Place(standing.state, predecessor, Identity(record.id, lineage), standing.frozen)
    if standing.state == "live":
        _make_room(work, draft.slot, record.id)
    formed = keeping.form(work, draft, place, handle=record.handle)
    keeping.insert(work, [formed])
    if record.content is None:  # what it said was erased since
        keeping.erase(work, formed.record)
    return formed.record


def _draft(record: Record, checked: tuple[str | None, str | None] | None) -> Draft:
    draft = draft_of(record)._replace(content=record.content or Content(""))
    if checked is None:
        return draft
    quality = draft.quality._replace(verified_at=checked[0], revalidate_at=checked[1])
    return draft._replace(quality=quality)


def _record(source: Source, work: Work, written: Written, row: Row) -> None:
    name = source.twins.name(row["object_id"])
    if row["change"] == "create":
        record = store.find(source.live, [row["object_id"]])[row["object_id"]]
        take_over(source, work, record, written)
        source.copied[written.operation] = source.copied.get(written.operation, 0) + 1
        return
    held = store.find(work, [name]).get(name)
    if held is None or held.content is None:
        return
    if row["change"] == "erase":
        keeping.erase(work, held)
    elif row["change"] == "verify":
        checked = verified.verified_at_seq(source.live, [row["object_id"]], written.seq)
        verified_at, revalidate_at = checked.get(row["object_id"], (None, None))
        keeping.set_verified(work, held, verified_at=verified_at, revalidate_at=revalidate_at)
    elif not _move(source, work, row):  # what it rests on: see `_rest`
        work.changed(_same(row)._replace(object_id=name))


def follow(source: Source, work: Work, row: Row) -> bool:
    """Do to a record, link or review what a change of the journal did; tell whether it was about one."""
    match row["object_type"]:
        case "record":
            return _move(source, work, row)
        case "link":
            _link(source, work, row)
        case "review":
            _review(source, work, row)
        case _:
            return False
    return True


def _move(source: Source, work: Work, row: Row) -> bool:
    """Put a record where a change of the journal put it; tell whether that was what the change did."""
    name = source.twins.name(row["object_id"])
    held = store.find(work, [name]).get(name)
    if row["change"] in _BESIDES or row["after_state"] is None or held is None or held.content is None:
        return False
    standing = parse(row["after_state"])
    if standing.state == "live":
        _make_room(work, held.slot, held.id)
    keeping.move(work, held, standing, change=row["change"])
    return True


def _make_room(work: Work, slot: Slot | None, name: str) -> None:
    """Close what holds a key that the journal gives to another: it was derived from less than there was."""
    holder = guard.holder(work, slot)
    if holder is not None and holder.id != name:
        keeping.move(work, holder, retracted(holder), change="displace")


def _rest(source: Source, work: Work, written: Written) -> None:
    """Note what the records that a write was about rest on since then."""
    ids = list(dict.fromkeys(row["object_id"] for row in written.of("record")))
    for name, behind in evidence.behind(source.live, ids, written.seq).items():
        twin = source.twins.name(name)
        if store.find(work, [twin]):
            kept = evidence.find(source.live, source.blobs, behind)
            known = [one for one in behind if one in kept and kept[one].text is not None]
            here = naming.named(work, known)
            evidence.link(work, twin, [one for one in known if one in here])


def _support(source: Source, work: Work, row: Row) -> None:
    record_id, _, evidence_id = row["object_id"].partition(":")
    pair = (source.twins.name(record_id), evidence_id)
    if row["after_state"] == "gone":
        supporting.withdraw(work, [pair])
    elif store.find(work, [pair[0]]) and naming.named(work, [evidence_id]):
        supporting.support(work, pair[0], [evidence_id])


def _same(row: Row) -> Change:
    """Return a change as the journal has it, less its content."""
    states = (row["before_state"], row["after_state"])
    return Change(row["object_type"], row["object_id"], row["change"], None, None, *states)


def _link(source: Source, work: Work, row: Row) -> None:
    link = links.find(source.live, [row["object_id"]])[row["object_id"]]
    twins = source.twins
    if row["change"] == "create":
        if link.reference is not None:
            made = links.add_reference(work, twins.line(link.source), link.reference)
        elif link.target.startswith(links.OUTSIDE) or link.target == link.id:
            return  # what it led to was erased
        else:
            made = links.add(work, link.type, twins.line(link.source), twins.line(link.target))
        twins.names[link.id] = made.id
        return
    name = twins.name(link.id)
    held = links.find(work, [name]).get(name) or find_link(work, twins, link)
    if held is None:
        return
    if row["after_state"] == _CLOSED and held.closed_at is None:
        links.close(work, held)
    elif row["after_state"] == _OPEN and held.closed_at is not None:
        links.reopen(work, held)


def _review(source: Source, work: Work, row: Row) -> None:
    review = reviews.find(source.live, [row["object_id"]])[row["object_id"]]
    if row["change"] == "create":
        asked = _asked(source, review)
        names = [name for name, _ in asked.records]
        if len(store.find(work, names)) == len(set(names)):  # else something was not derived again
            source.twins.names[review.id] = reviews.open_review(work, asked).id
        return
    name = source.twins.name(review.id)
    held = reviews.find(work, [name]).get(name)
    if held is None:
        return
    match row["after_state"]:
        case "resolved" if held.state != "resolved":
            reviews.resolve(work, held, review.resolution or "")
        case "deferred":
            reviews.defer(work, held, review.wake or {})
        case "open" if held.state != "open":
            reviews.reopen(work, held)


def _asked(source: Source, review: Review) -> NewReview:
    twins = source.twins
    preferred = review.preferred
    return NewReview(
        kind=review.kind,
        about=twins.within(review.about),
        records=tuple((twins.name(name), role) for name, role in review.records),
        reasons=review.reasons,
        similarity=review.similarity,
        preferred=None if preferred is None else twins.name(preferred),
        weighty=review.priority > PRIORITIES[review.kind],
    )


def _use(source: Source, work: Work, written: Written, row: Row) -> None:
    """Note a use that somebody reported; what a session used by itself is derived with its episode."""
    if row["change"] != "reported":
        return
    used = row["object_id"].removeprefix(usage.MARK)
    told = [use for use in usage.about(source.live, used) if use.how == "reported"]
    others = {other["object_id"].removeprefix(usage.MARK) for other in written.of("use")}
    about = {other.removeprefix("session:") for other in others} | {written.session_id}
    told.sort(key=lambda use: (use.source not in about, use.at != written.at, use.source))
    if told:
        lineage = source.twins.line(used)
        usage.use(work, [Use(lineage, told[0].source, "reported", row["after_state"], told[0].at)])
