"""Every filter of a search narrows it to what it names, and one that nothing can pass is refused."""

from typing import Any

import pytest

from tests.conftest import Project


@pytest.fixture(autouse=True)
def embed_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the embedder that ships for tests: words are what is alike."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


def found(project: Project, query: str, **params: Any) -> set[str]:
    return {hit["text"] for hit in project.get("search", query=query, **params)["hits"]}


@pytest.mark.parametrize("mode", ["tokens", "exact", "regex", "fuzzy"])
class TestInEveryMode:
    """The filters mean the same however the question is compared."""

    def test_origins(self, project: Project, mode: str) -> None:
        project.hold("A deploy is announced.", origin="user")
        project.hold("A deploy is logged.", origin="tool_output")
        project.get("ingest", evidence=[{"text": "A deploy was seen.", "origin": "web"}])
        assert found(project, "deploy", mode=mode, origins=["user"]) == {"A deploy is announced."}
        both = {"A deploy is logged.", "A deploy was seen."}
        assert found(project, "deploy", mode=mode, origins=["tool_output", "web"]) == both

    def test_scope(self, project: Project, mode: str) -> None:
        project.hold("Everybody deploys.")
        project.hold("The branch deploys.", scope="branch", scope_ref="next")
        project.hold("Another branch deploys.", scope="branch", scope_ref="other")
        project.hold("A worktree deploys.", scope="worktree", scope_ref="next")
        everywhere = {"Everybody deploys.", "The branch deploys.", "Another branch deploys."}
        assert found(project, "deploys", mode=mode) == {"Everybody deploys."}
        both = everywhere | {"A worktree deploys."}
        assert found(project, "deploys", mode=mode, everywhere=True) == both
        assert found(project, "deploys", mode=mode, scope="project") == {"Everybody deploys."}
        branches = everywhere - {"Everybody deploys."}
        assert found(project, "deploys", mode=mode, scope="branch") == branches
        here = {"scope": "branch", "scope_ref": "next"}
        assert found(project, "deploys", mode=mode, **here) == {"The branch deploys."}
        named = {"The branch deploys.", "A worktree deploys."}
        assert found(project, "deploys", mode=mode, scope_ref="next") == named

    def test_sensitivity(self, project: Project, mode: str) -> None:
        project.hold("The deploy is at noon.")
        project.hold("The deploy needs the red key.", sensitivity="sensitive")
        asked = {"mode": mode, "profile": "cli"}
        every = {"The deploy is at noon.", "The deploy needs the red key."}
        assert found(project, "deploy", **asked) == every
        for level, text in zip(("normal", "sensitive"), sorted(every), strict=True):
            assert found(project, "deploy", sensitivity=level, **asked) == {text}
        assert found(project, "deploy", mode=mode, sensitivity="sensitive") == set()

    def test_quality(self, project: Project, mode: str) -> None:
        checked = project.hold("The deploy was checked.")
        project.hold("The deploy was not.")
        project.get("verify", profile="cli", ids=[checked])
        base = project.hold("The deploy rests on the queue.")
        project.hold("The deploy waits for it.", links=[{"type": "depends_on", "target": base}])
        project.get("revise", id=base, statement="The deploy rests on the bus.")
        project.get("ingest", evidence=[{"text": "The deploy was seen."}])
        assert found(project, "deploy", mode=mode, verified=True) == {"The deploy was checked."}
        firm = {"The deploy was checked.", "The deploy was not.", "The deploy rests on the bus."}
        assert found(project, "deploy", mode=mode, without=["doubtful"]) == firm
        doubtful = firm | {"The deploy waits for it."}
        assert found(project, "deploy", mode=mode, without=["stale", "in_conflict"]) == doubtful
        assert found(project, "deploy", mode=mode, without=["doubtful"], verified=True) == {
            "The deploy was checked."
        }


def test_quality_is_that_of_the_moment_asked_about(project: Project) -> None:
    record = project.hold("The deploy is at noon.")
    before = project.clock.now().isoformat()
    project.get("verify", profile="cli", ids=[record])
    assert found(project, "deploy", verified=True) == {"The deploy is at noon."}
    assert found(project, "deploy", verified=True, known_at=before) == set()


def test_links_bring_only_what_passes(project: Project) -> None:
    basis = project.hold("The queue is RabbitMQ.", quality={"confidence": 0.2})
    project.hold("Workers acknowledge late.", links=[{"type": "depends_on", "target": basis}])
    asked = {"query": "workers acknowledge", "arms": "lexical"}
    assert len(project.get("search", **asked)["hits"]) == 2
    assert len(project.get("search", min_confidence=0.5, **asked)["hits"]) == 1
    root = project.hold("The root is A.")
    project.get("link", id=basis, links=[{"type": "depends_on", "target": root}])
    project.get("revise", id=root, statement="The root is B.")
    hits = project.get("search", **asked)["hits"]
    assert [hit["marks"] for hit in hits] == [["doubtful"], ["doubtful"]]
    assert project.get("search", without=["doubtful"], **asked)["hits"] == []


def test_the_best_of_each_subject(project: Project) -> None:
    record = project.hold("The port of the gateway is 80.", subject_key="gateway.port")
    project.get("revise", id=record, statement="The port of the gateway is 81.")
    project.hold("The gateway listens on a port.", subject_key="gateway.port", scope="branch", scope_ref="b")
    project.hold("The gateway port of the tests is 90.", subject_key="tests.port")
    project.hold("A gateway has a port.")
    asked: dict[str, Any] = {"states": ["live", "superseded"], "everywhere": True, "limit": 20}
    every = project.get("search", query="gateway port", **asked)["hits"]
    best = project.get("search", query="gateway port", group_by="subject", **asked)["hits"]
    assert len(every) == 5
    first: dict[str, str] = {}
    for hit in every:
        first.setdefault(hit.get("subject_key") or hit["id"], hit["id"])
    assert [hit["id"] for hit in best] == list(first.values())
    assert [hit["rank"] for hit in best] == [1, 2, 3]


def test_what_nothing_can_pass_is_refused_with_what_to_change(project: Project) -> None:
    project.hold("Deploys run on Mondays.")
    refused = project.ask("search", query="deploys", about="src/app.py").error
    assert refused is not None
    assert (refused.code, refused.field) == ("invalid_params", "params.about")
    assert (refused.example, "file:…" in str(refused.expected)) == ("file:src/app.py", True)
    wrong: list[dict[str, Any]] = [
        {"since": "2026-02-01", "until": "2026-01-01"},
        {"tiers": ["evidence"], "states": ["superseded"]},
        {"mode": "fuzzy", "arms": "dense"},
        {"scope": "project", "scope_ref": "next"},
    ]
    for params in wrong:
        assert project.fail("search", query="deploys", **params) == "invalid_params"
    assert project.fail("compile", query="deploys", tiers=["evidence"], kinds=["fact"]) == "invalid_params"
