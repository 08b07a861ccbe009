"""Which thing in the rebuilt store stands for which thing in the live one?

What people and agents decided keeps its names. What is derived gets new ones, and is known again by what it
says, since when, and where it was learned.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from phantasm.contracts.canonical import canonical
from phantasm.runtime.evaluation.replaying.journal import Written
from phantasm.state import links, store
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.storage.work import Work

_RECORD_ID = re.compile(r"rec_[0-9a-z]{26}")

Key = tuple[object, ...]
Thing = TypeVar("Thing")


@dataclass(slots=True)
class Twins:
    """Names of the live store with those of the rebuilt one; what is not in here has one name in both."""

    names: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    """The same for lineages."""
    missing: list[str] = field(default_factory=list)
    """Derived records of the live store that were not derived again."""
    extra: list[str] = field(default_factory=list)
    """Records of the rebuilt store that were derived there alone."""

    def name(self, live: str) -> str:
        """Return what a record, link or review is called in the rebuilt store."""
        return self.names.get(live, live)

    def line(self, live: str) -> str:
        """Return what a lineage, or what a link leads to, is called in the rebuilt store."""
        return self.lines.get(live, live)

    def within(self, text: str) -> str:
        """Return what a review is about with the names of the rebuilt store; what was sorted stays so."""
        parts = text.split(":")
        named = [_RECORD_ID.sub(lambda found: self.name(found[0]), part) for part in parts]
        return ":".join(sorted(named) if parts == sorted(parts) else named)


def match(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    """Find what two runs of one derivation made, each in its store."""
    _match_records(twins, live, rebuilt, written, again)
    _match_links(twins, live, rebuilt, written, again)
    _match_reviews(twins, live, rebuilt, written, again)


def _match_records(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    """Pair what both made, now or at another step: where old entries were thinned, it may come earlier."""
    ours = [*store.find(live, twins.missing).values(), *_created(live, written)]
    theirs = [*store.find(rebuilt, twins.extra).values(), *_created(rebuilt, again)]
    pairs = _pairs(_by_content(ours), _by_content(theirs))
    known = {twin.id for _, twin in pairs}
    left = [record for record in theirs if record.id not in known]
    # Of what was erased since nothing is left to know it by: it is whatever is left over, in order.
    for record in ours:
        twin = next((one for one in left if one.kind == record.kind), None)
        if record.content is None and twin is not None:
            pairs.append((record, twin))
            left.remove(twin)
    for record, twin in pairs:
        twins.names[record.id] = twin.id
        if record.lineage == record.id or record.lineage in twins.lines:
            twins.lines[record.lineage] = twin.lineage
    twins.missing = [record.id for record in ours if record.id not in twins.names]
    twins.extra = [record.id for record in left]


def _match_links(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    ours = links.find(live, _ids(written, "link")).values()
    theirs = links.find(rebuilt, _ids(again, "link")).values()
    pairs = _pairs(
        [((one.type, twins.line(one.source), twins.line(one.target)), one) for one in ours],
        [((one.type, one.source, one.target), one) for one in theirs],
    )
    twins.names |= {one.id: twin.id for one, twin in pairs}


def _match_reviews(twins: Twins, live: Work, rebuilt: Work, written: Written, again: Written) -> None:
    ours = reviews.find(live, _ids(written, "review")).values()
    theirs = reviews.find(rebuilt, _ids(again, "review")).values()
    pairs = _pairs(
        [((one.kind, *sorted(twins.within(one.about).split(":"))), one) for one in ours],
        [((one.kind, *sorted(one.about.split(":"))), one) for one in theirs],
    )
    twins.names |= {one.id: twin.id for one, twin in pairs}


def find_link(work: Work, twins: Twins, link: Link) -> Link | None:
    """Return the newest link of the rebuilt store that says what one of the live store says."""
    wanted = (link.type, twins.line(link.target))
    found = [
        one for one in links.outgoing(work, [twins.line(link.source)]) if (one.type, one.target) == wanted
    ]
    return found[-1] if found else None


def _ids(written: Written, object_type: str) -> list[str]:
    return [row["object_id"] for row in written.of(object_type, "create")]


def _created(work: Work, written: Written) -> list[Record]:
    found = store.find(work, _ids(written, "record"))
    return [found[name] for name in _ids(written, "record") if name in found]


def _by_content(records: Sequence[Record]) -> list[tuple[Key, Record]]:
    """Return records by what they say, since when it holds, and where it was learned."""
    return [
        (
            (record.kind, record.content.statement, record.valid_from, canonical(record.content.provenance)),
            record,
        )
        for record in records
        if record.content is not None
    ]


def _pairs(
    ours: Sequence[tuple[Key, Thing]], theirs: Sequence[tuple[Key, Thing]]
) -> list[tuple[Thing, Thing]]:
    """Return what has the same key on both sides; of equals the first with the first."""
    waiting: dict[Key, list[Thing]] = {}
    for key, thing in reversed(theirs):
        waiting.setdefault(key, []).append(thing)
    return [(thing, waiting[key].pop()) for key, thing in ours if waiting.get(key)]
