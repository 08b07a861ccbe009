"""The Python client asks through the one door, with types, keys and errors of the contract."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import phantasm
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Right
from phantasm.runtime import registry
from phantasm.surfaces.python import options
from phantasm.surfaces.python.own_thread import ProjectThread
from phantasm.surfaces.python.project import Project
from phantasm.surfaces.python.refusal import RefusedError
from tests.fixtures.projects import lay_out_state


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay_out_state(Paths(tmp_path))
    return tmp_path


@pytest.fixture
def project(root: Path) -> Iterator[Project]:
    with Project.open(root, profile="claude_code", session_id="s-1", name="test") as opened:
        yield opened


def test_the_package_hands_the_client_out() -> None:
    assert phantasm.Project is Project
    assert phantasm.PhantasmError is PhantasmError
    with pytest.raises(AttributeError, match="nonsense"):
        phantasm.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import phantasm; print(*set(sys.modules) - before)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["phantasm"]


def test_opening_without_a_project_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError) as refused:
        Project.open(tmp_path)
    assert refused.value.code is Code.NOT_BOOTSTRAPPED
    assert refused.value.remediation[0].command == "phantasm bootstrap"


def test_what_is_remembered_is_found_and_compiled(project: Project) -> None:
    held = project.remember("Invoices are stored in PostgreSQL.", kind="decision", subject_key="storage")
    assert held.created == 1
    found = project.search("where are invoices stored?", limit=3, kinds=["decision"])
    assert [hit.id for hit in found.hits] == [held.results[0].record_id]
    assert "PostgreSQL" in project.compile("store an invoice", token_budget=2000).text
    assert project.list(record_kind="decision").records[0].subject_key == "storage"
    assert project.inspect().project is not None


def test_a_record_is_revised_taken_back_and_forgotten(project: Project) -> None:
    handle = project.remember("The server listens on port 8400.").results[0].handle
    revised = project.revise(handle, statement="The server listens on port 8500.")
    assert revised.outcome == "revised"
    wrote = project.history(handle).events[-1].operation_id
    project.undo(wrote, reason="a test")
    assert project.history(handle).live is not None
    assert project.inspect(handle).records[0].state == "live"
    assert project.set_state([handle], "archive").records[0].after == "archived"
    assert project.forget(handle).records[0].after == "tombstoned"


def test_a_session_is_told_and_reported(project: Project) -> None:
    assert project.start_session("s-9", title="Upload").session.title == "Upload"
    turns: list[dict[str, object]] = [
        {"id": "1", "role": "user", "text": "The upload test fails."},
        {"id": "2", "role": "assistant", "tool": "Bash", "command": "pytest", "call": "a"},
        {"id": "3", "role": "tool", "call": "a", "text": "1 failed", "exit_code": 1},
    ]
    assert project.append_turns("s-9", turns).added == 3
    assert project.end_session("s-9").episode is not None
    assert project.report("failure", session_id="s-9").new == 1
    assert project.recall(task="upload").episodes is not None


def test_many_records_are_held_at_once(project: Project) -> None:
    items: list[dict[str, object]] = [
        {"record_kind": "note", "statement": f"Note number {number}."} for number in range(3)
    ]
    assert project.ingest(items).created == 3


def test_the_same_key_is_carried_out_once(project: Project) -> None:
    first = project.remember("The office is in Ghent.", key="once")
    assert project.remember("The office is in Ghent.", key="once") == first
    assert project.call(
        "ingest", record_kind="fact", statement="The office is in Ghent.", key="once"
    ).replayed
    with pytest.raises(RefusedError) as refused:
        project.remember("The office is in Bruges.", key="once")
    assert refused.value.code is Code.IDEMPOTENCY_CONFLICT


def test_a_refusal_carries_code_field_remedy_and_answer(project: Project) -> None:
    project.remember("Python 3.11", kind="environment", subject_key="python")
    with pytest.raises(RefusedError, match="already holds") as refused:
        project.remember("Python 3.12", kind="environment", subject_key="python")
    assert refused.value.code is Code.SUBJECT_EXISTS
    assert refused.value.field == "params.subject_key"
    assert refused.value.remediation[0].request is not None
    assert refused.value.response.status == "error"


def test_a_preview_changes_nothing(project: Project) -> None:
    shown = project.preview("ingest", record_kind="fact", statement="The cache is Redis.")
    assert shown.preview is not None
    assert shown.preview.changes == 1
    assert project.list().total == 0


def test_without_a_profile_writes_become_suggestions(root: Path) -> None:
    with Project.open(root) as project:
        assert project.profile == "generic_mcp"
        assert not project.may(Right.WRITE)
        held = project.remember("The cache is Redis.")
        assert held.suggested == 1
        assert project.review_queue().counts == {"suggestion": 1}
        with pytest.raises(RefusedError) as refused:
            project.review([held.results[0].record_id], "accept")
        assert refused.value.code is Code.NOT_ALLOWED


def test_the_environment_may_name_the_profile(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_CLIENT", "codex")
    with Project.open(root) as project:
        assert project.profile == "codex"


def test_a_program_is_no_person(root: Path) -> None:
    with Project.open(root, profile="cli") as project:
        assert project.profile == "generic_mcp"
        assert not project.may(Right.REVIEW)


def test_an_unknown_profile_is_refused_at_once(root: Path) -> None:
    with pytest.raises(PhantasmError, match="did you mean 'claude_code'") as refused:
        Project.open(root, profile="claude_cod")
    assert refused.value.code is Code.UNKNOWN_PROFILE


def test_a_broken_store_is_an_error_of_ours(root: Path) -> None:
    Paths(root).store.write_bytes(b"not a database" * 1000)
    with pytest.raises(PhantasmError) as refused:
        Project.open(root).search("anything")
    assert refused.value.code is Code.STORE_CORRUPT


def test_another_thread_is_refused(project: Project) -> None:
    problems: list[PhantasmError] = []

    def use() -> None:
        try:
            project.search("anything")
        except PhantasmError as problem:
            problems.append(problem)

    stranger = threading.Thread(target=use)
    stranger.start()
    stranger.join()
    assert problems[0].expected == "one Project per thread"
    assert "ProjectThread" in problems[0].remediation[0].message


def test_a_closed_project_says_so(root: Path) -> None:
    project = Project.open(root)
    project.close()
    project.close()
    with pytest.raises(PhantasmError, match="closed"):
        project.search("anything")


def test_one_thread_of_its_own_serves_many(root: Path) -> None:
    with ProjectThread(root, profile="claude_code") as shared:
        statements = [f"The service number {number} runs on port 90{number:02}." for number in range(8)]
        threads = [
            threading.Thread(target=shared.do, args=(lambda project, said=said: project.remember(said),))
            for said in statements
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert shared.do(lambda project: project.list().total) == 8
        assert shared.do(lambda _: shared.do(lambda project: project.list().total)) == 8
    shared.close()
    with pytest.raises(PhantasmError, match="closed"):
        shared.do(lambda project: project.list())


def test_a_thread_of_its_own_says_when_there_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError) as refused:
        ProjectThread(tmp_path)
    assert refused.value.code is Code.NOT_BOOTSTRAPPED


# What a method names itself, and what only `preview` sets.
_NAMED = {
    "search": (options.SearchOptions, {"query"}),
    "compile": (options.CompileOptions, {"query"}),
    "recall": (options.RecallOptions, set()),
    "list": (options.ListOptions, set()),
    "ingest": (options.RememberOptions, {"record_kind", "statement", "items", "evidence"}),
    "revise": (options.ReviseOptions, {"id"}),
    "review_queue": (options.QueueOptions, set()),
    "review": (options.DecisionOptions, {"ids", "action"}),
    "session_start": (options.SessionOptions, {"session_id"}),
    "report_outcome": (options.ReportOptions, {"outcome"}),
}


@pytest.mark.parametrize("name", _NAMED)
def test_options_are_the_operations_parameters(name: str) -> None:
    chosen, named = _NAMED[name]
    fields = registry.load(name).params.model_fields
    hints = get_type_hints(chosen)
    assert set(hints) | named | {"dry_run"} == set(fields) | {"dry_run"}
    for option, hint in hints.items():
        assert _words(hint) == _words(fields[option].annotation), option


def _words(annotation: object) -> set[str]:
    """Return the words that a type allows by name."""
    arguments = get_args(annotation)
    found = {argument for argument in arguments if isinstance(argument, str)}
    return found.union(*(_words(argument) for argument in arguments if not isinstance(argument, str)))
