"""Answers follow the line as it is typed."""

import asyncio

import pytest

from phantasm.surfaces.cli.shell.beside import Beside
from phantasm.surfaces.cli.shell.live import HITS_SHOWN, NOTHING, PAUSE_SECONDS, Live, Wanted, drawn, wanted
from tests.conftest import Project


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("", None),
        ("/", None),
        ("/search wh", None),
        ("/search which port", Wanted("search", {"query": "which port", "limit": HITS_SHOWN})),
        ("/s which port", Wanted("search", {"query": "which port", "limit": HITS_SHOWN})),
        ("? which port", Wanted("search", {"query": "which port", "limit": HITS_SHOWN})),
        ("search which port", Wanted("search", {"query": "which port", "limit": HITS_SHOWN})),
        ("which port", Wanted("search", {"query": "which port", "limit": HITS_SHOWN})),
        (
            "/search port mode=exact",
            Wanted("search", {"query": "port", "mode": "exact", "limit": HITS_SHOWN}),
        ),
        ("/compile a task", Wanted("compile", {"query": "a task"})),
        ("/search mode=exact", None),
        ("/show aaaaaaaa", None),
        ("list limit=3", None),
        ("/search a limit=1 limit=1", None),
    ],
)
def test_knows_what_a_line_would_ask(line: str, asked: Wanted | None) -> None:
    assert wanted(line) == asked


async def _typed(live: Live, changed: asyncio.Event, *lines: str) -> None:
    for line in lines:
        live.follow(line)
    await asyncio.wait_for(changed.wait(), 30)


def test_answers_the_last_of_several_lines(project: Project) -> None:
    project.hold("The API listens on port 8400.")
    beside = Beside(project.root)

    async def session() -> Live:
        changed = asyncio.Event()
        live = Live(beside, begin=asyncio.get_running_loop().create_task, changed=changed.set)
        await _typed(live, changed, "the sky", "which port", "which port does the API use")
        return live

    live = asyncio.run(session())
    beside.close()
    assert len(live.shown.names) == 1
    seen = drawn(live.shown, 80)
    assert "8400" in seen
    assert all(len(line) < 200 for line in seen.splitlines())


def test_previews_a_context(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    project.hold("The API listens on port 8400.")
    beside = Beside(project.root)

    async def session() -> Live:
        changed = asyncio.Event()
        live = Live(beside, begin=asyncio.get_running_loop().create_task, changed=changed.set)
        await _typed(live, changed, "/compile which port does the API use")
        return live

    shown = asyncio.run(session()).shown
    beside.close()
    assert "facts" in drawn(shown, 80)
    assert "░" in drawn(shown, 80)
    assert shown.names == ()


def test_says_why_there_is_no_answer(tmp_path_factory: pytest.TempPathFactory) -> None:
    beside = Beside(tmp_path_factory.mktemp("empty"))

    async def session() -> str:
        changed = asyncio.Event()
        live = Live(beside, begin=asyncio.get_running_loop().create_task, changed=changed.set)
        await _typed(live, changed, "which port")
        return drawn(live.shown, 80)

    assert "no .phantasm store" in asyncio.run(session())
    beside.close()


def test_a_cleared_line_waits_for_nothing(project: Project) -> None:
    beside = Beside(project.root)

    async def session() -> Live:
        changed = asyncio.Event()
        live = Live(beside, begin=asyncio.get_running_loop().create_task, changed=changed.set)
        live.follow("which port")
        live.follow("")
        live.follow("which port")
        live.clear()
        await asyncio.sleep(2 * PAUSE_SECONDS)
        assert not changed.is_set()
        return live

    live = asyncio.run(session())
    beside.close()
    assert live.shown == NOTHING
    assert drawn(live.shown, 80) == ""
