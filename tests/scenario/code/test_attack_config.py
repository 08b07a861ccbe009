"""Does a repository that names programs in its own configuration get any of them started?"""

import subprocess
from pathlib import Path

import pytest

from tests.conftest import Project

_PROGRAMS = (
    *("core.fsmonitor", "core.pager", "diff.external", "diff.evil.textconv", "diff.evil.command"),
    *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "merge.evil.driver"),
    *("credential.helper", "core.sshCommand", "gpg.program", "core.alternateRefsCommand", "pager.log"),
)
_SWITCHES = {
    "log.showSignature": "true",
    "protocol.ext.allow": "always",
    "remote.origin.promisor": "true",
    "extensions.partialClone": "origin",
    "core.repositoryFormatVersion": "1",
    "diff.orderFile": "/away",
    "color.ui": "always",
    "format.pretty": "%H what others wrote",
}
_ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("anchors_check", {"diffs": True}),
    ("compile", {"query": "where is alpha"}),
    ("anchors_refresh", {}),
    ("branches_follow", {}),
    ("commits_ingest", {}),
    ("prior_work", {"query": "alpha"}),
    ("changes_together", {"paths": ["a.py"]}),
    ("who_knows", {"paths": ["a.py"]}),
    ("ingest", {"record_kind": "fact", "statement": "The function `alpha` is in a.py:1."}),
    ("tracked_export", {}),
    ("tracked_import", {}),
)


def _git(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    told = subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True, capture_output=True)  # noqa: S607
    return told.stdout.decode().strip()


@pytest.fixture
def started(project: Project) -> Path:
    """Lay out a repository that names a program everywhere; return where that program leaves its mark."""
    root = project.root
    (root / ".gitignore").write_text(".phantasm/state\n")
    (root / "a.py").write_text("def alpha(x):\n    return x\n")
    (root / "b.py").write_text("def beta(x):\n    return x * 2\n")
    for arguments in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "first alpha")):
        _git(root, *arguments)
    cited = ("file:a.py", "symbol:a.py#alpha", "file:b.py#L1-L2", f"commit:{_git(root, 'rev-parse', 'HEAD')}")
    project.hold("Alpha is here.", links=[{"type": "about", "target": target} for target in cited])
    lost = _git(root, "rev-parse", "HEAD:b.py")
    mark, program = root / ".git" / "started", root / ".git" / "program"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> {mark}\ncat\n')
    program.chmod(0o755)
    _git(root, "config", "remote.origin.url", f"ext::{program} x")
    for name, value in (*((name, str(program)) for name in _PROGRAMS), *_SWITCHES.items()):
        _git(root, "config", name, value)
    (root / ".gitattributes").write_text("* diff=evil filter=evil merge=evil\n")
    (root / "a.py").write_text("def alpha(x, y):\n    return y\n")
    (root / "b.py").unlink()
    (root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()  # a partial clone would fetch it
    mark.unlink(missing_ok=True)
    return mark


def test_starts_no_program_that_a_repository_names(project: Project, started: Path) -> None:
    for operation, params in _ASKED:
        project.get(operation, profile="cli", **params)
        assert not started.exists(), (operation, started.read_text())
