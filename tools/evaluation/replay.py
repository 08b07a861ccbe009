"""Memory made again from what was seen and what people decided, and compared with what is there.

A new store in a temporary folder walks the journal of the live one, entry by entry, at the same moments. What
was seen and decided is put there as it is. What follows from it is worked out again: episodes, claims,
procedures, what consolidation did. At the end both stores must hold the same.
"""

import json
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from phantasm.config.finding import FOLDER
from phantasm.config.paths import Paths
from phantasm.contracts.canonical import canonical
from phantasm.contracts.clock import from_timestamp, to_timestamp
from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.ids import Ids
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.evidence import store as evidence
from phantasm.learning import store as learning
from phantasm.learning.claims.extract import EXTRACTOR
from phantasm.learning.store import derived_among, derived_from
from phantasm.retrieval import lexicon
from phantasm.runtime.bootstrap import Runtime, compose
from phantasm.runtime.setup.project import lay_out_state
from phantasm.session import store as sessions
from phantasm.session import usage
from phantasm.session.episodes.form import FORMER
from phantasm.session.usage import Use
from phantasm.state import store
from phantasm.state.model import Record
from phantasm.storage import journal, payloads
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Head
from phantasm.storage.work import Caller, Work
from tools.evaluation.digest import Held, Without, differences, held, session_ids
from tools.evaluation.replay_source import (
    DERIVING,
    Source,
    Turns,
    Written,
    entry,
    erased,
    lost,
    match,
    walk,
)
from tools.evaluation.replay_steps import (
    decide,
    follow,
    gather,
    gather_history,
    gather_silent,
    gather_thinned,
    note_citations,
    take_over,
)

_READER = Caller("replay", frozenset({Right.READ, Right.SENSITIVE_READ}))


_SALT_BITS = 128
"""How many bits are drawn for a salt, and for nothing else: see `contracts.ids`."""


class _JournalClock:
    """A clock that stands where the journal has got to."""

    def __init__(self) -> None:
        self._now = datetime(1970, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the moment of the entry that is being made again."""
        return self._now

    def reach(self, moment: str) -> None:
        """Stand at another moment."""
        self._now = from_timestamp(moment)


@dataclass(frozen=True, slots=True)
class _Apart(Paths):
    """A project whose memory lies elsewhere: the files of the repository are where they are."""

    place: Path

    @property
    def folder(self) -> Path:
        """The `.phantasm` folder of what is being made."""
        return self.place / FOLDER


@dataclass(slots=True)
class _Site:
    """The store that is being made, opened."""

    runtime: Runtime
    clock: _JournalClock
    _numbers: Iterator[int]

    @property
    def blobs(self) -> BlobStore:
        """Where its raw evidence lies."""
        return self.runtime.environment.blobs

    @contextmanager
    def writing(self, written: Written) -> Iterator[Work]:
        """Make one entry again: a transaction, an index that follows, an entry of the journal."""
        environment = self.runtime.environment
        caller = Caller(written.profile, frozenset(Right), session_id=written.session_id)
        with environment.database.write("replay") as (connection, head):
            work = Work(connection, head, written.at, environment.ids, caller)
            yield work
            lexicon.follow(work, self.blobs)
            entry = journal.Entry(written.operation, "mutation", None, f"replay-{written.seq}")
            journal.append(work, entry)
        work.finish()

    def ask(self, written: Written, note: str) -> str | None:
        """Run the operation of an entry again; return why it was refused, if it was."""
        name = f"replay-{next(self._numbers)}"
        client: JsonObject = {"profile": written.profile, "name": written.profile}
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": written.operation,
            "request_id": name,
            "client": client | ({"session_id": written.session_id} if written.session_id else {}),
            "idempotency_key": name,
            "params": _params(written, note),
        }
        response = self.runtime.handle(request)
        return f"{response.error.code}: {response.error.message}" if response.error else None


def _params(written: Written, note: str) -> JsonObject:
    """Return with which parameters an operation ran: it notes them, all but the name of its run."""
    try:
        told = json.loads(note)
    except ValueError:
        told = {}
    params: JsonObject = told if isinstance(told, dict) else {}
    return params | ({"run_id": written.session_id} if written.session_id else {})


@dataclass(slots=True)
class _Walk:
    """One rebuild on its way."""

    source: Source
    site: _Site
    entries: int = 0
    derivations: dict[str, int] = field(default_factory=dict)
    """How often each operation was run again that derives something."""
    refused: list[str] = field(default_factory=list)
    """What a derivation answered that was refused this time."""
    derived: int = 0
    """Records that were derived again."""
    thinned: int = 0
    thinned_at: str = ""
    """When the newest entry was written that no longer says all."""
    untold: frozenset[str] = frozenset()
    """Sessions that came to something else and of which the journal no longer says all."""


def rebuild(runtime: Runtime, *, watch: Callable[[int], None] | None = None) -> JsonObject:
    """Make a project's memory again from what was seen and decided, and compare it with what is there."""
    with _reading(runtime) as live:
        source = _source(live, runtime)
        with _new_site(runtime, live.head) as site:
            walked = _Walk(source, site)
            for written in walk(live):
                _step(walked, written)
                if watch is not None:
                    watch(written.seq)
            return _report(walked, *_compared(walked, runtime))


def _step(walked: _Walk, written: Written) -> None:
    site, source = walked.site, walked.source
    site.clock.reach(written.at)
    walked.entries += 1
    if written.thinned:
        walked.thinned += 1
        walked.thinned_at = written.at
    if written.derives:
        _derive(walked, written)
        return
    with site.writing(written) as work:
        gather_silent(source, work, written.at)
        gather(source, work, written)
        gather_history(source, work, written)
        if written.thinned:
            gather_thinned(source, work, written)
        decide(source, work, site.blobs, written)
        note_citations(source, work, [row["object_id"] for row in written.of("session", "form")])


def _derive(walked: _Walk, written: Written) -> None:
    """Run again what derives something, and find out which of its results is which."""
    source, site = walked.source, walked.site
    walked.derivations[written.operation] = walked.derivations.get(written.operation, 0) + 1
    body = payloads.get_many(source.live, [written.note] if written.note else [])
    problem = site.ask(written, next(iter(body.values()), "{}"))
    if problem is not None:
        walked.refused.append(f"entry {written.seq}, {written.operation}: {problem}")
        source.twins.missing += [row["object_id"] for row in written.of("record", "create")]
        return
    with _reading(site.runtime) as rebuilt:
        again = entry(rebuilt, rebuilt.head.seq)
        walked.derived += len(again.of("record", "create"))
        match(source.twins, source.live, rebuilt, written, again)
        _set_aside_changed(source, rebuilt, written)
    gone = _needs_carrying(source, written)
    formed = [row["object_id"] for row in again.of("session", "form")]
    if gone or formed:
        with site.writing(written) as work:
            if gone:
                _carry(source, work, gone, written)
            note_citations(source, work, formed)


def _source(live: Work, runtime: Runtime) -> Source:
    """Look through the live store's sessions once."""
    blobs = runtime.environment.blobs
    turns = Turns(live, blobs)
    ids = session_ids(live)
    gone = frozenset(lost(live, ids))
    appends = {
        row["object_id"]: written.seq for written in walk(live) for row in written.of("session", "append")
    }
    kept = sessions.find(live, ids)
    silent = [
        (kept[name].recorded_at, name)
        for name in kept
        if name in gone or (name not in appends and not turns.writes(name))
    ]
    writes: dict[int, list[str]] = {}
    for name in sorted(kept.keys() - gone):
        for seq in turns.writes(name):
            writes.setdefault(seq, []).append(name)
    return Source(
        live,
        blobs,
        turns,
        appends,
        lost=gone,
        spoiled={name: kept[name].recorded_at for name in gone | erased(live, ids)},
        silent=sorted(silent, reverse=True),
        writes=writes,
        reported=sorted(_reported(live), key=lambda use: (use.at, use.source, use.lineage), reverse=True),
        commits=_evidence_by_write(live),
    )


def _evidence_by_write(work: Work) -> dict[int, list[str]]:
    """Return what the commits say that each write took in, in the order of taking in."""
    found: dict[int, list[str]] = {}
    for row in work.all("SELECT seq, evidence_id FROM commits WHERE evidence_id IS NOT NULL ORDER BY id"):
        found.setdefault(row["seq"], []).append(row["evidence_id"])
    return found


def _reported(live: Work) -> list[Use]:
    return [use for use in usage.every(live) if use.how == "reported"]


def _compared(walked: _Walk, runtime: Runtime) -> tuple[Held, Held]:
    """Return what both stores hold, less what could not be made again."""
    source, site = walked.source, walked.site
    old = _recorded_until(source, walked.thinned_at)
    with _reading(site.runtime) as again:

        def both() -> tuple[Held, Held]:
            stores = (source.live, again)
            learned = [one for work in stores for one in derived_from(work, sorted(walked.untold))]
            left_out = source.carried | source.lines | {one.record_id for one in learned}
            without = Without(source.lost | walked.untold, frozenset(left_out))
            return held(source.live, runtime.environment.blobs, without), held(again, site.blobs, without)

        here, there = both()
        unlike = {one.session_id for one in derived_among(source.live, source.twins.missing).values()}
        unlike |= {one.session_id for one in derived_among(again, source.twins.extra).values()}
        walked.untold = (_changed_sessions(here, there) | unlike) & old
        return both() if walked.untold else (here, there)


def _changed_sessions(here: Held, there: Held) -> frozenset[str]:
    lines = set(here.sections["sessions"]) ^ set(there.sections["sessions"])
    return frozenset(str(json.loads(line)["id"]) for line in lines)


def _recorded_until(source: Source, moment: str) -> frozenset[str]:
    """Return the sessions of which the journal need not say all: they are as old as what was thinned."""
    found = sessions.find(source.live, session_ids(source.live))
    return frozenset(name for name, kept in found.items() if kept.recorded_at <= moment)


def _report(walked: _Walk, here: Held, there: Held) -> JsonObject:
    source = walked.source
    copied_derived = sum(count for name, count in source.copied.items() if name in DERIVING)
    return {
        "equal": here.digest == there.digest and not walked.refused,
        "digest": here.digest,
        "rebuilt_digest": there.digest,
        "held": here.counts(),
        "differences": differences(here, there),
        "entries": walked.entries,
        "decided": {
            "records": sum(source.copied.values()),
            "by_operation": dict(sorted(source.copied.items())),
        },
        "derived": {
            "records": walked.derived,
            "episodes": source.formed,
            "runs": dict(sorted(walked.derivations.items())),
            "copied": copied_derived,
            "missing": len(source.twins.missing),
            "refused": walked.refused[:20],
        },
        "pruned": {
            "sessions": len(source.lost),
            "sessions_untold": len(walked.untold),
            "records": len(source.carried),
            "changes": source.followed,
            "entries": walked.thinned,
            "appends_guessed": source.turns.guessed,
        },
        "versions": {"extractor": EXTRACTOR, "former": FORMER},
    }


@contextmanager
def _reading(runtime: Runtime) -> Iterator[Work]:
    environment = runtime.environment
    with environment.database.read() as (connection, head):
        yield Work(connection, head, to_timestamp(environment.clock.now()), environment.ids, _READER)


@contextmanager
def _new_site(runtime: Runtime, head: Head) -> Iterator[_Site]:
    """Yield an empty store that is configured like a live one and is gone afterwards."""
    clock = _JournalClock()
    salt = int(head.salt, 16)

    def drawn(bits: int) -> int:
        return salt if bits == _SALT_BITS else secrets.randbits(bits)

    with tempfile.TemporaryDirectory(prefix="phantasm-replay-") as name:
        place = Path(name).resolve()
        lay_out_state(Paths(place), clock=clock, ids=Ids(clock.now, drawn))
        live = runtime.environment
        environment, profiles = compose(
            _Apart(live.paths.root, place), live.config, start=live.start, clock=clock
        )
        with Runtime(environment, profiles) as made:
            yield _Site(made, clock, count(1))


_PROCEDURE = "procedure"


def _needs_carrying(source: Source, written: Written) -> list[Record]:
    """Return what a derivation made of sources that are gone, and that was not made again."""
    names = {row["object_id"] for row in written.of("record", "create")} & set(source.twins.missing)
    found = store.find(source.live, sorted(names))
    return [found[name] for name in sorted(names) if _came_from_gone(source, found[name], written)]


def _carry(source: Source, work: Work, gone: list[Record], written: Written) -> None:
    """Take over what cannot be derived again, and what it did to others."""
    for record in gone:
        take_over(source, work, record, written)
        learning.note_derived(work, list(learning.derived_among(source.live, [record.id]).values()))
        _set_aside(source, record)
        source.twins.missing.remove(record.id)
    for row in written.changes:
        if row["change"] != "create":
            source.followed += follow(source, work, row)


def _set_aside_changed(source: Source, rebuilt: Work, written: Written) -> None:
    """Leave out what was derived again from less than there was: it cannot say the same."""
    made = [row["object_id"] for row in written.of("record", "create")]
    for record in store.find(source.live, made).values():
        name = source.twins.name(record.id)
        twin = store.find(rebuilt, [name]).get(name)
        if twin is None or twin.content is None or record.content is None:
            continue
        if twin.content.payload != record.content.payload and _came_from_gone(source, record, written):
            _set_aside(source, record)
            _set_aside(source, twin)
    for record in store.find(rebuilt, source.twins.extra).values():
        if _came_from_gone(source, record, written):
            _set_aside(source, record)
            source.twins.extra.remove(record.id)


def _set_aside(source: Source, record: Record) -> None:
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
