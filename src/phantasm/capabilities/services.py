"""Configured servers (embedding, language model, Qdrant): the last failure of each, and if one answers now.

Whoever asks a server keeps its failure in a small file beside the store, until the server has done what it
was asked. So a request can tell of an outage without asking anybody: `health` reads the file. `doctor` asks
each server for one page within seconds, and writes nothing.
"""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import Field, ValidationError

from phantasm.config.settings import host_of
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import PhantasmError, Remediation
from phantasm.contracts.model import Model
from phantasm.storage.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phantasm.config.paths import Paths
    from phantasm.config.settings import Settings
    from phantasm.contracts.clock import Clock

    Note = Callable[[str | None], None]
    """Told why a server failed, or None where it did what it was asked."""

ServiceName = Literal["embedding", "language_model", "qdrant"]

PROBE_SECONDS = 3.0
"""How long all servers together are waited for: they are asked at once, and a hundredth is usual."""

_PAGES = {"ollama": "/api/tags", "openai": "/models"}


class Service(NamedTuple):
    """A server that is configured."""

    name: ServiceName
    url: str
    page: str
    """A page that costs nothing, below the url."""
    key_variable: str
    """The environment variable whose value lets us see that page, or nothing."""
    what: str
    """How it is called."""
    instead: str
    """What is left without it."""
    mend: str
    """The command that shows how it is configured, or starts it."""
    again: str
    """The command that asks it, and so ends what is kept of its failures."""


class Outage(Model):
    """What is known of a server that failed and has not done what it was asked since."""

    server: str = Field(description="Its host and port")
    problem: str = Field(description="Why it failed the last time")
    since: str = Field(description="When it failed first")
    at: str = Field(description="When it failed the last time")
    failures: int = Field(description="How often it failed")

    def told(self) -> str:
        """Return this as words that end a sentence."""
        if self.failures == 1:
            return f"{self.problem} (at {self.at})"
        return f"{self.problem} (failed {self.failures} times since {self.since}, last at {self.at})"


def configured(settings: Settings) -> list[Service]:
    """Return the servers that the settings name; the model in the package and the embedded index are none."""
    embedding, llm, qdrant = settings.embedding, settings.llm, settings.qdrant
    found: list[Service] = []
    if embedding.provider in {"ollama", "openai"}:
        of_ollama = embedding.provider == "ollama"
        found.append(
            Service(
                "embedding",
                settings.ollama.url if of_ollama else embedding.url,
                _PAGES[embedding.provider],
                "" if of_ollama else embedding.api_key_env,
                "embedding server",
                "without it only words are compared",
                "ollama serve" if of_ollama else "phantasm config explain embedding",
                "phantasm index build",
            )
        )
    if llm.provider != "none":
        found.append(
            Service(
                "language_model",
                llm.url,
                _PAGES[llm.provider],
                llm.api_key_env,
                "language model server",
                "without it maintenance learns by its rules alone",
                "ollama serve" if llm.provider == "ollama" else "phantasm config explain llm",
                "phantasm maintenance run",
            )
        )
    if qdrant.url:
        found.append(
            Service(
                "qdrant",
                qdrant.url,
                "/readyz",
                "",
                "Qdrant server",
                "without it the embedded index answers",
                "phantasm config explain qdrant",
                "phantasm index build",
            )
        )
    return found


def note_for(paths: Paths, clock: Clock, name: ServiceName, url: str) -> Note:
    """Return what keeps how asking a server went; where nothing can be written nothing is kept."""
    server = host_of(url)

    def note(problem: str | None) -> None:
        if problem is None and not paths.services.exists():  # as nearly always
            return
        kept = _kept(paths)
        before = kept.pop(name, None)
        if problem is None and before is None:
            return
        if problem is not None:
            now = to_timestamp(clock.now())
            goes_on = before if before and before.server == server else None
            kept[name] = Outage(
                server=server,
                problem=problem,
                since=goes_on.since if goes_on else now,
                at=now,
                failures=goes_on.failures + 1 if goes_on else 1,
            )
        with suppress(OSError):
            text = json.dumps({key: outage.model_dump() for key, outage in sorted(kept.items())})
            write_whole(paths.services, text.encode())

    return note


def outage_of(paths: Paths, service: Service) -> Outage | None:
    """Return what is kept of a server's failures; nothing of another one that was configured before."""
    kept = _kept(paths).get(service.name)
    return kept if kept is not None and kept.server == host_of(service.url) else None


def missing_key(service: Service, read_variable: Callable[[str], str | None]) -> str | None:
    """Say that the key of a server is not at hand, where that is so; asks nobody."""
    if not service.key_variable or (read_variable(service.key_variable) or "").strip():
        return None
    return f"the {service.what} needs a key, and the environment variable {service.key_variable} is not set"


def unanswered(services: Sequence[Service], read_variable: Callable[[str], str | None]) -> dict[str, str]:
    """Ask every server for a page, all at once, and return why those that do not answer do not."""
    found: dict[str, str | None] = {
        one.name: f"the {one.what} {host_of(one.url)} did not answer within {PROBE_SECONDS:g} seconds"
        for one in services
    }

    def ask(service: Service) -> None:
        found[service.name] = _problem(service, read_variable)

    # Names may take longer to look up than any time-out: nobody waits for a thread that does.
    threads = [threading.Thread(target=ask, args=(one,), daemon=True) for one in services]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PROBE_SECONDS)
    return {name: problem for name, problem in list(found.items()) if problem is not None}


def _problem(service: Service, read_variable: Callable[[str], str | None]) -> str | None:
    from phantasm.capabilities.endpoint import Endpoint  # noqa: PLC0415  ssl

    if missing := missing_key(service, read_variable):
        return missing
    key = (read_variable(service.key_variable) or "").strip() if service.key_variable else ""
    try:
        endpoint = Endpoint(service.url, PROBE_SECONDS, Remediation(""), key, what=service.what)
        endpoint.reach(service.page)
    except PhantasmError as problem:
        return problem.message
    return None


def _kept(paths: Paths) -> dict[str, Outage]:
    try:
        value = json.loads(paths.services.read_bytes())
        return {str(name): Outage.model_validate(one) for name, one in value.items()}
    except (OSError, ValueError, AttributeError, ValidationError):  # none yet, or somebody else's hand
        return {}
