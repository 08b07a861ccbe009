"""What a memory amounts to: a digest of what it holds, without ids, sequence numbers and recording times.

Two stores that hold the same for the same reasons have the same digest, however they came by it. A moment
that nobody gave is the moment of recording, and is left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from phantasm.contracts.canonical import canonical, text_digest
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.evidence import store as evidence
from phantasm.evidence.model import Evidence
from phantasm.session import chronicle, usage
from phantasm.session import store as sessions
from phantasm.session.episodes.shape import to_json
from phantasm.session.store import FORGOTTEN, Kept
from phantasm.state import links, store
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.storage import entries
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

GONE = "(gone)"
"""What stands for something that was erased or is no longer open."""
# Of a text so much is shown to people, enough to know it by; the digest beside it speaks for the rest.
_SHOWN_CHARACTERS = 160
_REPORT = "report_"
"""What the source of a use begins with that somebody reported outside of any session."""
# Confidence is a quotient somewhere: so many digits tell any two apart that mean something.
_CONFIDENCE_DIGITS = 6
_NAMES = frozenset({"evidence_id", "evidence_ids", "record_id"})
"""Keys under which derived content keeps names that belong to one store."""


def record_line(record: Record) -> JsonObject:
    """Tell what a record says and how it stands."""
    content = record.content
    quality = record.quality
    return {
        "kind": record.kind,
        "key": record.subject_key,
        "statement": content.statement if content else GONE,
        "payload": nameless(content.payload) if content else None,
        "origin": record.origin,
        "scope": [record.scope, record.scope_ref],
        "sensitivity": record.sensitivity,
        "confidence": round(quality.confidence, _CONFIDENCE_DIGITS),
        "state": record.state,
        "frozen": record.frozen,
        "valid_from": record.valid_from if record.valid_from != record.recorded_at else None,
        "valid_to": record.valid_to,
        "verified_at": quality.verified_at,
        "expires_at": quality.expires_at,
        "revalidate_at": quality.revalidate_at,
    }


def name_of(record: Record) -> str:
    """Return what stands for a record where another thing is about it."""
    statement = record.content.statement if record.content else GONE
    return f"{record.kind} {record.subject_key or '-'} {record.scope} {record.scope_ref}: {statement}"


def session_line(kept: Kept) -> JsonObject:
    """Tell what is known about a session besides its episode."""
    session = kept.session
    if kept.state == FORGOTTEN:
        return {"id": session.id, "state": kept.state}
    return {
        "id": session.id,
        "client": session.client,
        "state": kept.state,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "last_at": kept.last_at,
        "continues": session.continues,
        "folder": session.folder,
        "branch": session.branch,
        "title": session.title,
        "episode_state": kept.episode_state,
        "outcome": kept.outcome,
        "importance": kept.importance,
    }


def seen_line(seen: Evidence) -> JsonObject:
    """Tell what was seen, by whom and when."""
    text = seen.text or ""
    return {
        "origin": seen.origin,
        "session": seen.session_id,
        "source": seen.source,
        "sensitivity": seen.sensitivity,
        "at": seen.observed_at if seen.observed_at != seen.recorded_at else None,
        "begins": text[:_SHOWN_CHARACTERS],
        "text": text_digest(text),
    }


def source_of(source: str) -> str:
    """Return who used something: a session by its own id; a report has none but ours."""
    return "a report" if source.startswith(_REPORT) else source


def nameless(value: object) -> object:
    """Return derived content without the names that belong to one store."""
    if isinstance(value, dict):
        return {name: nameless(part) for name, part in value.items() if name not in _NAMES}
    if isinstance(value, list | tuple):
        return [nameless(part) for part in value]
    return value


# How many objects are read at a time: a page of memory, not the whole store.
_BATCH = 1_000
# So many differences of a section are named: more would not be read.
_NAMED_DIFFERENCES = 20


@dataclass(frozen=True, slots=True)
class Without:
    """What is left out of a digest, on both sides of a comparison."""

    sessions: frozenset[str] = frozenset()
    records: frozenset[str] = frozenset()
    """Ids of records or of lineages; what is about one of them is left out with it."""

    def leaves_out(self, record: Record) -> bool:
        """Tell whether a record is left out."""
        return record.id in self.records or record.lineage in self.records


@dataclass(frozen=True, slots=True)
class Held:
    """What a memory amounts to: one line per thing held, by section, in order of the lines."""

    sections: dict[str, tuple[str, ...]]

    @property
    def digest(self) -> str:
        """What two memories have in common that hold the same."""
        return text_digest(
            "\n".join(f"{name}\t{line}" for name in sorted(self.sections) for line in self.sections[name])
        )

    def counts(self) -> dict[str, int]:
        """Return how much there is of everything."""
        return {name: len(lines) for name, lines in sorted(self.sections.items())}


def held(work: Work, blobs: BlobStore, without: Without | None = None) -> Held:
    """Return what a store holds now."""
    reading = _Reading(work, blobs, without or Without())
    sections = {
        "records": reading.records(),
        "links": reading.links(),
        "reviews": reading.reviews(),
        "sessions": reading.sessions(),
        "uses": reading.uses(),
        "procedures": reading.procedures(),
        "evidence": reading.evidence(),
    }
    return Held({name: tuple(sorted(map(canonical, found))) for name, found in sections.items()})


def differences(one: Held, other: Held) -> dict[str, JsonObject]:
    """Name what only one of two memories holds, by section; nothing for those that are equal."""
    found: dict[str, JsonObject] = {}
    for name in sorted(one.sections.keys() | other.sections.keys()):
        here, there = Counter(one.sections.get(name, ())), Counter(other.sections.get(name, ()))
        if here != there:
            only = [sorted((mine - theirs).elements()) for mine, theirs in ((here, there), (there, here))]
            found[name] = {
                "only_one": only[0][:_NAMED_DIFFERENCES],
                "only_other": only[1][:_NAMED_DIFFERENCES],
                "count": len(only[0]) + len(only[1]),
            }
    return found


@dataclass(slots=True)
class _Reading:
    """One store on its way into a digest: what names stand for is looked up once."""

    work: Work
    blobs: BlobStore
    without: Without
    _said: dict[str, JsonObject] = field(default_factory=dict)
    """Evidence by id, as it is told."""

    def records(self) -> Iterator[JsonObject]:
        """Tell what is live and what is suggested, with what it rests on."""
        last = ""
        while batch := store.open_after(self.work, last, _BATCH):
            ids = [record.id for record in batch]
            overlays = reviews.overlays(self.work, ids)
            behind = evidence.behind(self.work, ids)
            self._look_up([name for names in behind.values() for name in names])
            for record in batch:
                if not self.without.leaves_out(record):
                    rests = sorted(canonical(self._said[name]) for name in behind.get(record.id, ()))
                    yield record_line(record) | {
                        "called": sorted(overlays.get(record.id, ())),
                        "rests_on": rests,
                    }
            last = batch[-1].id

    def links(self) -> Iterator[JsonObject]:
        """Tell how what is open relates."""
        names = self._lineages()
        for link in links.outgoing(self.work, sorted(names)):
            if link.closed_at is None and link.source in names:
                target = (
                    link.reference if link.target.startswith(links.OUTSIDE) else names.get(link.target, GONE)
                )
                told: JsonObject = {"type": link.type, "source": names[link.source], "target": target}
                yield told

    def reviews(self) -> Iterator[JsonObject]:
        """Tell what waits for a decision, by what it is about."""
        for review in reviews.listing(self.work, reviews.Filter()):
            ids = [name for name, _ in review.records]
            known = store.find(self.work, ids)
            if not any(map(self.without.leaves_out, known.values())):
                about = [
                    [role, name_of(known[name]) if name in known else GONE] for name, role in review.records
                ]
                yield {
                    "kind": review.kind,
                    "state": review.state,
                    "priority": review.priority,
                    "reasons": list(review.reasons),
                    "similarity": review.similarity,
                    "wake": dict(review.wake or {}),
                    "about": sorted(about),
                }

    def sessions(self) -> Iterator[JsonObject]:
        """Tell what was going on, and what it came to."""
        ids = [name for name in session_ids(self.work) if name not in self.without.sessions]
        for start in range(0, len(ids), _BATCH):
            batch = ids[start : start + _BATCH]
            episodes = chronicle.episodes(self.work, batch)
            for name, kept in sessions.find(self.work, batch).items():
                episode = nameless(to_json(episodes[name])) if name in episodes else None
                yield session_line(kept) | {"episode": episode}

    def uses(self) -> Iterator[JsonObject]:
        """Tell what was used, by what it says."""
        names = self._lineages()
        for use in usage.every(self.work):
            # What is no record has a name of its own: a session, or what it came to.
            name = names.get(use.lineage) or (use.lineage if ":" in use.lineage else None)
            if use.source not in self.without.sessions and name is not None:
                yield {
                    "of": name,
                    "source": source_of(use.source),
                    "how": use.how,
                    "outcome": use.outcome,
                    "at": use.at,
                }

    def procedures(self) -> Iterator[JsonObject]:
        """Tell how often each way of doing something was taken, and how that went."""
        lines = {record.lineage: record for record in self._open() if record.kind == "procedure"}
        taken: dict[str, list[str]] = {lineage: [] for lineage in lines}
        for use in usage.every(self.work):
            if use.lineage in taken and use.source not in self.without.sessions:
                taken[use.lineage].append(use.outcome)
        for lineage, record in lines.items():
            outcomes = taken[lineage]
            yield {
                "of": name_of(record),
                "state": record.state,
                "uses": len(outcomes),
                "successes": outcomes.count("success"),
                "failures": outcomes.count("failure"),
            }

    def evidence(self) -> Iterator[JsonObject]:
        """Tell what was seen."""
        kept = evidence.kept_ids(self.work)
        for start in range(0, len(kept), _BATCH):
            ids = kept[start : start + _BATCH]
            self._look_up(ids)
            yield from (
                self._said[name]
                for name in ids
                if self._said[name].get("session") not in self.without.sessions
            )

    def _look_up(self, ids: Sequence[str]) -> None:
        missing = [name for name in ids if name not in self._said]
        found: dict[str, Evidence] = {}
        try:
            found = evidence.find(self.work, self.blobs, missing)
        except PhantasmError:  # a damaged file is `doctor`'s to report
            for name in missing:
                with suppress(PhantasmError):
                    found |= evidence.find(self.work, self.blobs, [name])
        for name in missing:
            seen = found.get(name)
            self._said[name] = seen_line(seen) if seen and seen.text is not None else {"text": GONE}

    def _open(self) -> Iterator[Record]:
        last = ""
        while batch := store.open_after(self.work, last, _BATCH):
            yield from (record for record in batch if not self.without.leaves_out(record))
            last = batch[-1].id

    def _lineages(self) -> dict[str, str]:
        """Return what every open line says: its live version, else the first of what is suggested."""
        said: dict[str, tuple[bool, str]] = {}
        for record in self._open():
            told = (record.state != "live", name_of(record))
            said[record.lineage] = min(told, said.get(record.lineage, told))
        return {lineage: name for lineage, (_, name) in said.items()}


def session_ids(work: Work) -> list[str]:
    """Return every session: those that came to something, and those that the journal names."""
    named = entries.changed_between(work, "session", 0, work.head.seq)
    return sorted({*chronicle.every(work), *(row["object_id"] for row in named)})
