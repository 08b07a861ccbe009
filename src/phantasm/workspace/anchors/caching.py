"""What was found out the last time? Contents of touched files and verdicts, so that nothing is done twice.

A verdict about something in a file holds as long as that file's content does; one for which other files were
looked at holds as long as no file changes. What is kept is a cache: losing it costs time, nothing else.
Verdicts are kept without their diffs, so that no text of the repository is copied anywhere.
"""

import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Self
from weakref import WeakKeyDictionary

from phantasm.workspace.anchors import checking
from phantasm.workspace.anchors.content import named
from phantasm.workspace.anchors.model import SEVERITY, UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.anchors.references import read, write
from phantasm.workspace.checkout import Checkout, Signature

_FORMAT = 1
_MOST_VERDICTS = 50_000
"""About five megabytes; beyond, only what was asked for last is kept."""
_UNSETTLED_NANOSECONDS = 1_000_000_000
"""A file that was written this shortly before may be written again without looking any different."""
_PRIVATE = 0o600
_IN_FILES = frozenset({"file", "symbol"})

_caches: "WeakKeyDictionary[Checkout, AnchorCache]" = WeakKeyDictionary()


class AnchorCache:
    """What an earlier look found out. Load it, look at a checkout with it, save it."""

    def __init__(
        self,
        files: dict[str, tuple[Signature, str]] | None = None,
        verdicts: dict[str, Verdict] | None = None,
    ) -> None:
        self.files = files or {}
        self.verdicts = verdicts or {}
        self._before = dict(self.files)
        self._is_new = False

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return what was kept in a file; nothing where it is absent or damaged."""
        try:
            settled = path.stat().st_mtime_ns - _UNSETTLED_NANOSECONDS
            data = json.loads(path.read_bytes())
            if data["format"] != _FORMAT:
                return cls()
            files = {
                name: (_signature(signature), str(blob))
                for name, (signature, blob) in data["files"].items()
                if signature[0] < settled
            }
            return cls(files, {key: _verdict(*row) for key, row in data["verdicts"].items()})
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            return cls()

    def checkout(self, root: Path) -> Checkout:
        """Return a working tree that is looked at with what is known; `verify_all` below uses it."""
        made = Checkout(root, self.files)
        _caches[made] = self
        return made

    def save(self, path: Path) -> None:
        """Keep it in a file; made aside and renamed. Nothing is written where nothing is new."""
        if not self._is_new and self.files == self._before:
            return
        data = {
            "format": _FORMAT,
            "files": self.files,
            # What could not be told this time may be the next: git was away, or a file could not be read.
            "verdicts": {
                key: (one.status, one.detail, one.now)
                for key, one in self.verdicts.items()
                if one.status != "unknown"
            },
        }
        staged = path.with_name(f"{path.name}.{os.getpid()}.partial")
        with contextlib.suppress(OSError):  # a cache that cannot be kept is no reason to fail
            staged.unlink(missing_ok=True)
            with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE), "w") as file:
                json.dump(data, file, separators=(",", ":"))
            staged.replace(path)

    def verify_all(self, anchors: Sequence[tuple[Reference, Seen]], checkout: Checkout) -> list[Verdict]:
        """Say what became of many things; the verdicts that were kept are without their diffs."""
        verdicts: list[Verdict | None] = [None] * len(anchors)
        left: list[int] = []
        for number, (reference, seen) in enumerate(anchors):
            if reference.kind in _IN_FILES:
                blob = checkout.blob(reference.name)
                if blob is not None and blob == seen.get("blob"):
                    verdicts[number] = UNCHANGED
                    continue
            left.append(number)
        keys = {number: _key(*anchors[number], checkout) for number in left}
        asked = [number for number in left if keys[number] not in self.verdicts]
        if asked:
            state = _state(checkout)
            wide = {number: f"{keys[number]} {state}" for number in asked}
            asked = [number for number in asked if wide[number] not in self.verdicts]
            keys |= wide
            self._ask([(number, anchors[number], keys[number]) for number in asked], checkout, keys)
        found = [verdict or self.verdicts[keys[number]] for number, verdict in enumerate(verdicts)]
        if len(self.verdicts) > _MOST_VERDICTS:
            used = set(keys.values())
            self.verdicts = {key: verdict for key, verdict in self.verdicts.items() if key in used}
        return found

    def _ask(
        self, asked: list[tuple[int, tuple[Reference, Seen], str]], checkout: Checkout, keys: dict[int, str]
    ) -> None:
        verdicts = checking.verify_all([anchor for _, anchor, _ in asked], checkout)
        for (number, (reference, _), wide), verdict in zip(asked, verdicts, strict=True):
            key = wide.partition(" ")[0] if _is_about_one_file(reference, verdict) else wide
            keys[number] = key
            self.verdicts[key] = verdict
            self._is_new = True


def verify_all(anchors: Sequence[tuple[Reference, Seen]], checkout: Checkout) -> list[Verdict]:
    """Say what became of many things, with what an earlier look found out where the checkout has that."""
    cache = _caches.get(checkout)
    return cache.verify_all(anchors, checkout) if cache else checking.verify_all(anchors, checkout)


def _is_about_one_file(reference: Reference, verdict: Verdict) -> bool:
    """Tell whether a verdict follows from the cited file alone."""
    if reference.kind not in _IN_FILES or verdict.status in {"gone", "unknown"}:
        return False
    now = read(verdict.now) if verdict.now else reference
    return now is not None and now.name == reference.name


def _key(reference: Reference, seen: Seen, checkout: Checkout) -> str:
    told = {field: value for field, value in seen.items() if field != "at"}
    blob = checkout.blob(reference.name) if reference.kind in _IN_FILES else None
    return named(json.dumps([write(reference), told, blob], sort_keys=True))


def _state(checkout: Checkout) -> str:
    """Return what stands for every file's content and the commit."""
    blobs = "\n".join(f"{path}\0{checkout.blob(path)}" for path in checkout.paths)
    return named(f"{checkout.commit}\n{blobs}")


def _signature(values: Sequence[int]) -> Signature:
    modified, changed, inode, mode, size = values
    return modified, changed, inode, mode, size


def _verdict(status: object, detail: object, now: object) -> Verdict:
    known = next((one for one in SEVERITY if one == status), None)
    if known is None or not isinstance(detail, str) or not (now is None or isinstance(now, str)):
        raise ValueError("that is no verdict")
    return Verdict(known, detail, now)
