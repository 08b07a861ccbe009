"""Check a backup against its manifest and prove by a trial restore that it can be used."""

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.storage import backups
from phantasm.storage.backups import Manifest
from phantasm.storage.work import Work

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"backup_id": "bak_01kk2y1h0000000000000000000"}


class Params(Model):
    """Which backup."""

    backup_id: Line = Field(description="The backup's id")
    drill: bool = Field(default=True, description="Also restore it into a temporary folder and check that")
    dry_run: bool = Field(default=False, description="Check, but do not note the result")


class Result(Model):
    """What was checked."""

    backup_id: str
    files: int
    rows: int
    chain_head: str
    drilled: bool


def prepare(params: Params, environment: Environment) -> Manifest:
    """Check every file, and restore into a temporary folder."""
    folder = backups.folder_of(environment.paths.backups, params.backup_id)
    return backups.drill(folder, environment.paths.temporary) if params.drill else backups.verify(folder)


def handle(params: Params, work: Work, manifest: Manifest) -> Result:
    """Note that it was verified."""
    backups.register(work, manifest)
    return Result(
        backup_id=manifest.id,
        files=len(manifest.files),
        rows=sum(manifest.tables.values()),
        chain_head=manifest.chain,
        drilled=params.drill,
    )
