"""How is a project opened? The composition root: which part goes where, and the one door."""

import time
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from phantasm.capabilities.clock import SystemClock
from phantasm.capabilities.embedding.choose import embedder_for
from phantasm.capabilities.environment import Catalogue, Environment
from phantasm.capabilities.services import configured as configured_services
from phantasm.capabilities.services import note_for
from phantasm.config import trust
from phantasm.config.environment import variable
from phantasm.config.finding import find_project
from phantasm.config.load import Config, load, waiting
from phantasm.config.paths import Paths
from phantasm.config.settings import ClientsSettings, Settings
from phantasm.contracts.clock import Clock
from phantasm.contracts.envelope import ErrorBody, NextStep, Response
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import Ids, RandomBits
from phantasm.contracts.model import JsonObject
from phantasm.contracts.parse import checked, decode
from phantasm.runtime import registry
from phantasm.runtime.logged import log_answer, log_defect, log_refusal
from phantasm.runtime.migration import ensure_current
from phantasm.runtime.party import Party
from phantasm.runtime.pipeline import answer
from phantasm.runtime.safety import refuse_unsafe, typed_failures, untrusted
from phantasm.security.profiles import PERSON_PROFILE, Profile, find_profile, known_profiles
from phantasm.security.redaction import redact
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Database
from phantasm.storage.failures import translate
from phantasm.telemetry.sink import close_sink, open_sink

if TYPE_CHECKING:
    from phantasm.capabilities.embedding.port import Embedder
    from phantasm.contracts.diagnosis import Diagnosis


class Runtime:
    """One opened project: requests go in, responses come out, nothing else happens here."""

    def __init__(
        self, environment: Environment, profiles: dict[str, Profile], *, no_store: PhantasmError | None = None
    ) -> None:
        self.environment = environment
        self._profiles = profiles
        self._no_store = no_store
        telemetry = environment.config.settings.telemetry
        self._sink = (
            open_sink(
                environment.paths.logs,
                level=telemetry.level,
                max_bytes=telemetry.max_bytes,
                files=telemetry.files,
            )
            if no_store is None
            else None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def has_store(self) -> bool:
        """Whether there is a store behind it, which may be looked after."""
        return self._no_store is None

    def handle(self, request: bytes | JsonObject, party: Party = Party()) -> Response:  # noqa: B008  frozen
        """Answer one request; whatever goes wrong becomes a response with a stable code."""
        started = time.perf_counter()
        value: JsonObject = {}
        try:
            value = decode(request) if isinstance(request, bytes) else checked(request)
            self._require_store(value)
            answered = answer(value, self.environment, self._profiles, party)
        except PhantasmError as problem:
            return _refused(value, problem)
        except Exception as problem:  # noqa: BLE001  the door: nothing escapes it
            return _refused(value, translate(problem) or log_defect(value, problem))
        log_answer(answered, milliseconds=(time.perf_counter() - started) * 1000)
        return answered.response

    def close(self) -> None:
        """Close connections and the log."""
        self.environment.database.close()
        close_sink(self._sink)
        self._sink = None

    def _require_store(self, value: JsonObject) -> None:
        if self._no_store is None:
            return
        name = value.get("operation")
        if isinstance(name, str):
            operation, _ = registry.resolve(name)
            if operation.needs_store:
                raise self._no_store


def open_project(
    start: Path,
    *,
    clock: Clock | None = None,
    random_bits: RandomBits | None = None,
    wait_seconds: float | None = None,
) -> Runtime:
    """Open the project that a folder belongs to; `wait_seconds`: how long a writer is waited for at most."""
    paths = locate(start)
    if not paths.store.exists():
        raise not_bootstrapped(paths.root)
    config = load(paths)
    if wait_seconds is not None:
        config = waiting(config, wait_seconds)
    environment, profiles = compose(
        paths, config, start=start.absolute(), clock=clock, random_bits=random_bits
    )
    try:
        with typed_failures():
            ensure_current(environment)
            _refuse_other_store(environment)
    except BaseException:
        environment.database.close()
        raise
    return Runtime(environment, profiles)


def _refuse_other_store(environment: Environment) -> None:
    """Refuse a store that was put in the place of the accepted one: unpacked over it, for example."""
    accepted = trust.store_id_of(str(environment.paths.root))
    if accepted is None:
        return
    with environment.database.read() as (_, head):
        if head.store_id != accepted:
            raise untrusted(environment.paths, "another store lies where the accepted one was")


def locate(start: Path) -> Paths:
    """Return the places of the project that a folder belongs to, without opening anything."""
    root = find_project(start.absolute())
    if root is None:
        raise not_bootstrapped(start)
    paths = Paths(root)
    refuse_unsafe(paths)
    return paths


def configured(start: Path) -> tuple[Config, tuple[str, ...]]:
    """Return the configuration in force, with what is held back, also where no store can be opened."""
    paths = locate(start)
    config = load(paths)
    return config, (*config.held_back, *known_profiles(config)[1])


def token_profile(start: Path, name: str) -> str:
    """Return the name of a profile that a token may be bound to: a token is no person at a terminal."""
    profile = find_profile(known_profiles(configured(start)[0])[0], name)
    if profile.name == PERSON_PROFILE:
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"{PERSON_PROFILE!r} is the person at the terminal; whoever has a token may be a program",
            field="profile",
            remediation=(Remediation("Choose another profile, such as dashboard or claude_code."),),
        )
    return profile.name


def open_or_explain(start: Path) -> Runtime:
    """Open the project, or return a runtime that answers what needs no store and refuses the rest."""
    try:
        return open_project(start)
    except PhantasmError as problem:
        return without_project(start, problem)
    except OSError as problem:
        return without_project(start, translate(problem))


def without_project(start: Path, problem: PhantasmError | None = None) -> Runtime:
    """Return a runtime that answers what needs no store, for discovery before bootstrap."""
    config = Config(Settings(), ClientsSettings(), clients_approved=True)
    environment, profiles = compose(Paths(start), config)
    return Runtime(environment, profiles, no_store=problem or not_bootstrapped(start))


def compose(
    paths: Paths,
    config: Config,
    *,
    start: Path | None = None,
    clock: Clock | None = None,
    random_bits: RandomBits | None = None,
) -> tuple[Environment, dict[str, Profile]]:
    """Put the parts of a project together; opens nothing yet."""
    clock = clock or SystemClock()
    profiles, held_back = known_profiles(config)
    store = config.settings.store
    environment = Environment(
        paths=paths,
        start=start or paths.root,
        config=config,
        profiles={name: profile.rights for name, profile in profiles.items()},
        held_back=(*config.held_back, *held_back),
        database=Database(
            paths.store, synchronous=store.synchronous, lock_timeout=store.lock_timeout_seconds
        ),
        blobs=BlobStore(paths.raw),
        clock=clock,
        ids=Ids(clock.now, random_bits) if random_bits else Ids(clock.now),
        catalogue=Catalogue(registry.operations, registry.ALIASES),
        embedder=cache(lambda: _embedder(paths, config.settings, clock)),
        examine=lambda deep: _examined(paths.root, deep=deep),
    )
    return environment, profiles


def _embedder(paths: Paths, settings: Settings, clock: Clock) -> "Embedder | None":
    server = next((one for one in configured_services(settings) if one.name == "embedding"), None)
    note = note_for(paths, clock, server.name, server.url) if server else None
    return embedder_for(settings, variable, note)


def _examined(root: Path, *, deep: bool) -> "Diagnosis":
    from phantasm.runtime.doctor.examination import examine  # noqa: PLC0415  only doctor looks at all of it

    return examine(root, pages=deep, deep=deep)


def not_bootstrapped(start: Path) -> PhantasmError:
    """Return the refusal for a folder without a project."""
    return PhantasmError(
        Code.NOT_BOOTSTRAPPED,
        f"no .phantasm store in {start} or above it",
        remediation=(Remediation("Set up memory for this project.", command="phantasm bootstrap"),),
    )


def error_response(problem: PhantasmError, *, request_id: str = "", operation: str = "") -> Response:
    """Return a problem as the response that every surface shows."""
    return Response(
        status="error",
        request_id=request_id,
        operation=operation,
        data=None,
        remediation=[
            NextStep(message=step.message, request=step.request, command=step.command)
            for step in problem.remediation
        ],
        error=ErrorBody(
            code=problem.code.value,
            message=redact(problem.message)[0],
            field=problem.field,
            expected=problem.expected,
            example=problem.example,
        ),
    )


def _refused(value: JsonObject, problem: PhantasmError) -> Response:
    request_id, operation = log_refusal(value, problem)
    return error_response(problem, request_id=request_id, operation=operation)
