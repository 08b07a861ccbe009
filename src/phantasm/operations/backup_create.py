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

    def discard(self) -> None:
        """Remove a copy that was not moved into place."""
        if self.staged is not None:
            shutil.rmtree(self.staged, ignore_errors=True)


def prepare(params: Params, environment: Environment) -> Prepared:
    """Copy and check the store aside, without holding up any writer."""
    backup_id = environment.ids.new("bak")
    staged = None
    if not params.dry_run:
        staged = backups.stage(
            environment.database,
            environment.blobs,
            environment.paths.temporary,
            backup_id=backup_id,
            reason=params.reason,
            now=to_timestamp(environment.clock.now()),
        )
    return Prepared(staged, backup_id, environment.paths.backups, environment.config.settings.backup.keep)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Move the copy into place, note it, and let the oldest go."""
    if prepared.staged is None:
        return Result(
            backup_id=prepared.backup_id,
            path=str(prepared.folder),
            seq=work.head.seq,
            bytes=0,
            rows=0,
            pruned=[],
        )
    manifest = backups.publish(prepared.staged, prepared.folder)
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
        work.after_commit(lambda folder=folder: shutil.rmtree(folder))  # type: ignore[misc]
    return surplus
