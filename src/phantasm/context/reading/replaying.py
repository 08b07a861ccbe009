"""What do the items of a manifest say now? Their texts, or why they are not here."""

from collections.abc import Sequence
from typing import Literal

from phantasm.contracts.kinds import Right
from phantasm.evidence import store as evidence
from phantasm.state import store
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

Absence = Literal["erased", "sensitive", "not_found"]


def texts_of(work: Work, blobs: BlobStore, items: Sequence[str]) -> tuple[dict[str, str], dict[str, Absence]]:
    """Return the texts of some records and evidence, and why others have none."""
    may_see = work.caller.may(Right.SENSITIVE_READ)
    pieces = evidence.find(work, blobs, [name for name in items if name.startswith("ev_")])
    records = store.find(work, [name for name in items if not name.startswith("ev_")])
    whole = {name: (one.text, one.sensitivity) for name, one in pieces.items()}
    whole |= {
        name: (one.content.statement if one.content else None, one.sensitivity)
        for name, one in records.items()
    }
    texts: dict[str, str] = {}
    absent: dict[str, Absence] = {}
    for name in items:
        text, sensitivity = whole.get(name, (None, ""))
        if name not in whole:
            absent[name] = "not_found"
        elif text is None:
            absent[name] = "erased"
        elif sensitivity == "sensitive" and not may_see:
            absent[name] = "sensitive"
        else:
            texts[name] = text
    return texts, absent
