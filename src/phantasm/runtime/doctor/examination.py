"""Is a project's memory well, and if not, what would help? Looks at everything and writes nothing.

SQLite itself may leave its empty -wal and -shm beside a store that is read; nothing else changes.
"""

from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config import trust
from phantasm.config.finding import find_project
from phantasm.config.paths import Paths
from phantasm.contracts.diagnosis import Diagnosis, Finding, fine, look
from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.doctor.ground_checks import (
    check_config,
    check_disk,
    check_file_system,
    check_hooks,
    check_library,
    check_permissions,
    check_services,
    check_tracking,
    check_trust,
)
from phantasm.runtime.doctor.store_checks import (
    check_backups,
    check_leftovers,
    check_lock,
    check_quarantine,
    check_raw_files,
    judge_store,
)
from phantasm.runtime.safety import refuse_foreign, typed_failures
from phantasm.storage import backups
from phantasm.storage.database import SCHEMA_HEAD, Database
from phantasm.storage.inspection import Condition, condition_of

# Looking must not hang: a reader waits this long for somebody who recovers a crashed writer's WAL.
_PATIENCE_SECONDS = 2.0


def examine(start: Path, *, pages: bool = True, deep: bool = False) -> Diagnosis:
    """Examine the project that a folder belongs to; works whatever state it is in.

    Looking at every page of the store takes as long as it is large: without `pages` it is only opened.
    """
    root = find_project(start.absolute())
    if root is None:
        missing = look("project", f"no .phantasm folder in {start} or above it", "phantasm bootstrap")
        return Diagnosis(None, (missing, check_library()))
    paths = Paths(root)
    found = [fine("project", str(root)), check_library()]
    try:
        refuse_foreign(paths)
    except PhantasmError as problem:  # what is not ours is not even read
        return Diagnosis(str(root), (*found, look("ownership", problem.message)))
    if why := trust.doubt(str(root)):  # nor is what nobody has accepted
        message = f"{paths.state} is not read: {why}"
        found += [look("trust", message, "phantasm trust"), check_tracking(paths), *check_config(paths)]
        return Diagnosis(str(root), tuple(found))
    with typed_failures():
        found += [
            fine("ownership", "everything is yours and in its place"),
            check_trust(paths),
            check_permissions(paths),
            check_tracking(paths),
            check_file_system(paths),
            check_disk(paths),
            *check_config(paths),
            *check_services(paths),
            *_examine_store(paths, pages=pages, deep=deep),
        ]
    return Diagnosis(str(root), tuple(found))


def _examine_store(paths: Paths, *, pages: bool, deep: bool) -> list[Finding]:
    now = SystemClock().now()
    database = Database(paths.store, busy_timeout=_PATIENCE_SECONDS)
    try:
        condition = condition_of(paths.store, pages=pages, deep=deep) if paths.store.exists() else None
        found = [
            check_lock(database, now),
            *(judge_store(condition) if condition else [_missing_store(paths)]),
        ]
        if condition and _is_readable(condition):
            found += check_raw_files(paths, database)
    finally:
        database.close()
    return [
        *found,
        *check_backups(paths, condition, now),
        check_leftovers(paths, now),
        check_quarantine(paths, now),
        check_hooks(paths, now),
    ]


def _is_readable(condition: Condition) -> bool:
    # What the tables of another schema mean is not known here.
    return condition.code is None and condition.revision == SCHEMA_HEAD


def _missing_store(paths: Paths) -> Finding:
    if backups.on_disk(paths.backups):
        return look("store", "there is no store, but there are backups of one", "phantasm doctor --fix")
    return look("store", "there is no store", "phantasm bootstrap")
