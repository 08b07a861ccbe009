"""Is the lexical index what the store says? (dialect-specific: SQLite)."""

from phantasm.retrieval import store
from phantasm.storage.driver import Error
from phantasm.storage.work import Work

# Units that are looked up by their own words, spread over all: a loss of many shows, and it stays quick.
_SAMPLE = 500


def problems(work: Work) -> list[str]:
    """Return everything that is wrong with the words, in sentences; needs a write, and changes nothing."""
    found = []
    if not store.is_current(work):
        found.append("the words were derived by another release")
    for table in ("live_words", "past_words"):
        try:
            work.run(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
        except Error as problem:
            found.append(f"{table}: {problem}")
    sizes = store.sizes(work)
    counted = work.one(
        """SELECT COALESCE(sum(live), 0) AS live, COALESCE(sum(1 - live), 0) AS past FROM units
           WHERE erased_seq IS NULL"""
    )
    if counted and (counted["live"], counted["past"]) != (sizes.live, sizes.past):
        really = f"{counted['live']} live and {counted['past']} past"
        found.append(f"there are {really} units, counted as {sizes.live} and {sizes.past}")
    lost = _lost(work, sizes.units)
    if lost:
        found.append(f"{lost} of {_SAMPLE} sampled units are not found by their own words")
    return found


def _lost(work: Work, units: int) -> int:
    """Return how many of a sample of units are not found by their first word."""
    rows = work.all(
        """SELECT id, live, body FROM units WHERE erased_seq IS NULL AND body <> '' AND id % :step = 0
           ORDER BY id LIMIT :most""",
        {"step": max(1, units // _SAMPLE), "most": _SAMPLE},
    )
    lost = 0
    for row in rows:
        table = "live_words" if row["live"] else "past_words"
        word = row["body"].split(" ", maxsplit=1)[0]
        statement = f"SELECT 1 FROM {table} WHERE {table} MATCH :word AND rowid = :id"
        lost += not work.value(statement, {"word": f'"{word}"', "id": row["id"]})
    return lost
