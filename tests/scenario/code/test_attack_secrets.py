"""Does a secret of the repository come out with what is cited? And does what is erased stay anywhere?"""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.conftest import Project

_OLD = "ghp_" + "a1B2c3D4e5" * 3 + "a1B2c3"
_NEW = "ghp_" + "z9Y8x7W6v5" * 3 + "z9Y8x7"


def _commit(root: Path) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    for arguments in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True)  # noqa: S607


def _write(root: Path, token: str) -> None:
    (root / ".gitignore").write_text(".phantasm/\n")
    (root / "quagga.py").write_text(f'token = "{token}"\ndef quagga_call(x):\n    return x\n')
    (root / "extra.py").write_text(f'token = "{token}"\n')


def _cite(project: Project, *targets: str) -> str:
    return project.hold("Calls go out in one place.", links=[{"type": "about", "target": t} for t in targets])


def test_masks_secrets_in_what_changed(project: Project) -> None:
    _write(project.root, _OLD)
    _commit(project.root)
    (project.root / "extra.py").write_text(f'token = "{_OLD}"\nmore = 1\n')
    record = _cite(project, "file:quagga.py", "file:quagga.py#L1-L2", "file:extra.py", "file:extra.py#L1")
    _write(project.root, _NEW)
    answers = (
        project.get("anchors_check", diffs=True),
        project.get("inspect", ids=[record]),
        project.get("anchors_refresh", profile="cli"),
        project.get("review_queue"),
        project.get("compile", query="where do calls go out", explain=True),
    )
    assert "+token" in str(answers[0])
    assert [name for name in (_OLD, _NEW) if name in str(answers)] == []
    assert _kept(project, _OLD, _NEW) == []


def test_keeps_nothing_of_what_an_erased_record_cited(project: Project) -> None:
    _write(project.root, _OLD)
    record = _cite(project, "file:quagga.py", "symbol:quagga.py#quagga_call", "file:quagga_away.py")
    project.get("link", id=record, links=[{"type": "about", "target": "file:quagga.py#L1-L2"}])
    (project.root / "quagga.py").write_text("x = 1\n")
    project.get("anchors_refresh", profile="cli")
    project.get("tracked_export", profile="cli")
    assert _kept(project, "quagga")
    project.confirm("set_state", {"ids": [record]}, ids=[record], action="tombstone")
    project.get("tracked_export", profile="cli")
    assert _kept(project, "quagga", "calls-go-out") == []


def test_keeps_nothing_of_what_an_erased_session_cited(project: Project) -> None:
    _write(project.root, _OLD)
    project.get("session_start", session_id="one")
    project.get(
        "session_append", session_id="one", turns=[{"id": "1", "role": "user", "text": "Look at it."}]
    )
    project.get("session_end", session_id="one")
    project.get("link", id="one", links=[{"type": "about", "target": "symbol:quagga.py#quagga_call"}])
    assert _kept(project, "quagga")
    project.confirm("set_state", {"ids": ["one"]}, ids=["one"], action="tombstone")
    assert _kept(project, "quagga") == []


def _kept(project: Project, *words: str) -> list[str]:
    """Return the tables and the files below .phantasm in which one of some words is kept."""
    found = set()
    with closing(sqlite3.connect(project.paths.store)) as store:
        # What a virtual table holds lies in ordinary ones beside it.
        plain = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        for (table,) in store.execute(plain).fetchall():
            rows = str(store.execute(f'SELECT * FROM "{table}"').fetchall())  # noqa: S608  its own names
            found |= {table for word in words if word in rows}
    for file in project.paths.folder.rglob("*"):
        if file.is_file() and file.parent != project.paths.store.parent:
            found |= {file.name for word in words if word in file.name or word.encode() in file.read_bytes()}
    return sorted(found)
