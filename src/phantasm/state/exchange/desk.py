"""What is known while a file is merged? The versions, names, keys and links that its lines meet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from phantasm.contracts.kinds import Right
from phantasm.state import keeping, links, store
from phantasm.state.anchored.foreign import believed
from phantasm.state.exchange.admission import Admission
from phantasm.state.exchange.leaving import SEEN
from phantasm.state.exchange.line_shape import LineLink
from phantasm.state.exchange.lines import Numbered, RecordLine
from phantasm.state.exchange.merge import said
from phantasm.state.exchange.store import known_versions, lineage_of, taken_handles, undone
from phantasm.state.keeping import Formed, Identity, Place
from phantasm.state.meeting import Met, gather
from phantasm.state.model import Draft, Record, Slot, draft_of
from phantasm.state.review.model import NewReview, ReviewKind
from phantasm.state.standing import Standing
from phantasm.storage.work import Work


@dataclass(slots=True)
class Desk:
    """One file on its way in: what is here, and what has been decided so far."""

    work: Work
    admission: Admission
    versions: dict[str, list[Record]]
    """Every version of the lineages that the file names, kept up to date; without those that were undone."""
    undone: dict[str, Record]
    """What an earlier import brought and an undo took back, by id: it comes in again as what it was."""
    lineages: dict[str, str]
    """Which lineage each known id belongs to."""
    handles: set[str]
    slots: dict[Slot, Record]
    named: frozenset[str]
    """The lineages that the file has lines for."""
    met: Met
    places: dict[int, int]
    """Where the line of a new lineage stands among what was gathered."""
    linked: set[tuple[str, str, str]]
    """Every link of these lineages, ended ones too: what was ended here is not brought back."""
    pending: list[Formed] = field(default_factory=list)
    reviews: list[NewReview] = field(default_factory=list)
    closed: list[Record] = field(default_factory=list)
    links: list[tuple[str, LineLink]] = field(default_factory=list)

    def hold(self, line: RecordLine, draft: Draft, place: Place) -> Record:
        """Form a record under the names that the file gives it, where they are free."""
        again = self.undone.pop(line.id, None)
        if again is not None and _is_same(again, draft, place):
            return self._hold_again(again, place)
        is_free = line.id not in self.lineages
        identity = Identity(line.id, line.lineage) if is_free else None
        if again is not None:
            identity = Identity(self.work.ids.new("rec"), line.lineage)
        handle = line.handle if is_free and line.handle not in self.handles else None
        if handle is None:
            (handle,) = store.fresh_handles(self.work, 1)
        if line.previous:
            imported: dict[str, object] = {
                "verdict": "imported",
                "of": [],
                "reasons": [],
                SEEN: list(line.previous),
            }
            draft = draft._replace(content=draft.content._replace(judged=imported))
        formed = keeping.form(self.work, draft, replace(place, identity=identity), handle=handle)
        record = formed.record
        self.pending.append(formed)
        self.handles.add(handle)
        self.lineages[record.id] = record.lineage
        self._note(record)
        return record

    def _hold_again(self, record: Record, place: Place) -> Record:
        standing = Standing(place.state, frozen=place.frozen)
        keeping.move(self.work, record, standing, change="restore")
        held = record._replace(state=place.state, frozen=place.frozen, ended_at=None, closed_at=None)
        self._note(held)
        return held

    def _note(self, record: Record) -> None:
        self.versions.setdefault(record.lineage, []).append(record)
        if record.state == "live" and record.slot:
            self.slots[record.slot] = record

    def flush(self) -> None:
        """Insert what waits."""
        keeping.insert(self.work, self.pending)
        self.pending.clear()

    def replaced(self, record: Record) -> None:
        """Note that a version was closed by the one that follows."""
        versions = self.versions[record.lineage]
        versions[versions.index(record)] = record._replace(state="superseded")
        if record.slot:
            self.slots.pop(record.slot, None)

    def ask(
        self, kind: ReviewKind, record: Record, against: Sequence[Record], reasons: Iterable[str]
    ) -> None:
        """Let a proposal wait for a decision."""
        ids = [record.id, *(held.id for held in against)]
        self.reviews.append(
            NewReview(
                kind=kind,
                about=record.id if kind == "suggestion" else ":".join(sorted(ids)),
                records=((record.id, "proposed"), *((held.id, "held") for held in against)),
                reasons=tuple(reasons),
                weighty=any(held.frozen for held in against),
            )
        )

    def missing_links(self, line: RecordLine) -> list[LineLink]:
        """Return the links of a line that were never here and lead somewhere."""
        return [
            link
            for link in line.links
            if link.target != line.lineage
            and (link.reference is not None or link.target in self.versions)
            and (link.type, line.lineage, self._address(link)) not in self.linked
        ]

    def hides(self, ours: Sequence[Record]) -> bool:
        """Tell whether an answer would confirm a guess at what the caller may not read."""
        may_read = self.work.caller.may(Right.SENSITIVE_READ)
        return not may_read and any(record.sensitivity == "sensitive" for record in ours)

    def make_links(self) -> set[str]:
        """Make the links that waited, as far as they lead anywhere; returns which lineages got one."""
        linked = set()
        for source, link in self.links:
            if link.reference is not None:
                seen = believed(link.seen, self.work.now)
                links.add_reference(self.work, source, link.reference, seen)
                linked.add(source)
            elif link.target and any(one.state != "tombstoned" for one in self.versions[link.target]):
                links.add(self.work, link.type, source, link.target)
                linked.add(source)
        return linked

    def _address(self, link: LineLink) -> str:
        return link.target or links.address(self.work, link.reference or "")


def lay_out(work: Work, lines: Sequence[Numbered], admission: Admission) -> Desk:
    """Load everything that the lines of a file may meet."""
    keeping.ensure_keys(work)
    named = {one.line.lineage: None for one in lines}
    targets = [link.target for one in lines for link in one.line.links if link.target]
    versions, taken_back = known_versions(work, [*named, *targets])
    known_links = links.outgoing(work, list(named))
    ended_by_undo = undone(work, [link.id for link in known_links if link.closed_at is not None])
    # What is in the file is known to be coming; a link to it is kept when it has arrived.
    versions |= {lineage: [] for lineage in named if lineage not in versions}
    fresh = [one for one in lines if not versions[one.line.lineage]]
    keys = [one.line.draft.subject_key for one in lines if one.line.draft.subject_key]
    return Desk(
        work=work,
        admission=admission,
        versions=versions,
        undone=taken_back,
        lineages=lineage_of(work, [*(one.line.id for one in lines), *named]),
        handles=taken_handles(work, [one.line.handle for one in lines if one.line.handle]),
        slots=dict(store.live_about(work, keys)),
        named=frozenset(named),
        met=gather(work, [one.line.draft for one in fresh]),
        places={one.number: place for place, one in enumerate(fresh)},
        linked={
            (link.type, link.source, link.target) for link in known_links if link.id not in ended_by_undo
        },
    )


def _is_same(record: Record, draft: Draft, place: Place) -> bool:
    """Tell whether a record is what would be written now, word for word."""
    before = place.predecessor.id if place.predecessor else None
    if record.content is None or record.origin != draft.origin or record.supersedes != before:
        return False
    return said(draft_of(record)) == said(draft)
