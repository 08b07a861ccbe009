"""Checks around the store: library, file system, disk, permissions, configuration, servers and hooks."""

import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

from phantasm.capabilities.services import configured, outage_of, unanswered
from phantasm.config import trust
from phantasm.config.environment import variable
from phantasm.config.files import missing_files
from phantasm.config.finding import FOLDER
from phantasm.config.load import load
from phantasm.config.paths import Paths
from phantasm.config.settings import host_of
from phantasm.contracts.agent_event import OUT_OF_TIME
from phantasm.contracts.diagnosis import Finding, fine, look
from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.hook_traces import recent_failures, waiting_in
from phantasm.security.profiles import known_profiles
from phantasm.storage.driver import DRIVER_NAME, SQLITE_VERSION, WAL_RESET_FIXED_IN
from phantasm.workspace.filesystem import Kind, file_system_of
from phantasm.workspace.tracking import tracked_below

# Below this SQLite may not be able to checkpoint its WAL: time to warn, while reads and backups still work.
LOW_DISK_BYTES = 100 * 1024 * 1024
FOLDER_MODE, FILE_MODE = 0o700, 0o600
_FIX = "phantasm doctor --fix"
# A session that goes on leaves a few events until its turn ends; more than these, nobody takes them in.
_MANY = 100


@dataclass(frozen=True, slots=True)
class Exposed:
    """Something below the private folder that is not as private as it has to be."""

    path: Path
    reason: str
    mode: int | None
    """The mode it should have; None: that would not mend it."""


def check_library() -> Finding:
    """Say which SQLite is used and whether it has the known WAL defect."""
    version = ".".join(map(str, SQLITE_VERSION))
    if SQLITE_VERSION < WAL_RESET_FIXED_IN:
        fixed = ".".join(map(str, WAL_RESET_FIXED_IN))
        message = f"SQLite {version} ({DRIVER_NAME}) has the WAL-reset defect that {fixed} fixes"
        return look("sqlite", f"{message}; our lock keeps it from acting", "pip install pysqlite3")
    return fine("sqlite", f"SQLite {version} ({DRIVER_NAME})")


def check_file_system(paths: Paths) -> Finding:
    """Say whether the project lies on something that SQLite's locks can rely on."""
    found = file_system_of(paths.folder)
    if found.kind is Kind.NETWORK:
        message = f"the project lies on a network file system ({found.name}), whose locks may not hold"
        return look("file_system", f"{message}; keep it on a local disk")
    if found.kind is Kind.SYNCED:
        message = f"another program copies this project ({found.name}) and may copy half a write"
        return look("file_system", f"{message}; leave {FOLDER} out of it")
    return fine("file_system", f"{found.name}, {found.kind}")


def check_disk(paths: Paths) -> Finding:
    """Say whether there is room, and whether it may be used."""
    place = paths.state if paths.state.is_dir() else paths.folder
    if os.statvfs(place).f_flag & os.ST_RDONLY or not os.access(place, os.W_OK):
        return look("disk", f"{paths.relative(place)} cannot be written: memory can be read only")
    free = shutil.disk_usage(place).free
    message = f"{free // 2**20} MiB free"
    return look("disk", f"only {message}") if free < LOW_DISK_BYTES else fine("disk", message)


def check_permissions(paths: Paths) -> Finding:
    """Say whether everything private is private."""
    found = list(exposed(paths))
    if not found:
        return fine("permissions", "only you can read or change what is kept")
    first = found[0]
    number = f"{len(found)} private files or folders are" if len(found) > 1 else "1 private file or folder is"
    message = f"{number} not in order, first {paths.relative(first.path)}"
    return look("permissions", f"{message}: {first.reason}", _FIX if first.mode is not None else None)


def exposed(paths: Paths) -> Iterator[Exposed]:
    """Find everything below `state`, itself included, that is a link, somebody else's, or open to others."""
    for place, folders, files in os.walk(paths.state, followlinks=False):
        for path in (Path(place), *(Path(place, name) for name in (*folders, *files))):
            try:
                status = path.lstat()
            except FileNotFoundError:  # a file that SQLite or a writer has just removed
                continue
            if path == Path(place) and path != paths.state:
                continue  # seen already, from its parent
            if finding := _exposed(path, status):
                yield finding


def check_config(paths: Paths) -> list[Finding]:
    """Say whether the files are there and can be used, and whether something in them waits for approval."""
    gone = []
    for path, changed in missing_files(paths):
        name = paths.relative(path)
        in_git = tracked_below(paths.root, name)
        way = "git has it" if in_git else "bootstrap writes a new one, without what you had changed in it"
        command = f"git restore {name}" if in_git else "phantasm bootstrap"
        gone.append(look("config", f"{name} is missing: {changed}; {way}", command))
    try:
        config = load(paths)
        _, held_back = known_profiles(config)
    except PhantasmError as problem:
        return [*gone, look("config", problem.message, "phantasm config validate")]
    valid = gone or [fine("config", "valid")]
    waiting = (*config.held_back, *held_back)
    if waiting:
        message = f"held back until you approve: {', '.join(waiting)}"
        return [*valid, look("config_trust", message, "phantasm config approve")]
    return [*valid, fine("config_trust", "nothing waits for approval")]


def check_services(paths: Paths) -> list[Finding]:
    """Say of every configured server whether it answers now, and whether it has done what it was asked."""
    try:
        services = configured(load(paths).settings)
    except PhantasmError:  # `check_config` says what is wrong
        return []
    silent = unanswered(services, variable)
    found = []
    for service in services:
        outage = outage_of(paths, service)
        if service.name == "qdrant" and find_spec("qdrant_client") is None:
            message = "a Qdrant server is configured, but its client is not installed"
            found.append(look("qdrant", f"{message}; {service.instead}", "pip install 'phantasm[qdrant]'"))
        elif problem := silent.get(service.name):
            last = f"; last failure: {outage.told()}" if outage else ""
            found.append(look(service.name, f"{problem}; {service.instead}{last}", service.mend))
        elif outage:
            message = f"answers now, but did not do what it was last asked: {outage.told()}"
            found.append(look(service.name, message, service.again))
        else:
            found.append(fine(service.name, f"the {service.what} {host_of(service.url)} answers"))
    return found


def check_trust(paths: Paths) -> Finding:
    """Say since when the store is trusted here, and whether the list of what is can be used."""
    known = trust.read()
    if known.problem:
        return look("trust", f"nothing is on your list of trusted stores: {known.problem}", "phantasm trust")
    entry = known.stores.get(os.path.realpath(paths.root))
    since = f"accepted at this place on {entry['at']}" if entry else "believed because of its folder"
    return fine("trust", f"{since} ({trust.place()})")


def check_tracking(paths: Paths) -> Finding:
    """Say whether private files went into the repository."""
    tracked = tracked_below(paths.root, paths.relative(paths.state))
    if tracked:
        message = f"the repository tracks private files, first {tracked[0]}"
        return look("tracking", message, f"git rm -r --cached {paths.relative(paths.state)}")
    return fine("tracking", "no private file is tracked")


def check_hooks(paths: Paths, now: datetime) -> Finding:
    """Say whether hooks are paused, failed within a day, or left more than anybody took in."""
    if paths.paused.exists():
        return look("hooks", "paused for this project", "phantasm resume")
    told = recent_failures(paths, now)
    failed = [one for one in told if one.get("problem") != OUT_OF_TIME]
    if failed:
        last = failed[-1]
        what = f"{last.get('problem')} at {last.get('place')}, {last.get('at')}"
        return look("hooks", f"failed {len(failed)} times in the last day, last with {what}; see state/logs")
    waiting = len(waiting_in(paths.inbox))
    late = f", ran out of time {len(told)} times in the last day" if told else ""
    if waiting > _MANY:
        return look("hooks", f"{waiting} events wait to be taken in{late}", "phantasm sessions")
    return fine("hooks", f"{waiting} events wait to be taken in{late}" if waiting or late else "well")


def _exposed(path: Path, status: os.stat_result) -> Exposed | None:
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return Exposed(path, "is a symbolic link", None)
    if status.st_uid != os.geteuid():
        return Exposed(path, f"belongs to another user (uid {status.st_uid})", None)
    if stat.S_ISDIR(status.st_mode):
        return None if mode == FOLDER_MODE else Exposed(path, f"has mode {mode:04o}", FOLDER_MODE)
    return None if not mode & 0o077 else Exposed(path, f"has mode {mode:04o}", FILE_MODE)
