"""What erased units leave in the indexes: stubs, vectors, emptied pages of words (dialect-specific: SQLite).

A stub tells the vector indexes what to forget. Once every one of them has followed the write that erased a
unit, the stub is only ballast. The words of erased units are taken out of their pages at once, but the pages
stay, almost empty, until they are joined.
"""

from typing import TYPE_CHECKING

from phantasm.storage.work import Work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.vectors.embedded import EmbeddedIndex


# Pages of the lexical index that one step joins: measured, fifty milliseconds of lock time.
_MERGED_PAGES = 200
# Bit 36 of an id marks the small pages that lead into long lists of places: they share a page.
_LIVE_PAGES = "SELECT count(*), COALESCE(sum(length(block)), 0) FROM live_words_data WHERE id >> 36 & 1 = 0"
_PAST_PAGES = "SELECT count(*), COALESCE(sum(length(block)), 0) FROM past_words_data WHERE id >> 36 & 1 = 0"
_PIECES = {
    "live_words": "SELECT count(DISTINCT segid) FROM live_words_idx",
    "past_words": "SELECT count(DISTINCT segid) FROM past_words_idx",
}
# What SQLite gives a page of the index unless told otherwise; a piece of it fills a page of its own.
_PAGE_BYTES = 4_096
# An index is joined once an eighth of it is empty, and more than a few pages are: less is given away by the
# last page of every piece, and joining it would write everything for nothing.
_EMPTIED_SHARE = 8
_FEW_BYTES = 64 * 1024


def followed(environment: "Environment") -> int | None:
    """Return the write up to which every vector index has followed; None: there is none to wait for."""
    cursors = []
    for index in _vector_indexes(environment):
        if index is None:
            return 0  # a server keeps them, and only it knows how far it is
        index.refresh()
        cursors.append(index.stamp.cursor if index.stamp else 0)
    return min(cursors, default=None)


def take_out_vectors(environment: "Environment") -> None:
    """Take the vectors of erased units out of the files; those that a server keeps it takes out itself."""
    for index in _vector_indexes(environment):
        if index is not None:
            from phantasm.retrieval import indexer  # noqa: PLC0415  numpy

            indexer.forget(indexer.Source(environment.database, environment.blobs), index)


def _vector_indexes(environment: "Environment") -> "Iterator[EmbeddedIndex | None]":
    """Open the vectors of every generation; None for those that a server keeps."""
    for folder in sorted(path for path in environment.paths.indexes.glob("*") if path.is_dir()):
        from phantasm.retrieval.generations import open_index  # noqa: PLC0415  numpy
        from phantasm.retrieval.vectors.qdrant_choice import MARK  # noqa: PLC0415  numpy

        yield None if MARK in folder.name else open_index(folder)


def forget(work: Work, up_to: int | None, limit: int) -> int:
    """Remove stubs of units that were erased up to a write; the last id stays: none is given twice."""
    rows = work.all(
        """SELECT id FROM units WHERE erased_seq IS NOT NULL AND erased_seq <= :seq
             AND id < (SELECT max(id) FROM units) ORDER BY erased_seq, id LIMIT :limit""",
        {"seq": work.head.seq if up_to is None else up_to, "limit": limit},
    )
    work.run_many("DELETE FROM units WHERE id = :id", [{"id": row["id"]} for row in rows])
    return len(rows)


def waiting(work: Work) -> int:
    """Return how many stubs there are but for the last id's, which stays."""
    statement = "SELECT count(*) FROM units WHERE erased_seq IS NOT NULL AND id < (SELECT max(id) FROM units)"
    return int(work.value(statement))


def emptied_bytes(work: Work) -> int:
    """Return how much room joining the pieces of the lexical index would free; 0 where it is not worth it."""
    emptied = 0
    for counted in (_LIVE_PAGES, _PAST_PAGES):
        pages, filled = map(int, work.all(counted)[0])
        taken = pages * _PAGE_BYTES
        free = taken - filled
        emptied += free if free > max(taken // _EMPTIED_SHARE, _FEW_BYTES) else 0
    return emptied


def join_pieces(work: Work) -> bool:
    """Join pieces of the lexical index: what was removed frees its pages. Tell whether there is more."""
    joined = False
    for table in _PIECES:
        _begin_second_piece(work, table)
        before = int(work.value("SELECT total_changes()"))
        # Negative: also pieces that would not be joined on their own account yet.
        work.run(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', -{_MERGED_PAGES})")
        joined |= int(work.value("SELECT total_changes()")) - before > 1
    return joined


def _begin_second_piece(work: Work, table: str) -> None:
    """Put one unit in again where there is one piece only: FTS5 joins several, and never rewrites one.

    Where no unit is left, everything goes at once.
    """
    if int(work.value(_PIECES[table])) != 1:
        return
    live = int(table == "live_words")
    unit = work.one(
        """SELECT id, title, body FROM units WHERE live = :live AND erased_seq IS NULL
           ORDER BY id DESC LIMIT 1""",
        {"live": live},
    )
    if unit is None:
        work.run(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
    else:
        row = {"id": unit["id"], "title": unit["title"], "body": unit["body"]}
        named = f"{table} ({table}, rowid, title, body)"
        work.run(f"INSERT INTO {named} VALUES ('delete', :id, :title, :body)", row)
        work.run(f"INSERT INTO {table} (rowid, title, body) VALUES (:id, :title, :body)", row)
