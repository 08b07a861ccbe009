"""Bring a backup back, in place, after a safety backup of what is there now."""

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.learning.forgetting import forget_again
from phantasm.storage import backups
from phantasm.storage.backups import Replacement, Staging, carry_out, stage_replacement
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"backup_id": "bak_01kk2y1h0000000000000000000"}


class Params(Model):
    """Which backup."""

    backup_id: Line = Field(description="The backup's id")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """What was brought back, and where what was there before is kept."""

    restored: str
    from_seq: int
    safety_backup: str | None = None
    kept_erased: int = Field(description="Records erased since the backup, which stay erased")
    kept_erased_evidence: int = Field(
        default=0, description="Evidence erased by itself since the backup, which stays erased"
    )


def target(params: Params) -> JsonObject:
    """Return what has to be confirmed."""
    return {"backup_id": params.backup_id}


def prepare(params: Params, environment: Environment) -> Replacement:
    """Verify the backup and make the image that will become the store."""
    folder = backups.folder_of(environment.paths.backups, params.backup_id)
    paths = environment.paths
    staging = Staging(paths.temporary)
    return stage_replacement(folder, environment.database, environment.blobs, paths=paths, staging=staging)


def handle(params: Params, work: Work, replacement: Replacement) -> Result:
    """Finish the image; the pipeline copies it in."""
    safety = None if work.dry_run else carry_out(work, replacement)
    with replacement.live.read() as (connection, head):
        live = reader(connection, head)
        again = forget_again(work, live, replacement.blobs)
    return Result(
        restored=replacement.manifest.id,
        from_seq=replacement.manifest.seq,
        safety_backup=safety.id if safety else None,
        kept_erased=again.records,
        kept_erased_evidence=again.evidence,
    )
