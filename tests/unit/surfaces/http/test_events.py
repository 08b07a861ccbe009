"""Who is told when something changes?"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, error_response
from phantasm.runtime.party import Party
from phantasm.surfaces.http.events import Changes
from phantasm.surfaces.http.lanes import Lanes
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

# Far above what an event takes.
PATIENCE_SECONDS = 30.0


class _Counted(Lanes):
    """Lanes that count how often somebody looks, and can refuse to say what was found."""

    looks = 0
    is_broken = False

    async def look(self, chore: Callable[[Runtime], None]) -> None:
        self.looks += 1
        await super().look(chore)

    async def ask_aside(self, request: JsonObject, party: Party) -> Response:
        if self.is_broken:
            return error_response(PhantasmError(Code.STORE_BUSY, "being restored"))
        return await super().ask_aside(request, party)


class _World:
    """A project, and whoever listens to it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.is_over = False
        self.is_welcome = True
        self.lanes = _Counted(lambda: project.root, readers=1)
        self.changes = Changes(self.lanes, is_over=lambda: self.is_over)

    @asynccontextmanager
    async def listener(self, after: int | None = None) -> AsyncIterator["_Listener"]:
        events = self.changes.listen(after, lambda: self.is_welcome)
        try:
            yield _Listener(events)
        finally:
            with contextlib.suppress(RuntimeError):
                await events.aclose()  # type: ignore[attr-defined]  # a generator, as made there

    def run(self, said: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            await asyncio.wait_for(said(), PATIENCE_SECONDS)

        try:
            asyncio.run(run())
        finally:
            self.lanes.close()


class _Listener:
    def __init__(self, events: AsyncIterator[bytes]) -> None:
        self._events = events

    async def next(self) -> tuple[str, int, dict[str, Any]]:
        """Return the next event: its name, its number, what it says."""
        text = (await anext(self._events)).decode()
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
        return fields["event"], int(fields["id"]), json.loads(fields["data"])

    async def has_ended(self) -> bool:
        return [event async for event in self._events] == []


@pytest.fixture
def world(project: Project) -> _World:
    """Return a project with nobody listening yet."""
    return _World(project)


def test_says_hello_and_then_what_was_written(world: _World) -> None:
    world.project.hold("Something before.")

    async def said() -> None:
        async with world.listener() as listener:
            name, number, data = await listener.next()
            assert (name, data) == ("hello", {"seq": number})
            world.project.hold("Something new.")
            name, newest, data = await listener.next()
            assert (name, newest, data["seq"]) == ("changed", number + 1, number + 1)
            [entry] = data["entries"]
            assert (entry["operation"], entry["profile"], entry["seq"]) == ("ingest", "claude_code", newest)
            assert set(entry) >= {"id", "occurred_at", "actor", "kind", "change_count"}
            assert "Something new." not in json.dumps(data)

    world.run(said)


def test_tells_what_was_missed(world: _World) -> None:
    for number in range(3):
        world.project.hold(f"Fact {number}.")

    async def said() -> None:
        async with world.listener(after=1) as listener:
            assert (await listener.next())[2]["seq"] == 3
            _, _, data = await listener.next()
            assert [entry["seq"] for entry in data["entries"]] == [3, 2]

    world.run(said)


def test_tells_who_is_ahead_of_a_restored_store(world: _World) -> None:
    world.project.hold("A fact.")

    async def said() -> None:
        async with world.listener(after=99) as listener:
            await listener.next()
            assert (await listener.next())[2] == {"seq": 1, "entries": []}

    world.run(said)


def test_tells_every_listener_with_few_looks(world: _World) -> None:
    """However many ask at a time: one look that had begun already, and one for everybody who came since."""

    async def said() -> None:
        async with AsyncExitStack() as stack:
            listeners = [await stack.enter_async_context(world.listener()) for _ in range(20)]
            await asyncio.gather(*(one.next() for one in listeners))
            assert world.lanes.looks <= 2
            world.project.hold("For all.")
            told = await asyncio.gather(*(one.next() for one in listeners))
            assert [name for name, _, _ in told] == ["changed"] * 20
            assert all(one == told[0] for one in told)

    world.run(said)


def test_looks_again_after_a_look_that_failed(world: _World) -> None:
    async def said() -> None:
        async with world.listener() as listener:
            _, number, _ = await listener.next()
            world.lanes.is_broken = True
            world.project.hold("Written while nobody could read it.")
            waiting = asyncio.create_task(listener.next())
            before = world.lanes.looks
            while world.lanes.looks < before + 2:  # noqa: ASYNC110  nobody tells of it
                await asyncio.sleep(0.01)
            assert not waiting.done()
            world.lanes.is_broken = False
            assert (await waiting)[:2] == ("changed", number + 1)

    world.run(said)


def test_tells_every_write_however_close_they_are(world: _World) -> None:
    """Between any two steps of a look, from other listeners' looks too: nothing is told late or never."""

    async def said() -> None:
        async with world.listener() as one, world.listener() as two:
            await asyncio.gather(one.next(), two.next())
            writing = asyncio.create_task(
                asyncio.to_thread(lambda: [world.project.hold(f"Fact {number}.") for number in range(30)])
            )
            told: list[list[int]] = [[], []]
            for heard, listener in zip(told, (one, two), strict=True):
                while not heard or heard[0] < 30:
                    _, _, data = await listener.next()
                    heard[:0] = [entry["seq"] for entry in data["entries"]]
            await writing
            assert told == [list(range(30, 0, -1))] * 2

    world.run(said)


def test_waits_for_a_project_that_is_not_there_yet(tmp_path: Path) -> None:
    lanes = Lanes(lambda: tmp_path, readers=1)

    async def said() -> None:
        listener = _Listener(Changes(lanes, is_over=lambda: False).listen(None, lambda: True))
        assert await listener.next() == ("hello", 0, {"seq": 0})
        lay_out_state(Paths(tmp_path))
        project = Project(tmp_path)
        project.hold("The first.")
        project.runtime.close()
        assert (await listener.next())[:2] == ("changed", 1)

    try:
        asyncio.run(asyncio.wait_for(said(), PATIENCE_SECONDS))
    finally:
        lanes.close()


def test_lets_everybody_go_when_the_server_ends(world: _World) -> None:
    async def said() -> None:
        async with world.listener() as listener:
            await listener.next()
            world.is_over = True
            assert await listener.has_ended()

    world.run(said)


def test_tells_nothing_more_to_whom_it_is_no_longer_for(world: _World) -> None:
    async def said() -> None:
        async with world.listener() as listener:
            await listener.next()
            world.is_welcome = False
            world.project.hold("Not for everybody.")
            assert await listener.has_ended()

    world.run(said)
