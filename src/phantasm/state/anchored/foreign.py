"""What is believed of what somebody else saw in the repository? What names contents, and no words. Pure.

It comes with an import, and may say anything: a day that is none, a day to come, a text in place of a commit.
"""

import json
import re

from phantasm.contracts.clock import from_timestamp, to_timestamp
from phantasm.security.redaction import redact
from phantasm.workspace.anchors.model import Seen
from phantasm.workspace.contents import is_object_name

_MOST_CHARACTERS = 4_000
"""Of everything that was seen: several times what is kept of the longest command that was cited."""
_DIGEST = re.compile(r"[0-9a-f]*")
_LEFT_OUT = frozenset({"excerpt", "at", "commit"})


def believed(seen: Seen | None, now: str) -> Seen | None:
    """Return what is kept of what somebody else saw; None where nothing is."""
    kept = {name: _masked(value) for name, value in (seen or {}).items() if name not in _LEFT_OUT}
    if not seen or not kept or len(json.dumps(kept)) > _MOST_CHARACTERS:
        return None
    at, commit = moment_of(seen.get("at"), now), commit_of(seen.get("commit"))
    return kept | ({"at": at} if at else {}) | ({"commit": commit} if commit else {})


def moment_of(value: object, now: str) -> str | None:
    """Return a moment that has been; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        is_one = to_timestamp(from_timestamp(value)) == value
    except (ValueError, OverflowError):
        return None
    return value if is_one and value <= now else None


def commit_of(value: object) -> str | None:
    """Return the whole name of a commit; None for anything else."""
    return value if isinstance(value, str) and is_object_name(value) else None


def _masked(value: object) -> object:
    return redact(value)[0] if isinstance(value, str) and not _DIGEST.fullmatch(value) else value
