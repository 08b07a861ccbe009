"""How does the lexical index follow what is written? In the write's own transaction, from what it changed.

The pipeline calls `follow` once per write, after the handler: whatever the operation, what it reported as
changed is brought up to date. Settling an object twice changes nothing.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from phantasm.contracts.errors import PhantasmError
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Evidence
from phantasm.retrieval import store
from phantasm.retrieval.forming import grouping_of, unit_of_episode, unit_of_record, units_of_evidence
from phantasm.retrieval.model import Unit
from phantasm.retrieval.revising import store as revising
from phantasm.session import chronicle
from phantasm.session import store as session
from phantasm.state import store as state
from phantasm.state.model import Record
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

# How many objects are settled at a time: a page of memory, not the whole store.
_BATCH = 1_000

Keep = Callable[[Work, Sequence[Unit]], None]


def follow(work: Work, blobs: BlobStore) -> None:
    """Bring the index up to date with what a write has changed."""
    if not store.is_current(work):
        rebuild(work, blobs)
        return
    records = dict.fromkeys(change.object_id for change in work.changes if change.object_type == "record")
    pieces = dict.fromkeys(change.object_id for change in work.changes if change.object_type == "evidence")
    sessions = dict.fromkeys(change.object_id for change in work.changes if change.object_type == "session")
    if records:
        _settle_records(work, list(records))
    if pieces or work.seen or work.dropped:
        _settle_evidence(work, blobs, list(dict.fromkeys([*pieces, *work.seen, *work.dropped])))
    if sessions:
        _settle_episodes(work, list(sessions))


def rebuild(work: Work, blobs: BlobStore) -> None:
    """Derive every unit's words anew, in the order of writing.

    A unit that is the same stretch of the same text keeps its id, so that its vector stays its vector.
    """
    store.clear_words(work)
    revising.clear(work)
    next_id, last = store.next_id(work), (0, -1)
    while batch := state.after(work, last, _BATCH):
        next_id = _add_records(work, batch, next_id, _keep_again)
        last = (batch[-1].seq, batch[-1].ordinal)
    formed = chronicle.every(work)
    for start in range(0, len(formed), _BATCH):
        next_id = _add_episodes(work, formed[start : start + _BATCH], next_id, _keep_again)
    kept = evidence.kept_ids(work)
    for start in range(0, len(kept), _BATCH):
        ids = kept[start : start + _BATCH]
        pieces = _legible(work, blobs, ids)
        next_id = _add_evidence(work, pieces, next_id, _keep_again)
        _note(work, blobs, pieces)
    store.set_current(work)


def _settle_records(work: Work, ids: Sequence[str]) -> None:
    moved = {change.object_id for change in work.changes if change.change != "create"}
    made = [work.fresh[name] for name in ids if name in work.fresh and name not in moved]
    new = [record for record in made if isinstance(record, Record)]
    rest = list(dict.fromkeys(ids).keys() - {record.id for record in new})
    units = {unit.item_id: unit for unit in store.of_items(work, rest)}
    found = state.find(work, sorted(rest))
    unknown = [record for name, record in found.items() if name not in units]
    _add_records(work, new + unknown, store.next_id(work), store.insert)
    erased = [units[name] for name, record in found.items() if name in units and record.content is None]
    store.erase(work, erased)
    for live in (True, False):
        wanted = [
            name for name, record in found.items() if record.content and (record.state == "live") is live
        ]
        store.move(
            work,
            [units[name] for name in wanted if name in units and bool(units[name].live) is not live],
            live=live,
        )


def _settle_evidence(work: Work, blobs: BlobStore, ids: Sequence[str]) -> None:
    units: dict[str, list[Unit]] = {}
    for unit in store.of_items(work, ids):
        units.setdefault(unit.item_id, []).append(unit)
    # What is said to be seen again has another time now.
    again = set(work.seen) & units.keys()
    store.erase(work, [unit for name in sorted(again) for unit in units.pop(name)])
    new = [name for name in ids if name not in units]
    known = {name: seen for name in new if isinstance(seen := work.fresh.get(name), Evidence)}
    known |= evidence.find(work, blobs, [name for name in new if name not in known])
    fresh = [known[name] for name in new if name in known]
    _add_evidence(work, fresh, store.next_id(work), store.insert)
    _note(work, blobs, fresh)
    erased = sorted(evidence.erased_among(work, list(units)) | set(work.dropped) & units.keys())
    store.erase(work, [unit for name in erased for unit in units[name]])
    revising.forget(work, erased)


def _settle_episodes(work: Work, ids: Sequence[str]) -> None:
    """Bring episodes up to date: one that says something else is another unit, with a vector of its own."""
    before = {unit.item_id: unit for unit in store.of_items(work, ids)}
    wanted = {unit.item_id: unit for unit in _episode_units(work, ids, store.next_id(work))}
    said = {name for name, unit in wanted.items() if name in before and _told(unit) == _told(before[name])}
    store.erase(work, [unit for name, unit in before.items() if name not in said])
    store.insert(work, [unit for name, unit in wanted.items() if name not in said])
    for live in (True, False):
        moved = [before[name] for name in said if wanted[name].live is live is not bool(before[name].live)]
        store.move(work, moved, live=live)


def _told(unit: Unit) -> tuple[str, str, str, str]:
    return unit.title, unit.body, unit.at, unit.sensitivity


def _episode_units(work: Work, ids: Sequence[str], next_id: int) -> list[Unit]:
    sessions, formed = session.find(work, ids), chronicle.episodes(work, ids)
    told = [(sessions[name], formed[name]) for name in ids if name in formed]
    return [unit_of_episode(kept, episode, next_id + n, work.seq) for n, (kept, episode) in enumerate(told)]


def _add_episodes(work: Work, ids: Sequence[str], next_id: int, keep: Keep) -> int:
    units = _episode_units(work, ids, next_id)
    keep(work, units)
    return next_id + len(units)


def _note(work: Work, blobs: BlobStore, pieces: Sequence[Evidence]) -> None:
    """Note which turns of people tell another value than an earlier one."""
    known = {seen.id: seen.text for seen in pieces}

    def read(name: str) -> str | None:
        if name not in known:
            known.update((found.id, found.text) for found in _legible(work, blobs, [name]))
        return known.get(name)

    for seen in pieces:
        if seen.text and seen.session_id and seen.origin == "user":
            revising.note(work, seen.id, seen.text, read)


def _add_records(work: Work, records: Sequence[Record], next_id: int, keep: Keep) -> int:
    said = [record for record in records if record.content is not None]
    keep(work, [unit_of_record(record, next_id + n) for n, record in enumerate(said)])
    return next_id + len(said)


def _add_evidence(work: Work, pieces: Sequence[Evidence], next_id: int, keep: Keep) -> int:
    """Add parts in order; each session or document goes on where it was."""
    going_on: dict[str, int] = {}
    units: list[Unit] = []
    for seen in pieces:
        if seen.text is None:
            continue
        grouping = grouping_of(seen)
        if grouping and grouping not in going_on:
            going_on[grouping] = store.next_position(work, grouping)
        made = units_of_evidence(seen, next_id, going_on.get(grouping or "", 0))
        next_id += len(made)
        if grouping:
            going_on[grouping] = made[-1].position + 1
        units += made
    keep(work, units)
    return next_id


def _legible(work: Work, blobs: BlobStore, ids: Sequence[str]) -> list[Evidence]:
    """Return the evidence whose raw file is whole: damage is `doctor`'s to report, and no reason to stop."""
    found: list[Evidence] = []
    for name in ids:
        with suppress(PhantasmError):
            found += evidence.find(work, blobs, [name]).values()
    return found


def _keep_again(work: Work, units: Sequence[Unit]) -> None:
    """Keep units in place of those that were derived from the same texts before."""
    items = list(dict.fromkeys(unit.item_id for unit in units))
    before = {_stretch(unit): unit for unit in store.of_items(work, items)}
    store.forget(work, items)
    again = []
    for unit in units:
        known = before.get(_stretch(unit))
        again.append(unit._replace(id=known.id, position=known.position, seq=known.seq) if known else unit)
    store.insert(work, again)


def _stretch(unit: Unit) -> tuple[str, int, int]:
    return unit.item_id, unit.start, unit.stop
