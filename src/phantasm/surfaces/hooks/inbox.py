"""How is an event kept when there is no time for the store? As a small file that outlives a crash.

Whoever opens the project next takes it in. Where the client writes a transcript, the file only says where:
what was said is in the transcript already, and nothing of it lies around a second time.
"""

from __future__ import annotations

import os
import time

from phantasm.contracts.agent_event import AgentEvent
from phantasm.contracts.json_text import rendered
from phantasm.surfaces.hooks.project import FILE

_POINTERS = tuple(
    "kind client name session at folder transcript source tool call exit_code failed agent turn".split()
)
"""What is kept of an event whose words are in a transcript."""

# What a secret looks like, from far away: a name that announces one, a long run of letters with digits in it,
# an address with a password. Wrong alarms cost time, nothing else; tests/unit/surfaces/hooks/test_inbox.py
# holds this against what the masking itself finds.
_DOUBTFUL = (
    r"(?i:pass(?!ed|es|ing)|pwd|secret|token|key|auth|bearer|cred|private|signature|-----|jwt|cookie|session)"
    r"|(?i:contrase|senha|kennwort|mot de)|(?<!\S)-{1,2}[a-z]*[puwa][ =]?\S|(?<!\S)-{1,2}(?:user|login)"
    # What is escaped or coloured is read without that; then what says so itself: sudo, .pgpass, a hash.
    r"|[\x1b\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]|\\[ux0]|%[0-9a-fA-F]{2}|&[#a-z]"
    r"|(?i:_pat|sudo)|:(?:\*|\d{4,5}):|\$[0-9a-z]{1,16}\$"
    # Each run is looked at from its beginning only: a screen full of dots is read once, not from every dot.
    r"|(?<![A-Za-z0-9_+=~.-])(?=[A-Za-z_+=~.-]{0,200}[0-9])[A-Za-z0-9_+=~.-]{8}"
    r"|(?<![A-Za-z0-9_+=-])[A-Za-z0-9_+=-]{24}|(?<![A-Za-z0-9/+=])[A-Za-z0-9/+=]{40}|://[^/\s@]{0,500}@"
)


def is_pointer(event: AgentEvent) -> bool:
    """Tell whether the client writes down what the event says."""
    try:
        status = os.lstat(event.transcript)
    except (OSError, ValueError):
        return False
    # Nobody will follow a link, or read what somebody else wrote: then the words have to be kept here.
    return status.st_mode >> 12 == FILE and status.st_uid == os.geteuid()


def is_doubtful(event: AgentEvent, settings: str) -> bool:
    """Tell whether an event has to be looked at before any of it is written; `settings` is their file."""
    import re  # noqa: PLC0415  not for those who only say where the transcript is

    said = (event.text, event.reply, event.command, event.output)
    if event.files or any(re.search(_DOUBTFUL, text) for text in said):
        return True
    return bool(event.command) and _may_ignore(settings)


def _may_ignore(settings: str) -> bool:
    """Tell whether the settings may name files that are never captured; also where they cannot be read."""
    try:
        descriptor = os.open(settings, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    with os.fdopen(descriptor, "rb") as file:
        table = (b"\n" + file.read(1 << 20)).partition(b"\n[hooks]")[2].partition(b"\n[")[0]
    return b"ignore" in table and b"\nignore = []\n" not in table + b"\n"


def keep(state: str, event: AgentEvent, *, words: bool = True) -> None:
    """Write an event down so that it survives a crash; without its words where they are elsewhere."""
    told = event.to_json()
    if not words or is_pointer(event):
        told = {name: told[name] for name in _POINTERS if name in told}
    folder = f"{state}/tmp/inbox"  # noqa: S108  the project's own folder, 0700
    name = f"{time.time_ns():020d}-{os.getpid()}.json"
    data = rendered(told).encode()
    descriptor = _create(folder, f".{name}.partial")
    try:
        _write_all(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.rename(f"{folder}/.{name}.partial", f"{folder}/{name}")
    _fsync_folder(folder)


def _create(folder: str, name: str) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(f"{folder}/{name}", flags, 0o600)
    except FileNotFoundError:  # a project that is older than hooks
        make_folder(os.path.dirname(folder))
        make_folder(folder)
        return os.open(f"{folder}/{name}", flags, 0o600)


def make_folder(folder: str) -> None:
    """Make a private folder in one that is there: what was uninstalled meanwhile does not come back."""
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        return


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _fsync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
