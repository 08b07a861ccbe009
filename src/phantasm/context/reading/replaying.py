"""What do the items of a manifest say now? Their texts, or why they are not here."""

import re
from collections.abc import Sequence
from typing import Literal

from phantasm.contracts.ids import EVIDENCE
from phantasm.contracts.kinds import Right
from phantasm.evidence import store as evidence
from phantasm.session import store as sessions
from phantasm.state import store
from phantasm.storage import entries
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

Absence = Literal["erased", "pruned", "sensitive", "not_found"]
_EPISODE = re.compile(r"ep_(\d{1,18}):(.+)", re.DOTALL)
_ONCE_HERE = re.compile(r"ep_\d{1,18}:.+|ev_[0-9a-f]{32}", re.DOTALL)
EPISODE = "ep_"
"""What names an episode as it was told then: the number of its content and the session follow. Told anew it
has another."""


def texts_of(work: Work, blobs: BlobStore, items: Sequence[str]) -> tuple[dict[str, str], dict[str, Absence]]:
    """Return the texts of some records, episodes and evidence, and why others have none."""
    may_see = work.caller.may(Right.SENSITIVE_READ)
    pieces = evidence.find(work, blobs, [name for name in items if name.startswith(EVIDENCE)])
    told = {name: (int(match[1]), match[2]) for name in items if (match := _EPISODE.fullmatch(name))}
    records = store.find(work, [name for name in items if not name.startswith((EVIDENCE, EPISODE))])
    whole = {name: (one.text, one.sensitivity) for name, one in pieces.items()}
    whole |= {
        name: (one.content.statement if one.content else None, one.sensitivity)
        for name, one in records.items()
    }
    whole |= _accounts(work, told)
    texts: dict[str, str] = {}
    absent: dict[str, Absence] = {}
    for name in items:
        text, sensitivity = whole.get(name, (None, ""))
        if name not in whole:
            absent[name] = _why_absent(work, name, told[name][0] if name in told else None)
        elif text is None:
            absent[name] = "erased"
        elif sensitivity == "sensitive" and not may_see:
            absent[name] = "sensitive"
        else:
            texts[name] = text
    return texts, absent


def _accounts(work: Work, told: dict[str, tuple[int, str]]) -> dict[str, tuple[str | None, str]]:
    """Return what episodes said, and how sensitive that is; only what is an account of the session named."""
    from phantasm.session import chronicle  # noqa: PLC0415  only who replays needs it
    from phantasm.session.episodes.briefs import text_of  # noqa: PLC0415  its patterns

    names = [session for _, session in told.values()]
    kept, held = sessions.find(work, names), chronicle.contents(work, names)
    own = {name: one for name, one in told.items() if one[0] in held.get(one[1], ())}
    accounts = chronicle.as_told(work, [content for content, _ in own.values()])
    return {
        name: (text_of(accounts[content]), kept[session].sensitivity)
        for name, (content, session) in own.items()
        if content in accounts
    }


def _why_absent(work: Work, name: str, content: int | None) -> Absence:
    """Say why something is not here; a manifest of this store names only what was."""
    if content is not None and entries.was_erased(work, content):
        return "erased"
    return "pruned" if _ONCE_HERE.fullmatch(name) else "not_found"
