"""Do the units say what the texts behind them give? Each is derived once more and compared."""

from collections.abc import Iterator, Mapping, Sequence

from phantasm.contracts.errors import PhantasmError
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Evidence
from phantasm.retrieval import store
from phantasm.retrieval.forming import unit_of_episode, unit_of_record, units_of_evidence
from phantasm.retrieval.model import Unit
from phantasm.session import chronicle
from phantasm.session import store as session
from phantasm.state import store as state
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

# How many objects are derived at a time: a page of memory, not the whole store.
_BATCH = 1_000

Derived = Mapping[str, Sequence[Unit] | None]
"""The units of each of some objects; None where its text cannot be read, which is `doctor`'s to report."""


def problems(work: Work, blobs: BlobStore) -> list[str]:
    """Return which units are missing, differ or are left over, in sentences."""
    seen = missing = other = 0
    for derived in _everything(work, blobs):
        found: dict[str, list[Unit]] = {name: [] for name in derived}
        for unit in store.of_items(work, list(derived)):
            found[unit.item_id].append(unit)
        for name, wanted in derived.items():
            units = found[name]
            seen += len(units) if wanted is None else min(len(units), len(wanted))
            missing += max(0, len(wanted or ()) - len(units))
            other += sum(_said(one) != _said(unit) for one, unit in zip(wanted or (), units, strict=False))
    left = store.counted(work).units - seen
    return [
        *([f"{missing} units are missing: their texts cannot be found"] if missing else []),
        *([f"{other} units do not have the words that their texts give"] if other else []),
        *([f"{left} units are of texts that the store does not have"] if left else []),
    ]


def _everything(work: Work, blobs: BlobStore) -> Iterator[Derived]:
    """Derive the units of every record, episode and piece of evidence, some objects at a time."""
    last = (0, -1)
    while batch := state.after(work, last, _BATCH):
        yield {record.id: [unit_of_record(record, 1)] if record.content else [] for record in batch}
        last = (batch[-1].seq, batch[-1].ordinal)
    for ids in _pages(chronicle.every(work)):
        sessions, formed = session.find(work, ids), chronicle.episodes(work, ids)
        yield {name: [unit_of_episode(sessions[name], formed[name], 1, 0)] for name in ids if name in formed}
    for ids in _pages(evidence.kept_ids(work)):
        read = _legible(work, blobs, ids)
        yield {
            name: (units_of_evidence(read[name], 1, 0) if read[name].text is not None else [])
            if name in read
            else None
            for name in ids
        }


def _pages(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[start : start + _BATCH] for start in range(0, len(ids), _BATCH))


def _legible(work: Work, blobs: BlobStore, ids: Sequence[str]) -> dict[str, Evidence]:
    """Return the evidence that can be read; one damaged text must not hide all the others."""
    try:
        return evidence.find(work, blobs, ids)
    except PhantasmError:
        if len(ids) == 1:
            return {}
        half = len(ids) // 2
        return _legible(work, blobs, ids[:half]) | _legible(work, blobs, ids[half:])


def _said(unit: Unit) -> tuple[object, ...]:
    return unit.part, unit.start, unit.stop, bool(unit.live), unit.traits, unit.title, unit.body
