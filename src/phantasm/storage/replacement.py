"""How does the live store give way to a backup or a bundle without anything being lost on the way?"""

import shutil
from dataclasses import dataclass
from pathlib import Path

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
    backups: Path
    temporary: Path

    def discard(self) -> None:
        """Remove what was staged: the image, and a source that was unpacked only for this."""
        self.image.discard()
        if self.source.parent == self.temporary:
            shutil.rmtree(self.source, ignore_errors=True)


def carry_out(work: Work, replacement: Replacement) -> Manifest:
    """Back up the live store, put raw files back, and tell the image about every backup there is.

    Runs under the write lock, so that not one write falls between the safety backup and the replacement.
    """
    staged = backups.stage(
        replacement.live,
        replacement.blobs,
        replacement.temporary,
        backup_id=work.ids.new("bak"),
        reason=f"before {replacement.manifest.id} was restored",
        now=work.now,
    )
    safety = backups.publish(staged, replacement.backups)
    backups.bring_back_raw(replacement.source, replacement.blobs)
    for manifest in manifests.on_disk(replacement.backups):
        backups.register(work, manifest)
    return safety
