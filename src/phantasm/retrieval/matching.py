"""Which units have some words, and how common is a word? (dialect-specific: SQLite)."""

from collections.abc import Sequence

from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work

# A subject key or a path says what a text is about: its words count twice.
TITLE_WEIGHT = 2.0
# No unit has such an id: SQLite's own end of them.
_ABOVE_ALL = 2**63 - 1


def frequencies(work: Work, terms: Sequence[str], *, live: bool) -> dict[str, int]:
    """Return in how many units each of some words is."""
    table = "live_terms" if live else "past_terms"
    rows = work.all_of(f"SELECT term, doc FROM {table} WHERE term IN (:values)", terms)
    return {row["term"]: row["doc"] for row in rows}


def vocabulary(work: Work, ranges: Sequence[tuple[str, str]], *, live_only: bool) -> list[tuple[str, int]]:
    """Return the words of the index in some alphabetical ranges, with the number of units that have them."""
    found: dict[str, int] = {}
    for table in ("live_terms",) if live_only else ("live_terms", "past_terms"):
        for first, end in ranges:
            rows = work.all(
                f"SELECT term, doc FROM {table} WHERE term >= :first AND term < :end",
                {"first": first, "end": end},
            )
            for row in rows:
                found[row["term"]] = found.get(row["term"], 0) + row["doc"]
    return sorted(found.items())


def ids_where(work: Work, conditions: Conditions, limit: int) -> list[int]:
    """Return the ids of the units that a filter lets through, ascending."""
    rows = work.all(
        f"SELECT id FROM units u {conditions.where} ORDER BY id LIMIT :most",
        conditions.parameters | {"most": limit},
    )
    return [row["id"] for row in rows]


def match(
    work: Work, expression: str, limit: int, *, live: bool, conditions: Conditions | None = None
) -> list[tuple[int, float]]:
    """Return the units whose words match best, with their bm25; ties by id."""
    table = "live_words" if live else "past_words"
    weights = f"bm25({table}, {TITLE_WEIGHT}, 1.0)"
    if conditions is None or not conditions.clauses:
        rows = work.all(
            f"""SELECT rowid AS id, -{weights} AS score FROM {table} WHERE {table} MATCH :expression
                ORDER BY {weights}, rowid LIMIT :most""",
            {"expression": expression, "most": limit},
        )
    else:
        rows = work.all(
            f"""SELECT u.id AS id, -{weights} AS score FROM {table} JOIN units u ON u.id = {table}.rowid
                {conditions.where} AND {table} MATCH :expression ORDER BY {weights}, u.id LIMIT :most""",
            conditions.parameters | {"expression": expression, "most": limit},
        )
    return [(row["id"], row["score"]) for row in rows]


def newest(
    work: Work, expression: str, limit: int, *, live: bool, below: int | None, conditions: Conditions
) -> list[int]:
    """Return the newest units below an id whose words match and that a filter lets through, newest first.

    Nothing is scored or sorted: the index has its rows in the order of their ids.
    """
    table = "live_words" if live else "past_words"
    also = "".join(f" AND {clause}" for clause in conditions.clauses)
    rows = work.all(
        f"""SELECT u.id AS id FROM {table} CROSS JOIN units u ON u.id = {table}.rowid
            WHERE {table} MATCH :expression AND {table}.rowid < :below {also}
            ORDER BY {table}.rowid DESC LIMIT :most""",
        conditions.parameters
        | {"expression": expression, "most": limit, "below": _ABOVE_ALL if below is None else below},
    )
    return [row["id"] for row in rows]


def is_open(work: Work, expression: str, *, live: bool) -> bool:
    """Tell whether any unit that matches is not sensitive; the first such unit ends the search."""
    table = "live_words" if live else "past_words"
    found = work.value(
        f"""SELECT 1 FROM {table} CROSS JOIN units u ON u.id = {table}.rowid
            WHERE {table} MATCH :expression AND u.sensitivity <> 'sensitive' LIMIT 1""",
        {"expression": expression},
    )
    return found is not None


def match_among(work: Work, expression: str, *, among: str, limit: int) -> list[tuple[int, float]]:
    """Return the live units that match best of those that match another expression too, with their bm25.

    Scores are those of the whole expression. The sign keeps the index from being asked for each row anew.
    """
    weights = f"bm25(live_words, {TITLE_WEIGHT}, 1.0)"
    rows = work.all(
        f"""SELECT rowid AS id, -{weights} AS score FROM live_words WHERE live_words MATCH :expression
              AND +rowid IN (SELECT rowid FROM live_words WHERE live_words MATCH :among)
            ORDER BY {weights}, rowid LIMIT :most""",
        {"expression": expression, "among": among, "most": limit},
    )
    return [(row["id"], row["score"]) for row in rows]
