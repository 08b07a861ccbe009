"""Whom does a newcomer meet? The open records that say the same, or are about the same, as rows."""

from collections.abc import Sequence

from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# With how many records under one key a newcomer is compared: the newest. Under a topic stands one line of
# versions or a list of values; under the other keys more than a few only have a common word in common.
MET_PER_KEY = {"topic": 32, "frame": 8, "mention": 8, "anchor": 8}
# So many looks into an index make one statement; SQLite takes 500.
_KEYS_PER_STATEMENT = 50
# Word for word as the partial indexes have it: without it SQLite reads the whole table.
_IS_OPEN = "state IN ('live', 'suggested')"


def saying(work: Work, digests: Sequence[str]) -> list[Row]:
    """Return the rows of the open records that say exactly this."""
    return work.all_of(
        """SELECT * FROM records
            WHERE content_digest IN (:values) AND state || '' IN ('live', 'suggested')""",
        digests,
    )


def open_about(work: Work, subject_keys: Sequence[str]) -> list[Row]:
    """Return the rows of the open records that hold some subject keys."""
    return work.all_of(
        """SELECT * FROM records
            WHERE subject_key IN (:values) AND state || '' IN ('live', 'suggested')""",
        subject_keys,
    )


def met(work: Work, column: str, keys: Sequence[int]) -> list[Row]:
    """Return the rows of the open records under some keys, the newest of each key."""
    if column not in MET_PER_KEY:
        raise ValueError(column)
    # Of a bulk hardly any key is known: which ones are is asked first, for a fiftieth of what a look costs.
    known = f"""SELECT asked.column1 AS key FROM (VALUES :rows) AS asked WHERE EXISTS (
                  SELECT 1 FROM records WHERE {column}_key = asked.column1 AND {_IS_OPEN})"""
    distinct = [row["key"] for row in work.all_of(known, keys)]
    rows: list[Row] = []
    for start in range(0, len(distinct), _KEYS_PER_STATEMENT):
        named = {f"k{n}": key for n, key in enumerate(distinct[start : start + _KEYS_PER_STATEMENT])}
        # One limited look into the index per key: a key that thousands share costs no more than any other.
        looks = [
            f"""SELECT * FROM (
                  SELECT * FROM records WHERE {column}_key = :{name} AND {_IS_OPEN}
                  ORDER BY seq DESC, ordinal DESC LIMIT :most) AS under_{name}"""
            for name in named
        ]
        rows += work.all(" UNION ALL ".join(looks), {**named, "most": MET_PER_KEY[column]})
    return sorted(rows, key=lambda row: (row["seq"], row["ordinal"]))


def has_unkeyed(work: Work) -> bool:
    """Tell whether anything is held, or waits, without a subject key."""
    return bool(
        work.value(
            "SELECT 1 FROM records WHERE subject_key IS NULL AND state IN ('live', 'suggested') LIMIT 1"
        )
    )


def has_open(work: Work) -> bool:
    """Tell whether anything is held or waits at all."""
    return bool(work.value("SELECT 1 FROM records WHERE state IN ('live', 'suggested') LIMIT 1"))
