"""How do pieces become a vector? Look up, a few small layers of attention, a weighted mean: numpy alone.

`training/model.py` is the same pass for training; a test holds the two together. There, texts are padded to
one length and masked. Here, the pieces of many texts lie in one long array, which is what a large product
wants; only what looks from piece to piece goes through the texts, one length at a time.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.weights import Stored

    Floats = NDArray[np.float32]

Number = TypeVar("Number", bound=np.generic)

PIECES_AT_ONCE = 1024
"""Pieces in one block: what a layer touches stays in a core's cache (fastest of 256 to 4,096)."""

STEP = 12
"""Each text begins at a multiple of so many rows of a block. Some BLAS kernels add up the rows of a product
in one of several orders, by where they stand among twelve: only so is a text's vector the same to the last
bit in every batch, and an index that is made anew the one before. Nobody reads the rows between."""


class _Layer(NamedTuple):
    mix: Floats
    qkv: Floats
    out: Floats
    up: Floats
    bias: Floats
    down: Floats


class _Exit(NamedTuple):
    attend: Floats
    project: Floats


class _Run(NamedTuple):
    """Texts of one length whose rows follow one another."""

    start: int
    texts: int
    length: int

    @property
    def stride(self) -> int:
        """Rows from the beginning of a text to that of the next."""
        return -(-self.length // STEP) * STEP

    @property
    def end(self) -> int:
        return self.start + self.texts * self.stride

    def of(self, rows: NDArray[Number]) -> NDArray[Number]:
        """The rows as texts by pieces; a view that can be written to."""
        apart = rows[self.start : self.end].reshape(self.texts, self.stride, *rows.shape[1:])
        return apart[:, : self.length]


class Encoder:
    """The numbers of a model. Threads may share it: a layer that is made twice is the same layer."""

    def __init__(self, stored: Stored) -> None:
        shape = stored.manifest["shape"]
        self._heads, self._join_after = int(shape["heads"]), int(shape["join_after"])
        self._blend = np.float32(shape["blend"])
        places, fade = np.arange(int(shape["longest"]) + 1), float(shape["fade"]) or np.inf
        self._fading = (1 / (1 + places / fade)).astype(np.float32)
        self._damping = (places.clip(1) ** -float(shape["damp"])).astype(np.float32)
        self.table = stored.tensors["table"]
        self._scale = stored.tensors["table.scale"]
        self._share = stored.tensors["share"]
        self._shared = self._share * self._scale
        # Made at their first use: a question goes through two of six layers, and leaves at one exit.
        self._layer = cache(lambda number: _layer(stored, number, self._heads))
        self._exit = cache(lambda number: _exit(stored, number))

    def look_up(self, texts: Sequence[Sequence[int]], width: int) -> Floats:
        """Vectors without any layer: the weighted sum of each text's pieces."""
        out = np.zeros((len(texts), width), np.float32)
        table = self.table[:, :width]
        for row, pieces in enumerate(texts):
            if pieces:
                rows = np.array(pieces)
                weights = self._shared[rows] * self._counting(rows)
                np.matmul(weights, table[rows].astype(np.float32), out=out[row])
        return out

    def _counting(self, rows: NDArray[np.intp]) -> Floats:
        """How much each piece of a text counts beside its weight: by where it stands and how often it comes.

        What a text is about it says early; a word that comes four times says twice what it says once.
        """
        ordered = np.sort(rows)
        often = ordered.searchsorted(rows, "right") - ordered.searchsorted(rows)
        counting: Floats = self._fading[: len(rows)] * self._damping[often]
        return counting

    def attend(self, texts: Sequence[Sequence[int]], exit_: int) -> Floats:
        """Vectors after `exit_` layers."""
        out = np.zeros((len(texts), self.table.shape[1]), np.float32)
        for numbers in _blocks(texts):
            out[numbers] = self._block([texts[number] for number in numbers], exit_)
        return out

    def _block(self, texts: Sequence[Sequence[int]], exit_: int) -> Floats:
        runs = _runs((length, sum(1 for _ in same)) for length, same in groupby(map(len, texts)))
        ids = np.zeros(runs[-1].end, np.intp)
        counting = np.zeros(len(ids), np.float32)
        rest = iter(texts)
        for run in runs:
            same = np.array(list(islice(rest, run.texts)))
            run.of(ids)[:] = same
            run.of(counting)[:] = [self._counting(pieces) for pieces in same]
        share = self._share[ids] * counting
        x = self.table[ids] * self._scale[ids][:, None]
        looked_up = _pooled(share, x, runs)[:, 0]
        for number in range(1, exit_ + 1):
            _through(self._layer(number), x, runs, self._heads)
            if number == self._join_after and number < exit_:
                x, share, runs = _joined(x, share, runs)
        leave = self._exit(exit_)
        y = _norm(x)
        weights = share * np.exp(np.clip(np.einsum("lw,w->l", y, leave.attend), -8, 8))
        attended = np.matmul(_pooled(weights, y, runs), leave.project)[:, 0]
        return unit(attended) + self._blend * unit(looked_up)


def unit(vectors: Floats) -> Floats:
    """Vectors of length one; those of length zero stay as they are."""
    lengths = np.sqrt(np.einsum("tw,tw->t", vectors, vectors))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1)[:, None], np.float32)


def _pooled(weights: Floats, rows: Floats, runs: Sequence[_Run]) -> Floats:
    """The weighted sum of each text's rows."""
    return np.concatenate([np.matmul(run.of(weights)[:, None], run.of(rows)) for run in runs])


def _layer(stored: Stored, number: int, heads: int) -> _Layer:
    at = f"layer.{number}."
    qkv = stored.matrix(f"{at}qkv")
    qkv[:, : len(qkv)] *= np.float32((len(qkv) // heads) ** -0.5)
    return _Layer(
        stored.tensors[f"{at}mix"],
        qkv,
        stored.matrix(f"{at}out"),
        stored.matrix(f"{at}up"),
        stored.tensors[f"{at}bias"],
        stored.matrix(f"{at}down"),
    )


def _exit(stored: Stored, number: int) -> _Exit:
    return _Exit(stored.tensors[f"exit.{number}.attend"], stored.matrix(f"exit.{number}.project"))


def _blocks(texts: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The numbers of all texts that have pieces, shortest first, in blocks."""
    block: list[int] = []
    size = 0
    for number in sorted((n for n, pieces in enumerate(texts) if pieces), key=lambda n: len(texts[n])):
        if block and size + len(texts[number]) > PIECES_AT_ONCE:
            yield block
            block, size = [], 0
        block.append(number)
        size += len(texts[number])
    if block:
        yield block


def _runs(sizes: Iterable[tuple[int, int]]) -> list[_Run]:
    """Runs of texts one after another, from the length and the number of each."""
    runs: list[_Run] = []
    for length, texts in sizes:
        runs.append(_Run(runs[-1].end if runs else 0, texts, length))
    return runs


def _norm(x: Floats) -> Floats:
    size = np.einsum("lw,lw->l", x, x)
    size /= np.float32(x.shape[-1])
    size += np.float32(1e-6)
    normed: Floats = x / np.sqrt(size)[:, None]
    return normed


def _through(layer: _Layer, x: Floats, runs: Sequence[_Run], heads: int) -> None:
    """Add one layer to `x` in place."""
    y = _norm(x)
    _mix(y, layer.mix, runs)
    qkv = (y @ layer.qkv).reshape(len(y), 3, heads, -1)
    seen = y.reshape(len(y), heads, -1)  # `y` is not needed any more
    for run in runs:
        q, k, v = run.of(qkv).transpose(2, 0, 3, 1, 4)
        scores = np.matmul(q, k.swapaxes(-1, -2))
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= np.matmul(scores, np.ones(run.length, np.float32))[..., None]
        np.matmul(scores, v, out=run.of(seen).swapaxes(1, 2))
    x += y @ layer.out
    inner = _norm(x) @ layer.up
    inner += layer.bias
    np.maximum(inner, 0, out=inner)
    x += inner @ layer.down


def _mix(y: Floats, mix: Floats, runs: Sequence[_Run]) -> None:
    """Add to each piece a share of its left and right neighbour in the same text."""
    left, right = y[:-1] * mix[0], y[1:] * mix[1]
    for run in runs:  # the ends of a text are no neighbours of what lies between it and the next
        left[run.start + run.stride - 1 : run.end : run.stride] = 0
        right[run.start + run.length - 1 : run.end : run.stride] = 0
    y[1:] += left
    y[:-1] += right


def _joined(x: Floats, share: Floats, runs: Sequence[_Run]) -> tuple[Floats, Floats, list[_Run]]:
    """Neighbours in twos: each pair's mean by weight, with the weight of both; an odd one stays alone."""
    halves = _runs(((run.length + 1) // 2, run.texts) for run in runs)
    fewer = np.zeros((halves[-1].end, x.shape[1]), np.float32)
    sums = np.zeros(len(fewer), np.float32)
    for run, half in zip(runs, halves, strict=True):
        pieces, shares = run.of(x), run.of(share)
        into, both = half.of(fewer), half.of(sums)
        paired = slice(None), slice(run.length // 2)
        both[:] = shares[:, ::2]
        both[paired] += shares[:, 1::2]
        part = 1 / np.maximum(both, np.float32(1e-9))
        np.multiply(pieces[:, ::2], (shares[:, ::2] * part)[..., None], out=into)
        into[paired] += pieces[:, 1::2] * (shares[:, 1::2] * part[paired])[..., None]
    return fewer, sums, halves
