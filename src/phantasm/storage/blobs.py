"""Where do raw bytes live? Content-addressed files under state/raw, gone with the last referrer."""

from pathlib import Path

from phantasm.contracts.ids import content_address
from phantasm.storage.failures import corrupt
from phantasm.storage.files import make_private_folder, write_whole
from phantasm.storage.tables import BLOBS
from phantasm.storage.work import Work

_PUT = BLOBS.insert + " ON CONFLICT (address) DO UPDATE SET referrers = blobs.referrers + 1"


class BlobStore:
    """The folder of raw files of one project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path_of(self, address: str) -> Path:
        """Return where the bytes with an address are kept."""
        return self.folder / address[:2] / address

    def put(self, work: Work, data: bytes) -> str:
        """Keep some bytes for one more referrer and return their address.

        The file is durable before the row that refers to it is committed; a crash in between leaves an
        unreferenced file, which `doctor --fix` sweeps, never a row without a file.
        """
        address = content_address(data, salt=work.head.salt)
        known = work.value("SELECT 1 FROM blobs WHERE address = :address", {"address": address})
        if not work.dry_run and not known:
            self._write(work, address, data)
        work.run(_PUT, {"address": address, "bytes": len(data), "referrers": 1, "created_at": work.now})
        return address

    def get(self, work: Work, address: str) -> bytes:
        """Return the bytes with an address; bytes that no longer have it are damage, not evidence."""
        try:
            data = self.path_of(address).read_bytes()
        except FileNotFoundError as problem:
            raise corrupt(f"the raw file {address[:12]}… is missing") from problem
        if content_address(data, salt=work.head.salt) != address:
            raise corrupt(f"the raw file {address[:12]}… was altered")
        return data

    def release(self, work: Work, address: str) -> None:
        """Drop one referrer; the last one takes the file with it, once that is committed."""
        parameters = {"address": address}
        work.run("UPDATE blobs SET referrers = referrers - 1 WHERE address = :address", parameters)
        if work.run("DELETE FROM blobs WHERE address = :address AND referrers <= 0", parameters):
            work.after_commit(lambda: self.path_of(address).unlink(missing_ok=True))

    def unreferenced(self, work: Work) -> list[Path]:
        """Return files that no row refers to: what crashes left behind."""
        known = {row["address"] for row in work.all("SELECT address FROM blobs")}
        files = (path for path in self.folder.glob("??/*") if path.is_file())
        return sorted(path for path in files if path.name not in known)

    def missing(self, work: Work) -> list[str]:
        """Return addresses that rows refer to and no file has."""
        rows = work.all("SELECT address FROM blobs ORDER BY address")
        return [row["address"] for row in rows if not self.path_of(row["address"]).is_file()]

    def _write(self, work: Work, address: str, data: bytes) -> None:
        """Write a file that becomes durable with all others just before the commit.

        A file that no row knows of is written again: a crash may have left it before it was durable.
        """
        path = self.path_of(address)
        if not path.parent.exists():
            make_private_folder(path.parent)
            work.written.append(path.parent)
        write_whole(path, data)
        work.written.append(path)
