"""Is the project opened when it is needed, and opened anew when it is another one?"""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from phantasm.config.paths import Paths
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.party import Party
from phantasm.surfaces.serving.door import STUCK_SECONDS, Door
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

# Far above what anything here takes.
PATIENCE_SECONDS = 30.0


def _with(start: Path, work: Callable[[Door], Any]) -> Any:
    async def run() -> Any:
        door = Door(lambda: start)
        try:
            return await work(door)
        finally:
            door.close()

    return asyncio.run(run())


def _request(operation: str, **params: object) -> JsonObject:
    return {
        "api_version": "v1",
        "operation": operation,
        "request_id": "r",
        "client": {"profile": "claude_code"},
        "params": params,
    }


class _Hanging:
    """Something that does not come back until it is let go."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self._begun = threading.Event()

    async def begin(self, door: Door) -> asyncio.Task[bool]:
        """Let the door's thread hang, and come back when it does."""
        stuck = asyncio.create_task(door.between(self._hang))
        assert await asyncio.to_thread(self._begun.wait, PATIENCE_SECONDS)
        return stuck

    def _hang(self, _: Runtime) -> None:
        self._begun.set()
        self.go_on.wait(PATIENCE_SECONDS)


def _remove_store(root: Path) -> None:
    for path in root.glob(".phantasm/state/store.sqlite*"):
        path.unlink()


def test_answers_in_one_thread_of_its_own(project: Project) -> None:
    async def work(door: Door) -> set[str]:
        seen: set[str] = set()
        for _ in range(3):
            await door.ask(_request("health"), Party())
            await door.between(lambda runtime: seen.add(threading.current_thread().name))
        return seen

    assert len(_with(project.root, work) - {threading.current_thread().name}) == 1


def test_opens_nothing_before_it_is_asked(project: Project) -> None:
    async def work(_: Door) -> list[str]:
        return [thread.name for thread in threading.enumerate() if "door" in thread.name]

    assert _with(project.root, work) == []


def test_keeps_the_project_open(project: Project) -> None:
    async def work(door: Door) -> list[Runtime]:
        seen: list[Runtime] = []
        for _ in range(2):
            await door.between(seen.append)
        return seen

    first, second = _with(project.root, work)
    assert first is second


def test_opens_anew_when_the_configuration_changes(project: Project) -> None:
    async def work(door: Door) -> list[int]:
        seen: list[int] = []
        look = lambda runtime: seen.append(runtime.environment.config.settings.mcp.idle_minutes)  # noqa: E731
        await door.between(look)
        project.paths.settings.write_text("[mcp]\nidle_minutes = 7\n", encoding="utf-8")
        await door.between(look)
        return seen

    assert _with(project.root, work) == [240, 7]


def test_opens_anew_when_the_store_is_another_file(tmp_path: Path) -> None:
    lay_out_state(Paths(tmp_path))

    async def work(door: Door) -> list[object]:
        first = await door.ask(_request("inspect"), Party())
        _remove_store(tmp_path)
        gone = await door.ask(_request("inspect"), Party())
        lay_out_state(Paths(tmp_path))
        second = await door.ask(_request("inspect"), Party())
        return [first.provenance.store_id, gone.error, second.provenance.store_id]

    first, gone, second = _with(tmp_path, work)
    assert first != second
    assert first is not None
    assert second is not None
    assert "not_bootstrapped" in str(gone)


def test_has_nothing_to_tend_without_a_project(tmp_path: Path) -> None:
    async def work(door: Door) -> bool:
        return await door.between(lambda runtime: None)

    assert _with(tmp_path, work) is False


def test_goes_on_when_a_question_never_comes_back(project: Project) -> None:
    now, hanging = [0.0], _Hanging()

    async def run() -> list[bool]:
        door = Door(lambda: project.root, now=lambda: now[0])
        stuck = await hanging.begin(door)
        now[0] = STUCK_SECONDS + 1
        answer = await asyncio.wait_for(door.ask(_request("health"), Party()), PATIENCE_SECONDS)
        was_stuck = not stuck.done()
        hanging.go_on.set()
        ended = await stuck
        door.close()
        return [answer.error is None, was_stuck, ended]

    assert asyncio.run(run()) == [True, True, True]


def test_waits_for_what_only_takes_its_time(project: Project) -> None:
    async def work(door: Door) -> set[int]:
        seen: set[int] = set()
        chores = [door.between(lambda runtime: seen.add(threading.get_ident())) for _ in range(3)]
        await asyncio.gather(*chores, door.ask(_request("health"), Party()))
        await door.between(lambda runtime: seen.add(threading.get_ident()))
        return seen

    assert len(_with(project.root, work)) == 1


def test_goes_on_when_nobody_waits_for_what_is_stuck(project: Project) -> None:
    now, hanging = [0.0], _Hanging()

    async def run() -> bool:
        door = Door(lambda: project.root, now=lambda: now[0])
        stuck = await hanging.begin(door)
        stuck.cancel()
        await asyncio.wait([stuck])
        now[0] = STUCK_SECONDS + 1
        answer = await asyncio.wait_for(door.ask(_request("health"), Party()), PATIENCE_SECONDS)
        hanging.go_on.set()
        door.close()
        return answer.error is None

    assert asyncio.run(run())


def test_counts_no_thread_that_came_back_as_left(project: Project) -> None:
    now = [0.0]

    async def leave_one(door: Door) -> bool:
        hanging = _Hanging()
        stuck = await hanging.begin(door)
        now[0] += STUCK_SECONDS + 1
        answer = await asyncio.wait_for(door.ask(_request("health"), Party()), PATIENCE_SECONDS)
        hanging.go_on.set()
        return await stuck and answer.error is None

    async def run() -> list[bool]:
        door = Door(lambda: project.root, now=lambda: now[0])
        try:
            return [await leave_one(door) for _ in range(5)]
        finally:
            door.close()

    assert asyncio.run(run()) == [True] * 5
