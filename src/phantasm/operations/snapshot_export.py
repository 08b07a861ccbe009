"""Export the whole store as one verified bundle file."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.storage import backups, bundles
from phantasm.storage.backups import Manifest, Staging
from phantasm.storage.files import fsync
from phantasm.storage.work import Change, Work

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"export_name": "before-the-move"}
SUFFIX = ".phantasm.zip"


class Params(Model):
    """How the bundle is called."""

    export_name: (
        Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")] | None
    ) = Field(default=None, description="A file name without its ending; the snapshot's id when left out")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """Where the bundle is."""

    snapshot_id: str
    path: str
    seq: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """A packed bundle aside, or only its future place in a dry run."""

    packed: Path | None
    snapshot_id: str
    place: Path
    temporary: Path
    manifest: Manifest | None = None
    staging: Staging | None = None

    def discard(self) -> None:
        """Remove a copy that was not moved into place."""
        if self.packed is not None:
            self.packed.unlink(missing_ok=True)
        if self.staging is not None:
            self.staging.end()


def prepare(params: Params, environment: Environment) -> Prepared:
    """Copy, check and pack the store aside, without holding up any writer."""
    snapshot_id = environment.ids.new("snap")
    place = environment.paths.backups / ((params.export_name or snapshot_id) + SUFFIX)
    if params.dry_run:
        return Prepared(None, snapshot_id, place, environment.paths.temporary)
    staging = Staging(environment.paths.temporary)
    packed = environment.paths.temporary / f"{snapshot_id}{SUFFIX}"
    try:
        staged = backups.stage(
            environment.database,
            environment.blobs,
            environment.paths.temporary,
            backup_id=snapshot_id,
            reason="export",
            now=to_timestamp(environment.clock.now()),
        )
        try:
            bundles.pack(staged, packed)
            manifest = backups.read_manifest(staged)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
    except BaseException:
        packed.unlink(missing_ok=True)
        staging.end()
        raise
    return Prepared(packed, snapshot_id, place, environment.paths.temporary, manifest, staging)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Move the bundle into place and note that it was made."""
    _refuse_taken(prepared)
    size = 0
    if prepared.packed is not None:
        size = prepared.packed.stat().st_size
        prepared.packed.rename(prepared.place)
        fsync(prepared.place.parent)
    if prepared.staging is not None:
        prepared.staging.end()
        backups.sweep(prepared.temporary)
    work.changed(Change("snapshot", prepared.snapshot_id, "export", after_state="exported"))
    seq = prepared.manifest.seq if prepared.manifest else work.head.seq
    return Result(snapshot_id=prepared.snapshot_id, path=str(prepared.place), seq=seq, bytes=size)


def _refuse_taken(prepared: Prepared) -> None:
    """Refuse a name that is taken, unless by a bundle of this very state, which a failed attempt leaves."""
    if not prepared.place.exists():
        return
    there, new = bundles.manifest_of(prepared.place), prepared.manifest
    if there and new and (there.store_id, there.chain, there.files) == (new.store_id, new.chain, new.files):
        return
    raise PhantasmError(
        Code.INVALID_PARAMS,
        f"{prepared.place.name} exists already",
        field="params.export_name",
        expected="a name that is not taken",
    )
