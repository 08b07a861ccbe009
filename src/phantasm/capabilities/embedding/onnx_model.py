"""How does an ONNX model in a folder become an embedder? With onnxruntime and tokenizers, no framework.

Texts run one by one. A batch would be hardly quicker on a processor, needs padding, and gives a quantised
model other numbers depending on who else is in it: the same text must always have the same vector.
"""

from __future__ import annotations

from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

from phantasm.capabilities.embedding.embedded import check_view
from phantasm.capabilities.embedding.onnx_folder import find_folder, read_folder, unusable
from phantasm.capabilities.embedding.port import Model
from phantasm.capabilities.embedding.projection import cut_for, widths_for
from phantasm.capabilities.embedding.remote import generation_of, has_words, speakable
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.onnx_folder import Folder
    from phantasm.capabilities.embedding.port import Side, Vectors, View
    from phantasm.capabilities.embedding.projection import Cut
    from phantasm.capabilities.embedding.remote import Preferences

PROVIDER = "onnx"

POOLED, TOKENS = "sentence_embedding", ("last_hidden_state", "token_embeddings")
"""What exporters call the vector of the text and those of its tokens; else the first output counts."""

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
"""What a graph may ask for."""

ONLY_ERRORS = 3
"""onnxruntime's severity of what it prints: errors."""

_PER_TEXT, _PER_TOKEN = 2, 3
"""How many dimensions an output has: texts and numbers, or tokens in between."""


# Every thread of a server opens the project for itself, and a model may take as much memory as all the rest.
_shared: WeakValueDictionary[tuple[Path, str, Preferences], OnnxEmbedder] = WeakValueDictionary()
_sharing = Lock()


def shared(folder: Path, model: str, preferences: Preferences) -> OnnxEmbedder:
    """The embedder for a model, the same one for everybody in this process who uses it at the same time."""
    with _sharing:
        found = _shared.get((folder, model, preferences))
        if found is None:
            found = _shared[folder, model, preferences] = OnnxEmbedder(folder, model, preferences)
        return found


class OnnxEmbedder:
    """A model from a folder, loaded when it is first used; any number of threads may ask it."""

    def __init__(self, folder: Path, model: str, preferences: Preferences) -> None:
        self._at = folder
        self._name = model
        self._preferences = preferences
        self._lock = Lock()
        self._loaded: tuple[Model, Cut, _Runner] | None = None

    @property
    def model(self) -> Model:
        """Who answers; the files are read at the first call."""
        return self._load()[0]

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        """One row per text, of unit length."""
        model, cut, runner = self._load()
        view = view or model.fine
        check_view(model, view)
        out = np.zeros((len(texts), cut.native), np.float32)
        before = runner.folder.habits.before(side)
        for row, text in enumerate(texts):
            if has_words(text):
                found = runner.run(before + speakable(text), view.exit)
                if len(found) != cut.native:
                    raise unusable(f"{model.id} has vectors of {len(found)} numbers and of {cut.native}")
                out[row] = found
        wordless = ~out.any(axis=1)
        vectors = cut.to(out, view.width)
        vectors[wordless] = 0
        return vectors

    def _load(self) -> tuple[Model, Cut, _Runner]:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._opened()
            return self._loaded

    def _opened(self) -> tuple[Model, Cut, _Runner]:
        folder = read_folder(find_folder(self._at, self._name), self._name)
        runner = _Runner(folder)
        # Asked of the graph that will be used anyway: all of a large model takes gigabytes.
        asked = self._preferences.layers
        native = len(runner.run("probe", asked if asked in folder.graphs else max(folder.graphs)))
        cut = cut_for(native, folder.habits)
        depends = {
            "provider": PROVIDER,
            "files": folder.digest(),
            "query": folder.habits.query,
            "document": folder.habits.document,
            "cut": cut.name,
        }
        model = Model(
            id=f"{PROVIDER}:{folder.name}",
            generation=generation_of(depends),
            widths=widths_for(native, folder.habits.trained, self._preferences.dimensions),
            exits=tuple(sorted(folder.graphs)),
            batch=self._preferences.batch_size,
        )
        return model, cut, runner


class _Runner:
    """The tokenizer and the graphs of a folder; a graph is loaded when its exit is first asked for."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._onnxruntime = _library("onnxruntime")
        tokenizers = _library("tokenizers")
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(folder.tokenizer))
        except Exception as problem:
            # The library raises nothing narrower.
            raise unusable(f"{folder.tokenizer} is not a tokenizer") from problem
        self._tokenizer.enable_truncation(folder.longest)
        self._tokenizer.no_padding()
        self._lock = Lock()
        self._sessions: dict[int, Any] = {}

    def run(self, text: str, exit_: int) -> NDArray[np.float32]:
        """The vector of one text after so many layers, as long as the model has it."""
        session = self._session(exit_)
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], np.int64)
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.array([encoding.type_ids], np.int64),
        }
        asked = {entry.name: given[entry.name] for entry in session.get_inputs()}
        output = _output([entry.name for entry in session.get_outputs()])
        try:
            found = session.run([output], asked)[0]
        except Exception as problem:
            # The library's own errors share no class.
            raise unusable(f"{self.folder.name} cannot be run on a text") from problem
        return self._pooled(np.asarray(found, np.float32))

    def _pooled(self, found: NDArray[np.float32]) -> NDArray[np.float32]:
        if found.ndim == _PER_TEXT:
            vector = found[0]
        elif found.ndim != _PER_TOKEN:
            raise unusable(f"the graph of {self.folder.name} gives no vectors of tokens or texts")
        elif self.folder.dense:
            raise unusable(
                f"{self.folder.name} has layers after pooling; export it with {POOLED!r} as output"
            )
        elif self.folder.pooling == "mean":
            vector = found[0].mean(axis=0)
        else:
            vector = found[0, 0 if self.folder.pooling == "cls" else -1]
        if not np.isfinite(vector).all():
            raise unusable(f"{self.folder.name} computes numbers that are infinite or none at all")
        return np.asarray(vector, np.float32)

    def _session(self, exit_: int) -> Any:  # noqa: ANN401  # onnxruntime ships no types
        with self._lock:
            if exit_ not in self._sessions:
                self._sessions[exit_] = self._opened(self.folder.graphs[exit_])
            return self._sessions[exit_]

    def _opened(self, path: Path) -> Any:  # noqa: ANN401  # likewise
        options = self._onnxruntime.SessionOptions()
        options.log_severity_level = ONLY_ERRORS
        # Threads that wait for work would otherwise keep a core busy between two texts.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = self._onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as problem:
            # The library's own errors share no class.
            raise unusable(f"{path} is not a model that onnxruntime can run") from problem
        odd = [entry.name for entry in session.get_inputs() if entry.name not in INPUTS]
        if odd:
            raise unusable(f"{path} asks for {', '.join(odd)}, which an embedding model does not need")
        return session


def _output(names: Sequence[str]) -> str:
    return next((name for name in (POOLED, *TOKENS) if name in names), names[0])


def _library(name: str) -> Any:  # noqa: ANN401  # loaded by name: it is there with the extra only
    try:
        return import_module(name)
    except ImportError as problem:
        raise PhantasmError(
            Code.PROVIDER_UNAVAILABLE,
            f"ONNX models need the package {name}",
            remediation=(Remediation("install the extra", command="pip install 'phantasm[onnx]'"),),
        ) from problem
