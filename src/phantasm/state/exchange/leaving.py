"""Which lines does an export have? Records with their past and their links, at a point in both times."""

from collections.abc import Collection, Sequence

from phantasm.contracts.model import JsonObject
from phantasm.state import links
from phantasm.state.exchange.lines import LineLink, RecordLine
from phantasm.state.exchange.store import undone, versions_of, were_live
from phantasm.state.links import Link
from phantasm.state.model import Record, draft_of
from phantasm.state.timeline import Point, as_known
from phantasm.storage.work import Work
from phantasm.workspace.anchors.model import Seen

SEEN = "previous"
"""Where a record that came from another store keeps the ids of the versions before it."""


def lines_of(work: Work, records: Sequence[Record], at: Point, *, with_history: bool) -> list[RecordLine]:
    """Return the lines of some records; a link is kept where what it leads to is among them."""
    lineages = [record.lineage for record in records]
    versions = {lineage: as_known(work, found, at) for lineage, found in versions_of(work, lineages).items()}
    closed = [
        version.id
        for found in versions.values()
        for version in found
        if version.state in {"archived", "superseded"}
    ]
    refused = set(closed) - were_live(work, closed) - undone(work, closed)
    outgoing = links.held_after(work, links.outgoing(work, lineages), at.seq)
    going_out: dict[str, list[LineLink]] = {}
    inside = set(lineages)
    for link in outgoing:
        if link.reference is not None or link.target in inside:
            going_out.setdefault(link.source, []).append(_link(link))
    return [
        RecordLine(
            id=record.id,
            lineage=record.lineage,
            handle=record.handle,
            draft=draft_of(record),
            previous=previous_of(record, versions[record.lineage], refused),
            frozen=record.frozen,
            links=tuple(going_out.get(record.lineage, ())),
            history=_history(record, versions[record.lineage], refused) if with_history else (),
        )
        for record in records
    ]


def seen_before(record: Record) -> tuple[str, ...]:
    """Return the versions of a record that were decided about in another store."""
    judged = record.content.judged if record.content else None
    found = judged.get(SEEN) if judged else None
    return tuple(str(name) for name in found) if isinstance(found, list) else ()


def previous_of(record: Record, versions: Sequence[Record], refused: Collection[str]) -> tuple[str, ...]:
    """Return the versions that this one goes on from, oldest first, and then those that lost against it.

    Not what came after it and was taken back: then it would seem to go on from that.
    """
    by_id = {version.id: version for version in versions}
    line = [record]
    while (before := by_id.get(line[-1].supersedes or "")) is not None and before not in line:
        line.append(before)
    names: dict[str, None] = {}
    for version in reversed(line):
        # What it brought along from another store is in that store's order.
        names = dict.fromkeys((*seen_before(version), *names, version.id))
    if record.state == "live":
        names |= dict.fromkeys(version.id for version in versions if version.id in refused)
    names.pop(record.id, None)
    return tuple(names)


def _link(link: Link) -> LineLink:
    if link.reference is not None:
        return LineLink(type=link.type, reference=link.reference, seen=_without_words(link.seen))
    return LineLink(type=link.type, target=link.target)


def _history(record: Record, versions: Sequence[Record], refused: Collection[str]) -> tuple[JsonObject, ...]:
    before = previous_of(record, versions, refused)
    shown = [version for version in versions if version.id in before and version.id not in refused]
    return tuple(
        {
            name: part
            for name, part in (
                ("id", version.id),
                ("statement", version.content.statement),
                ("payload", version.content.payload),
                ("state", version.state),
                ("valid_from", version.valid_from),
                ("valid_to", version.valid_to),
            )
            if part is not None
        }
        for version in shown
        if version.content is not None and "sensitive" not in {version.sensitivity} - {record.sensitivity}
    )


def _without_words(seen: Seen | None) -> Seen | None:
    """Return what was seen without what it said: the repository has that."""
    return seen and {name: value for name, value in seen.items() if name != "excerpt"}
