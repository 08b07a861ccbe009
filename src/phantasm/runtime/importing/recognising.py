"""Is a file the one that was read before? Then it is read on; else from its beginning."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from typing import Final

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.model import JsonObject
from phantasm.runtime.importing.reading import AT_THE_BEGINNING, Source, Standing, is_compressed
from phantasm.session.transcripts.model import Began, Turn

BEGINNING_BYTES: Final = 64 * 1024
"""By how much of its beginning a file is known again, in bytes: the first lines, which nobody changes."""
_BEFORE_BYTES: Final = 4 * 1024
"""How much before the place where reading goes on is compared as well, in bytes: a line or two."""
_CHUNK_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Before:
    """How far a transcript was read the last time."""

    resume: int
    size: int
    digest: str
    standing: Standing = AT_THE_BEGINNING
    is_finished: bool = False


def before_of(noted: JsonObject) -> Before | None:
    """Return what was noted about a transcript; None where that cannot be read any more."""
    try:
        known = json.loads(str(noted["known"]))
        began, last = known["began"], known["last"]
        standing = Standing(
            Began(**began) if began else None, Turn("", "", "system", "", **last) if last else None
        )
        resume, size = int(str(noted["resume"])), int(str(noted["size"]))
        return Before(resume, size, str(noted["digest"]), standing, known["finished"] is True)
    except (KeyError, TypeError, ValueError):
        return None


def known_of(standing: Standing, *, is_finished: bool) -> str:
    """Return what was going on, as it is noted."""
    last = standing.last
    place = {"folder": last.folder, "model": last.model, "agent": last.agent} if last else None
    began = asdict(standing.began) if standing.began else None
    return sorted_json({"began": began, "last": place, "finished": is_finished})


def is_read(source: Source, before: Before) -> bool:
    """Tell whether a transcript says nothing that it did not say the last time."""
    same = source.size == before.size and source.is_finished == before.is_finished
    return same and fingerprint(source, before.resume) == before.digest


def is_same(source: Source, before: Before) -> bool:
    """Tell whether a transcript has only grown since, so that it can be read on."""
    if source.is_document or source.size < before.size:
        return False
    return fingerprint(source, before.resume) == before.digest


def is_known_whole(source: Source) -> bool:
    """Tell whether a file is known again by all of it, however far it was read."""
    return source.is_document or is_compressed(os.pread(source.file.fileno(), BEGINNING_BYTES, 0))


def fingerprint(source: Source, resume: int) -> str:
    """Return by what a file is known again that was read up to an offset.

    What is rewritten as a whole, or compressed, is known by all of it. Whoever reads the file meanwhile is
    not disturbed: its position stays.
    """
    file = source.file.fileno()
    beginning = os.pread(file, BEGINNING_BYTES, 0)
    if not is_known_whole(source):
        before = max(0, resume - _BEFORE_BYTES)
        return hashlib.sha256(beginning[:resume] + os.pread(file, resume - before, before)).hexdigest()
    digest = hashlib.sha256(beginning)
    place = len(beginning)
    while chunk := os.pread(file, _CHUNK_BYTES, place):
        digest.update(chunk)
        place += len(chunk)
    return digest.hexdigest()
