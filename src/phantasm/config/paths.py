"""Where does everything lie? The layout of `.phantasm/`."""

from dataclasses import dataclass
from pathlib import Path

from phantasm.config.finding import FOLDER


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
    def ignored(self) -> Path:
        """Tracked: keeps everything private out of the repository."""
        return self.folder / ".gitignore"

    @property
    def attributes(self) -> Path:
        """Tracked: lets git merge exported memory line by line."""
        return self.folder / ".gitattributes"

    @property
    def state(self) -> Path:
        """Local, never tracked: everything below is private to the user."""
        return self.folder / "state"

    @property
    def store(self) -> Path:
        """The authoritative store."""
        return self.state / "store.sqlite"

    @property
    def lock(self) -> Path:
        """The queue of those who want to write to the store."""
        return self.state / "store.lock"

    @property
    def installed(self) -> Path:
        """What bootstrap did, so that uninstall can undo exactly that."""
        return self.state / "installed.json"

    @property
    def backups(self) -> Path:
        """Verified backups and exported bundles."""
        return self.state / "backups"

    @property
    def raw(self) -> Path:
        """Raw evidence bytes, content-addressed."""
        return self.state / "raw"

    @property
    def indexes(self) -> Path:
        """Vectors: derived, may be deleted."""
        return self.state / "indexes"

    @property
    def logs(self) -> Path:
        """Bounded telemetry."""
        return self.state / "logs"

    @property
    def temporary(self) -> Path:
        """Work in progress; anything here may be swept when nobody holds the lock."""
        return self.state / "tmp"

    @property
    def inbox(self) -> Path:
        """What hooks saw and nobody has taken in yet: kept until its turns are in the store."""
        return self.temporary / "inbox"

    @property
    def ready(self) -> Path:
        """Standing contexts, ready to be handed over at the start of a session: derived, may be deleted."""
        return self.state / "ready"

    @property
    def given(self) -> Path:
        """What each session was handed: derived, may be deleted."""
        return self.state / "given"

    @property
    def paused(self) -> Path:
        """While this file is there, hooks neither say nor keep anything."""
        return self.state / "paused"

    @property
    def pauses(self) -> Path:
        """When hooks were paused: what was said then is not read from a transcript later either."""
        return self.state / "pauses.json"

    @property
    def services(self) -> Path:
        """The last failures of configured servers that have not answered since."""
        return self.state / "services.json"

    @property
    def evaluations(self) -> Path:
        """How evaluations went that were run here."""
        return self.state / "evaluations.jsonl"

    @property
    def tokens(self) -> Path:
        """Who may ask over HTTP: a file for each token."""
        return self.state / "tokens"

    @property
    def quarantine(self) -> Path:
        """Stores that failed their check; kept, never deleted."""
        return self.state / "quarantine"

    @property
    def agent_file_copies(self) -> Path:
        """What AGENTS.md and its kind were before bootstrap wrote into them."""
        return self.backups / "agent-files"

    def relative(self, path: Path) -> str:
        """Return how a place is shown: relative to the root."""
        return path.relative_to(self.root).as_posix()

    def private_folders(self) -> tuple[Path, ...]:
        """Return every folder that must be 0700, parents first."""
        return (
            self.state,
            self.backups,
            self.raw,
            self.indexes,
            self.logs,
            self.ready,
            self.given,
            self.tokens,
            self.temporary,
            self.inbox,
            self.quarantine,
        )
