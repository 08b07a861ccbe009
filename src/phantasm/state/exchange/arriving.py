"""How a file comes into a store: each line is merged with what is here, and nothing is lost silently."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from phantasm.contracts.kinds import Right
from phantasm.state import cascade, keeping, links, store, withdrawal
from phantasm.state.anchored.foreign import believed
from phantasm.state.exchange.leaving import SEEN, seen_before
from phantasm.state.exchange.lines import LineLink, Numbered, RecordLine
from phantasm.state.exchange.merge import (
    Diverged,
    ErasedHere,
    KeepOurs,
    New,
    TakeTheirs,
    Unchanged,
    Version,
    Waiting,
    WithdrawnHere,
    decide,
    in_order,
    said,
)
from phantasm.state.exchange.store import (
    known_versions,
    lineage_of,
    taken_handles,
    turned_down,
    undone,
    were_frozen,
)
from phantasm.state.filters import Filter
from phantasm.state.holding import Manner, hold
from phantasm.state.keeping import Formed, Identity, Place
from phantasm.state.kinds import CATALOGUE
from phantasm.state.listing import everything
from phantasm.state.meeting import Met, gather, newcomer
from phantasm.state.model import TRUST, Draft, Origin, Record, Slot, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, ReviewKind
from phantasm.state.rules import (
    Contradicts,
    Duplicate,
    NeedsReview,
    Policy,
    SubjectTaken,
    Supersedes,
    Verdict,
    judge,
)
from phantasm.state.standing import Standing
from phantasm.state.timeline import NOW
from phantasm.storage.work import Caller, Work

Accept = Literal["clean", "nothing", "tracked"]
"""`clean`: what merges cleanly is taken over; else every change waits: somebody asked for that (`nothing`),
or it came with git (`tracked`)."""

# What a file says is trusted no more than this unless a person brings it in.
_FILE_ORIGIN: Origin = "import"


@dataclass(frozen=True, slots=True)
class Admission:
    """Who imports, and how much of it is to be taken over at once."""

    caller: Caller
    accept: Accept

    @property
    def is_person(self) -> bool:
        """Tell whether a person imports: origins, names and the frozen mark are kept then."""
        return self.caller.may(Right.REVIEW)

    def why_wait(self, draft: Draft, held: Record | None = None) -> str | None:
        """Say why a record can only be suggested, if so; `held` is what it would replace."""
        if self.accept == "tracked":
            return "tracked_file"
        if self.caller.suggest_only:
            return "suggested"
        if self.accept == "nothing":
            return "review_requested"
        if self.is_person:
            return None
        if CATALOGUE[draft.kind].instructs:
            return "untrusted_instruction"
        if held is None:
            return None
        if held.frozen:
            return "import_frozen"
        if not self.caller.may_supersede(held.kind):
            return "person_only"
        return "import_less_trusted" if held.origin == "user" else None

    def trusted(self, draft: Draft) -> Draft:
        """Return a draft with the origin that its words have here."""
        if self.is_person:
            return draft
        return draft._replace(origin=min((draft.origin, _FILE_ORIGIN), key=TRUST.__getitem__))


@dataclass(slots=True)
class ImportBatch:
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


def batch_of(work: Work, lines: Sequence[Numbered], admission: Admission) -> ImportBatch:
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
    return ImportBatch(
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


# What a person decides about in one sitting and one transaction holds: as many as one `ingest` takes.
MAX_PROPOSALS = 10_000


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of one statement."""

    outcome: Literal["suggested", "conflict", "duplicate", "turned_down"]
    record_id: str
    handle: str | None
    reasons: tuple[str, ...] = ()


def propose(work: Work, drafts: Sequence[Draft]) -> list[Proposed]:
    """Suggest drafts, except what is held, waits or was turned down already."""
    digests = [keeping.content_digest(work, draft) for draft in drafts]
    refused = turned_down(work, digests)
    wanted = [draft for draft, digest in zip(drafts, digests, strict=True) if digest not in refused]
    held = iter(hold(work, wanted, Manner("conflict", review=True)))
    proposed: list[Proposed] = []
    for digest in digests:
        if digest in refused:
            proposed.append(Proposed("turned_down", refused[digest], None))
            continue
        one = next(held)
        is_same = one.outcome == "duplicate"
        proposed.append(
            Proposed("duplicate" if is_same else "suggested", one.record.id, one.record.handle, one.reasons)
        )
    return proposed


def ask_about_absent(work: Work, lineages: Collection[str], *, at_most: int) -> list[str]:
    """Ask for a decision about every live record whose lineage is not among some; returns their ids."""
    held = everything(work, Filter(states=("live",), sensitivity="normal"), NOW)
    absent = list(islice((record for record in held if record.lineage not in lineages), at_most))
    for record in absent:
        reviews.open_review(
            work,
            NewReview(
                kind="stale",
                about=f"{record.lineage}:absent",
                records=((record.id, "subject"),),
                reasons=("import_absent",),
                weighty=record.frozen or CATALOGUE[record.kind].instructs,
            ),
        )
    return [record.id for record in absent]


Outcome = Literal[
    "created",
    "updated",
    "amended",
    "suggested",
    "conflict",
    "unchanged",
    "kept_ours",
    "waiting",
    "duplicate",
    "withdrawn_here",
    "erased_here",
    "withheld",
    "refused",
    "postponed",
]
"""`amended`: only links, the frozen mark or a verification came along; `postponed`: the next call does it."""
CHANGES: frozenset[Outcome] = frozenset({"created", "updated", "amended", "suggested", "conflict"})


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of one line of the file."""

    number: int
    line: RecordLine
    outcome: Outcome
    record: Record | None = None
    """The record that now says it, or stands against it."""
    reasons: tuple[str, ...] = ()
    only_links: bool = False
    """Whether links are all that came along."""


def merge(work: Work, lines: Sequence[Numbered], accept: Accept, *, at_most: int) -> list[Arrived]:
    """Merge the lines of an export, changing at most so many records; the rest is postponed."""
    ordered = in_order(lines)
    batch = batch_of(work, ordered, Admission(work.caller, accept))
    arrived: list[Arrived] = []
    changes = 0
    for one in ordered:
        done = Arrived(one.number, one.line, "postponed") if changes >= at_most else _arrive(batch, one)
        changes += done.outcome in CHANGES
        arrived.append(done)
    linked = _finish(batch)
    # Whether a link leads anywhere is known only now: its target may have been a duplicate, or erased here.
    told = [
        replace(done, outcome="unchanged") if done.only_links and done.line.lineage not in linked else done
        for done in arrived
    ]
    return sorted(told, key=lambda done: done.number)


def _finish(batch: ImportBatch) -> set[str]:
    """Write what waited until everything was there; returns which lineages got a link."""
    batch.flush()
    for new in batch.reviews:
        reviews.open_review(batch.work, new)
    linked = batch.make_links()
    cascade.doubt(batch.work, batch.closed, "rests_on_superseded")
    return linked


def _arrive(batch: ImportBatch, one: Numbered) -> Arrived:
    line, number = one.line, one.number
    if any(batch.lineages.get(name, line.lineage) != line.lineage for name in (line.id, line.lineage)):
        return Arrived(number, line, "refused", reasons=("import_id_elsewhere",))
    ours = batch.versions[line.lineage]
    if batch.hides(ours):
        return Arrived(number, line, "withheld", reasons=("sensitive",))
    by_id = {record.id: record for record in ours}
    decision = decide(line, [version_of(record) for record in ours])
    match decision:
        case New():
            return _new(batch, one)
        case Unchanged(held):
            return _amend(batch, number, line, by_id[held])
        case TakeTheirs(held):
            return _take(batch, number, line, by_id[held])
        case Diverged(held):
            return _propose(batch, one, [by_id[held]], ("import_diverged",))
        case WithdrawnHere(held, changed_there=True):
            return _propose(batch, one, [by_id[held]], ("import_withdrawn",), kind="suggestion")
        case KeepOurs() | Waiting() | WithdrawnHere() | ErasedHere():
            return Arrived(number, line, _ONLY_TOLD[type(decision)], by_id[decision.id])


_ONLY_TOLD: dict[type, Outcome] = {
    KeepOurs: "kept_ours",
    Waiting: "waiting",
    WithdrawnHere: "withdrawn_here",
    ErasedHere: "erased_here",
}


def _new(batch: ImportBatch, one: Numbered) -> Arrived:
    line = one.line
    draft = batch.admission.trusted(line.draft)
    wait = batch.admission.why_wait(draft)
    verdict, met = _judged(batch, one, draft, waits=wait is not None)
    if isinstance(verdict, Duplicate):
        return Arrived(one.number, line, "duplicate", met[0])
    if isinstance(verdict, Contradicts | Supersedes | NeedsReview | SubjectTaken):
        return _propose(batch, one, met, verdict.reasons)
    holder = batch.slots.get(draft.slot) if draft.slot else None
    if holder is not None:
        return _propose(batch, one, [holder], ("import_subject_held",))
    if wait is not None:
        return _propose(batch, one, [], (wait,), kind="suggestion")
    frozen = line.frozen and batch.admission.is_person
    record = batch.hold(line, draft, Place("live", frozen=frozen))
    batch.links += [(line.lineage, link) for link in batch.missing_links(line)]
    return Arrived(one.number, line, "created", record)


def _judged(batch: ImportBatch, one: Numbered, draft: Draft, *, waits: bool) -> tuple[Verdict, list[Record]]:
    """Judge a new lineage against what is held here; what the file itself has is for the file to say."""
    met, place, caller = batch.met, batch.places[one.number], batch.work.caller
    policy = Policy(
        on_conflict="conflict",
        may_supersede=caller.may_supersede(draft.kind),
        is_person=batch.admission.is_person,
        suggest_only=waits,
    )
    claim = newcomer(draft, met.digests[place], met.readings[place], now=batch.work.now)
    others = [
        held
        for held in met.existing(place)
        if held.id is not None and met.records[held.id].lineage not in batch.named
    ]
    verdict = judge(claim, others, policy)
    match verdict:
        case Duplicate(one_id) | SubjectTaken(one_id):
            return verdict, [met.records[one_id]]
        case Contradicts(ids) | Supersedes(ids) | NeedsReview(ids):
            return verdict, [met.records[name] for name in ids]
        case _:
            return verdict, []


def _take(batch: ImportBatch, number: int, line: RecordLine, held: Record) -> Arrived:
    """Let their version follow ours, or wait where only a person may decide that."""
    draft = batch.admission.trusted(line.draft)
    holder = batch.slots.get(draft.slot) if draft.slot else None
    if holder is not None and holder.lineage != held.lineage:
        return _propose(batch, Numbered(number, line), [held, holder], ("import_subject_held",))
    wait = batch.admission.why_wait(draft, held)
    if wait is not None:
        return _propose(batch, Numbered(number, line), [held], (wait,), kind="suggestion")
    if any(formed.record.id == held.id for formed in batch.pending):
        batch.flush()  # what is closed must be in the store
    withdrawal.supersede(batch.work, held, draft.valid_from or batch.work.now)
    batch.replaced(held)
    if held.content and held.content.statement != draft.content.statement:
        batch.closed.append(held)
    frozen = line.frozen and batch.admission.is_person
    record = batch.hold(line, draft, Place("live", held, frozen=frozen))
    batch.links += [(line.lineage, link) for link in batch.missing_links(line)]
    return Arrived(number, line, "updated", record)


def _propose(
    batch: ImportBatch,
    one: Numbered,
    against: list[Record],
    reasons: tuple[str, ...],
    *,
    kind: ReviewKind = "conflict",
) -> Arrived:
    """Keep their version as a suggestion beside what is held, and ask for a decision."""
    line = one.line
    is_new = not batch.versions[line.lineage]
    predecessor = against[0] if against and against[0].lineage == line.lineage else None
    record = batch.hold(line, batch.admission.trusted(line.draft), Place("suggested", predecessor))
    batch.ask(kind, record, against, reasons)
    if is_new:
        batch.links += [(line.lineage, link) for link in batch.missing_links(line)]
    return Arrived(one.number, line, "conflict" if kind == "conflict" else "suggested", record, reasons)


def _amend(batch: ImportBatch, number: int, line: RecordLine, held: Record) -> Arrived:
    """Take over what may change without a new version: links, the frozen mark, a later verification."""
    if batch.work.caller.suggest_only:
        return Arrived(number, line, "unchanged", held)
    missing = batch.missing_links(line)
    batch.links += [(line.lineage, link) for link in missing]
    amended = False
    if batch.admission.is_person and held.id == line.id:
        if line.frozen and not held.frozen and not were_frozen(batch.work, [held.id]):
            keeping.move(batch.work, held, Standing("live", frozen=True), change="freeze")
            amended = True
        theirs, ours = line.draft.quality, held.quality
        if (theirs.verified_at or "") > (ours.verified_at or ""):
            checked, due = theirs.verified_at, theirs.revalidate_at
            keeping.set_verified(batch.work, held, verified_at=checked, revalidate_at=due)
            amended = True
    outcome: Outcome = "amended" if amended or missing else "unchanged"
    return Arrived(number, line, outcome, held, only_links=bool(missing) and not amended)


def version_of(record: Record) -> Version:
    """Return a record as the merge sees it."""
    words = said(draft_of(record)) if record.content is not None else None
    return Version(record.id, record.state, words, seen_before(record))
