"""Has the full-text index the words of the units, each as often? (dialect-specific: SQLite).

FTS5 can compare itself with its content only in a write, and only where all of the content is in one table.
So the units are indexed once more, some thousand at a time in memory, with the same tokenizer: each must have
as many words as the index keeps for it, and all together each word as often as the index counts it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from phantasm.storage.driver import Connection, Error, driver
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

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


def problems(work: Work) -> list[str]:
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
