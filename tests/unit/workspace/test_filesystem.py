"""Is a folder that SQLite should not lie on recognised?"""

from pathlib import Path

import pytest

from phantasm.workspace.filesystem import FileSystem, Kind, file_system_of

MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
40 27 0:30 / /srv/share rw,relatime shared:3 - nfs4 server:/share rw,vers=4.2
41 40 0:31 / /srv/share/fast rw,relatime - xfs /dev/vdb rw
42 27 0:32 / /mnt/c rw,noatime - 9p C:\\134 rw,dirsync,aname=drvfs;path=C:\\;uid=1000
43 27 0:33 / /media/my\\040disk rw - fuse.sshfs host:/ rw
44 27 0:34 / /srv/twice rw - ext4 /dev/vdc rw
45 27 0:35 / /srv/twice rw - cifs //host/twice rw
46 27 0:36 / /srv/vm rw - virtiofs tag rw
a line that is none
"""


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("/home/me/project", Kind.LOCAL, "ext4"),
        ("/srv/share/project", Kind.NETWORK, "nfs4"),
        ("/srv/shared/project", Kind.LOCAL, "ext4"),
        ("/srv/share/fast/project", Kind.LOCAL, "xfs"),
        ("/mnt/c/project", Kind.NETWORK, "drvfs (a Windows drive under WSL)"),
        ("/media/my disk/project", Kind.NETWORK, "fuse.sshfs"),
        ("/srv/twice/project", Kind.NETWORK, "cifs"),
        ("/srv/vm/project", Kind.NETWORK, "virtiofs"),
        ("/home/me/Dropbox/project", Kind.SYNCED, "a folder called 'Dropbox'"),
        ("/home/me/OneDrive - Company/project", Kind.SYNCED, "a folder called 'OneDrive - Company'"),
        ("/Users/me/Library/Mobile Documents/x", Kind.SYNCED, "a folder called 'Mobile Documents'"),
        ("/home/me/Dropboxes/project", Kind.LOCAL, "ext4"),
    ],
)
def test_mounts_and_names_are_read(tmp_path: Path, path: str, kind: Kind, name: str) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert file_system_of(Path(path), mounts=mounts) == FileSystem(kind, name)


def test_a_mark_gives_a_synchronised_folder_away(tmp_path: Path) -> None:
    (tmp_path / "notes" / ".stfolder").mkdir(parents=True)
    project = tmp_path / "notes" / "project"
    project.mkdir()
    assert file_system_of(project).kind is Kind.SYNCED
    assert file_system_of(tmp_path).kind is not Kind.SYNCED


def test_without_a_list_of_mounts_nothing_is_claimed(tmp_path: Path) -> None:
    assert file_system_of(tmp_path, mounts=tmp_path / "missing").kind is Kind.UNKNOWN
