"""What does the server do when nobody asks?"""

import asyncio
import json
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.types import Implementation

from phantasm.runtime.hooks.standing import refresh
from phantasm.surfaces.mcp.asking import Asking
from phantasm.surfaces.mcp.keys import Keys
from phantasm.surfaces.mcp.server import build
from phantasm.surfaces.serving.chores import Chores
from phantasm.surfaces.serving.door import Door
from phantasm.surfaces.serving.lifetime import Lifetime
from phantasm.surfaces.serving.maintaining import in_a_thread
from tests.conftest import Project

SOON = 0.01
# Far above what a chore takes.
PATIENCE_SECONDS = 30.0


class _Tended:
    """A server with its chores, for one conversation."""

    def __init__(self, start: Path, *, idle_minutes: int | None = None) -> None:
        self.now = 0.0
        self.lifetime = Lifetime(idle_minutes=240, parent=None, now=lambda: self.now)
        self.asking = Asking(Door(lambda: start), Keys())
        self.chores = Chores(
            self.asking.door,
            self.lifetime,
            has_written=self.asking.has_written,
            maintain=in_a_thread,
            idle_minutes=idle_minutes,
        )

    def hold(self, said: Any) -> None:
        """Tend until what is said is true."""

        async def run() -> None:
            try:
                async with self.chores.tended(first=SOON, every=SOON):
                    await asyncio.wait_for(said(), PATIENCE_SECONDS)
            finally:
                self.asking.door.close()

        asyncio.run(run())


def test_reads_how_long_it_may_idle(project: Project) -> None:
    project.paths.settings.write_text("[mcp]\nidle_minutes = 1\n", encoding="utf-8")
    tended = _Tended(project.root)
    tended.now = 61.0

    async def said() -> None:
        while tended.lifetime.reason() is None:  # noqa: ASYNC110  nobody tells of it
            await asyncio.sleep(SOON)

    tended.hold(said)


def test_leaves_what_was_chosen(project: Project) -> None:
    project.paths.settings.write_text("[mcp]\nidle_minutes = 1\n", encoding="utf-8")
    tended = _Tended(project.root, idle_minutes=240)
    tended.now = 61.0
    done: list[bool] = []

    async def said() -> None:
        for _ in range(3):
            done.append(await tended.asking.door.between(lambda runtime: None))
            await asyncio.sleep(SOON)

    tended.hold(said)
    assert done == [True] * 3
    assert tended.lifetime.reason() is None


def test_makes_ready_contexts_anew_after_a_write(project: Project) -> None:
    refresh(project.runtime, "claude_code")
    file = project.paths.ready / "claude_code.json"
    tended = _Tended(project.root)

    async def said() -> None:
        known_as = Implementation(name="claude-code", version="1")
        async with Client(build(tended.asking), client_info=known_as, cache=None) as client:
            fact = {"record_kind": "constraint", "statement": "Never deploy on a Friday."}
            await client.call_tool("remember", fact)
            while "Friday" not in _text(file):  # noqa: ASYNC110  nobody tells of it
                await asyncio.sleep(SOON)

    tended.hold(said)


def _text(file: Path) -> str:
    return json.dumps(json.loads(file.read_text(encoding="utf-8")))


def test_has_nothing_to_do_without_a_project(tmp_path: Path) -> None:
    async def said() -> None:
        await asyncio.sleep(SOON * 5)

    _Tended(tmp_path).hold(said)
    assert list(tmp_path.iterdir()) == []
