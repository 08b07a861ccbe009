"""Which records are there? Questions about the records table, one function each."""

from collections import Counter
from collections.abc import Sequence

from phantasm.contracts.ids import HANDLE_LENGTH, cited
from phantasm.state.filters import Filter
from phantasm.state.model import Record, Slot
from phantasm.state.rows import record_of
from phantasm.state.tables import RECORDS
from phantasm.storage import payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# Where records are named by anything but their state, it is written `state || ''` (see `filters`).
# Below one key, so many of the newest: a context holds no more.
_MOST_BELOW_A_KEY = 100


def live_about(work: Work, subject_keys: Sequence[str]) -> dict[Slot, Record]:
    """Return the live records that hold some subject keys, by kind, key and scope."""
    rows = work.all_of(
        "SELECT * FROM records WHERE subject_key IN (:values) AND state || '' = 'live'", subject_keys
    )
    return {(row["kind"], row["subject_key"], row["scope"], row["scope_ref"]): record_of(row) for row in rows}


def about(work: Work, subject_keys: Sequence[str], *, live_only: bool = True) -> list[Record]:
    """Return the newest records about some subject keys; `a.*` stands for all below `a`."""
    rows: dict[str, Row] = {}
    for key in subject_keys:
        first, end = (key[:-1], f"{key[:-2]}/") if key.endswith(".*") else (key, f"{key}\0")
        found = work.all(
            """SELECT * FROM records WHERE subject_key >= :first AND subject_key < :end
                 AND (state || '' = 'live' OR :ever) ORDER BY seq DESC, ordinal DESC LIMIT :most""",
            {"first": first, "end": end, "ever": int(not live_only), "most": _MOST_BELOW_A_KEY},
        )
        rows |= {row["id"]: row for row in found}
    return with_bodies(work, list(rows.values()))


def open_after(work: Work, last: str, limit: int) -> list[Record]:
    """Return the next open records by id, with their content."""
    rows = work.all(
        """SELECT * FROM records WHERE id > :last AND state || '' IN ('live', 'suggested')
           ORDER BY id LIMIT :limit""",
        {"last": last, "limit": limit},
    )
    return with_bodies(work, rows)


def after(work: Work, last: tuple[int, int], limit: int) -> list[Record]:
    """Return the next records in the order of writing, with their content."""
    rows = work.all(
        """SELECT * FROM records WHERE seq > :seq OR (seq = :seq AND ordinal > :ordinal)
           ORDER BY seq, ordinal LIMIT :limit""",
        {"seq": last[0], "ordinal": last[1], "limit": limit},
    )
    return with_bodies(work, rows)


def live_versions(work: Work, lineages: Sequence[str]) -> dict[str, Record]:
    """Return the live record of each of some lineages, with its content."""
    rows = work.all_of("SELECT * FROM records WHERE lineage IN (:values) AND state || '' = 'live'", lineages)
    return {record.lineage: record for record in with_bodies(work, rows)}


def live_lineages(work: Work, lineages: Sequence[str]) -> set[str]:
    """Return which of some lineages have a live record."""
    rows = work.all_of(
        "SELECT lineage FROM records WHERE lineage IN (:values) AND state || '' = 'live'", lineages
    )
    return {row["lineage"] for row in rows}


def versions_of(work: Work, lineages: Sequence[str]) -> list[Record]:
    """Return every version in some lines, each line's oldest first, with its content."""
    rows = work.all_of(
        "SELECT * FROM records WHERE lineage IN (:values) ORDER BY lineage, seq, ordinal", lineages
    )
    return with_bodies(work, rows)


def newest_versions(work: Work, lineages: Sequence[str]) -> dict[str, Record]:
    """Return the live record of each of some lineages, or its last version, with its content."""
    rows = work.all_of("SELECT * FROM records WHERE lineage IN (:values) ORDER BY seq, ordinal", lineages)
    last = {row["lineage"]: row for row in rows if row["state"] != "suggested"}
    last = {row["lineage"]: row for row in rows if row["lineage"] not in last} | last
    last |= {row["lineage"]: row for row in rows if row["state"] == "live"}
    return {record.lineage: record for record in with_bodies(work, list(last.values()))}


def find(work: Work, names: Sequence[str]) -> dict[str, Record]:
    """Return records by id or handle, also as these are cited, with their content."""
    asked = {name: cited(name) for name in names}
    ids = [name for name in asked.values() if len(name) != HANDLE_LENGTH]
    handles = [name for name in asked.values() if len(name) == HANDLE_LENGTH]
    rows = work.all_of("SELECT * FROM records WHERE id IN (:values)", ids)
    rows += work.all_of("SELECT * FROM records WHERE handle IN (:values)", handles)
    by_name = {record.id: record for record in with_bodies(work, rows)}
    by_name |= {record.handle: record for record in by_name.values()}
    return {name: by_name[plain] for name, plain in asked.items() if plain in by_name}


def listing(work: Work, chosen: Filter, limit: int, *, content: bool = True) -> list[Record]:
    """Return records, newest first, with or without their content."""
    where, parameters = chosen.conditions().where, chosen.conditions().parameters | {"limit": limit}
    rows = work.all(f"SELECT * FROM records {where} ORDER BY seq DESC, ordinal DESC LIMIT :limit", parameters)
    return with_bodies(work, rows) if content else [record_of(row) for row in rows]


def among(work: Work, ids: Sequence[str], chosen: Filter) -> list[Record]:
    """Return which of some records a filter lets through, without their content."""
    conditions = chosen.conditions()
    conditions.add("id IN (:values)")
    rows = work.all_of(f"SELECT * FROM records {conditions.where}", ids, conditions.parameters)
    return [record_of(row) for row in rows]


def lineage(work: Work, record: Record) -> list[Record]:
    """Return every version in a record's line, oldest first, with its content."""
    return versions_of(work, [record.lineage])


def version_ids(work: Work, ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the ids of every version in the line of each of some records, oldest first."""
    rows = work.all_of(
        """SELECT r.id AS asked, v.id AS version FROM records r JOIN records v ON v.lineage = r.lineage
           WHERE r.id IN (:values) ORDER BY v.seq, v.ordinal""",
        ids,
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row["asked"], []).append(row["version"])
    return found


def due(work: Work, at: str, *, checked_before: str, unchecked: bool) -> list[Record]:
    """Return the live records that expired, are due again, or were checked or recorded too long ago."""
    rows = work.all(
        """SELECT * FROM records WHERE state = 'live'
             AND (expires_at <= :at OR revalidate_at <= :at OR verified_at < :before
                  OR (:unchecked = 1 AND verified_at IS NULL AND recorded_at < :before))
           ORDER BY seq, ordinal""",
        {"at": at, "before": checked_before, "unchecked": int(unchecked)},
    )
    return [record_of(row) for row in rows]


def sensitive_among(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some records are sensitive."""
    rows = work.all_of("SELECT id FROM records WHERE id IN (:values) AND sensitivity = 'sensitive'", ids)
    return {row["id"] for row in rows}


def other_versions(work: Work, ids: Sequence[str]) -> list[str]:
    """Return the versions that share a lineage with some records and were not erased."""
    rows = work.all_of(
        """SELECT id FROM records
           WHERE lineage IN (SELECT lineage FROM records WHERE id IN (:values)) AND state <> 'tombstoned'
           ORDER BY seq, ordinal""",
        ids,
    )
    return list(dict.fromkeys(row["id"] for row in rows))


def count(work: Work, chosen: Filter) -> int:
    """Return how many records a filter lets through."""
    conditions = chosen.conditions(covered=True)
    return int(work.value(f"SELECT count(*) FROM records {conditions.where}", conditions.parameters))


def count_by(work: Work, column: str) -> dict[str, int]:
    """Return how many records there are per value of `kind`, `state` or `scope`."""
    if column not in RECORDS.columns:
        raise ValueError(column)
    # As the index of states and kinds has them it takes a fifth of the time; elsewhere no index helps.
    groups = "state, kind" if column in {"state", "kind"} else f"{column} || ''"
    counts: Counter[str] = Counter()
    for row in work.all(f"SELECT {column} AS name, count(*) AS records FROM records GROUP BY {groups}"):
        counts[row["name"]] += row["records"]
    return dict(sorted(counts.items()))


def tally(work: Work, columns: Sequence[str], chosen: Filter) -> list[Row]:
    """Return how many records a filter lets through per values of some columns, in one go."""
    if not set(columns) <= set(RECORDS.columns):
        raise ValueError(columns)
    conditions, names = chosen.conditions(), ", ".join(columns)
    # Not by the column itself: the table would be read in the order of whichever index has it first.
    return work.all(
        f"""SELECT {names}, count(*) AS records FROM records {conditions.where}
            GROUP BY {columns[0]} || '', {names}""",
        conditions.parameters,
    )


def tombstoned_ids(work: Work) -> list[str]:
    """Return every record that was erased."""
    return [row["id"] for row in work.all("SELECT id FROM records WHERE state = 'tombstoned' ORDER BY id")]


def time_bounds(work: Work) -> tuple[str | None, str | None]:
    """Return when the first and the last record were held."""
    row = work.one("SELECT min(recorded_at) AS first, max(recorded_at) AS last FROM records")
    return (row["first"], row["last"]) if row else (None, None)


def fresh_handles(work: Work, count: int) -> list[str]:
    """Draw handles that no record has; at 40 bits a clash is rare but not impossible."""
    handles: dict[str, None] = {}
    while len(handles) < count:
        drawn = [work.ids.handle() for _ in range(count - len(handles))]
        rows = work.all_of("SELECT handle FROM records WHERE handle IN (:values)", drawn)
        taken = {row["handle"] for row in rows}
        handles.update(dict.fromkeys(handle for handle in drawn if handle not in taken))
    return list(handles)


def with_bodies(work: Work, rows: Sequence[Row]) -> list[Record]:
    """Return the records of some rows, with their content."""
    bodies = payloads.get_many(work, [row["payload"] for row in rows])
    return [record_of(row, bodies.get(row["payload"])) for row in rows]
