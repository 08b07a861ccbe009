"""How does a method call become a request? One opened project, used by the thread that opened it."""

import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from phantasm import __version__
from phantasm.config.environment import client_profile
from phantasm.contracts.envelope import API_VERSION, Response
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject, Model
from phantasm.runtime import registry
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.surfaces.python.refusal import accepted, closed, not_here, unknown_profile

_PERSON_PROFILE = "cli"
_CALLER = "phantasm-python"
"""What the journal names as the calling program when the program does not name itself."""


class Door:
    """One opened project; every method is one request."""

    def __init__(
        self,
        runtime: Runtime,
        *,
        profile: str | None = None,
        session_id: str | None = None,
        name: str | None = None,
    ) -> None:
        """Take over an opened runtime; `Project.open` is the usual way."""
        self._runtime = runtime
        self.profile = self._choose(profile)
        self._client: JsonObject = {
            "profile": self.profile,
            "name": name or _CALLER,
            "version": __version__,
            "session_id": session_id,
        }
        self._thread = threading.get_ident()
        self._is_open = True

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        profile: str | None = None,
        session_id: str | None = None,
        name: str | None = None,
    ) -> Self:
        """Open the project that a folder belongs to, the working folder's when none is given."""
        start = Path(path) if path is not None else Path.cwd()
        try:
            runtime = open_project(start)
        except OSError as problem:
            raise PhantasmError(Code.STORAGE_FAILED, f"{problem.strerror}: {problem.filename}") from problem
        return cls(runtime, profile=profile, session_id=session_id, name=name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the project; doing it twice does nothing."""
        if self._is_open:
            self._refuse_strangers()
            self._is_open = False
            self._runtime.close()

    @property
    def root(self) -> Path:
        """The folder that `.phantasm` lies in."""
        return self._runtime.environment.paths.root

    def may(self, right: Right) -> bool:
        """Tell whether the profile of this project has a right."""
        return right in self._runtime.environment.profiles.get(self.profile, ())

    def new_id(self, prefix: str) -> str:
        """Return a fresh id, from the project's own clock and randomness."""
        return self._runtime.environment.ids.new(prefix)

    def call(self, operation: str, /, *, key: str | None = None, **params: object) -> Response:
        """Ask anything of the contract and return the whole answer; raises `RefusedError` on an error.

        `key` makes a write repeatable: the same key and the same parameters are carried out once.
        """
        return self.send(operation, params, key=key)

    def preview(self, operation: str, /, **params: object) -> Response:
        """Return what a write would change (`response.preview`), and change nothing."""
        return self.send(operation, {**params, "dry_run": True})

    def send(
        self,
        operation: str,
        params: Mapping[str, object],
        *,
        key: str | None = None,
        request_id: str | None = None,
    ) -> Response:
        """Send one request; what is None in `params` was not chosen and is left out.

        Writes that share a `request_id` are taken back together by `undo`.
        """
        self._refuse_strangers()
        return accepted(
            self._runtime.handle(
                {
                    "api_version": API_VERSION,
                    "operation": operation,
                    "request_id": request_id or self.new_id("req"),
                    "client": self._client,
                    "idempotency_key": key or self.new_id("key"),
                    "params": {name: value for name, value in params.items() if value is not None},
                }
            )
        )

    def _choose(self, profile: str | None) -> str:
        """Return the profile that applies: a program is not a person at a terminal, whatever it says."""
        environment = self._runtime.environment
        default = environment.config.settings.default_client
        chosen = profile or client_profile() or default
        if chosen not in environment.profiles:
            self._runtime.close()
            raise unknown_profile(chosen, environment.profiles)
        return default if chosen == _PERSON_PROFILE else chosen

    def _ask(self, operation: str, params: Mapping[str, object], key: str | None = None) -> Model:
        """Send one request and return its data as the operation's own result."""
        response = self.send(operation, params, key=key)
        if response.result is not None:
            return response.result
        # A replayed answer was read from JSON, where a pair of numbers is a list: so not strictly.
        return registry.load(operation).result.model_validate(response.data, strict=False)

    def _refuse_strangers(self) -> None:
        """Refuse other threads: a project's connection belongs to the thread that opened it."""
        if not self._is_open:
            raise closed()
        caller = threading.get_ident()
        if caller != self._thread:
            raise not_here(self._thread, caller)
