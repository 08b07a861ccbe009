"""Which units are there, and which have some words? (dialect-specific: SQLite).

The two indexes take their text from `units` (FTS5's external content): what is removed from them has to be
named with the words it was put in with, and those are still in the row.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from phantasm.retrieval.model import WORDS, Unit
from phantasm.retrieval.tables import UNITS
from phantasm.storage.driver import SQLITE_VERSION
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# Since then FTS5 can remove a row's words from its pages at once instead of masking them until a merge.
_SECURE_DELETE_SINCE = (3, 42)
# Two parameters each, well under SQLite's limit.
_PLACES_PER_STATEMENT = 400


class Sizes(NamedTuple):
    """How much is indexed."""

    live: int
    past: int

    @property
    def units(self) -> int:
        """How many units can be found by their words."""
        return self.live + self.past


def is_current(work: Work) -> bool:
    """Tell whether the words were derived as this release derives them."""
    return bool(work.value("SELECT version FROM lexicon WHERE one = 1") == WORDS)


def set_current(work: Work) -> None:
    """Note that the words are derived as this release derives them."""
    work.run("UPDATE lexicon SET version = :number WHERE one = 1", {"number": WORDS})


def next_id(work: Work) -> int:
    """Return the first id that no unit ever had; erased units keep theirs."""
    return int(work.value("SELECT COALESCE(max(id), 0) FROM units")) + 1


def next_position(work: Work, grouping: str) -> int:
    """Return where a session or document goes on."""
    last = work.value("SELECT max(position) FROM units WHERE grouping = :grouping", {"grouping": grouping})
    return 0 if last is None else int(last) + 1


def insert(work: Work, units: Sequence[Unit]) -> None:
    """Make units findable by their words."""
    if not units:
        return
    work.run_many(UNITS.insert, (_columns(unit) for unit in units))
    for live in (True, False):
        rows = [_words(unit) for unit in units if bool(unit.live) is live]
        if rows:
            table = _words_table(live=live)
            work.run_many(f"INSERT INTO {table} (rowid, title, body) VALUES (:id, :title, :body)", rows)
    _tally(work, units, sign=1)


def move(work: Work, units: Sequence[Unit], *, live: bool) -> None:
    """Put units among what is held now, or among what was."""
    if not units:
        return
    rows = [_words(unit) for unit in units]
    source, target = _words_table(live=not live), _words_table(live=live)
    _withdraw(work, source, rows)
    work.run_many(f"INSERT INTO {target} (rowid, title, body) VALUES (:id, :title, :body)", rows)
    work.run_many(
        "UPDATE units SET live = :live WHERE id = :id", [{"id": unit.id, "live": int(live)} for unit in units]
    )
    moved = len(units) if live else -len(units)
    work.run("UPDATE lexicon SET live = live + :moved, past = past - :moved WHERE one = 1", {"moved": moved})


def erase(work: Work, units: Sequence[Unit]) -> None:
    """Remove units' words for good; stubs tell the vector index what to forget."""
    if not units:
        return
    for live in (True, False):
        rows = [_words(unit) for unit in units if bool(unit.live) is live]
        if rows:
            table = _words_table(live=live)
            _withdraw(work, table, rows)
    if SQLITE_VERSION < _SECURE_DELETE_SINCE:
        for table in ("live_words", "past_words"):  # what moved before is still in the other one
            work.run(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    # Taken out and put in again: a row that only shrinks where it is leaves its page to nobody else.
    work.run_many("DELETE FROM units WHERE id = :id", [{"id": unit.id} for unit in units])
    stub = {"live": 0, "title": "", "body": "", "grouping": None, "erased_seq": work.seq}
    work.run_many(UNITS.insert, [_columns(unit) | stub for unit in units])
    _tally(work, units, sign=-1)


def clear_words(work: Work) -> None:
    """Empty both indexes; every unit is about to be put in again."""
    for table in ("live_words", "past_words"):
        work.run(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
    work.run("UPDATE lexicon SET live = 0, past = 0 WHERE one = 1")


def forget(work: Work, item_ids: Sequence[str]) -> None:
    """Drop the rows of some items' units, whose words are in no index; they are about to be kept again."""
    work.run_many(
        "DELETE FROM units WHERE item_id = :item AND erased_seq IS NULL",
        [{"item": name} for name in item_ids],
    )


def of_items(work: Work, item_ids: Sequence[str]) -> list[Unit]:
    """Return the units of some records or pieces of evidence, erased ones aside."""
    rows = work.all_of(
        "SELECT * FROM units WHERE item_id IN (:values) AND erased_seq IS NULL ORDER BY item_id, part",
        item_ids,
    )
    return [unit_of(row) for row in rows]


def find(work: Work, ids: Iterable[int]) -> dict[int, Unit]:
    """Return units by id, erased ones aside."""
    rows = work.all_of("SELECT * FROM units WHERE id IN (:values) AND erased_seq IS NULL", list(ids))
    return {row["id"]: unit_of(row) for row in rows}


def beside(work: Work, places: Sequence[tuple[str, int]]) -> list[Unit]:
    """Return the units at some places of sessions and documents."""
    found: list[Unit] = []
    for start in range(0, len(places), _PLACES_PER_STATEMENT):
        chunk = places[start : start + _PLACES_PER_STATEMENT]
        named: dict[str, object] = {f"g{n}": grouping for n, (grouping, _) in enumerate(chunk)}
        named |= {f"p{n}": position for n, (_, position) in enumerate(chunk)}
        values = ", ".join(f"(:g{n}, :p{n})" for n in range(len(chunk)))
        rows = work.all(
            f"""SELECT * FROM units WHERE (grouping, position) IN (VALUES {values}) AND erased_seq IS NULL""",
            named,
        )
        found += [unit_of(row) for row in rows]
    return found


def brought_after(work: Work, place: tuple[int, int], limit: int) -> list[Unit]:
    """Return the next units after a write and an id, by write and id, erased ones aside."""
    rows = work.all(
        """SELECT * FROM units WHERE (seq > :seq OR (seq = :seq AND id > :last)) AND erased_seq IS NULL
           ORDER BY seq, id LIMIT :limit""",
        {"seq": place[0], "last": place[1], "limit": limit},
    )
    return [unit_of(row) for row in rows]


def count_after(work: Work, seq: int) -> int:
    """Return how many units the writes after one brought."""
    statement = "SELECT count(*) FROM units WHERE seq > :seq AND erased_seq IS NULL"
    return int(work.value(statement, {"seq": seq}))


def newest(work: Work, limit: int, *, below: int | None = None) -> list[Unit]:
    """Return the newest units, below an id, erased ones aside."""
    rows = work.all(
        """SELECT * FROM units WHERE (:below IS NULL OR id < :below) AND erased_seq IS NULL
           ORDER BY id DESC LIMIT :limit""",
        {"below": below, "limit": limit},
    )
    return [unit_of(row) for row in rows]


def newest_commits(work: Work, limit: int) -> list[Unit]:
    """Return the beginnings of the newest commits, by the time they were made."""
    # The number is written out, so that the index of commits serves; it is `traits.COMMIT`.
    rows = work.all(
        """SELECT * FROM units WHERE traits >= 1024 AND part = 0 AND live = 1 AND erased_seq IS NULL
           ORDER BY at DESC, id DESC LIMIT :limit""",
        {"limit": limit},
    )
    return [unit_of(row) for row in rows]


def erased_since(work: Work, seq: int) -> list[int]:
    """Return the units that were erased by the writes after one."""
    # Sorted here: asked for them in order of their ids, SQLite reads every unit.
    rows = work.all("SELECT id FROM units WHERE erased_seq > :seq", {"seq": seq})
    return sorted(row["id"] for row in rows)


def sizes(work: Work) -> Sizes:
    """Return how many units there are, counted as they come and go."""
    row = work.one("SELECT live, past FROM lexicon WHERE one = 1")
    return Sizes(row["live"], row["past"]) if row else Sizes(0, 0)


def counted(work: Work) -> Sizes:
    """Return how many units there are, counted one by one."""
    row = work.one(
        """SELECT COALESCE(sum(live), 0) AS live, COALESCE(sum(1 - live), 0) AS past FROM units
           WHERE erased_seq IS NULL"""
    )
    return Sizes(row["live"], row["past"]) if row else Sizes(0, 0)


def unit_of(row: Row) -> Unit:
    """Return a row as a unit."""
    values: tuple[Any, ...] = tuple(row)
    return Unit(*values[:-1])  # columns and fields are in the same order, erased_seq is the last


def _columns(unit: Unit) -> dict[str, object]:
    return {name: getattr(unit, name) for name in UNITS.columns if name != "erased_seq"} | {
        "erased_seq": None,
        "live": int(unit.live),
    }


def _words(unit: Unit) -> dict[str, object]:
    return {"id": unit.id, "title": unit.title, "body": unit.body}


def _words_table(*, live: bool) -> str:
    return "live_words" if live else "past_words"


def _withdraw(work: Work, table: str, rows: Sequence[dict[str, object]]) -> None:
    # Also for what only moves: it may be erased later, and then nobody looks here again.
    if SQLITE_VERSION >= _SECURE_DELETE_SINCE:
        work.run(f"INSERT INTO {table} ({table}, rank) VALUES ('secure-delete', 1)")
    work.run_many(
        f"INSERT INTO {table} ({table}, rowid, title, body) VALUES ('delete', :id, :title, :body)", rows
    )


def _tally(work: Work, units: Sequence[Unit], *, sign: int) -> None:
    live = sum(unit.live for unit in units)
    work.run(
        "UPDATE lexicon SET live = live + :live, past = past + :past WHERE one = 1",
        {"live": sign * live, "past": sign * (len(units) - live)},
    )
