"""How can many threads, or an event loop, use one project? One thread of its own does all the work."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from phantasm.surfaces.python.project import Project
from phantasm.surfaces.python.refusal import closed

Returned = TypeVar("Returned")


class ProjectThread:
    """A project that any thread may use: what is to be done with it is done one after the other."""

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        profile: str | None = None,
        session_id: str | None = None,
        name: str | None = None,
    ) -> None:
        """Open the project in a thread of its own."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="phantasm")
        try:
            opening = self._thread.submit(
                Project.open, path, profile=profile, session_id=session_id, name=name
            )
            self._project = opening.result()
            self._owner = self._thread.submit(threading.get_ident).result()
            self._is_open = True
        except BaseException:
            self._thread.shutdown()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the project and end the thread; doing it twice does nothing."""
        if self._is_open:
            self._is_open = False
            self._thread.submit(self._project.close).result()
            self._thread.shutdown()

    def do(self, work: Callable[[Project], Returned]) -> Returned:
        """Do something with the project, and wait for it."""
        if threading.get_ident() == self._owner:  # work that asks for more work would wait for itself
            return work(self._project)
        return self._submit(work).result()

    async def do_async(self, work: Callable[[Project], Returned]) -> Returned:
        """Do something with the project while the event loop goes on."""
        return await asyncio.wrap_future(self._submit(work))

    def _submit(self, work: Callable[[Project], Returned]) -> "Future[Returned]":
        if not self._is_open:
            raise closed()
        return self._thread.submit(work, self._project)
