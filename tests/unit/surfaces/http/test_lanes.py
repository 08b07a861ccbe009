"""Does everybody get an answer in turn, whatever others ask?"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.party import Party
from phantasm.surfaces.http.lanes import Lanes
from tests.conftest import Project

_PATIENCE_SECONDS = 30


class Held:
    """A project whose first opening waits until it is let go: whoever opens it takes very long."""

    def __init__(self, root: Path) -> None:
        self.go_on = threading.Event()
        self.begun = threading.Event()
        self.openings = 0
        self._root = root

    def find(self) -> Path:
        self.openings += 1
        if self.openings == 1:
            self.begun.set()
            self.go_on.wait(_PATIENCE_SECONDS)
        return self._root


@pytest.fixture
def held(project: Project) -> Iterator[Held]:
    held = Held(project.root)
    yield held
    held.go_on.set()


_numbers = count()


def _request(operation: str, **params: object) -> JsonObject:
    name = f"request-{next(_numbers)}"
    return {
        "api_version": "v1",
        "operation": operation,
        "request_id": name,
        "idempotency_key": name,
        "client": {"profile": "claude_code"},
        "params": params,
    }


def _fact() -> JsonObject:
    return _request(
        "ingest", record_kind="fact", statement=f"The cache was looked at {next(_numbers)} times."
    )


def _with(lanes: Lanes, work: Callable[[Lanes], Awaitable[None]]) -> None:
    async def run() -> None:
        try:
            await asyncio.wait_for(work(lanes), _PATIENCE_SECONDS)
        finally:
            lanes.close()

    asyncio.run(run())


async def _begun(lanes: Lanes, held: Held, request: JsonObject) -> asyncio.Task[Response]:
    """Ask the question that takes very long, and come back when it is being answered."""
    asked = asyncio.create_task(lanes.ask(request, Party()))
    await asyncio.to_thread(held.begun.wait, _PATIENCE_SECONDS)
    return asked


def test_answers_others_while_one_question_takes_long(held: Held) -> None:
    async def work(lanes: Lanes) -> None:
        slow = await _begun(lanes, held, _request("health"))
        answers = await asyncio.gather(*(lanes.ask(_request("inspect"), Party()) for _ in range(5)))
        assert [answer.error for answer in answers] == [None] * 5
        assert not slow.done()
        held.go_on.set()
        assert (await slow).error is None

    _with(Lanes(held.find, readers=2), work)


@pytest.mark.parametrize("slow", ["health", "backup_create"])
def test_writes_while_others_read_or_work_long(held: Held, slow: str) -> None:
    async def work(lanes: Lanes) -> None:
        asked = await _begun(lanes, held, _request(slow))
        assert (await lanes.ask(_fact(), Party())).error is None
        assert not asked.done()
        held.go_on.set()
        assert (await asked).error is None

    _with(Lanes(held.find, readers=1), work)


def test_reads_while_a_writer_waits(held: Held) -> None:
    async def work(lanes: Lanes) -> None:
        asked = await _begun(lanes, held, _fact())
        assert (await lanes.ask(_request("health"), Party())).error is None
        assert not asked.done()
        held.go_on.set()
        assert (await asked).error is None

    _with(Lanes(held.find, readers=1), work)


def test_opens_no_more_than_is_needed(held: Held) -> None:
    held.go_on.set()

    async def work(lanes: Lanes) -> None:
        for _ in range(5):
            await lanes.ask(_request("health"), Party())

    _with(Lanes(held.find, readers=3), work)
    assert held.openings == 1


def test_tells_who_comes_when_too_many_wait(held: Held) -> None:
    async def work(lanes: Lanes) -> None:
        slow = await _begun(lanes, held, _request("health"))
        waiting = asyncio.create_task(lanes.ask(_request("health"), Party()))
        await asyncio.sleep(0)
        refused = await lanes.ask(_request("inspect"), Party())
        assert refused.error is not None
        assert (refused.error.code, refused.operation) == ("store_busy", "inspect")
        assert refused.request_id.startswith("request-")
        assert (await lanes.ask(_fact(), Party())).error is None
        held.go_on.set()
        assert [(await asked).error for asked in (slow, waiting)] == [None, None]
        assert (await lanes.ask(_request("inspect"), Party())).error is None

    _with(Lanes(held.find, readers=1, most_waiting=1), work)


def test_keeps_the_turn_of_nobody_who_has_gone(held: Held) -> None:
    async def work(lanes: Lanes) -> None:
        slow = await _begun(lanes, held, _request("health"))
        gone = asyncio.create_task(lanes.ask(_request("health"), Party()))
        await asyncio.sleep(0)
        for asked in (gone, slow):
            asked.cancel()
        await asyncio.wait([gone, slow])
        held.go_on.set()
        assert (await lanes.ask(_request("inspect"), Party())).error is None

    _with(Lanes(held.find, readers=1), work)


def test_answers_the_server_itself_past_the_line(held: Held) -> None:
    async def work(lanes: Lanes) -> None:
        slow = await _begun(lanes, held, _request("health"))
        seen: list[str] = []
        await lanes.look(lambda runtime: seen.append(runtime.environment.paths.root.name))
        assert (await lanes.ask_aside(_request("audit"), Party())).error is None
        assert len(seen) == 1
        assert not slow.done()
        held.go_on.set()
        await slow

    _with(Lanes(held.find, readers=1), work)


def test_knows_whether_something_was_written(project: Project) -> None:
    async def work(lanes: Lanes) -> None:
        fact = _fact()
        await lanes.ask(_request("health"), Party())
        assert not lanes.has_written()
        await lanes.ask(fact, Party())
        assert lanes.has_written()
        assert not lanes.has_written()
        assert (await lanes.ask(fact, Party())).replayed
        assert not lanes.has_written()

    _with(Lanes(lambda: project.root), work)


def test_lets_whoever_reads_refuse_what_there_is_not(project: Project) -> None:
    async def work(lanes: Lanes) -> None:
        for name in ("no_such_operation", 7):
            answer = await lanes.ask({**_request("health"), "operation": name}, Party())
            assert answer.error is not None

    _with(Lanes(lambda: project.root), work)
