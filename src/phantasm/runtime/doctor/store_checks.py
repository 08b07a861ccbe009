"""How does the store itself stand, with its lock, raw files, backups and leftovers? Looks, never writes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.diagnosis import Finding, Verdict, fine, look
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage import backups
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import SCHEMA_HEAD, Database
from phantasm.storage.driver import Error
from phantasm.storage.failures import translate
from phantasm.storage.inspection import Condition, reader

# A turn is bounded to a quarter of a second and a whole-store copy to seconds: longer is worth a word.
_LONG_TURN = timedelta(seconds=5)
# No copy takes an hour to be staged, so whatever is older was left behind by a process that died.
_LEFTOVER_AGE = timedelta(hours=1)
_OLD_BACKUP_AGE = timedelta(days=7)
# A month is enough to look at a quarantined store; after that it is mostly disk space.
_OLD_QUARANTINE_AGE = timedelta(days=30)
_NAMED = 3
_FIX, _BACK_UP = "phantasm doctor --fix", "phantasm backup create"


def check_lock(database: Database, now: datetime) -> Finding:
    """Say who holds the lock."""
    try:
        holder = database.lock.holder()
    except OSError as problem:
        return look("lock", f"the lock file cannot be opened: {problem.strerror}")
    if holder is None:
        return fine("lock", "nobody is writing")
    since = holder.get("since")
    moment = datetime.fromtimestamp(since, UTC) if isinstance(since, int | float) else now
    message = f"process {holder.get('pid', 'unknown')} is writing ({holder.get('purpose', 'unknown')})"
    if now - moment < _LONG_TURN:
        return fine("lock", message)
    return Finding(
        "lock", Verdict.TRANSIENT, f"{message} since {moment:%H:%M:%S} UTC; wait for it, or end it"
    )


def judge_store(condition: Condition) -> list[Finding]:
    """Say in words what looking at the store showed."""
    match condition.code:
        case None:
            found = [fine("store", f"opens; {condition.message}"), _judge_schema(condition)]
            return [
                *found,
                *(look("chain", oddity, "phantasm audit --verify") for oddity in condition.oddities[:5]),
            ]
        case Code.STORE_BUSY:
            message = (
                "another process has the store to itself; nothing is wrong with it as far as can be seen"
            )
            return [Finding("store", Verdict.TRANSIENT, message, "phantasm doctor")]
        case Code.STORE_CORRUPT:
            return [Finding("store", Verdict.CORRUPT, condition.message, _FIX)]
        case Code.SCHEMA_NEWER:
            return [look("schema", condition.message, "pip install -U phantasm")]
        case _:
            return [look("store", condition.message)]


def check_raw_files(paths: Paths, database: Database) -> list[Finding]:
    """Say whether raw files and the rows that refer to them belong together."""
    blobs = BlobStore(paths.raw)
    try:
        stray, missing = _compare(blobs, database)
        if stray or missing:
            # A writer puts the file first and the row later. Whoever was in between is done when nobody holds
            # the lock, and a second look then tells what is really stray or missing.
            if database.lock.holder() is not None:
                return [fine("raw_files", "not judged while somebody writes")]
            again = _compare(blobs, database)
            stray, missing = stray & again[0], missing & again[1]
    except (Error, OSError) as problem:
        known = translate(problem)
        return [look("raw_files", known.message if known else str(problem))]
    found = []
    if stray:
        found.append(look("raw_files", f"{len(stray)} files that nothing refers to", _FIX))
    if missing:
        found.append(
            look("raw_files", f"{len(missing)} raw files are missing, first {min(missing)[:12]}…", _FIX)
        )
    return found or [fine("raw_files", "every file has its row and every row its file")]


def check_backups(paths: Paths, condition: Condition | None, now: datetime) -> list[Finding]:
    """Say whether there is a recent backup, and whether every one can say what it contains."""
    found = []
    for folder in sorted(paths.backups.iterdir()) if paths.backups.is_dir() else ():
        if folder.is_dir() and folder != paths.agent_file_copies:
            try:
                backups.read_manifest(folder)
            except PhantasmError as problem:
                found.append(look("backups", problem.message, "phantasm backup list"))
    kept = backups.on_disk(paths.backups)
    head = condition.head if condition else None
    if not kept:
        if head is not None and head.seq == 0:
            return [*found, fine("backups", "none needed yet")]
        # What is missing or damaged cannot be backed up any more.
        return [*found, look("backups", "there is none", _BACK_UP if head else None)]
    newest = kept[0]
    age = now - datetime.fromisoformat(newest.created_at)
    message = f"{len(kept)}, newest {newest.id} of {newest.created_at[:16]}Z"
    if age > _OLD_BACKUP_AGE and (head is None or head.seq > newest.seq):
        return [*found, look("backups", f"{message}, and things have changed since", _BACK_UP)]
    return [*found, fine("backups", message)]


def check_leftovers(paths: Paths, now: datetime) -> Finding:
    """Say whether processes that died left something behind."""
    found = list(leftovers(paths, now))
    if not found:
        return fine("leftovers", "none")
    killed = backups.left_behind(paths.temporary)
    if killed:
        names = ", ".join(paths.relative(path) for path in killed[:_NAMED])
        more = f" and {len(killed) - _NAMED} more" if len(killed) > _NAMED else ""
        message = f"backups or snapshots that were killed left {names}{more}; the next one removes them"
        return look("leftovers", message, _FIX)
    return look("leftovers", f"{len(found)} unfinished files, first {paths.relative(found[0])}", _FIX)


def leftovers(paths: Paths, now: datetime) -> Iterator[Path]:
    """Find what nobody will ever finish: old work in progress, and half-made stores."""
    # Hooks hand over through the inbox, and images of a store are locked there: neither is a leftover.
    staying = {paths.inbox, paths.temporary / paths.lock.name}
    killed = backups.left_behind(paths.temporary)
    yield from killed
    places = [
        path
        for path in _entries(paths.temporary)
        if path not in staying and path not in killed and not path.name.startswith(".")
    ]
    places += [
        *paths.state.glob("*.partial"),
        *paths.state.glob("store.building*"),
        *paths.backups.glob("*.partial"),
    ]
    for path in sorted(places):
        if _age(path, now) > _LEFTOVER_AGE:
            yield path


def check_quarantine(paths: Paths, now: datetime) -> Finding:
    """Say whether damaged stores are being kept."""
    kept = sorted(_entries(paths.quarantine))
    if not kept:
        return fine("quarantine", "empty")
    message = f"{len(kept)} damaged stores are kept in {paths.relative(paths.quarantine)}"
    if any(_age(path, now) > _OLD_QUARANTINE_AGE for path in kept):
        return look(
            "quarantine",
            f"{message}, some for more than {_OLD_QUARANTINE_AGE.days} days; delete them by hand",
        )
    return fine("quarantine", message)


def _judge_schema(condition: Condition) -> Finding:
    if condition.revision == SCHEMA_HEAD:
        return fine("schema", f"revision {condition.revision}")
    message = f"revision {condition.revision} is older than {SCHEMA_HEAD}"
    return fine("schema", f"{message}: the next request migrates it, after a verified backup")


def _compare(blobs: BlobStore, database: Database) -> tuple[set[Path], set[str]]:
    with database.read() as (connection, head):
        work = reader(connection, head)
        return set(blobs.unreferenced(work)), set(blobs.missing(work))


def _entries(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _age(path: Path, now: datetime) -> timedelta:
    """Return for how long nothing has happened to a file, or to anything in a folder."""
    try:
        newest = max(found.lstat().st_mtime for found in (path, *path.rglob("*")))
    except FileNotFoundError:  # it is going away right now: somebody is at work on it
        return timedelta(0)
    return now - datetime.fromtimestamp(newest, UTC)
