"""Which stubs of erased units does no index need any more? (dialect-specific: SQLite).

A stub tells the vector indexes what to forget. Once every one of them has followed the write that erased a
unit, the stub is only ballast.
"""

from typing import TYPE_CHECKING

from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment


# Pages of the lexical index that one step joins: measured, fifty milliseconds of lock time.
_MERGED_PAGES = 200


def followed(environment: "Environment") -> int | None:
    """Return the write up to which every vector index has followed; None: there is none to wait for."""
    folders = sorted(path for path in environment.paths.indexes.glob("*") if path.is_dir())
    if not folders:
        return None
    from phantasm.retrieval.generations import open_index  # noqa: PLC0415  numpy
    from phantasm.retrieval.vectors.qdrant_choice import MARK  # noqa: PLC0415  numpy

    cursors = []
    for folder in folders:
        if MARK in folder.name:
            return 0  # a server keeps them, and only it knows how far it is
        index = open_index(folder)
        index.refresh()
        cursors.append(index.stamp.cursor if index.stamp else 0)
    return min(cursors)


def forget(work: Work, up_to: int | None, limit: int) -> int:
    """Remove stubs of units that were erased up to a write; the last id stays: none is given twice."""
    rows = work.all(
        """SELECT id FROM units WHERE erased_seq IS NOT NULL AND erased_seq <= :seq
             AND id < (SELECT max(id) FROM units) ORDER BY erased_seq, id LIMIT :limit""",
        {"seq": work.head.seq if up_to is None else up_to, "limit": limit},
    )
    work.run_many("DELETE FROM units WHERE id = :id", [{"id": row["id"]} for row in rows])
    return len(rows)


def tidy(work: Work) -> bool:
    """Join pieces of the lexical index: what was removed frees its pages. Tell whether there is more."""
    joined = False
    for table in ("live_words", "past_words"):
        before = int(work.value("SELECT total_changes()"))
        # Negative: also pieces that would not be joined on their own account yet.
        work.run(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', -{_MERGED_PAGES})")
        joined |= int(work.value("SELECT total_changes()")) - before > 1
    return joined
