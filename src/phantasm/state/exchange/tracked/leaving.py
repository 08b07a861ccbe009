"""Which records are shared, and which of them has a write changed? Live, project-wide, not sensitive."""

from collections.abc import Iterable, Sequence

from phantasm.state import links, store
from phantasm.state.exchange.leaving import lines_of
from phantasm.state.exchange.lines import RecordLine
from phantasm.state.exchange.masking import masked_line
from phantasm.state.exchange.store import lineage_of
from phantasm.state.filters import Filter
from phantasm.state.listing import everything
from phantasm.state.model import Record
from phantasm.state.timeline import NOW
from phantasm.storage import entries
from phantasm.storage.work import Work


def shared_lines(work: Work, lineages: Sequence[str] | None = None) -> dict[str, RecordLine]:
    """Return the lines of shared records by lineage: of all, or of some with what they link to."""
    if lineages is None:
        chosen = Filter(states=("live",), scope="project", sensitivity="normal")
        records = list(everything(work, chosen, NOW))
    else:
        targets = [link.target for link in links.outgoing(work, lineages) if link.reference is None]
        found = store.live_versions(work, [*lineages, *targets])
        records = [record for record in found.values() if is_shared(record)]
    lines = lines_of(work, records, NOW, with_history=False)
    wanted = None if lineages is None else set(lineages)
    return {line.lineage: line for line in lines if wanted is None or line.lineage in wanted}


def is_shared(record: Record) -> bool:
    """Tell whether a record may lie in a tracked file."""
    return record.state == "live" and record.scope == "project" and record.sensitivity == "normal"


def holds_secret(line: RecordLine) -> bool:
    """Tell whether a record must not leave: what was not masked when it came would be in git for good."""
    return bool(masked_line(line, 0)[1])


def changed_since(work: Work, seq: int) -> list[str]:
    """Return the lineages whose files a write after some sequence number may have changed."""
    head = work.head.seq
    touched = [str(row["object_id"]) for row in entries.changed_between(work, "record", seq, head)]
    joined = [str(row["object_id"]) for row in entries.changed_between(work, "link", seq, head)]
    lineages = list(dict.fromkeys(lineage_of(work, touched).values()))
    # A link is written where what it leads to is shared: whoever links here may have to be written, too.
    near: Iterable[str] = (link.source for link in links.incoming(work, lineages))
    sources = (link.source for link in links.find(work, joined).values())
    return list(dict.fromkeys([*lineages, *sources, *near]))
