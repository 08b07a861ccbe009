"""What lies in a folder is read from its files, in a folder of its own and in a hub's cache."""

import json
import os
from pathlib import Path

import pytest

from phantasm.capabilities.embedding import onnx_folder
from phantasm.capabilities.embedding.onnx_folder import find_folder, read_folder
from phantasm.contracts.errors import Code, PhantasmError
from tests.fixtures.tiny_mmbert import EXITS, LAYERS, LONGEST, WIDTHS, write_tiny_mmbert


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_tiny_mmbert(tmp_path / "tiny")


def bare(folder: Path, *graphs: str) -> Path:
    (folder / "onnx").mkdir(parents=True)
    (folder / "tokenizer.json").write_text("{}")
    for name in graphs:
        (folder / name).write_bytes(name.encode())
    return folder


def refused(folder: Path) -> str:
    with pytest.raises(PhantasmError) as problem:
        read_folder(find_folder(folder, ""), "")
    assert problem.value.code == Code.PROVIDER_UNAVAILABLE
    assert problem.value.remediation
    return problem.value.message


def test_everything_is_read_from_the_files(tiny: Path) -> None:
    found = read_folder(tiny, "")
    assert found.name == "tiny-mmbert"
    assert list(found.graphs) == [*EXITS, LAYERS]
    assert found.graphs[1].name == "model_exit1.onnx"
    assert found.graphs[LAYERS].name == "model.onnx"
    assert found.habits.trained == WIDTHS
    assert (found.pooling, found.longest, found.dense) == ("mean", LONGEST, False)


def test_little_is_needed(tmp_path: Path) -> None:
    found = read_folder(bare(tmp_path / "some-model", "model_quantized.onnx"), "")
    assert found.name == "some-model"
    assert list(found.graphs) == [1]
    assert (found.pooling, found.longest) == ("mean", onnx_folder.LONGEST_TOKENS)


def test_the_exact_model_comes_before_the_quantised_one(tmp_path: Path) -> None:
    folder = bare(tmp_path / "m", "onnx/model_int8.onnx", "model_quantized.onnx", "onnx/model.onnx")
    assert read_folder(folder, "").graphs[1] == folder / "onnx" / "model.onnx"


def test_words_before_a_text_come_from_the_files_or_the_name(tmp_path: Path) -> None:
    folder = bare(tmp_path / "m", "model.onnx")
    assert read_folder(folder, "intfloat/e5-small-v2").habits.query == "query: "
    prompts = {"prompts": {"query": "ask: ", "passage": "say: "}}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    habits = read_folder(folder, "intfloat/e5-small-v2").habits
    assert (habits.query, habits.document) == ("ask: ", "say: ")


@pytest.mark.parametrize("way", ["cls_token", "mean_tokens", "lasttoken"])
def test_pooling_is_read(tmp_path: Path, way: str) -> None:
    folder = write_tiny_mmbert(tmp_path / "m", pooling=way)
    assert way.startswith(read_folder(folder, "").pooling)


def test_an_unknown_pooling_is_refused(tmp_path: Path) -> None:
    assert "1_Pooling" in refused(write_tiny_mmbert(tmp_path / "m", pooling="max_tokens"))


def test_the_longest_text_is_the_least_of_what_is_said(tiny: Path) -> None:
    (tiny / "tokenizer_config.json").write_text('{"model_max_length": 1000000000000000019884624838656}')
    assert read_folder(tiny, "").longest == LONGEST
    (tiny / "sentence_bert_config.json").write_text('{"max_seq_length": 16}')
    assert read_folder(tiny, "").longest == 16


def test_a_hub_cache_has_a_main_or_a_newest_snapshot(tmp_path: Path) -> None:
    snapshots = tmp_path / "models--owner--name" / "snapshots"
    for revision, when in (("b", 1_000), ("a", 2_000), ("c", 500)):
        bare(snapshots / revision, "model.onnx")
        os.utime(snapshots / revision, (when, when))
    assert find_folder(tmp_path, "owner/name") == snapshots / "a"
    (tmp_path / "models--owner--name" / "refs").mkdir()
    (tmp_path / "models--owner--name" / "refs" / "main").write_text("b\n")
    assert find_folder(tmp_path, "owner/name") == snapshots / "b"
    assert find_folder(snapshots / "c", "owner/name") == snapshots / "c"
    for missing in ("owner/other", "", "../name"):
        with pytest.raises(PhantasmError, match="holds no ONNX model"):
            find_folder(tmp_path, missing)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    assert "holds no ONNX model" in refused(tmp_path)
    assert "holds no ONNX model" in refused(tmp_path / "nowhere")
    assert "no model.onnx, only model_O4.onnx" in refused(bare(tmp_path / "m", "onnx/model_O4.onnx"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.json", "{"),
        ("config.json", "[]"),
        ("config.json", '{"num_hidden_layers": "many"}'),
        ("config.json", '{"matryoshka_dims": 3}'),
        ("config.json", '{"max_position_embeddings": [1]}'),
        ("config.json", '{"max_position_embeddings": 1e999}'),
        ("config_sentence_transformers.json", '{"prompts": 3}'),
        ("modules.json", "[1]"),
        ("1_Pooling/config.json", "[1]"),
        ("tokenizer_config.json", '{"model_max_length": "x"}'),
    ],
)
def test_damaged_files_are_refused(tiny: Path, name: str, text: str) -> None:
    (tiny / name).write_text(text)
    assert str(tiny) in refused(tiny)


def test_the_digest_changes_with_every_file(tiny: Path) -> None:
    seen = {read_folder(tiny, "").digest()}
    for name in ("tokenizer.json", "onnx/model.onnx", "onnx/model_exit1.onnx"):
        with (tiny / name).open("ab") as file:
            file.write(b" ")
        seen.add(read_folder(tiny, "").digest())
    (tiny / "onnx" / "model.onnx_data").write_bytes(b"numbers beside the graph")
    seen.add(read_folder(tiny, "").digest())
    (tiny / "onnx" / "model_exit2.onnx").unlink()
    seen.add(read_folder(tiny, "").digest())
    assert len(seen) == 6
    assert read_folder(tiny, "").digest() in seen


def test_a_large_file_is_known_by_samples(tmp_path: Path) -> None:
    folder = bare(tmp_path / "m", "model.onnx")
    size = onnx_folder.WHOLE_HASH_BYTES + 1

    def digest(place: int) -> str:
        with (folder / "model.onnx").open("wb") as file:
            file.truncate(size)
            file.seek(place)
            file.write(b"x" * onnx_folder.SAMPLE_BYTES)
        return read_folder(folder, "").digest()

    assert len({digest(place) for place in (0, size // 2, size - onnx_folder.SAMPLE_BYTES)}) == 3
