"""Replace the store by an exported bundle, after a safety backup of what is there now."""

import shutil

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import FilePath, JsonObject, Model
from phantasm.storage import bundles
from phantasm.storage.backups import Replacement, Staging, carry_out, stage_replacement
from phantasm.storage.files import is_file
from phantasm.storage.work import Work
from phantasm.workspace.project_files import place_inside

KIND = Kind.SNAPSHOT
EXAMPLE: JsonObject = {"bundle_path": ".phantasm/state/backups/before-the-move.phantasm.zip"}


class Params(Model):
    """Which bundle."""

    bundle_path: FilePath = Field(
        description="The bundle's path, relative to the project; it must lie inside the project"
    )
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """What was imported, and where what was there before is kept."""

    imported: str
    from_seq: int
    store_id: str
    safety_backup: str | None = None


def target(params: Params) -> JsonObject:
    """Return what has to be confirmed."""
    return {"bundle_path": params.bundle_path}


def prepare(params: Params, environment: Environment) -> Replacement:
    """Unpack into quarantine, verify everything, and make the image that will become the store."""
    bundle = place_inside(environment.paths, params.bundle_path, field="params.bundle_path")
    if not is_file(bundle):
        message = f"there is no file {params.bundle_path!r}"
        raise PhantasmError(Code.NOT_FOUND, message, field="params.bundle_path")
    paths, staging = environment.paths, Staging(environment.paths.temporary)
    unpacked = environment.paths.temporary / environment.ids.new("import")
    try:
        bundles.unpack(bundle, unpacked)
        return stage_replacement(
            unpacked, environment.database, environment.blobs, paths=paths, staging=staging
        )
    except BaseException:
        shutil.rmtree(unpacked, ignore_errors=True)
        staging.end()  # closing twice does nothing
        raise


def handle(params: Params, work: Work, replacement: Replacement) -> Result:
    """Finish the image; the pipeline copies it in."""
    safety = None if work.dry_run else carry_out(work, replacement)
    return Result(
        imported=replacement.manifest.id,
        from_seq=replacement.manifest.seq,
        store_id=replacement.manifest.store_id,
        safety_backup=safety.id if safety else None,
    )
