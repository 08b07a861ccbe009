"""How is a transcript caught up that a hook named? As an import does it, from where reading stopped.

A hook may name any file. What is read is only a session of this project, as an import knows it, that lies
where its client keeps transcripts or says itself that it is this session; never a link.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Final

from phantasm.contracts.agent_event import AgentEvent
from phantasm.runtime.hooks.inbox import Waiting
from phantasm.runtime.importing.asking import asked, listed
from phantasm.runtime.importing.belonging import Project, belongs, folder_in
from phantasm.runtime.importing.file import Terms, contained, hand_over
from phantasm.runtime.importing.places import Kept, below
from phantasm.runtime.importing.reading import Source, opened
from phantasm.runtime.importing.recognising import BEGINNING_BYTES, before_of
from phantasm.runtime.importing.running import IDLE
from phantasm.session.transcripts.choose import client_of

READABLE: Final = frozenset(("claude_code", "codex", "gemini", "cursor"))
"""Clients whose transcripts can be read; the events of the others say everything themselves."""
_MOST_SUBAGENTS: Final = 200
"""How many files of subagents are looked at beside one session; a session has a few dozen."""
_SESSION: Final = re.compile(rb'"(?:session_?[Ii]d|id)"\s*:\s*"([^"\\]+)"')
"""How clients write down which session it is."""
_CLAUDE_FILE: Final = ".jsonl"
_ANY_CLAUDE_FILE: Final = re.compile(r".*\.jsonl")


class Found(Enum):
    """What became of a transcript."""

    GROWING = "read up to its end; the client may go on writing"
    FINISHED = "read up to its end; nobody has written to it for a while"
    MISSING = "not there"
    REFUSED = "not to be read"


@dataclass(frozen=True, slots=True)
class Around:
    """What has to be known to tell whose a transcript is."""

    project: Project
    kept: tuple[Kept, ...]
    now: datetime


def catch_up(event: AgentEvent, around: Around, terms: Terms) -> Found:
    """Hand over what a session's transcript says that was not handed over before."""
    if event.client not in READABLE or not event.transcript or "\x00" in event.transcript:
        return Found.REFUSED
    path = _placed(event.transcript)
    found = _catch_up(path, event, around, terms)
    if found in {Found.GROWING, Found.FINISHED} and event.client == "claude_code":
        for beside in _subagents(path):
            _catch_up(beside, event, around, terms)
    return found


def is_at_rest(pointer: Waiting, now: datetime) -> bool:
    """Tell whether nobody has written to a transcript for a while, or it has been waited for long enough."""
    idle_since = (now - IDLE).timestamp()
    for name in (pointer.event.transcript, pointer.path):
        try:
            return os.lstat(name).st_mtime <= idle_since
        except (OSError, ValueError):
            continue
    return True


def _placed(transcript: str) -> Path:
    """Return the file by the name that an import knows it by: the folder may be reached by a link."""
    path = Path(transcript).absolute()
    try:
        return path.parent.resolve() / path.name
    except (OSError, RuntimeError):  # a name that is too long, or links in a circle
        return path


def _catch_up(path: Path, event: AgentEvent, around: Around, terms: Terms) -> Found:
    try:
        with contained(path) as (file, status):
            beginning = opened(file.read(BEGINNING_BYTES))
            if status.st_uid != os.geteuid() or not _is_theirs(path, event, beginning, around):
                return Found.REFUSED
            is_finished = status.st_mtime <= (around.now - IDLE).timestamp()
            client = client_of(str(path), beginning) or event.client
            source = Source(client, path.name, file, status.st_size, is_finished)
            noted = listed(asked(terms.ask, "transcripts", {"names": [str(path)]}), "transcripts")
            before = before_of(noted[0]) if noted else None
            hand_over(source, str(path), status.st_mtime, before, terms)
            return Found.FINISHED if is_finished else Found.GROWING
    except FileNotFoundError:
        return Found.MISSING
    except (OSError, ValueError):  # a link, a folder, nothing that we may read, or no name of a file
        return Found.REFUSED


def _is_theirs(path: Path, event: AgentEvent, beginning: bytes, around: Around) -> bool:
    # Cursor names no folder, only the session, and its name for a project is not always the one we expect.
    is_named = bool(event.session) and event.session in path.name and folder_in(beginning) is None
    if not (is_named or belongs(around.project, path, beginning)):
        return False
    if any(_is_kept_there(path, kept) for kept in around.kept if kept.client == event.client):
        return True
    return any(match[1].decode("utf-8", "replace") == event.session for match in _SESSION.finditer(beginning))


def _is_kept_there(path: Path, kept: Kept) -> bool:
    folder = kept.folder.resolve()
    return path.is_relative_to(folder) and bool(kept.shape.fullmatch(path.relative_to(folder).as_posix()))


def _subagents(path: Path) -> Iterator[Path]:
    """Yield the transcripts of a session's subagents, which Claude Code keeps in a folder beside its own."""
    if not path.name.endswith(_CLAUDE_FILE):
        return
    folder = path.with_name(path.name.removesuffix(_CLAUDE_FILE))
    if folder.is_dir() and not folder.is_symlink():
        found = below(Kept("claude_code", folder, _ANY_CLAUDE_FILE))
        yield from (one.path for one in islice(found, _MOST_SUBAGENTS))
