"""What is new in the repository's history is taken in, once, in pieces as at once."""

from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from tests.conftest import Project
from tests.fixtures.histories import BOB, History


@pytest.fixture
def history(project: Project) -> History:
    return History(project.root)


def _take_in(project: Project, **params: Any) -> dict[str, Any]:
    return project.get("commits_ingest", profile="cli", **params)


def _told(project: Project) -> dict[str, list[tuple[str, str, str]]]:
    """Return what the store tells of all commits, without what belongs to the store alone."""
    found = project.get("prior_work", paths=["."], limit=100)["commits"]
    return {one["sha"]: [one["subject"], one["files"], one["standing"], one["reverts"]] for one in found}


def _choose(project: Project, text: str) -> Project:
    project.paths.settings.write_text(text, encoding="utf-8")
    project.runtime.close()
    project.runtime = project.open()
    return project


def test_takes_in_commits_as_evidence_that_search_finds(project: Project, history: History) -> None:
    history.commit("Start", "README.md")
    sha = history.commit(
        "Retry uploads that time out\n\nThe server answers late, see #12.", "src/upload.py", who=BOB
    )
    data = _take_in(project)
    assert (data["repository"], data["added"], data["left"], data["known"]) == (True, 2, 0, 2)
    hit = project.get("search", query="upload time out")["hits"][0]
    assert hit["id"] == data["evidence_ids"][-1]
    assert (hit["origin"], hit["kind"]) == ("repository_file", "text/x-commit")
    (seen,) = project.get("inspect", ids=[hit["id"]])["evidence"]
    assert seen["source"] == f"commit:{sha}"
    assert seen["observed_at"].startswith("2026-09-21")
    message = "Retry uploads that time out\n\nThe server answers late, see #12."
    assert seen["text"] == f"{message}\n\nsrc/upload.py\n\nAuthor: Bob Bolt"
    assert seen["trusted"] is False


def test_takes_in_twice_as_once_and_goes_on_where_it_was(project: Project, history: History) -> None:
    history.commit("First", "a.py")
    assert _take_in(project)["added"] == 1
    assert _take_in(project)["added"] == 0
    history.commit("Second", "a.py")
    data = _take_in(project)
    assert (data["added"], data["known"]) == (1, 2)


def test_takes_in_a_bounded_piece_and_says_what_is_left(project: Project, history: History) -> None:
    for number in range(7):
        history.commit(f"Number {number}", "a.py")
    assert [(data["added"], data["left"]) for data in (_take_in(project, limit=3) for _ in range(4))] == [
        (3, 4),
        (3, 1),
        (1, 0),
        (0, 0),
    ]


def test_shows_in_a_dry_run_and_takes_nothing_in(project: Project, history: History) -> None:
    history.commit("First", "a.py")
    assert _take_in(project, dry_run=True)["added"] == 1
    assert _take_in(project)["added"] == 1


@pytest.mark.parametrize(
    ("steps", "size"),
    [
        (["change", "branch", "rename", "revert"], 1),
        (["rename", "revert", "branch", "change", "branch", "revert"], 3),
    ],
)
def test_takes_in_pieces_as_at_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], size: int
) -> None:
    projects = []
    root = tmp_path_factory.mktemp("at-once")
    history = _lived(root, steps)
    for place in (root, tmp_path_factory.mktemp("in-pieces") / "clone"):
        if place != root:
            history.git("clone", "-q", str(root), str(place))
        lay_out_state(Paths(place))
        projects.append(Project(place))
    at_once, in_pieces = projects
    _take_in(at_once)
    while _take_in(in_pieces, limit=size)["left"]:
        pass
    assert _told(at_once) == _told(in_pieces)
    for project in projects:
        project.runtime.close()


def _lived(root: Path, steps: list[str]) -> History:
    history = History(root)
    history.commit("Start", *[f"file_{number}.py" for number in range(4)])
    for place, deed in enumerate(steps):
        file = sorted(path.name for path in root.glob("*.py"))[place % 4]
        match deed:
            case "change":
                history.commit(f"Change {place}", file)
            case "revert":
                history.commit(f'Revert "{place}"\n\nThis reverts commit {history.head()}.', file)
            case "rename":
                history.git("mv", file, f"renamed_{place}.py")
                history.commit(f"Rename {place}")
            case _:
                history.git("checkout", "-q", "-b", f"side-{place}")
                history.commit(f"Side {place}", f"side_{place}.py")
                history.git("checkout", "-q", "main")
                history.commit(f"Main {place}", file)
                history.act("merge", "-q", "--no-ff", "-m", f"Merge {place}", f"side-{place}")
    return history


def test_knows_what_a_commit_takes_back(project: Project, history: History) -> None:
    history.commit("Start", "a.py")
    tried = history.commit("Try threads", "a.py")
    revert = history.act("revert", "--no-edit", tried)
    data = _take_in(project)
    assert [(one["commit"], one["reverted"]) for one in data["reverts"]] == [(revert, tried)]
    squashed = history.commit("Try processes (#7)", "b.py")
    history.git("rm", "-q", "b.py")
    again = history.commit('Revert "Try processes (#7)" (#9)')
    assert [(one["commit"], one["reverted"]) for one in _take_in(project)["reverts"]] == [(again, squashed)]


def test_keeps_and_marks_what_a_rewrite_left_behind(project: Project, history: History) -> None:
    first = history.commit("First", "a.py")
    lost = history.commit("Written too early", "early.py")
    _take_in(project)
    history.git("reset", "-q", "--hard", first)
    history.commit("Written anew", "anew.py")
    data = _take_in(project)
    assert (data["added"], data["unreachable"], data["known"]) == (1, 1, 3)
    (told,) = [one for one in project.get("prior_work", query=lost)["commits"] if one["sha"] == lost]
    assert (told["standing"], told["unreachable"]) == ("unreachable", True)
    assert project.get("changes_together", paths=["early.py"])["commits"] == 0
    history.git("branch", "kept", lost)
    assert _take_in(project)["came_back"] == 1


def test_leaves_out_what_is_excluded(project: Project, history: History) -> None:
    history.commit("Start", "a.py")
    history.commit("Take in a library", "vendor/x.c")
    history.commit("Use it", "a.py", "vendor/x.c", "secrets/key.txt")
    _choose(project, 'version = "v1"\n[history]\nexclude = ["vendor/**"]\n[hooks]\nignore = ["secrets/**"]\n')
    data = _take_in(project)
    assert (data["added"], data["left_out"], len(data["evidence_ids"])) == (3, 1, 2)
    (told,) = [
        one for one in project.get("prior_work", query="Use it")["commits"] if one["subject"] == "Use it"
    ]
    assert told["files"] == ["a.py"]
    assert project.get("prior_work", paths=["vendor"])["unknown"] == ["vendor"]


def test_goes_back_as_far_as_was_chosen_and_further_when_asked(project: Project, history: History) -> None:
    made = [history.commit(f"Number {number}", "a.py") for number in range(6)]
    _choose(project, 'version = "v1"\n[history]\nmax_commits = 2\n')
    assert _take_in(project)["known"] == 2
    made.append(history.commit("Another", "a.py"))
    assert (_take_in(project)["added"], _take_in(project)["added"]) == (1, 0)
    assert [_take_in(project, everything=True, limit=3)["added"] for _ in range(3)] == [3, 1, 0]
    assert sorted(_told(project)) == sorted(made)
    assert _take_in(project)["added"] == 0


def test_masks_secrets_in_messages(project: Project, history: History) -> None:
    secret = "gh" + "p_" + "a1B2c3D4e5F6" * 3
    sha = history.commit(f"Use the token {secret}", "a.py")
    history.act("revert", "--no-edit", sha)
    _take_in(project)
    texts = [one["text"] for one in project.get("search", query="token", tiers=["evidence"])["hits"]]
    assert texts
    assert not any(secret in text for text in texts)
    assert any(f"This reverts commit {sha}." in text for text in texts)
    stored = b"".join(path.read_bytes() for path in project.paths.state.rglob("*") if path.is_file())
    assert secret.encode() not in stored
    assert b"ada@example.org" not in stored


def test_keeps_tags_as_they_are_now(project: Project, history: History) -> None:
    first = history.commit("First", "a.py")
    history.git("tag", "v1")
    assert _take_in(project)["tags"] == 1
    (told,) = project.get("prior_work", query=first)["commits"]
    assert told["tags"] == ["v1"]
    history.commit("Second", "a.py")
    history.git("tag", "-f", "v1")
    history.git("tag", "v2")
    assert _take_in(project)["tags"] == 2
    history.git("tag", "-d", "v1")
    assert _take_in(project)["tags"] == 1


def test_says_that_there_is_no_repository(project: Project) -> None:
    data = _take_in(project)
    assert (data["repository"], data["added"], data["known"]) == (False, 0, 0)


def test_has_nothing_to_take_in_before_the_first_commit(project: Project) -> None:
    History(project.root)
    data = _take_in(project)
    assert (data["repository"], data["added"]) == (True, 0)


def test_belongs_to_whoever_maintains(project: Project) -> None:
    assert project.fail("commits_ingest") == "not_allowed"
