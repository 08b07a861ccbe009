"""What does a person who says `install` mean: which clients, where, and started by which command?"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from phantasm.config.finding import find_project, find_root
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.safety import refuse_unsafe
from phantasm.runtime.setup.clients.advice import ONCE, notices
from phantasm.runtime.setup.clients.catalogue import PROGRAM, wanted
from phantasm.runtime.setup.clients.detection import detect
from phantasm.runtime.setup.clients.model import (
    CLIENTS,
    Homes,
    Registration,
    WantedFile,
    client_named,
    homes_of,
)
from phantasm.runtime.setup.guidance import choose, read_by
from phantasm.runtime.setup.installed import read_record
from phantasm.runtime.setup.places import PROJECT, SCOPES, USER, Place, of_project, of_user


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person said."""

    names: tuple[str, ...] = ()
    everything: bool = False
    scope: str = SCOPES[0]
    command: str | None = None
    """The program to start instead of the one that PATH finds."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the person is: handed in, so that a test can be somewhere else."""

    start: Path
    home: Path
    user_folder: Path
    variable: Callable[[str], str | None]
    own_program: Path
    """The program of this very installation."""

    @property
    def homes(self) -> Homes:
        """Where the clients keep what is the user's own."""
        return homes_of(self.home, self.variable)


@dataclass(frozen=True, slots=True)
class Offer:
    """What would be installed."""

    place: Place
    clients: tuple[str, ...]
    known_by: dict[str, str]
    """By what each client was noticed."""
    files: tuple[WantedFile, ...]
    program: str
    notices: tuple[str, ...]
    is_bootstrapped: bool
    homes: Homes

    @property
    def once(self) -> list[str]:
        """What each client wants of a person once."""
        return [ONCE[client] for client in self.clients]


def offer(asked: Asked, around: Surroundings, told: Registration) -> Offer:
    """Return what is to be installed; refuses what cannot work, before anything is done."""
    place = place_of(asked.scope, around)
    root = place.base if asked.scope != USER else None
    known_by = detect(root, around.homes, around.variable("PATH"))
    clients = chosen(asked, known_by)
    program, said = _program(asked, around)
    files = [
        file
        for client in clients
        for file in wanted(client, root=root, homes=around.homes, told=told, program=program)
    ]
    distinct = {(file.client, file.path): file for file in files}  # what every client gets is got once
    return Offer(
        place=place,
        clients=clients,
        known_by=known_by,
        files=tuple(distinct.values()),
        program=program,
        notices=(
            *said,
            *_left_unread(place, clients, around.homes),
            *notices(
                place, clients, around.homes, start=around.start.absolute(), user_folder=around.user_folder
            ),
        ),
        is_bootstrapped=root is None or Paths(root).store.exists(),
        homes=around.homes,
    )


def _left_unread(place: Place, clients: Sequence[str], homes: Homes) -> list[str]:
    """Tell where a client reads another file from now on: the first of its files that is there."""
    if place.scope != PROJECT:
        return []
    record = read_record(place.record)
    together = [*clients, *(record.integrations.clients if record else ())]
    written = choose(place.base, together, homes, record.created if record else ())
    found = []
    for client in (one for one in CLIENTS if one in together):
        before, after = (read_by(client, place.base, homes, names) for names in ((), written))
        if before[0] not in after and (place.base / before[0]).exists():
            found.append(f"{client} reads {after[0]} where there is one, so it no longer reads {before[0]}")
    return found


def connected(asked: Asked, around: Surroundings) -> Asked:
    """Return what a person means who asks about all there is: the clients that were connected, if any."""
    if asked.names or asked.everything:
        return asked
    record = read_record(place_of(asked.scope, around).record)
    return replace(asked, names=record.integrations.clients) if record else asked


def place_of(scope: str, around: Surroundings) -> Place:
    """Return where a scope is; refuses one that nobody knows, and a project that is not ours to use."""
    if scope not in SCOPES:
        raise PhantasmError(
            Code.INVALID_PARAMS, f"there is no scope {scope!r}", field="scope", expected=" or ".join(SCOPES)
        )
    if scope == USER:
        homes = around.homes
        moved = (homes.claude, homes.codex, homes.copilot, homes.config)
        return of_user(around.home, around.user_folder, moved)
    start = around.start.absolute()
    root = find_project(start) or find_root(start)
    refuse_unsafe(Paths(root))
    return of_project(root, around.home)


def chosen(asked: Asked, known_by: dict[str, str]) -> tuple[str, ...]:
    """Return the clients that are meant: the named ones, all, or those that are there."""
    if asked.everything:
        return CLIENTS
    names = named(asked.names) or tuple(known_by)
    if not names:
        raise PhantasmError(
            Code.NOT_FOUND,
            "none of the coding agents that Phantasm knows was found here or in the home folder",
            field="clients",
            expected=", ".join(CLIENTS),
            remediation=(
                Remediation("Name the one that you use.", command=f"{PROGRAM} install {CLIENTS[0]}"),
            ),
        )
    return names


def named(names: Sequence[str]) -> tuple[str, ...]:
    """Return the clients with these names; refuses one that nobody knows."""
    for name in names:
        if client_named(name) is None:
            raise PhantasmError(
                Code.INVALID_PARAMS,
                f"there is no client {name!r}",
                field="clients",
                expected=", ".join(CLIENTS),
            )
    return tuple(dict.fromkeys(client for name in names if (client := client_named(name))))


def _program(asked: Asked, around: Surroundings) -> tuple[str, tuple[str, ...]]:
    """Return the program that clients start, and what the person should know about it."""
    path = around.variable("PATH") or ""
    if asked.command is not None:
        if shutil.which(asked.command, path=path) is None:
            raise PhantasmError(Code.NOT_FOUND, f"{asked.command} is no program", field="command")
        return asked.command, ()
    found = shutil.which(PROGRAM, path=path)
    if found is None:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"{PROGRAM} is not on PATH, so no agent would find it",
            field="command",
            remediation=(
                Remediation("Install it for the user.", command=f"uv tool install {PROGRAM}"),
                Remediation("Or name it.", command=f"{PROGRAM} install --command {around.own_program}"),
            ),
        )
    if around.own_program.exists() and Path(found).resolve() != around.own_program.resolve():
        notice = f"agents will start {found}, and this is {around.own_program}; --command names another one"
        return PROGRAM, (notice,)
    return PROGRAM, ()
