"""The standing context lies ready for a client, and is made anew when something has changed."""

import json
from typing import Any

import pytest

from phantasm import __version__
from phantasm.contracts.agent_event import READY_FORMAT
from phantasm.runtime.hooks.standing import known_clients, refresh, refresh_known
from tests.conftest import Project
from tests.sessions import hand_over, session


def kept(project: Project, client: str = "claude_code") -> dict[str, Any]:
    """Return what lies ready."""
    found: dict[str, Any] = json.loads((project.paths.ready / f"{client}.json").read_text())
    return found


def remember(project: Project) -> str:
    """Hold a rule that counts for every task."""
    return project.hold("Always run the linter before a commit.", record_kind="constraint", profile="cli")


def test_keep_ready_what_is_compiled(project: Project) -> None:
    record = remember(project)
    said = refresh(project.runtime, "claude_code")
    told = kept(project)
    head = project.get("health")["store"]
    assert "Always run the linter" in told["context"]
    assert told["context"] == said.context
    assert told["items"] == [record]
    assert told["prints"] == list(said.prints) != []
    assert (told["format"], told["version"], told["notice"]) == (READY_FORMAT, __version__, "")
    assert (told["store_id"], told["seq"]) == (head["store_id"], head["snapshot_seq"])
    assert told["day"] == "2026-11-01"
    assert (project.paths.ready / "claude_code.json").stat().st_mode & 0o777 == 0o600


def test_say_nothing_where_nothing_is_remembered(project: Project) -> None:
    assert refresh(project.runtime, "codex").context == ""
    assert kept(project, "codex")["items"] == []


def test_name_the_files_and_the_branch_on_which_it_depends(project: Project) -> None:
    (project.root / ".git").mkdir()
    (project.root / ".git" / "HEAD").write_text("ref: refs/heads/feature/zone\n")
    project.paths.settings.write_text("")
    refresh(project.runtime, "claude_code")
    told = kept(project)
    status = project.paths.settings.stat()
    assert told["head"] == f"{project.root / '.git'} ref: refs/heads/feature/zone"
    assert told["files"][str(project.paths.settings)] == [status.st_mtime_ns, 0]
    assert told["files"][str(project.paths.clients)] is None
    assert len(told["files"]) == 5


def test_name_the_files_that_a_rule_cites(project: Project) -> None:
    (project.root / "lint.toml").write_text("[rules]\n")
    project.hold("Never edit lint.toml by hand.", record_kind="constraint", profile="cli")
    refresh(project.runtime, "claude_code")
    told = kept(project)
    assert list(told["cited"]) == [str(project.root / "lint.toml")]


def test_make_the_files_anew_of_clients_that_have_one(project: Project) -> None:
    refresh(project.runtime, "codex")
    before = kept(project, "codex")
    remember(project)
    refresh_known(project.root)
    assert known_clients(project.paths) == ["codex"]
    assert kept(project, "codex")["seq"] > before["seq"]
    assert "linter" in kept(project, "codex")["context"]


def test_leave_a_project_alone_that_cannot_be_opened(project: Project) -> None:
    refresh(project.runtime, "codex")
    project.runtime.close()
    project.paths.store.write_bytes(b"no store at all" * 100)
    refresh_known(project.root)
    refresh_known(project.root.parent)


def test_say_the_same_whatever_sessions_come_and_end(project: Project) -> None:
    """Whoever reads the file may so take it while nothing but sessions was written."""
    remember(project)
    project.hold("The upload service listens on port 8500.")
    handle = project.get("list", limit=1)["records"][0]["handle"]
    before = refresh(project.runtime, "claude_code")
    one = session(
        "s1", f"Run it as [m:{handle}] says.", answer=f"Done as [m:{handle}] says: it listens on 8500."
    )
    hand_over(project, one, session("s2", "Please always use tabs."))
    project.get("session_start", session_id="s3", title="Another")
    project.get("session_end", session_id="s3")
    assert refresh(project.runtime, "claude_code") == before


@pytest.mark.parametrize("chosen", ["enabled", "standing"])
def test_keep_nothing_ready_that_is_not_to_be_said(project: Project, chosen: str) -> None:
    remember(project)
    refresh(project.runtime, "codex")
    project.paths.settings.write_text(f"[hooks]\n{chosen} = false\n")
    refresh_known(project.root)
    assert known_clients(project.paths) == []
