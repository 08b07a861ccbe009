"""Is the lexical index what the store says? (dialect-specific: SQLite).

Everything is compared, on one snapshot and without a write: the pages of the full-text tables with their
checksums, each unit with its row there, and each unit with the text that it was made of.
"""

from phantasm.retrieval import recounting, rederiving, store
from phantasm.storage.blobs import BlobStore
from phantasm.storage.driver import SQLITE_VERSION, Error
from phantasm.storage.work import Work

# Since then SQLite's own check of integrity looks at full-text tables too, and that needs no write.
READS_PAGES = SQLITE_VERSION >= (3, 44)


def problems(work: Work, blobs: BlobStore) -> list[str]:
    """Return everything that is wrong with the words, in sentences; changes nothing."""
    found = damage(work) if READS_PAGES else []
    found += _miscounted(work)
    found += recounting.problems(work)
    if store.is_current(work):
        return found + rederiving.problems(work, blobs)
    # What another release derived differs as it should.
    return ["the words were derived by another release", *found]


def damage(work: Work) -> list[str]:
    """Return what is wrong with the pages of the full-text tables; an old SQLite needs a write for it."""
    found: list[str] = []
    for table in recounting.TABLES.values():
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
