"""List the backups, newest first."""

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.storage import backups
from phantasm.storage.backups import Manifest
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {}


class Params(Model):
    """Nothing to choose."""


class Backup(Model):
    """One backup as its manifest describes it."""

    id: str
    reason: str
    created_at: str
    schema_revision: str
    seq: int
    bytes: int
    rows: int
    verified_at: str | None = None


class Result(Model):
    """What lies on disk; `missing` are backups that the store knows of and that are gone."""

    backups: list[Backup]
    missing: list[str]


def prepare(params: Params, environment: Environment) -> list[Manifest]:
    """Read the manifests."""
    return backups.on_disk(environment.paths.backups)


def handle(params: Params, work: Work, manifests: list[Manifest]) -> Result:
    """Put together what the disk and the store know."""
    verified = {row["id"]: row["verified_at"] for row in backups.registered(work)}
    return Result(
        backups=[
            Backup(
                id=manifest.id,
                reason=manifest.reason,
                created_at=manifest.created_at,
                schema_revision=manifest.schema,
                seq=manifest.seq,
                bytes=manifest.bytes,
                rows=sum(manifest.tables.values()),
                verified_at=verified.get(manifest.id),
            )
            for manifest in manifests
        ],
        missing=sorted(set(verified) - {manifest.id for manifest in manifests}),
    )
