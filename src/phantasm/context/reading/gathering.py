"""What may be handed over? What holds for every task, what answers this one, and what came near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from phantasm.context.asking import kinds_asked, slot_of, slots_asked
from phantasm.context.compiler import Material
from phantasm.context.days import end_of
from phantasm.context.model import Asked, Candidate, Left
from phantasm.context.reading.anchored import held_against_code
from phantasm.context.reading.approving import untrusted
from phantasm.context.reading.candidates import of_hits, of_record, opposed
from phantasm.context.reading.standing import focused, remembered, standing, working
from phantasm.contracts.clock import from_timestamp
from phantasm.retrieval import look
from phantasm.retrieval.fading import has_faded
from phantasm.retrieval.hits import Wanted
from phantasm.retrieval.past import withdrawn
from phantasm.retrieval.search import search
from phantasm.session import store as sessions
from phantasm.session import usage
from phantasm.session.usage import EPISODE, NO_USES
from phantasm.state import store
from phantasm.state.review.store import overlays
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phantasm.context.model import Candidate, Reason
    from phantasm.context.reading.standing import Pinned
    from phantasm.context.reading.wish import Wish
    from phantasm.retrieval.hits import Found, Hit
    from phantasm.retrieval.look import Sight
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work


# Of everything that is not live, not here or not for this caller, so many come near enough to be named.
_MOST = 30


def near_misses(work: Work, blobs: BlobStore, wanted: Wanted, wish: Wish) -> list[Left]:
    """Return what would answer if it were still held, held here, or not sensitive. By words alone."""
    wider = wanted._replace(
        arms="lexical",
        chosen=wanted.chosen._replace(seen_from=None, sensitive=True),
        states=("live", "superseded", "archived"),
        most=_MOST,
    )
    hits = search(work, wider, None).hits[:_MOST]
    left = []
    for candidate in of_hits(work, blobs, hits):
        why = _why(hits[candidate.rank], candidate, wish)
        if why is not None:
            left.append(Left(candidate, *why))
    return left


def _why(hit: Hit, candidate: Candidate, wish: Wish) -> tuple[Reason, str] | None:
    if not wish.sensitive and hit.unit.sensitivity == "sensitive":
        return "sensitive", "this profile may not read it"
    if wish.seen_from is not None and not wish.chosen.sees(hit.unit):
        return "scope", f"it belongs to the {hit.unit.scope} {hit.unit.scope_ref}"
    if candidate.standing.state != "live":
        return "superseded", f"it is {candidate.standing.state}"
    return None


# Among the best answers even a faded episode is one: it was asked for.
_ASKED_FOR = 3


def recounted(
    work: Work, candidates: Sequence[Candidate], *, today: str, limit: int
) -> tuple[list[Candidate], list[Left]]:
    """Part candidates into those that are told and the episodes that are not."""
    names = [one.group for one in candidates if one.tier == "episode"]
    if not names:
        return list(candidates), []
    kept_of = sessions.find(work, names)
    uses = usage.uses_of(work, [EPISODE + name for name in names])
    now = from_timestamp(end_of(today))
    kept: list[Candidate] = []
    left: list[Left] = []
    told = 0
    for one in candidates:
        if one.tier != "episode":
            kept.append(one)
            continue
        importance = kept_of[one.group].importance if one.group in kept_of else None
        used = uses.get(EPISODE + one.group, NO_USES)
        if one.rank >= _ASKED_FOR and has_faded(importance or 0.0, used, one.at, now):
            left.append(Left(one, "stale", "what happened then has faded: long ago, never used since"))
        elif told >= limit:
            left.append(Left(one, "limit", f"at most {limit} episodes"))
        else:
            kept.append(one)
            told += 1
    return kept, left


# Hits that may become lines. Measured on the development sets: of what further ones would add, next to
# nothing fits into 4,000 tokens (docs/context.md).
HITS = 150
# A hit with less than this share of the best one's score would only fill the context. Measured: of the gold
# of the development sets, one in a thousand lies below.
_LEAST_SHARE = 0.12
# Something withdrawn that would have answered is worth a line; a list of it is history.
_WITHDRAWN = 2


class Gathered(NamedTuple):
    """What may be handed over, and what was learned on the way."""

    material: Material
    sureness: float
    withheld: int
    sight: Sight | None


def gather(work: Work, blobs: BlobStore, wish: Wish, sight: Sight | None) -> Gathered:
    """Collect everything that may be handed over."""
    always = [of_record(record, "holds for every task", n) for n, record in enumerate(standing(work, wish))]
    pinned = [*focused(work, wish), *working(work, wish)]
    if wish.query is None:
        pinned += remembered(work, wish)
        always, task = _handed(work, wish, always, _pinned(pinned))
        return Gathered(Material(stable=always, task=task), 1.0, 0, sight)
    wanted = _wanted(wish.query, wish)
    found, sight = look.find(work, wanted, sight)
    gone = withdrawn(work, wanted, _WITHDRAWN) if wish.at.is_now else []
    # A procedure that no longer works is not told next to those that do: steps are followed, labels overread.
    past = [record for record in gone if record.kind != "procedure"]
    pinned += [(record, "answered the task until it was withdrawn") for record in past]
    hits, below = _near_enough(of_hits(work, blobs, found.hits[:HITS]), found, wish)
    hits, faded = recounted(work, hits, today=wish.today, limit=wish.episodes)
    task = [*_pinned(pinned), *_preferring(work, wish.query, hits)]
    always, task = _handed(work, wish, always, task)
    left = [Left(one, "below_threshold", "it hardly answers the task") for one in below]
    left += faded
    left += near_misses(work, blobs, wanted, wish) if wish.explain else []
    material = Material(always, task, Asked(found.terms.weights()), found.match, left)
    return Gathered(material, found.sureness, found.withheld, sight)


def _handed(
    work: Work, wish: Wish, always: Sequence[Candidate], task: Sequence[Candidate]
) -> tuple[list[Candidate], list[Candidate]]:
    """Return both parts complete, held against the code, without what the reader has already."""
    stable, known = _completed(work, wish, always, task)
    new = [one for one in (*stable, *known) if one.id not in wish.given]
    checked = held_against_code(work, wish, new)
    first = sum(one.id not in wish.given for one in stable)
    return checked[:first], checked[first:]


def _pinned(records: Iterable[Pinned]) -> list[Candidate]:
    return [of_record(record, reason, place) for place, (record, reason) in enumerate(records)]


def _wanted(question: str, wish: Wish) -> Wanted:
    return Wanted(
        question=question,
        chosen=wish.chosen,
        at=wish.at,
        least_confidence=wish.least_confidence,
        most=HITS,
        now=end_of(wish.today),
    )


def _near_enough(
    hits: Sequence[Candidate], found: Found, wish: Wish
) -> tuple[list[Candidate], list[Candidate]]:
    """Part what answers from what would only fill the context."""
    if found.match == "no_match" and not wish.nearest:
        return [], list(hits)
    least = _LEAST_SHARE * max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score >= least], [hit for hit in hits if hit.score < least]


def _preferring(work: Work, question: str, hits: Sequence[Candidate]) -> list[Candidate]:
    """Move up what is of the kind that a question asks for: reasons, attempts, failures."""
    kinds, slots = kinds_asked(question), slots_asked(question)
    if not kinds and not slots:
        return list(hits)
    # What a turn was to the work is kept with it; of other evidence a label tells it.
    known = sessions.slots_of(work, [hit.id for hit in hits if hit.tier == "evidence"]) if slots else {}
    return [
        hit._replace(rank=hit.rank // 2, reason=f"{hit.reason}; of the kind that is asked for")
        if (hit.kind in kinds if hit.is_record else (slot_of(hit.text) or known.get(hit.id)) in slots)
        else hit
        for hit in hits
    ]


def _completed(
    work: Work, wish: Wish, always: Sequence[Candidate], task: Sequence[Candidate]
) -> tuple[list[Candidate], list[Candidate]]:
    """Return both parts with their marks, the other sides of disputes, and whose word they are."""
    task = _distinct(task)
    records = {one.id: one for one in (*always, *task) if one.is_record}
    marks = overlays(work, list(records), wish.at.seq)
    disputed = [name for name, listed in marks.items() if "in_conflict" in listed]
    against = opposed(work, disputed) if wish.at.is_now and disputed else {}
    for record in store.find(work, sorted(against.keys() - records.keys())).values():
        if wish.shows(record) and record.state in {"live", "suggested"}:
            records[record.id] = of_record(record, "is the other side of a dispute", len(task))
            marks[record.id] = ["in_conflict"]
    doubted = untrusted(work, list(records.values()), wish.people)

    def completed(one: Candidate) -> Candidate:
        if one.id not in marks and one.id not in doubted and one.standing.state != "suggested":
            return one
        sides = [records[side] for side in against.get(one.id, ()) if side in records]
        known = one.standing._replace(
            marks=tuple(marks.get(one.id, ())),
            opposed=tuple(side.id for side in sides),
            disputed_by=tuple(side.handle for side in sides),
        )
        # What is only suggested may be told, not followed.
        trusted = one.trusted and one.id not in doubted and known.state != "suggested"
        return one._replace(standing=known, trusted=trusted)

    # What may not instruct does not hold for every task; where it answers, it is quoted.
    stable = [one for one in map(completed, always) if one.trusted]
    known = [completed(one) if one.is_record else one for one in task]
    return _with_sides(stable, completed, records), _with_sides(known, completed, records)


def _with_sides(
    part: list[Candidate], completed: Callable[[Candidate], Candidate], records: Mapping[str, Candidate]
) -> list[Candidate]:
    """Return a part of a context with the other sides of its disputes: all are said, or none."""
    here = {one.id for one in part}
    missing = dict.fromkeys(side for one in part for side in one.standing.opposed if side not in here)
    return [*part, *(completed(records[side])._replace(rank=len(part)) for side in missing)]


def _distinct(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return every item once: as what answers the task where it does, and at its best place."""
    found: dict[str, Candidate] = {}
    for one in candidates:
        known = found.get(one.id)
        if known is None:
            found[one.id] = one
        elif one.parts and not known.parts:
            found[one.id] = one._replace(rank=min(one.rank, known.rank))
    return list(found.values())
