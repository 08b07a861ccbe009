"""List the backups, newest first."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.storage import backups, bundles
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


class ExportedBundle(Model):
    """One exported bundle beside the backups."""

    id: str
    path: str
    created_at: str
    seq: int
    bytes: int


class Result(Model):
    """What lies on disk; `missing` are backups that the store knows of and that are gone."""

    backups: list[Backup]
    snapshots: list[ExportedBundle] = Field(
        default=[], description="Exported bundles that lie beside the backups"
    )
    missing: list[str]


class Prepared(NamedTuple):
    """What the manifests say."""

    manifests: list[Manifest]
    snapshots: list[ExportedBundle]


def prepare(params: Params, environment: Environment) -> Prepared:
    """Read the manifests of folders and of bundles."""
    folder = environment.paths.backups
    return Prepared(backups.on_disk(folder), [*_snapshots(folder)])


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Put together what the disk and the store know."""
    manifests = prepared.manifests
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
        snapshots=prepared.snapshots,
        missing=sorted(set(verified) - {manifest.id for manifest in manifests}),
    )


def _snapshots(folder: Path) -> Iterator[ExportedBundle]:
    for path in sorted(folder.glob("*.zip")):
        if manifest := bundles.manifest_of(path):
            size = path.stat().st_size
            yield ExportedBundle(
                id=manifest.id, path=str(path), created_at=manifest.created_at, seq=manifest.seq, bytes=size
            )
