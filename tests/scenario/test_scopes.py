"""Is seen from a branch, a worktree or a session what belongs there, and nothing else? With real git."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import Runtime, open_project
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state


def _git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)  # noqa: S607


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Project]:
    root = tmp_path / "repository"
    root.mkdir()
    _git(root, "init", "--quiet", "--initial-branch=main")
    _git(root, "commit", "--quiet", "--allow-empty", "-m", "first")
    lay_out_state(Paths(root))
    made = Project(root)
    yield made
    made.runtime.close()


@pytest.fixture
def linked(repository: Project, tmp_path: Path) -> Iterator[Runtime]:
    folder = tmp_path / "linked"
    _git(repository.root, "worktree", "add", "--quiet", "-b", "feature", str(folder))
    with open_project(folder, clock=repository.clock) as runtime:
        yield runtime


def _ask(
    project: Project, runtime: Runtime, operation: str, *, session: str | None = None, **params: Any
) -> Any:
    request = project.request(operation, **params)
    if session:
        request = request | {"client": {"profile": "claude_code", "session_id": session}}
    response = runtime.handle(request)
    assert response.error is None, response.error
    return response.data


def _seen(project: Project, runtime: Runtime, **fields: Any) -> set[str]:
    return {record["statement"] for record in _ask(project, runtime, "list", **fields)["records"]}


def test_shows_a_branch_only_on_that_branch(repository: Project) -> None:
    project = repository
    project.hold("everywhere")
    project.hold("on main", scope="branch")
    _git(project.root, "switch", "--quiet", "-c", "feature")
    project.hold("on feature", scope="branch")
    assert _seen(project, project.runtime) == {"everywhere", "on feature"}
    _git(project.root, "switch", "--quiet", "main")
    assert _seen(project, project.runtime) == {"everywhere", "on main"}
    _git(project.root, "checkout", "--quiet", "--detach")
    assert _seen(project, project.runtime) == {"everywhere"}
    assert _seen(project, project.runtime, everywhere=True) == {"everywhere", "on main", "on feature"}
    assert _seen(project, project.runtime, scope="branch", scope_ref="feature") == {"on feature"}
    assert project.fail("ingest", record_kind="fact", statement="where?", scope="branch") == "invalid_params"


def test_shares_one_store_between_worktrees_and_keeps_what_is_theirs_apart(
    repository: Project, linked: Runtime
) -> None:
    _ask(repository, linked, "ingest", record_kind="fact", statement="in the linked one", scope="worktree")
    _ask(repository, linked, "ingest", record_kind="fact", statement="on feature", scope="branch")
    repository.hold("in the main one", scope="worktree")
    repository.hold("everywhere")
    assert _seen(repository, linked) == {"in the linked one", "on feature", "everywhere"}
    assert _seen(repository, repository.runtime) == {"in the main one", "everywhere"}


def test_shows_a_session_only_to_that_session(repository: Project) -> None:
    runtime = repository.runtime
    fields = {"record_kind": "task", "statement": "of one", "scope": "session"}
    _ask(repository, runtime, "ingest", session="one", **fields)
    assert _seen(repository, runtime, session="one") == {"of one"}
    assert _seen(repository, runtime, session="two") == _seen(repository, runtime) == set()
    assert len(_ask(repository, runtime, "work_graph", session="one")["items"]) == 1
    assert _ask(repository, runtime, "work_graph", session="two")["items"] == []


def test_holds_for_the_graphs_and_relationships_too(repository: Project, linked: Runtime) -> None:
    project = repository
    goal = project.hold("No downtime", record_kind="goal")
    there: dict[str, Any] = {"scope": "branch", "links": [{"type": "part_of", "target": goal}]}
    data = _ask(project, linked, "ingest", record_kind="task", statement="try it", **there)
    task = data["results"][0]["record_id"]
    _ask(project, linked, "ingest", record_kind="convention", statement="odd names", scope="worktree")

    assert _ask(project, linked, "work_graph")["ready"] == [task]
    assert project.get("work_graph")["ready"] == []
    assert project.get("work_graph", everywhere=True)["ready"] == [task]
    (item,) = project.get("work_graph")["items"]
    assert (item["progress"]["total"], item["linked"]) == (0, [])

    (style,) = _ask(project, linked, "profile_graph", sections=["style"])["sections"]
    assert style["total"] == 1
    assert project.get("profile_graph", sections=["style"])["sections"][0]["total"] == 0

    assert len(_ask(project, linked, "relationships", root_id=goal)["nodes"]) == 2
    here = project.get("relationships", root_id=goal)
    assert (len(here["nodes"]), here["elsewhere"]) == (1, 1)
    assert len(project.get("relationships", root_id=goal, everywhere=True)["nodes"]) == 2


def test_promotes_what_a_branch_learned_when_it_is_merged(repository: Project, linked: Runtime) -> None:
    fields = {
        "record_kind": "fact",
        "statement": "The port is 8500",
        "subject_key": "port",
        "scope": "branch",
    }
    learned = _ask(repository, linked, "ingest", **fields)["results"][0]["record_id"]
    assert _seen(repository, repository.runtime) == set()
    _ask(repository, linked, "promote", id=learned)
    assert _seen(repository, repository.runtime) == _seen(repository, linked) == {"The port is 8500"}
