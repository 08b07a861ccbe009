"""How does an import run? Find the transcripts, read on in each, end what is over, tell what came of it.

A file that cannot be read is named in the account and does not stop the others; a store that cannot be
written to does.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.runtime.importing.asking import Ask, asked, listed
from phantasm.runtime.importing.belonging import Project, belongs, project_at
from phantasm.runtime.importing.ending import end_idle
from phantasm.runtime.importing.file import Terms, contained, hand_over
from phantasm.runtime.importing.places import Found, Kept, below, kept_by_clients, named
from phantasm.runtime.importing.reading import CLIENTS, Source, opened
from phantasm.runtime.importing.recognising import BEGINNING_BYTES, Before, before_of
from phantasm.runtime.importing.tally import Tally
from phantasm.session.transcripts.choose import client_of

IDLE: Final = timedelta(minutes=30)
"""After how long without a turn a session is over: a long command or a meal, not a night."""
_NAMES_AT_ONCE: Final = 500
"""How many files are asked about in one request: as many as the operation takes."""

_OF_A_FILE: Final = frozenset((Code.INVALID_PARAMS, Code.INVALID_REQUEST, Code.PROVIDER_UNAVAILABLE))
"""What is wrong with a file and not with the store."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which transcripts are wanted, and what is done with them."""

    paths: tuple[Path, ...] = ()
    """Files and folders; none: where the clients keep them."""
    client: str | None = None
    since: str | None = None
    """Only files that were written to since."""
    every_project: bool = False
    again: bool = False
    """Read everything once more, also what was read before."""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an import needs to know of the project and the machine."""

    project: Project
    kept: tuple[Kept, ...]
    now: datetime
    masks: bool
    output_characters: int
    watch: Callable[[int], Callable[[int], None]]
    """Told how many bytes there are; answers with what is told how many more are done."""
    given: Path | None = None
    """Where it is noted what sessions were handed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that may be a transcript, and the client whose folder it was found in."""

    found: Found
    client: str | None = None


def surroundings(
    environment: Environment,
    home: Path,
    variable: Callable[[str], str | None],
    watch: Callable[[int], Callable[[int], None]] = lambda _: lambda _: None,
) -> Surroundings:
    """Return what there is to know of an opened project; `variable` reads the environment's."""
    return Surroundings(
        project=project_at(environment.paths.root),
        kept=kept_by_clients(home, variable),
        now=environment.clock.now(),
        masks=environment.config.settings.security.redact_secrets,
        output_characters=environment.config.settings.sessions.output_characters,
        watch=watch,
        given=environment.paths.given,
    )


def import_sessions(wanted: Wanted, around: Surroundings, ask: Ask) -> JsonObject:
    """Import transcripts and return the account of it."""
    started = time.perf_counter()
    if wanted.client is not None and wanted.client not in CLIENTS:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"no client is called {wanted.client!r}",
            expected=f"one of {', '.join(CLIENTS)}",
        )
    tally = Tally()
    candidates = _candidates(wanted, around, tally)
    advance = around.watch(sum(candidate.found.size for candidate in candidates))
    terms = Terms(
        ask,
        tally,
        advance,
        masks=around.masks,
        output_characters=around.output_characters,
        dry_run=wanted.dry_run,
        given=around.given,
    )
    for start in range(0, len(candidates), _NAMES_AT_ONCE):
        some = candidates[start : start + _NAMES_AT_ONCE]
        before = {} if wanted.again else _read_before(ask, [str(one.found.path) for one in some])
        for candidate in some:
            _import_one(
                candidate, wanted, around, replace(terms, advance=_bounded(advance, candidate)), before
            )
    if not wanted.dry_run:
        end_idle(ask, around.now - IDLE, tally)
    return tally.to_json(seconds=time.perf_counter() - started, dry_run=wanted.dry_run)


def _candidates(wanted: Wanted, around: Surroundings, tally: Tally) -> list[Candidate]:
    if wanted.paths:
        every = [Candidate(found, wanted.client) for path in wanted.paths for found in _named(path)]
    else:
        kept = [one for one in around.kept if wanted.client in {None, one.client}]
        every = [Candidate(found, one.client) for one in kept for found in below(one)]
    every = list({candidate.found.path: candidate for candidate in every}.values())
    if wanted.since is None:
        return every
    earliest = _seconds(wanted.since)
    recent = [candidate for candidate in every if candidate.found.modified >= earliest]
    tally.files["older"] += len(every) - len(recent)
    return recent


def _seconds(since: str) -> float:
    try:
        moment = datetime.fromisoformat(since)
    except ValueError as problem:
        raise PhantasmError(
            Code.INVALID_PARAMS, f"{since!r} is no time", expected="an ISO 8601 date or date-time"
        ) from problem
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _named(path: Path) -> list[Found]:
    try:
        return list(named(path))
    except FileNotFoundError as problem:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"there is no file or folder {path}",
            remediation=(
                Remediation("Look for transcripts of clients.", command="phantasm import sessions"),
            ),
        ) from problem


def _import_one(
    candidate: Candidate, wanted: Wanted, around: Surroundings, terms: Terms, before: dict[str, Before]
) -> None:
    path, tally = candidate.found.path, terms.tally
    try:
        with contained(path) as (file, status):
            beginning = opened(file.read(BEGINNING_BYTES))
            client = _client(candidate, wanted, beginning)
            if client is None:
                tally.files["unrecognised"] += 1
                return
            if not wanted.paths and not wanted.every_project and not belongs(around.project, path, beginning):
                tally.files["of another project"] += 1
                return
            idle_since = (around.now - IDLE).timestamp()
            source = Source(client, path.name, file, status.st_size, status.st_mtime <= idle_since)
            is_new = hand_over(source, str(path), status.st_mtime, before.get(str(path)), terms)
        terms.advance(status.st_size)
    except OSError as problem:
        tally.fail(str(path), problem.strerror or type(problem).__name__)
        return
    except PhantasmError as problem:
        if problem.code not in _OF_A_FILE:
            raise
        tally.fail(str(path), problem.message)
        return
    tally.files["read" if is_new else "unchanged"] += 1
    tally.clients[client] += is_new


def _client(candidate: Candidate, wanted: Wanted, beginning: bytes) -> str | None:
    """Return who wrote a file: whom the user names, what it looks like, or in whose folder it lies."""
    if wanted.paths and wanted.client:
        return wanted.client
    return client_of(str(candidate.found.path), beginning) or candidate.client


def _read_before(ask: Ask, names: Sequence[str]) -> dict[str, Before]:
    noted = listed(asked(ask, "transcripts", {"names": list(names)}), "transcripts")
    found = {str(one["name"]): before_of(one) for one in noted}
    return {name: before for name, before in found.items() if before is not None}


def _bounded(advance: Callable[[int], None], candidate: Candidate) -> Callable[[int], None]:
    """Count a file's bytes once and no more than it has; what is skipped counts as done."""
    left = [candidate.found.size]

    def count(done: int) -> None:
        told = min(done, left[0])
        left[0] -= told
        advance(told)

    return count
