"""An embedder that remembers: vectors kept in files, so that a second run does not embed anew.

One folder per model generation, view and side; in it one file per process that added something, of rows that
are never changed: a digest of the text, the vector, a checksum over both. A process appends to a file of its
own only, so any number of them can share a folder; one that is killed leaves at most a torn last row, which
its checksum gives away. Vectors can be turned back into words, so the files are private as the store is.
"""

from __future__ import annotations

import hashlib
import threading
from itertools import count
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from phantasm.storage.files import create_private, make_private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.port import Embedder, Model, Side, Vectors, View

_DIGEST_BYTES = 16
"""128 bits: two different texts never share a digest."""
_CHECKSUM_BYTES = 4
_NUMBER = np.dtype("<f4")
_ENDING = ".vectors"


class CachingEmbedder:
    """An embedder that asks another one only for texts that nobody has asked it for yet."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self._folder = folder
        self._shelves: dict[tuple[View, Side], _Shelf] = {}
        self._lock = threading.Lock()

    @property
    def model(self) -> Model:
        """Who answers."""
        return self._embedder.model

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        """One row per text, in order: kept ones where they are, new ones from the embedder."""
        view = view or self.model.fine
        with self._lock:
            shelf = self._shelf(view, side)
            digests = [_digest(text) for text in texts]
            missing = {
                digest: text for digest, text in zip(digests, texts, strict=True) if digest not in shelf.rows
            }
            # Batch by batch, so that what a killed run had embedded is kept.
            for part in _portions(list(missing.items()), self.model.batch):
                vectors = self._embedder.embed([text for _, text in part], side=side, view=view)
                shelf.add([digest for digest, _ in part], vectors)
            found = [shelf.rows[digest] for digest in digests]
        return np.array(found, np.float32).reshape(len(texts), view.width)

    def _shelf(self, view: View, side: Side) -> _Shelf:
        if (view, side) not in self._shelves:
            model = f"{_name(self.model.id)}-{_name(self.model.generation)}"
            folder = self._folder / model / f"exit{view.exit}-width{view.width}-{side}"
            self._shelves[view, side] = _Shelf(folder, view.width)
        return self._shelves[view, side]


class _Shelf:
    """The vectors of one model, view and side."""

    def __init__(self, folder: Path, width: int) -> None:
        self._folder = folder
        self._row_bytes = _DIGEST_BYTES + width * _NUMBER.itemsize + _CHECKSUM_BYTES
        self._own: Path | None = None
        self.rows: dict[bytes, NDArray[np.float32]] = {}
        for path in sorted(folder.glob(f"*{_ENDING}")):
            self.rows |= self._read(path)

    def add(self, digests: list[bytes], vectors: Vectors) -> None:
        """Keep some vectors, here and for whoever comes later."""
        rows = np.ascontiguousarray(vectors, _NUMBER)
        bodies = [digest + row.tobytes() for digest, row in zip(digests, rows, strict=True)]
        if self._own is None:
            self._own = _new_file(self._folder)
        with self._own.open("ab") as file:
            file.write(b"".join(body + _checksum(body) for body in bodies))
        self.rows |= zip(digests, rows, strict=True)

    def _read(self, path: Path) -> Iterator[tuple[bytes, NDArray[np.float32]]]:
        data = path.read_bytes()
        for start in range(0, len(data) - self._row_bytes + 1, self._row_bytes):
            body = data[start : start + self._row_bytes - _CHECKSUM_BYTES]
            if _checksum(body) == data[start + len(body) : start + self._row_bytes]:
                yield body[:_DIGEST_BYTES], np.frombuffer(body, _NUMBER, offset=_DIGEST_BYTES)


def _new_file(folder: Path) -> Path:
    """Return a file that nobody else writes to."""
    for missing in reversed([folder, *folder.parents]):
        if not missing.exists():
            make_private_folder(missing)
    for number in count(1):
        path = folder / f"{number:04}{_ENDING}"
        try:
            create_private(path)
        except FileExistsError:
            continue
        return path
    raise AssertionError  # counting does not end


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=_DIGEST_BYTES).digest()


def _checksum(body: bytes) -> bytes:
    return crc32(body).to_bytes(_CHECKSUM_BYTES, "little")


def _name(text: str) -> str:
    """Return a model's name as a folder's: a hub writes slashes into it, and two must not become one."""
    plain = "".join(letter if letter.isalnum() or letter in "._" else "-" for letter in text)
    return plain if plain == text else f"{plain}-{_digest(text).hex()[:8]}"


def _portions(items: list[tuple[bytes, str]], size: int) -> Iterator[list[tuple[bytes, str]]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
