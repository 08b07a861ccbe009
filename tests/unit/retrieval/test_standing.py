"""Where the vectors stand is told also where nobody can make any; a build says why it cannot."""

import pytest

from phantasm.contracts.envelope import Response
from tests.conftest import PERSON, Project


@pytest.fixture
def embedded(project: Project) -> Project:
    """A project with two facts, one of which has its vector."""
    project.hold("The queue is drained by a worker.")
    project.get("embed", profile="cli")
    project.hold("The cache is cold in the morning.")
    return project


def _asked(project: Project, operation: str, **params: object) -> Response:
    """Ask as a process would that is started now, with the settings of now."""
    with project.open() as runtime:
        return runtime.handle(project.request(operation, profile="cli", **params), PERSON)


def test_tells_what_is_left_where_vectors_are_switched_off(
    embedded: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = embedded.get("embed", profile="cli", dry_run=True)
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    response = _asked(embedded, "embed", dry_run=True)
    told = response.data
    assert told is not None
    same = ("model", "generation", "engine", "width", "vectors", "missing", "units")
    assert {name: told[name] for name in same} == {name: before[name] for name in same}
    assert (told["vectors"], told["missing"], "serving" in told) == (1, 1, False)
    assert told["problem"] == "vectors are switched off: embedding.provider is none"
    helps = "phantasm config set embedding.provider embedded"
    assert [step.command for step in response.remediation] == [helps]
    built = _asked(embedded, "embed")
    assert built.error is not None
    assert built.error.code == "provider_unavailable"
    searched = _asked(embedded, "search", query="queue")
    assert [step.command for step in searched.remediation] == [helps]


def test_tells_of_no_vectors_where_a_server_is_down(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.hold("The queue is drained by a worker.")
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "ollama")
    monkeypatch.setenv("PHANTASM_OLLAMA__URL", "http://127.0.0.1:9")
    response = _asked(project, "embed", dry_run=True)
    told = response.data
    assert told is not None
    assert not told.keys() & {"model", "generation", "serving"}
    assert (told["units"], told["vectors"], told["missing"]) == (1, 0, 1)
    assert "cannot be reached" in str(told["problem"])
    assert [step.command for step in response.remediation] == ["ollama pull nomic-embed-text"]
    searched = _asked(project, "search", query="queue")
    assert [warned.code for warned in searched.warnings] == ["lexical_only"]
    assert "ollama serve" in searched.remediation[0].message


def test_looking_over_says_what_is_in_the_way(embedded: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    off = _asked(embedded, "reindex", indexes=["vectors"], dry_run=True).data
    assert off is not None
    assert off["problems"] == []
    assert off["findings"] == [
        {
            "index": "vectors",
            "message": "vectors are switched off: embedding.provider is none",
            "command": "phantasm config set embedding.provider embedded",
            "is_problem": False,
        }
    ]
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "ollama")
    monkeypatch.setenv("PHANTASM_OLLAMA__URL", "http://127.0.0.1:9")
    down = _asked(embedded, "reindex", dry_run=True).data
    assert down is not None
    problems = down["problems"]
    assert isinstance(problems, list)
    assert [problem.partition(":")[0] for problem in problems] == ["vectors"]
    assert _asked(embedded, "reindex", indexes=["vectors"]).error is not None
