"""What becomes of files that have changed? A three-way merge of each record; whatever is new only waits.

The base is the version that the file and the store last agreed on, ours is what the store holds, theirs the
file. What comes back with another commit, and was here before, is no news.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from phantasm.state import keeping, links, store
from phantasm.state.exchange.arriving import Accept, Arrived, Outcome, merge, version_of
from phantasm.state.exchange.lines import Numbered, RecordLine
from phantasm.state.exchange.merge import (
    Decision,
    Diverged,
    ErasedHere,
    KeepOurs,
    New,
    TakeTheirs,
    Unchanged,
    Waiting,
    WithdrawnHere,
    decide,
)
from phantasm.state.exchange.store import known_versions, turned_down, were_live
from phantasm.state.exchange.tracked.leaving import is_shared
from phantasm.state.exchange.tracked.looking import ABSENT, Arriving, Gone, Look
from phantasm.state.exchange.tracked.synced import Known, Synced
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.storage.work import Work

REMOVED = "tracked_removed"
"""Why a review asks about a record whose file somebody deleted."""
LINKS_LEFT = "tracked_links"
"""Why a file is not replaced though the store holds what it says."""
# Whose file stays as it is: the store has not got what it says.
_NOT_AGREED: frozenset[str] = frozenset({"refused", "withheld"})


@dataclass(frozen=True, slots=True)
class Sorted:
    """The files by whether anything about them has to be decided or written."""

    news: list[tuple[Arriving, RecordLine]] = field(default_factory=list)
    """With the line as it is merged."""
    known: list[tuple[Arriving, Outcome, str | None]] = field(default_factory=list)
    """With the live version that says the same."""
    waiting: list[tuple[Arriving, str]] = field(default_factory=list)
    """With the suggestion that says it already."""
    turned_down: list[Arriving] = field(default_factory=list)
    with_more: list[Arriving] = field(default_factory=list)
    """Held here, but the file has links or a mark that the store has not."""
    removed: list[tuple[Gone, Record]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Tell whether the store stays as it is."""
        return not self.news and not self.removed


def sort(work: Work, found: Look, accept: Accept) -> Sorted:
    """Tell which files say something that the store does not know yet.

    A link or a mark of a record that is held cannot wait as a suggestion: it is taken over, or stays there.
    """
    mine = _links_of(work, [one.line.lineage for one in found.arriving])
    held, _ = known_versions(work, [one.line.lineage for one in found.arriving])
    digests = [keeping.content_digest(work, one.line.draft) for one in found.arriving]
    refused = turned_down(work, digests)
    sorted_ = Sorted()
    for one, digest in zip(found.arriving, digests, strict=True):
        ours = held.get(one.line.lineage, [])
        line, decision = _decided(work, one, ours)
        if isinstance(decision, (Diverged, TakeTheirs)) and (said := _saying_so(ours, line, digest)):
            decision = Unchanged(said.id)
        has_more = isinstance(decision, Unchanged) and _has_more(line, ours, mine.get(line.lineage, set()))
        if has_more and accept == "clean" and not work.caller.suggest_only:
            sorted_.news.append((one, line))
        elif has_more:
            sorted_.with_more.append(one)
        elif isinstance(decision, Waiting):
            sorted_.waiting.append((one, decision.id))
        elif not _is_news(decision):
            same = decision.id if isinstance(decision, Unchanged) else None
            sorted_.known.append((one, _TOLD.get(type(decision), "unchanged"), same))
        elif digest in refused:
            sorted_.turned_down.append(one)
        else:
            sorted_.news.append((one, line))
    sorted_.removed.extend(_removed(work, found))
    return sorted_


def _saying_so(ours: Sequence[Record], line: RecordLine, digest: str) -> Record | None:
    """Return the live version that says just that, however each side came to it: since when may differ."""
    draft = line.draft
    return next(
        (
            held
            for held in ours
            if held.state == "live"
            and (held.content_digest, held.valid_to) == (digest, draft.valid_to)
            and held.quality.confidence == draft.quality.confidence
        ),
        None,
    )


_TOLD: dict[type, Outcome] = {
    KeepOurs: "kept_ours",
    WithdrawnHere: "withdrawn_here",
    ErasedHere: "erased_here",
}


def take_in(
    work: Work, news: Sequence[tuple[Arriving, RecordLine]], accept: Accept, at_most: int
) -> list[Arrived]:
    """Merge what is new, in the order of the files; the answer's numbers are their places."""
    lines = [Numbered(place, line) for place, (_, line) in enumerate(news)]
    return merge(work, lines, accept, at_most=at_most)


def ask_about_removed(work: Work, found: Look, removed: Sequence[tuple[Gone, Record]]) -> None:
    """Ask whether records still hold whose files somebody has deleted; each deletion is asked about once."""
    for gone, record in removed:
        new = NewReview(
            kind="stale",
            about=_about(found, gone, record),
            records=((record.id, "subject"),),
            reasons=(REMOVED,),
            weighty=record.frozen or CATALOGUE[record.kind].instructs,
        )
        reviews.open_review(work, new)


def agreed(found: Look, sorted_: Sorted, arrived: Sequence[Arrived]) -> Synced:
    """Return what is agreed on once all this is in the store."""
    files = dict(found.synced.files) | found.unread
    for one, _, held in sorted_.known:
        files[one.name] = _known(one, agrees=True, held=held)
    for one in sorted_.turned_down:
        files[one.name] = _known(one, agrees=True)
    for one in sorted_.with_more:
        files[one.name] = _known(one, agrees=False)
    for one, suggestion in sorted_.waiting:
        files[one.name] = _known(one, agrees=True, waits=suggestion)
    for done in arrived:
        one, _ = sorted_.news[done.number]
        if done.outcome != "postponed":
            record, agrees = done.record, done.outcome not in _NOT_AGREED
            held = record.id if record and record.state == "live" else None
            waits = record.id if record and record.state == "suggested" else None
            files[one.name] = _known(one, agrees=agrees, held=held, waits=waits)
    for gone in found.gone:
        files.pop(gone.name)
    for gone in found.missing:
        files[gone.name] = replace(gone.before, size=ABSENT, changed_at=0, digest="", agreed=None)
    return replace(found.synced, files=files, commit=found.commit)


def _known(one: Arriving, *, agrees: bool, held: str | None = None, waits: str | None = None) -> Known:
    agreed_on = one.known.digest if agrees else None
    return replace(one.known, agreed=agreed_on, lineage=one.line.lineage, held=held, waits=waits)


def _links_of(work: Work, lineages: Sequence[str]) -> dict[str, set[tuple[str, str]]]:
    """Return every link of some lineages, ended ones too: what was ended here is known here."""
    found: dict[str, set[tuple[str, str]]] = {}
    for link in links.outgoing(work, lineages):
        found.setdefault(link.source, set()).add((link.type, link.reference or link.target))
    return found


def _has_more(line: RecordLine, ours: Sequence[Record], mine: set[tuple[str, str]]) -> bool:
    theirs = {(link.type, link.target or link.reference or "") for link in line.links}
    is_frozen = any(record.frozen for record in ours if record.state == "live")
    return not theirs <= mine or (line.frozen and not is_frozen)


def _is_news(decision: Decision) -> bool:
    match decision:
        case New() | TakeTheirs() | Diverged():
            return True
        case WithdrawnHere(changed_there=changed):
            return changed
        case _:
            return False


def _decided(work: Work, one: Arriving, ours: Sequence[Record]) -> tuple[RecordLine, Decision]:
    """Decide about a file; where it last said what is still held, only they have changed something."""
    line, versions = one.line, [version_of(record) for record in ours]
    decision = decide(line, versions)
    live = next((record for record in ours if record.state == "live"), None)
    if live is None or one.before is None or one.before.held != live.id:
        return line, decision
    match decision:
        case Diverged():
            line = replace(line, previous=(*line.previous, live.id))
        case KeepOurs() if one.is_deliberate and line.id in were_live(work, [line.id]):
            line = replace(line, id=live.id)  # an older version that somebody has put back
        case _:
            return line, decision
    return line, decide(line, versions)


def _removed(work: Work, looked: Look) -> list[tuple[Gone, Record]]:
    deliberate = [one for one in looked.missing if one.is_deliberate and one.before.lineage]
    live = store.live_versions(work, [one.before.lineage or "" for one in deliberate])
    found = []
    for one in deliberate:
        record = live.get(one.before.lineage or "")
        if record is not None and is_shared(record) and not _was_asked(work, looked, one, record):
            found.append((one, record))
    return found


def _was_asked(work: Work, looked: Look, gone: Gone, record: Record) -> bool:
    about = _about(looked, gone, record)
    return any(review.about == about for review in reviews.all_about(work, [record.id], "stale"))


def _about(looked: Look, gone: Gone, record: Record) -> str:
    by = gone.touch.commit if gone.touch and not gone.by_hand else f"by-hand:{looked.commit}"
    return f"{record.lineage}:removed:{by}"
