"""Back up the store and its raw evidence, checked before it counts."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.storage import backups
from phantasm.storage.backups import Staging
from phantasm.storage.work import Work

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"reason": "before the release"}


class Params(Model):
    """Why."""

    reason: Line = Field(default="on request", description="Why it is made; shown in the list")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """The new backup, and the old ones that made room for it."""

    backup_id: str
    path: str
    seq: int
    bytes: int
    rows: int
    pruned: list[str]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A staged copy, or only its future id in a dry run."""

    staged: Path | None
    backup_id: str
    folder: Path
    keep: int
    temporary: Path
    staging: Staging | None

    def discard(self) -> None:
        """Remove a copy that was not moved into place."""
        if self.staged is not None:
            shutil.rmtree(self.staged, ignore_errors=True)
        if self.staging is not None:
            self.staging.end()


def prepare(params: Params, environment: Environment) -> Prepared:
    """Copy and check the store aside, without holding up any writer."""
    backup_id = environment.ids.new("bak")
    paths, staged, staging = environment.paths, None, None
    if not params.dry_run:
        staging = Staging(paths.temporary)
        try:
            staged = backups.stage(
                environment.database,
                environment.blobs,
                paths.temporary,
                backup_id=backup_id,
                reason=params.reason,
                now=to_timestamp(environment.clock.now()),
            )
        except BaseException:
            staging.end()
            raise
    keep = environment.config.settings.backup.keep
    return Prepared(staged, backup_id, paths.backups, keep, paths.temporary, staging)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Move the copy into place, note it, let the oldest go, and remove what killed backups left."""
    if prepared.staged is None or prepared.staging is None:
        return Result(
            backup_id=prepared.backup_id,
            path=str(prepared.folder),
            seq=work.head.seq,
            bytes=0,
            rows=0,
            pruned=[],
        )
    manifest = backups.publish(prepared.staged, prepared.folder)
    prepared.staging.end()
    backups.sweep(prepared.temporary)
    for unregistered in backups.unregistered(work, prepared.folder):
        backups.register(work, unregistered)
    pruned = _prune(work, prepared)
    return Result(
        backup_id=manifest.id,
        path=str(prepared.folder / manifest.id),
        seq=manifest.seq,
        bytes=manifest.bytes,
        rows=sum(manifest.tables.values()),
        pruned=pruned,
    )


def _prune(work: Work, prepared: Prepared) -> list[str]:
    surplus = [manifest.id for manifest in backups.on_disk(prepared.folder)[prepared.keep :]]
    for backup_id in surplus:
        backups.forget(work, backup_id)
        folder = backups.folder_of(prepared.folder, backup_id)
        work.after_commit(lambda folder=folder: _remove(folder, prepared.temporary))  # type: ignore[misc]
    return surplus


def _remove(folder: Path, temporary: Path) -> None:
    """Remove a backup in one step for whoever looks: half a backup is never among the whole ones."""
    aside = folder.rename(temporary / folder.name)
    shutil.rmtree(aside)
