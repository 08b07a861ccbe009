"""On what does a folder lie: a local disk, somebody else's machine, or a folder that another program copies?

SQLite's locks and its shared memory need a local file system, and a synchronising program that copies a store
in the middle of a write copies half of it. Linux says what is mounted; elsewhere only names are looked at.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")

# File systems whose locks are another machine's promise, as Linux spells them (`fuse.` names included).
_NETWORK = re.compile(
    r"nfs4?|cifs|smb2|smb3|smbfs|ncpfs|afs|coda|ceph|glusterfs|lustre|gpfs|beegfs|orangefs|ocfs2|gfs2|davfs"
    r"|9p|drvfs|virtiofs|vboxsf|vmhgfs|prl_fs|fakeowner"
    r"|fuse\.(sshfs|rclone|s3fs|gcsfuse|davfs2|glusterfs|ceph|juicefs|vmhgfs-fuse|grpcfuse|osxfs|gvfsd-fuse)"
)
# Folders that a synchronising program keeps, by the names their makers give them.
_SYNCED_NAMES = re.compile(
    r"Dropbox( \(.+\))?|OneDrive( - .+)?|Google ?Drive|My Drive|Nextcloud|ownCloud|pCloud ?Drive|MEGAsync"
    r"|iCloud ?Drive|Mobile Documents|CloudStorage|Box Sync|Syncthing|Resilio Sync|SynologyDrive|Proton Drive"
)
# What such a program leaves at the top of a folder that it keeps, whatever the folder is called.
_SYNCED_MARKS = (".dropbox.cache", ".stfolder", ".sync_journal.db", ".owncloudsync.log", ".nextcloudsync.log")


class Kind(StrEnum):
    """What a folder lies on."""

    LOCAL = "local"
    NETWORK = "network"
    SYNCED = "synced"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FileSystem:
    """What was found out about a folder's file system."""

    kind: Kind
    name: str
    """The type as the system spells it, or what gave a synchronised folder away."""


def file_system_of(path: Path, *, mounts: Path = _MOUNTS) -> FileSystem:
    """Say what an absolute path lies on."""
    path = path.resolve()
    if keeper := _synced_by(path):
        return FileSystem(Kind.SYNCED, keeper)
    mounted = _mounted_at(path, mounts)
    if mounted is None:
        return FileSystem(Kind.UNKNOWN, "unknown")
    name, options = mounted
    if "aname=drvfs" in options or name == "drvfs":
        return FileSystem(Kind.NETWORK, "drvfs (a Windows drive under WSL)")
    return FileSystem(Kind.NETWORK if _NETWORK.fullmatch(name) else Kind.LOCAL, name)


def _synced_by(path: Path) -> str | None:
    for folder in (path, *path.parents):
        if _SYNCED_NAMES.fullmatch(folder.name):
            return f"a folder called {folder.name!r}"
        for mark in _SYNCED_MARKS:
            if (folder / mark).exists():
                return f"{mark} in {folder}"
    return None


def _mounted_at(path: Path, mounts: Path) -> tuple[str, str] | None:
    """Return type and options of the mount that a path lies on: the deepest one, the latest of equals."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    best: tuple[int, str, str] | None = None
    for line in lines:
        # A line reads: 36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw
        first, dash, last = line.partition(" - ")
        fields, described = first.split(" "), last.split(" ")
        if not dash or len(fields) < 5 or len(described) < 3:  # noqa: PLR2004  as in the example above
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), fields[4]))
        depth = len(point.parts)
        if path.is_relative_to(point) and (best is None or depth >= best[0]):
            best = (depth, described[0], described[2])
    return best[1:] if best else None
