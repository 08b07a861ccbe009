"""A real repository in a temporary folder."""

import subprocess
from pathlib import Path

import pytest

from phantasm.workspace.anchors.checking import see, verify
from phantasm.workspace.anchors.model import Reference, Seen, Verdict
from phantasm.workspace.anchors.references import read
from phantasm.workspace.checkout import Checkout

_SETTINGS = (
    "user.name=t",
    "user.email=t@example.org",
    "commit.gpgsign=false",
    "core.autocrlf=false",
    "gc.auto=0",
)


class Repository:
    """A working tree that tests write into."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        command = ["git", "-C", str(self.root), *settings, *arguments]
        return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.strip()

    def write(self, path: str, text: str) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())

    def remove(self, path: str) -> None:
        (self.root / path).unlink()

    def rename(self, path: str, to: str) -> None:
        (self.root / to).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).rename(self.root / to)

    def commit(self) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "step")
        return self.git("rev-parse", "HEAD")

    def look(self) -> Checkout:
        return Checkout(self.root)

    def see(self, reference: str) -> Seen:
        seen = see(_read(reference), self.look())
        assert seen is not None
        return seen

    def verify(self, reference: str, seen: Seen) -> Verdict:
        return verify(_read(reference), seen, self.look())


def _read(reference: str) -> Reference:
    found = read(reference)
    assert found is not None
    return found


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")
