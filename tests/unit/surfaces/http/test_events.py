"""Who is told when something changes?"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from phantasm.surfaces.http.events import Changes
from phantasm.surfaces.http.lanes import Lanes
from tests.conftest import Project

# Far above what an event takes.
PATIENCE_SECONDS = 30.0


class _World:
    """A project, and whoever listens to it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.is_over = False
        self.is_welcome = True
        self.lanes = Lanes(lambda: project.root, readers=1)
        self.changes = Changes(self.lanes, project.paths, is_over=lambda: self.is_over)

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


def test_tells_every_listener_with_one_look_out(world: _World) -> None:
    async def said() -> None:
        async with world.listener() as one, world.listener() as two:
            await asyncio.gather(one.next(), two.next())
            world.project.hold("For both.")
            told = await asyncio.gather(one.next(), two.next())
            assert told[0] == told[1]
            assert len(_watching()) == 1
        await asyncio.sleep(0)
        assert _watching() == []

    world.run(said)


def _watching() -> list[str]:
    return [str(task) for task in asyncio.all_tasks() if "Changes._watch" in str(task.get_coro())]


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
