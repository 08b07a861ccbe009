"""What do the items of a manifest say now? Their texts, or why they are not here."""

import re
from collections.abc import Sequence
from typing import Literal

from phantasm.contracts.ids import EVIDENCE
from phantasm.contracts.kinds import Right
from phantasm.evidence import store as evidence
from phantasm.session import chronicle
from phantasm.session.episodes.briefs import text_of
from phantasm.state import store
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

Absence = Literal["erased", "pruned", "sensitive", "not_found"]
_EPISODE = re.compile(r"ep_\d{1,18}")
_ONCE_HERE = re.compile(r"ep_\d{1,18}|ev_[0-9a-f]{32}")
EPISODE = "ep_"
"""What names an episode as it was told then: the number of its content follows. Told anew it has another."""


def texts_of(work: Work, blobs: BlobStore, items: Sequence[str]) -> tuple[dict[str, str], dict[str, Absence]]:
    """Return the texts of some records, episodes and evidence, and why others have none."""
    may_see = work.caller.may(Right.SENSITIVE_READ)
    pieces = evidence.find(work, blobs, [name for name in items if name.startswith(EVIDENCE)])
    told = {name: int(name[len(EPISODE) :]) for name in items if _EPISODE.fullmatch(name)}
    episodes = chronicle.as_told(work, list(told.values()))
    records = store.find(work, [name for name in items if not name.startswith((EVIDENCE, EPISODE))])
    whole = {name: (one.text, one.sensitivity) for name, one in pieces.items()}
    whole |= {
        name: (one.content.statement if one.content else None, one.sensitivity)
        for name, one in records.items()
    }
    whole |= {name: (text_of(episodes[told[name]]), "normal") for name in told if told[name] in episodes}
    texts: dict[str, str] = {}
    absent: dict[str, Absence] = {}
    for name in items:
        text, sensitivity = whole.get(name, (None, ""))
        if name not in whole:
            # A manifest of this store names only what was here: turns and episodes go with the storage bound.
            absent[name] = "pruned" if _ONCE_HERE.fullmatch(name) else "not_found"
        elif text is None:
            absent[name] = "erased"
        elif sensitivity == "sensitive" and not may_see:
            absent[name] = "sensitive"
        else:
            texts[name] = text
    return texts, absent
