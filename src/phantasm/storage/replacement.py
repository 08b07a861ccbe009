"""How does the live store give way to a backup or a bundle without anything being lost on the way?"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.storage import backups, manifests
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Database
from phantasm.storage.images import Image
from phantasm.storage.manifests import Manifest
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Replacement:
    """A verified source, the image made from it, and the store that it will replace."""

    image: Image
    source: Path
    manifest: Manifest
    live: Database
    blobs: BlobStore
    paths: Paths

    def discard(self) -> None:
        """Remove what was staged: the image, and a source that was unpacked only for this."""
        self.image.discard()
        if self.source.parent == self.paths.temporary:
            shutil.rmtree(self.source, ignore_errors=True)


def stage(source: Path, live: Database, blobs: BlobStore, *, paths: Paths) -> Replacement:
    """Verify a backup's folder and make the image that will become the store."""
    manifest = backups.verify(source)
    return Replacement(
        image=backups.stage_image(source, paths.temporary),
        source=source,
        manifest=manifest,
        live=live,
        blobs=blobs,
        paths=paths,
    )


def carry_out(work: Work, replacement: Replacement) -> Manifest:
    """Back up the live store, put raw files back, and tell the image about every backup there is.

    Runs under the write lock, so that not one write falls between the safety backup and the replacement.
    """
    staged = backups.stage(
        replacement.live,
        replacement.blobs,
        replacement.paths.temporary,
        backup_id=work.ids.new("bak"),
        reason=f"before {replacement.manifest.id} was restored",
        now=work.now,
    )
    safety = backups.publish(staged, replacement.paths.backups)
    backups.bring_back_raw(replacement.source, replacement.blobs)
    for manifest in manifests.on_disk(replacement.paths.backups):
        backups.register(work, manifest)
    return safety
