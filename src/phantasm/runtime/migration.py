"""Does the store have the schema that this release needs? If not: a verified backup, then the upgrade.

The words of the lexical index are derived by code, so they are brought up to date here as well: in the
migration's own transaction, or alone when only the way of deriving them has changed.
"""

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import to_timestamp
from phantasm.retrieval import store
from phantasm.storage.database import SCHEMA_HEAD, Head, schema_newer
from phantasm.storage.driver import Connection
from phantasm.storage.inspection import reader
from phantasm.telemetry.events import StoreMigrated, emit


def ensure_current(environment: Environment) -> None:
    """Migrate an older store in place; refuse a newer one; cost one look when it is current."""
    revision = environment.database.revision()
    if revision > SCHEMA_HEAD:
        raise schema_newer(revision)
    if revision == SCHEMA_HEAD and _words_are_current(environment):
        return
    with environment.database.lock.hold("migrate"):
        revision = environment.database.revision()  # another process may have been first
        if revision != SCHEMA_HEAD:
            _migrate(environment, revision)
        elif not _words_are_current(environment):
            _derive_words(environment)


def _migrate(environment: Environment, revision: str) -> None:
    from phantasm.storage import backups  # noqa: PLC0415  almost nobody needs it
    from phantasm.storage.schema import upgrade  # noqa: PLC0415  loads Alembic, which almost nobody needs

    paths, now = environment.paths, to_timestamp(environment.clock.now())
    with backups.Staging(paths.temporary):
        staged = backups.stage(
            environment.database,
            environment.blobs,
            paths.temporary,
            backup_id=environment.ids.new("bak"),
            reason=f"before migration from {revision} to {SCHEMA_HEAD}",
            now=now,
        )
        manifest = backups.publish(staged, paths.backups)
    with environment.database.transaction() as (connection, head):
        upgrade(connection)
        if not store.is_current(reader(connection, head)):  # most migrations leave the words as they are
            _rebuild(environment, connection, head)
    emit(StoreMigrated(from_revision=revision, to_revision=SCHEMA_HEAD, backup_id=manifest.id))


def _words_are_current(environment: Environment) -> bool:
    with environment.database.read() as (connection, head):
        return store.is_current(reader(connection, head))


def _derive_words(environment: Environment) -> None:
    with environment.database.transaction() as (connection, head):
        _rebuild(environment, connection, head)


def _rebuild(environment: Environment, connection: Connection, head: Head) -> None:
    from phantasm.retrieval.lexicon import rebuild  # noqa: PLC0415  loads the stemmer, which readers do not need

    rebuild(reader(connection, head), environment.blobs)
