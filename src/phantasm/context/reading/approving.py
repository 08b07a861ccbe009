"""Whose word may be followed? What rests on an untrusted origin only where a person approved it."""

from collections.abc import Sequence

from phantasm.context.model import Candidate
from phantasm.context.reading.candidates import of_record
from phantasm.evidence import store as evidence
from phantasm.state import links, store
from phantasm.state.cascade import UNTRUSTED_BASIS
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import UNTRUSTED_ORIGINS, Record
from phantasm.state.review import store as reviews
from phantasm.storage import entries
from phantasm.storage.work import Work

# What a person does to a record that was looked at. Bringing in a whole file is not looking at its lines.
_APPROVING = frozenset({"create", "accept", "verify", "freeze"})
_IN_BULK = frozenset({"memory_import", "snapshot_import"})


def untrusted(work: Work, candidates: Sequence[Candidate], people: frozenset[str]) -> set[str]:
    """Return the records that may not instruct: on the word of somebody untrusted, and no person approved it.

    The word is that of its origin, of what it is derived from, and of the evidence that it rests on.
    """
    derived = _derived_from_untrusted(work, [one.lineage for one in candidates])
    # A person may say on its own word what a page says, too.
    resting = evidence.resting_on_untrusted(work, [one.id for one in candidates if one.origin != "user"])
    suspicious = [
        one.id
        for one in candidates
        if one.origin in UNTRUSTED_ORIGINS
        or one.lineage in derived
        or (one.id in resting and _instructs(one))
    ]
    if not suspicious:
        return set()
    return set(suspicious) - _approved(work, list(store.find(work, suspicious).values()), people)


def followed(work: Work, records: Sequence[Record], people: frozenset[str]) -> set[str]:
    """Return the ids of those records whose word may be followed."""
    names = untrusted(work, [of_record(record, "", 0) for record in records], people)
    return {record.id for record in records if record.id not in names}


def _instructs(candidate: Candidate) -> bool:
    return CATALOGUE[candidate.kind].instructs or candidate.kind == "identity"


def _approved(work: Work, records: Sequence[Record], people: frozenset[str]) -> set[str]:
    """Return which records a person wrote, accepted or verified in the very words that they have."""
    asked = reviews.waiting_about(work, [record.id for record in records], ("subject",))
    doubted = {name for one in asked if UNTRUSTED_BASIS in one.reasons for name in one.ids("subject")}
    versions = store.versions_of(work, [record.lineage for record in records])
    seen = {
        row["object_id"]
        for row in entries.changes_to(work, [version.id for version in versions])
        if row["profile"] in people and row["change"] in _APPROVING and row["operation"] not in _IN_BULK
    }
    words = {(version.lineage, _words(version)) for version in versions if version.id in seen}
    return {
        record.id
        for record in records
        if record.id not in doubted and (record.lineage, _words(record)) in words
    }


def _words(record: Record) -> str | None:
    return record.content.statement if record.content else None


def _derived_from_untrusted(work: Work, lineages: Sequence[str]) -> set[str]:
    """Return which lineages are derived, however far, from something untrusted."""
    below: dict[str, set[str]] = {}
    seen = set(lineages)
    frontier = list(lineages)
    while frontier:
        derived = [
            link
            for link in links.outgoing(work, frontier)
            if link.type == "derived_from" and link.closed_at is None
        ]
        for link in derived:
            below.setdefault(link.target, set()).add(link.source)
        frontier = [end for end in dict.fromkeys(link.target for link in derived) if end not in seen]
        seen.update(frontier)
    bases = store.newest_versions(work, sorted(below)) if below else {}
    tainted = {lineage for lineage, record in bases.items() if record.origin in UNTRUSTED_ORIGINS}
    frontier = list(tainted)
    while frontier:
        frontier = [one for here in frontier for one in below.get(here, ()) if one not in tainted]
        tainted.update(frontier)
    return tainted
