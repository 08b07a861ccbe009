"""What of a derivation cannot be made again, because what it came from is gone? It is carried, not compared.

Erased words and turns that the storage bound took were there when something was derived from them. Nobody can
derive it again. It is taken over, so that what came after finds it, counted, and left out of the comparison.
"""

from phantasm.contracts.canonical import canonical
from phantasm.evidence import store as evidence
from phantasm.learning import store as learning
from phantasm.runtime.evaluation.replaying.deciding import follow, take_over
from phantasm.runtime.evaluation.replaying.journal import Written
from phantasm.runtime.evaluation.replaying.source import Source
from phantasm.state import store
from phantasm.state.model import Record
from phantasm.storage.work import Work

_PROCEDURE = "procedure"


def needs_carrying(source: Source, written: Written) -> list[Record]:
    """Return what a derivation made of sources that are gone, and that was not made again."""
    names = {row["object_id"] for row in written.of("record", "create")} & set(source.twins.missing)
    found = store.find(source.live, sorted(names))
    return [found[name] for name in sorted(names) if _came_from_gone(source, found[name], written)]


def carry(source: Source, work: Work, gone: list[Record], written: Written) -> None:
    """Take over what cannot be derived again, and what it did to others."""
    for record in gone:
        take_over(source, work, record, written)
        learning.note_derived(work, list(learning.derived_among(source.live, [record.id]).values()))
        set_aside(source, record)
        source.twins.missing.remove(record.id)
    for row in written.changes:
        if row["change"] != "create":
            source.followed += follow(source, work, row)


def set_aside_changed(source: Source, rebuilt: Work, written: Written) -> None:
    """Leave out what was derived again from less than there was: it cannot say the same."""
    made = [row["object_id"] for row in written.of("record", "create")]
    for record in store.find(source.live, made).values():
        name = source.twins.name(record.id)
        twin = store.find(rebuilt, [name]).get(name)
        if twin is None or twin.content is None or record.content is None:
            continue
        if twin.content.payload != record.content.payload and _came_from_gone(source, record, written):
            set_aside(source, record)
            set_aside(source, twin)
    for record in store.find(rebuilt, source.twins.extra).values():
        if _came_from_gone(source, record, written):
            set_aside(source, record)
            source.twins.extra.remove(record.id)


def set_aside(source: Source, record: Record) -> None:
    """Leave a record out of the comparison, with the line that it began: what follows it builds on it."""
    source.carried.add(record.id)
    if record.lineage == record.id:
        source.lines.add(record.lineage)


def _came_from_gone(source: Source, record: Record, written: Written) -> bool:
    """Tell whether something that a derived record came from was erased or taken by the storage bound.

    A procedure comes from all sessions there are: one that is gone may have made it, or stood against it.
    """
    content = record.content
    gone = [name for name, recorded_at in source.spoiled.items() if recorded_at <= written.at]
    if content is None or (record.kind == _PROCEDURE and gone):
        return True
    behind = evidence.behind(source.live, [record.id]).get(record.id, [])
    told = canonical([content.provenance, content.payload])
    return bool(evidence.erased_among(source.live, behind)) or any(canonical(name) in told for name in gone)
