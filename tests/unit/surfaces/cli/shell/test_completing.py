"""Completion offers commands, parameters, values, and the names that memory has now."""

import asyncio
from collections.abc import Iterator

import pytest
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document

from phantasm.surfaces.cli.shell.beside import Beside
from phantasm.surfaces.cli.shell.completing import Completions
from tests.conftest import Project


@pytest.fixture
def completions(project: Project) -> Iterator[Completions]:
    """Yield completions over a real project, asked for in a thread of their own."""
    beside = Beside(project.root)
    yield Completions(beside)
    beside.close()


def _offered(completions: Completions, text: str) -> dict[str, Completion]:
    async def collect() -> list[Completion]:
        found = completions.get_completions_async(Document(text), CompleteEvent(completion_requested=True))
        return [completion async for completion in found]

    return {completion.text: completion for completion in asyncio.run(collect())}


def test_completes_commands_and_operations(completions: Completions) -> None:
    assert list(_offered(completions, "/se")) == ["search", "sessions"][:2]
    assert _offered(completions, "/sea")["search"].start_position == -3
    assert "review_queue" in _offered(completions, "rev")
    assert {"search", "set_state"} <= set(_offered(completions, "/help se"))


def test_completes_parameters_and_values(completions: Completions) -> None:
    assert "limit=" in _offered(completions, "list li")
    assert list(_offered(completions, "search mode=e")) == ["exact"]
    assert list(_offered(completions, "/live ")) == ["on", "off"]
    assert _offered(completions, "which port") == {}


def test_completes_handles_by_their_beginning_and_by_words(
    completions: Completions, project: Project
) -> None:
    data = project.get("ingest", record_kind="fact", statement="The API listens on port 8400.")
    handle = str(data["results"][0]["handle"])
    offered = _offered(completions, f"/show {handle[:2]}")
    assert "The API listens on port 8400." in str(offered[handle].display_meta)
    assert handle in _offered(completions, f"inspect ids={handle[:3]}")
    assert handle in _offered(completions, "/show listens")
    assert _offered(completions, "/show zz") == {} or handle.startswith("zz")


def test_sees_new_records_after_each_line(completions: Completions, project: Project) -> None:
    assert _offered(completions, "/why ") == {}
    data = project.get("ingest", record_kind="fact", statement="The sky is blue.")
    completions.forget()
    assert data["results"][0]["handle"] in _offered(completions, "/why ")


def test_completes_kinds_writes_and_sessions(completions: Completions, project: Project) -> None:
    project.hold("The sky is blue.")
    project.get("session_start", session_id="session-1", agent="claude_code")
    assert "fact" in _offered(completions, "/add fa")
    assert "fact" in _offered(completions, "ingest record_kind=fa")
    assert all(name.startswith("op_") for name in _offered(completions, "/undo op_"))
    assert _offered(completions, "/undo op_")
    assert "session-1" in _offered(completions, "/episodes ses")


def test_offers_nothing_where_nothing_can_be_asked(tmp_path_factory: pytest.TempPathFactory) -> None:
    beside = Beside(tmp_path_factory.mktemp("empty"))
    assert _offered(Completions(beside), "/show ") == {}
    beside.close()
