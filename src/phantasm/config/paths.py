"""Where does everything lie? The layout of `.phantasm/`."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = ".phantasm"


@dataclass(frozen=True, slots=True)
class Paths:
    """The places of one project."""

    root: Path

    @property
    def folder(self) -> Path:
        """The project's `.phantasm` folder."""
        return self.root / FOLDER

    @property
    def settings(self) -> Path:
        """Tracked: what was chosen."""
        return self.folder / "phantasm.toml"

    @property
    def clients(self) -> Path:
        """Tracked: who may what."""
        return self.folder / "clients.toml"

    @property
    def state(self) -> Path:
        """Local, never tracked: everything below is private to the user."""
        return self.folder / "state"

    @property
    def store(self) -> Path:
        """The authoritative store."""
        return self.state / "store.sqlite"

    @property
    def backups(self) -> Path:
        """Verified backups and exported bundles."""
        return self.state / "backups"

    @property
    def raw(self) -> Path:
        """Raw evidence bytes, content-addressed."""
        return self.state / "raw"

    @property
    def logs(self) -> Path:
        """Bounded telemetry."""
        return self.state / "logs"

    @property
    def temporary(self) -> Path:
        """Work in progress; anything here may be swept when nobody holds the lock."""
        return self.state / "tmp"

    @property
    def quarantine(self) -> Path:
        """Stores that failed their check; kept, never deleted."""
        return self.state / "quarantine"

    def private_folders(self) -> tuple[Path, ...]:
        """Return every folder that must be 0700, parents first."""
        return (self.state, self.backups, self.raw, self.logs, self.temporary, self.quarantine)
