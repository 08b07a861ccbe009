"""Is the lexical index what the store says? (dialect-specific: SQLite).

Everything is compared, on one snapshot and without a write: the pages of the full-text tables with their
checksums, each unit with its row there, and each unit with the text that it was made of.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

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
from phantasm.storage.driver import SQLITE_VERSION, Connection, Error, driver
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# How many objects are derived at a time: a page of memory, not the whole store.
_BATCH = 1_000

Derived = Mapping[str, Sequence[Unit] | None]
"""The units of each of some objects; None where its text cannot be read, which is `doctor`'s to report."""


def rederived_problems(work: Work, blobs: BlobStore) -> list[str]:
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


# FTS5 can compare itself with its content only in a write, and only where all of the content is in one
# table. So the units are indexed once more, some thousand at a time in memory, with the same tokenizer:
# each must have as many words as the index keeps for it, and all together each word as often as the index
# counts it.

TABLES: Mapping[bool, str] = {True: "live_words", False: "past_words"}
TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
"""How the full-text tables part words; a test holds it against the schema."""

# Some megabytes of words and of their index.
_UNITS = 2_000
_WORDS = 20_000
_BITS = (1 << 64) - 1


class _Sums(NamedTuple):
    """Words and how often they are there, as two numbers that do not depend on an order."""

    units: int = 0
    times: int = 0

    def with_words(self, rows: Iterable[Row]) -> "_Sums":
        units, times = self
        for row in rows:
            # Of 64 bits, and the same within one process: other words do not have the same sums by chance.
            mark = hash(row["term"])
            units, times = (units + mark * row["doc"]) & _BITS, (times + mark * row["cnt"]) & _BITS
        return _Sums(units, times)


def count_problems(work: Work) -> list[str]:
    """Return what the full-text index lacks, and has too much, in sentences."""
    found: list[str] = []
    for live, table in TABLES.items():
        try:
            found += _problems(work, table, live=live)
        except Error as problem:  # damaged pages
            found.append(f"{table}: {problem}")
    return found


def _problems(work: Work, table: str, *, live: bool) -> Iterator[str]:
    lost = other = matched = last = 0
    there = _Sums()
    with _scratch(table) as scratch:
        while batch := _units(work, last, live=live):
            wanted, terms = _indexed(scratch, table, batch)
            last, kept = batch[-1]["id"], _lengths(work, table, batch[0]["id"], batch[-1]["id"])
            lost += len(wanted.keys() - kept.keys())
            other += sum(kept[name] != length for name, length in wanted.items() if name in kept)
            matched += len(wanted.keys() & kept.keys())
            there = there.with_words(terms)
    strange = int(work.value(f"SELECT count(*) FROM {_sizes_of(table)}")) - matched
    if lost:
        yield f"{lost} units are not in {table}"
    if other:
        yield f"{other} units have other words in {table} than in their rows"
    if strange:
        yield f"{strange} rows of {table} are of no unit that belongs there"
    if not (lost or other or strange) and there != _vocabulary(work, table):
        yield f"the words of {table} are not those of the units"


def _units(work: Work, last: int, *, live: bool) -> list[Row]:
    return work.all(
        """SELECT id, title, body FROM units WHERE live = :live AND erased_seq IS NULL AND id > :last
           ORDER BY id LIMIT :most""",
        {"live": int(live), "last": last, "most": _UNITS},
    )


def _lengths(work: Work, table: str, first: int, last: int) -> dict[int, bytes]:
    """Return how many words some units have in the index, in the form that it keeps."""
    rows = work.all(
        f"SELECT id, sz FROM {_sizes_of(table)} WHERE id BETWEEN :first AND :last",
        {"first": first, "last": last},
    )
    return {row["id"]: row["sz"] for row in rows}


def _vocabulary(work: Work, table: str) -> _Sums:
    """Return the sums of all the words of an index."""
    sums, last = _Sums(), ""
    while rows := work.all(
        f"SELECT term, doc, cnt FROM {_terms_of(table)} WHERE term > :last ORDER BY term LIMIT :most",
        {"last": last, "most": _WORDS},
    ):
        sums, last = sums.with_words(rows), rows[-1]["term"]
    return sums


def _indexed(scratch: Connection, table: str, units: list[Row]) -> tuple[dict[int, bytes], list[Row]]:
    """Return how many words each unit has, and how often each word is there, by an index of their own."""
    rows = [(unit["id"], unit["title"], unit["body"]) for unit in units]
    scratch.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
    scratch.executemany(f"INSERT INTO {table} (rowid, title, body) VALUES (?, ?, ?)", rows)
    lengths = {row["id"]: row["sz"] for row in scratch.execute(f"SELECT id, sz FROM {_sizes_of(table)}")}
    return lengths, scratch.execute(f"SELECT term, doc, cnt FROM {_terms_of(table)}").fetchall()


@contextmanager
def _scratch(table: str) -> Iterator[Connection]:
    """Yield a store in memory that has this one table, for the words of some units at a time."""
    connection = driver.connect(":memory:")
    connection.row_factory = driver.Row
    try:
        connection.execute(
            f"CREATE VIRTUAL TABLE {table} USING fts5(title, body, content='', tokenize=\"{TOKENIZER}\")"
        )
        connection.execute(f"CREATE VIRTUAL TABLE {_terms_of(table)} USING fts5vocab('{table}', 'row')")
        yield connection
    finally:
        connection.close()


def _sizes_of(table: str) -> str:
    """Return where FTS5 keeps how many words each row has."""
    return f"{table}_docsize"


def _terms_of(table: str) -> str:
    return table.replace("words", "terms")


# Since then SQLite's own check of integrity looks at full-text tables too, and that needs no write.
READS_PAGES = SQLITE_VERSION >= (3, 44)


def problems(work: Work, blobs: BlobStore) -> list[str]:
    """Return everything that is wrong with the words, in sentences; changes nothing."""
    found = damage(work) if READS_PAGES else []
    found += _miscounted(work)
    found += count_problems(work)
    if store.is_current(work):
        return found + rederived_problems(work, blobs)
    # What another release derived differs as it should.
    return ["the words were derived by another release", *found]


def damage(work: Work) -> list[str]:
    """Return what is wrong with the pages of the full-text tables; an old SQLite needs a write for it."""
    found: list[str] = []
    for table in TABLES.values():
        try:
            # A query first: the check would use what this connection saw of the table before.
            work.all(f"SELECT rowid FROM {table} WHERE {table} MATCH 'a' LIMIT 1")
            if READS_PAGES:
                rows = work.all(f"PRAGMA integrity_check({table})")
                told = [str(row["integrity_check"]) for row in rows]
                found += [f"{table}: {one}" for one in told if one != "ok"]
            else:
                work.run(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
        except Error as problem:
            found.append(f"{table}: {problem}")
    return found


def _miscounted(work: Work) -> list[str]:
    sizes, counted = store.sizes(work), store.counted(work)
    if counted == sizes:
        return []
    really = f"{counted.live} live and {counted.past} past"
    return [f"there are {really} units, counted as {sizes.live} and {sizes.past}"]
