"""Which model lies in a folder, and how does it want to be used? Read from the files that came with it.

A folder is a model's own, or a hub's cache (`models--owner--name/snapshots/revision`). One ONNX file is the
whole model. Further ones stop after fewer layers and are called `model_exit6.onnx` for six of them.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from phantasm.capabilities.embedding.prefixes import Habits, habits_of
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from pathlib import Path

TOKENIZER = "tokenizer.json"

WHOLE = ("model.onnx", "model_quantized.onnx", "model_int8.onnx")
"""What the whole model's file is called, best first: the exact numbers before the quantised ones."""

LONGEST_TOKENS = 1024
"""Tokens read of a text, where the model allows that many. Attention costs the square of the length; what a
memory holds is shorter than a page, and longer texts are cut up before they are embedded."""

LEAST_TOKENS = 8
"""A model that reads less has its length written down wrongly."""

MAX_CONFIG_BYTES = 1024 * 1024
"""The files about a model are pages of JSON; more is something else."""

WHOLE_HASH_BYTES = 64 * 1024 * 1024
"""Files up to this size are hashed whole (a tenth of a second); larger ones by samples."""

SAMPLES, SAMPLE_BYTES = 64, 64 * 1024
"""Of a larger file, so many pieces of that size, evenly spread: another training changes every piece."""

_EXIT = re.compile(r"model_exit(\d{1,3})\.onnx")


@dataclass(frozen=True, slots=True)
class Folder:
    """A model as its files describe it."""

    name: str
    tokenizer: Path
    graphs: dict[int, Path]
    """The ONNX files by the number of layers they compute."""
    habits: Habits
    pooling: str
    """`mean`, `cls` or `lasttoken`: how the tokens' vectors become the text's."""
    longest: int
    dense: bool
    """Whether further layers follow the pooling, which only the graph itself can compute."""

    def digest(self) -> str:
        """What the numbers depend on: every file that is read, and how it is used."""
        found = hashlib.sha256(f"{self.pooling} {self.longest} {sorted(self.graphs)}".encode())
        for path in (self.tokenizer, *(self.graphs[exit_] for exit_ in sorted(self.graphs))):
            # Large models keep their numbers beside the graph, in files that begin like it.
            for part in sorted(path.parent.glob(f"{path.name}*")):
                found.update(_file_digest(part))
        return found.hexdigest()


def find_folder(folder: Path, model: str) -> Path:
    """The model's own folder: this one, or in a hub's cache the model's main snapshot, else its newest."""
    if (folder / TOKENIZER).is_file():
        return folder
    cached = folder / f"models--{model.replace('/', '--')}"
    found = [path for path in cached.glob("snapshots/*") if (path / TOKENIZER).is_file()] if model else []
    if not found:
        wanted = f"of {model} " if model else ""
        raise unusable(f"{folder} holds no ONNX model {wanted}with a {TOKENIZER}")
    main = cached / "refs" / "main"
    named = main.read_text(encoding="utf-8", errors="replace").strip() if main.is_file() else ""
    return max(found, key=lambda path: (path.name == named, path.stat().st_mtime_ns, path.name))


def read_folder(folder: Path, model: str) -> Folder:
    """What the files say. Files other than the tokenizer and the graph may be missing."""
    try:
        return _described(folder, model)
    except (AttributeError, OverflowError, TypeError, ValueError) as problem:
        raise unusable(f"the files about the model in {folder} do not have the form they should") from problem


def _described(folder: Path, model: str) -> Folder:
    config = _json(folder / "config.json")
    name = model or _short(config.get("_name_or_path")) or folder.name
    trained = config.get("matryoshka_dims") or config.get("matryoshka_dimensions") or ()
    known = habits_of(name)
    prompts = _json(folder / "config_sentence_transformers.json").get("prompts") or {}
    modules = _json(folder / "modules.json", [])
    return Folder(
        name=name,
        tokenizer=folder / TOKENIZER,
        graphs=_graphs(folder, int(config.get("num_hidden_layers", 1))),
        habits=Habits(
            query=prompts.get("query", known.query),
            document=prompts.get("document", prompts.get("passage", known.document)),
            trained=tuple(sorted(int(width) for width in trained)) or known.trained,
            centred=known.centred,
        ),
        pooling=_pooling(_json(folder / "1_Pooling" / "config.json")),
        longest=_longest(folder, config),
        dense=any(str(module.get("type", "")).endswith("Dense") for module in modules),
    )


def unusable(what: str) -> PhantasmError:
    """The refusal of a folder, with the next step."""
    return PhantasmError(
        Code.PROVIDER_UNAVAILABLE,
        what,
        remediation=(
            Remediation(
                f"put {TOKENIZER} and onnx/model.onnx of an embedding model into one folder and name it in"
                " embedding.folder",
                command="phantasm config explain embedding.folder",
            ),
        ),
    )


def _graphs(folder: Path, layers: int) -> dict[int, Path]:
    places = (folder / "onnx", folder)
    whole = [place / name for name in WHOLE for place in places if (place / name).is_file()]
    exits = {
        int(found[1]): path
        for place in places
        for path in sorted(place.glob("model_exit*.onnx"))
        if (found := _EXIT.fullmatch(path.name)) and int(found[1]) < layers
    }
    if not whole:
        others = sorted(path.name for place in places for path in place.glob("*.onnx"))
        raise unusable(f"{folder} has no {WHOLE[0]}" + (f", only {', '.join(others[:8])}" if others else ""))
    return {**dict(sorted(exits.items())), layers: whole[0]}


def _pooling(config: dict[str, Any]) -> str:
    for key, way in (("cls_token", "cls"), ("lasttoken", "lasttoken"), ("mean_tokens", "mean")):
        if config.get(f"pooling_mode_{key}"):
            return way
    if any(config.get(key) for key in config if key.startswith("pooling_mode_")):
        raise unusable("the model joins its tokens in a way that is not known here (1_Pooling/config.json)")
    return "mean"


def _longest(folder: Path, config: dict[str, Any]) -> int:
    said = (
        _json(folder / "sentence_bert_config.json").get("max_seq_length"),
        _json(folder / "tokenizer_config.json").get("model_max_length"),
        config.get("max_position_embeddings"),
    )
    # A tokenizer without a limit of its own says so with a number of thirty digits.
    return max(LEAST_TOKENS, min([LONGEST_TOKENS, *(int(number) for number in said if number)]))


def _short(name: object) -> str:
    return name.rpartition("/")[2] if isinstance(name, str) else ""


def _json(path: Path, absent: Any = None) -> Any:  # noqa: ANN401  # whatever the file holds
    if not path.is_file():
        return {} if absent is None else absent
    try:
        with path.open("rb") as file:
            return json.loads(file.read(MAX_CONFIG_BYTES))
    except (ValueError, RecursionError, OSError) as problem:
        raise unusable(f"{path} cannot be read: {type(problem).__name__}") from problem


def _file_digest(path: Path) -> bytes:
    size = path.stat().st_size
    found = hashlib.sha256(f"{path.name} {size} ".encode())
    with path.open("rb") as file:
        if size <= WHOLE_HASH_BYTES:
            found.update(file.read())
        else:
            for number in range(SAMPLES):
                file.seek((size - SAMPLE_BYTES) * number // (SAMPLES - 1))
                found.update(file.read(SAMPLE_BYTES))
    return found.digest()
