"""What did the last survey show? Kept in a file, so that nothing is looked at twice.

A citation that was found as it was cited is so as long as its file is not touched; everything else is looked
at again. What is kept is derived: losing it costs time, nothing else, and no word of the repository is in it.
"""

import contextlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from phantasm.state import links
from phantasm.state.anchored.freshness import Anchored
from phantasm.state.anchored.survey import Survey, survey
from phantasm.storage import entries
from phantasm.storage.files import write_whole
from phantasm.storage.work import Work
from phantasm.workspace.anchors import references
from phantasm.workspace.checkout import Checkout

_FORMAT = 1
FILE_NAME = "anchors.json"
# A file that was written this shortly before may be written again and look the same from outside.
_UNSETTLED_NANOSECONDS = 1_000_000_000
# What happens to records without changing whether what they cite counts.
_HARMLESS = frozenset({"create", "verify", "add_evidence"})


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a survey showed of one store and one working tree."""

    store_id: str
    seq: int
    """The store's last write when it was made."""
    root: str
    files: dict[str, tuple[list[int], int]]
    """By path: how the file looked from outside, and how many citations in it were as they were cited."""
    others: list[str]
    """The links of all other citations."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many citations there are of each status, and those that had to be looked at."""

    counts: Counter[str]
    looked_at: tuple[Anchored, ...]


def load(folder: Path) -> Remembered | None:
    """Return what was kept; None where it is absent or damaged."""
    path = folder / FILE_NAME
    try:
        settled = path.stat().st_mtime_ns - _UNSETTLED_NANOSECONDS
        data = json.loads(path.read_bytes())
        if data.pop("format") != _FORMAT:
            return None
        # What was being written just then is looked at again: nothing looks like that.
        data["files"] = {
            name: (seen if max(seen[:2]) < settled else [], number)
            for name, (seen, number) in data["files"].items()
        }
        return Remembered(**data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return None


def keep(folder: Path, work: Work, checkout: Checkout, found: Survey) -> None:
    """Keep what a survey of everything showed; a folder that cannot be written to keeps nothing."""
    counted: Counter[str] = Counter()
    others: list[str] = []
    for one in found.anchors:
        reference = references.read(one.reference)
        if one.verdict.status == "unchanged" and reference and reference.kind in {"file", "symbol"}:
            counted[reference.name] += 1
        else:
            others.append(one.link.id)
    files = {name: (checkout.signature(name), number) for name, number in counted.items()}
    told = {
        "format": _FORMAT,
        "store_id": work.head.store_id,
        "seq": work.head.seq,
        "root": str(checkout.root),
        "files": {name: (signature, number) for name, (signature, number) in files.items() if signature},
        "others": others,
    }
    with contextlib.suppress(OSError):
        write_whole(folder / FILE_NAME, json.dumps(told, separators=(",", ":")).encode())


def count(work: Work, checkout: Checkout, known: Remembered | None) -> Counted | None:
    """Say how everything stands that is cited, from what is known; None where that does not tell."""
    here = known and (known.store_id, known.root) == (work.head.store_id, str(checkout.root))
    if known is None or not here or _is_other(work, known.seq):
        return None
    touched = [name for name, (seen, _) in known.files.items() if _looks(checkout, name) != seen]
    again = {link.id: link for link in links.cited_at(work, touched)}
    again |= links.find(work, known.others)
    wanted = [link for link in again.values() if link.seen is not None and link.closed_at is None]
    looked_at = survey(work, checkout, wanted).anchors
    counts = Counter(str(one.verdict.status) for one in looked_at)
    dirty = set(touched)
    counts["unchanged"] += sum(told[1] for name, told in known.files.items() if name not in dirty)
    return Counted(+counts, looked_at)


def _is_other(work: Work, seq: int) -> bool:
    """Tell whether something is cited, or counts, that did not when the survey was made, or the reverse."""
    span = (seq, work.head.seq)
    moved = (row["change"] for row in entries.changed_between(work, "record", *span))
    return bool(entries.changed_between(work, "link", *span)) or any(name not in _HARMLESS for name in moved)


def _looks(checkout: Checkout, name: str) -> list[int] | None:
    found = checkout.signature(name)
    return None if found is None else list(found)
