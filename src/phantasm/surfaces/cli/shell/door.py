"""How does a shell keep its project open? One runtime per thread, opened again whenever that may help.

A shell stays while others restore, migrate, repair, move or configure the store. Trouble with the store
closes the runtime; the next question opens it afresh, with every check of an opening.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from phantasm.config.trust import stamps
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.asking import request

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime

# What may be over once the project is opened afresh: the same request, with its key, is sent once more.
# Not a busy store: our connection is as good as any, and closing it would wait for the same lock.
_WORTH_OPENING = frozenset(
    {Code.INTERNAL, Code.NOT_BOOTSTRAPPED, Code.STORE_CORRUPT, Code.STORAGE_FAILED, Code.READ_ONLY}
)


class Door:
    """The one door of a thread. What it opened, the same thread closes."""

    def __init__(self, start: Path, *, tends: bool = True) -> None:
        """`tends`: what hooks left is taken in when it opens, what they need made anew when it closes."""
        self.start = start.absolute()
        self._tends = tends
        self._runtime: Runtime | None = None
        self._opening = ExitStack()
        self._standing: dict[str, list[int] | None] = {}

    def ask(self, operation: str, params: JsonObject, *, confirmations: JsonObject | None = None) -> Response:
        """Ask one thing as the person at the terminal, or as whoever the environment names."""
        return self.send(request(operation, params, confirmations=confirmations))

    def send(self, envelope: JsonObject) -> Response:
        """Send a whole request; after trouble with the store, once more through a door opened afresh."""
        response = self._handle(envelope)
        if response.error is None or response.error.code not in _WORTH_OPENING:
            return response
        self.close()
        response = self._handle(envelope)
        if response.error is not None and response.error.code in _WORTH_OPENING:
            self.close()
        return response

    @property
    def root(self) -> Path:
        """The project's folder, or the one to start from where there is no project."""
        return self._opened().environment.paths.root

    def close(self) -> None:
        """Close what is open; the next question opens it again."""
        self._runtime = None
        self._opening.close()

    def _handle(self, envelope: JsonObject) -> Response:
        from phantasm.runtime.bootstrap import error_response  # noqa: PLC0415  the runtime
        from phantasm.runtime.safety import typed_failures  # noqa: PLC0415  the runtime
        from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

        try:
            with typed_failures():
                runtime = self._opened()
        except PhantasmError as problem:
            return error_response(problem, operation=str(envelope.get("operation")))
        return runtime.handle(envelope, terminal.party())

    def _opened(self) -> Runtime:
        if self._runtime is not None and self._standing != stamps(self._runtime.environment.paths):
            self.close()  # somebody chose something else since
        if self._runtime is None:
            from phantasm.runtime.bootstrap import open_or_explain  # noqa: PLC0415  the runtime
            from phantasm.runtime.hooks.tending import tended  # noqa: PLC0415  the runtime

            opened = tended(self.start) if self._tends else open_or_explain(self.start)
            self._runtime = self._opening.enter_context(opened)
            self._standing = stamps(self._runtime.environment.paths)
        return self._runtime
