"""ONNX models compute what they should, exit by exit, on a tiny model of mmBERT's architecture."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from phantasm.capabilities.embedding.onnx_model import OnnxEmbedder
from phantasm.capabilities.embedding.port import View
from phantasm.capabilities.embedding.remote import Preferences
from phantasm.contracts.errors import Code, PhantasmError
from tests.fixtures import tiny_mmbert
from tests.fixtures.tiny_mmbert import EXITS, LAYERS, WIDTH, WIDTHS, write_tiny_mmbert
from tests.unit.capabilities.embedding.conftest import TEXTS

PREFERENCES = Preferences(dimensions=256, batch_size=8)
LONG = "how is the cache of the store not open to read and write a test file and build the code"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_mmbert(tmp_path_factory.mktemp("tiny") / "model")


@pytest.fixture(scope="module")
def embedder(tiny: Path) -> OnnxEmbedder:
    return OnnxEmbedder(tiny, "", PREFERENCES)


def expected(text: str, layers: int, pooling: str = "mean") -> list[float]:
    ids = tiny_mmbert.tokenizer().encode(text).ids
    tokens = tiny_mmbert.reference(tiny_mmbert.numbers(), ids, layers)
    vector = {"mean": tokens.mean(0), "cls": tokens[0], "lasttoken": tokens[-1]}[pooling]
    return [float(number) for number in vector / np.linalg.norm(vector)]


def test_it_offers_depth_and_width(embedder: OnnxEmbedder) -> None:
    model = embedder.model
    assert model.id == "onnx:tiny-mmbert"
    assert model.exits == (*EXITS, LAYERS)
    assert model.widths == WIDTHS
    assert model.batch == PREFERENCES.batch_size
    assert model.coarse == View(EXITS[0], WIDTHS[0])


@pytest.mark.parametrize("layers", [*EXITS, LAYERS])
def test_every_exit_computes_what_the_reference_does(embedder: OnnxEmbedder, layers: int) -> None:
    texts = ["a test", LONG, "unknown words of the file"]
    found = embedder.embed(texts, side="document", view=View(layers, WIDTH))
    np.testing.assert_allclose(found, [expected(text, layers) for text in texts], atol=1e-5)


def test_exits_differ_and_the_window_matters(embedder: OnnxEmbedder) -> None:
    shallow, deep = (embedder.embed([LONG], side="query", view=View(n, WIDTH))[0] for n in (EXITS[0], LAYERS))
    assert shallow @ deep < 0.99
    # Without the windows of its local layers the model would be another one.
    assert [tiny_mmbert.is_global(layer) for layer in range(LAYERS)] == [True, False, False, True]


@pytest.mark.parametrize("width", WIDTHS)
def test_narrow_vectors_are_the_start_of_wide_ones(embedder: OnnxEmbedder, width: int) -> None:
    wide = embedder.embed(TEXTS, side="document")
    narrow = embedder.embed(TEXTS, side="document", view=View(LAYERS, width))
    lengths = np.linalg.norm(wide[:, :width], axis=1, keepdims=True)
    np.testing.assert_allclose(narrow, wide[:, :width] / np.where(lengths > 0, lengths, 1), atol=1e-5)


@pytest.mark.parametrize(("key", "way"), [("cls_token", "cls"), ("lasttoken", "lasttoken")])
def test_tokens_are_joined_as_the_folder_says(tmp_path: Path, key: str, way: str) -> None:
    folder = write_tiny_mmbert(tmp_path / "m", pooling=key)
    found = OnnxEmbedder(folder, "", PREFERENCES).embed([LONG], side="document")[0]
    np.testing.assert_allclose(found, expected(LONG, LAYERS, way), atol=1e-5)


def test_a_text_has_one_vector_whoever_is_beside_it(embedder: OnnxEmbedder) -> None:
    together = embedder.embed(TEXTS, side="document")
    alone = [embedder.embed([text], side="document")[0] for text in TEXTS]
    assert np.array_equal(together, np.array(alone))
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: embedder.embed(TEXTS, side="document").tobytes(), range(8)))
    assert found == {together.tobytes()}


def test_a_text_without_words_is_like_nothing(embedder: OnnxEmbedder) -> None:
    vectors = embedder.embed(["", "...", "a text", "\ud800 b"], side="document")
    assert vectors.any(axis=1).tolist() == [False, False, True, True]
    assert embedder.embed([], side="query", view=View(LAYERS, 16)).shape == (0, 16)


def test_long_texts_are_cut(embedder: OnnxEmbedder) -> None:
    longer, longest = (embedder.embed([" ".join(["code"] * n)], side="document") for n in (100, 5_000))
    assert np.array_equal(longer, longest)


def test_words_before_a_text_depend_on_its_side(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    (folder / "config_sentence_transformers.json").write_text('{"prompts": {"query": "how to "}}')
    prompted, plain = OnnxEmbedder(folder, "", PREFERENCES), OnnxEmbedder(tiny, "", PREFERENCES)
    asked = prompted.embed(["read a file"], side="query")
    assert np.array_equal(asked, plain.embed(["how to read a file"], side="query"))
    assert np.array_equal(prompted.embed(["read"], side="document"), plain.embed(["read"], side="document"))
    assert prompted.model.generation != plain.model.generation


def test_other_numbers_are_another_generation(tiny: Path, tmp_path: Path) -> None:
    other = write_tiny_mmbert(tmp_path / "m", tiny_mmbert.numbers(seed=8))
    generations = [OnnxEmbedder(folder, "", PREFERENCES).model.generation for folder in (tiny, other, tiny)]
    assert generations[0] == generations[2] != generations[1]


def test_nothing_is_read_before_the_first_use(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(tmp_path / "m", "", PREFERENCES)
    with pytest.raises(PhantasmError, match="holds no ONNX model"):
        embedder.embed(["text"], side="query")
    write_tiny_mmbert(tmp_path / "m")
    assert embedder.embed(["text"], side="query").any()


@pytest.mark.parametrize(
    ("name", "says"), [("tokenizer.json", "not a tokenizer"), ("onnx/model.onnx", "can run")]
)
def test_a_damaged_file_is_refused(tiny: Path, tmp_path: Path, name: str, says: str) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    (folder / name).write_bytes(b"damaged")
    with pytest.raises(PhantasmError, match=says) as refused:
        OnnxEmbedder(folder, "", PREFERENCES).embed(["text"], side="query")
    assert refused.value.code == Code.PROVIDER_UNAVAILABLE


def test_an_early_exit_loads_no_more_than_it_needs(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    (folder / "onnx" / "model.onnx").write_bytes(b"damaged")
    early = OnnxEmbedder(folder, "", Preferences(256, 8, layers=EXITS[0]))
    found = early.embed([LONG], side="document", view=View(EXITS[0], WIDTH))[0]
    np.testing.assert_allclose(found, expected(LONG, EXITS[0]), atol=1e-5)
    with pytest.raises(PhantasmError, match="can run"):
        early.embed([LONG], side="document")


def test_exits_of_another_width_are_refused(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    wider = tiny_mmbert.graph(tiny_mmbert.numbers(width=2 * WIDTH), EXITS[0])
    onnx.save(wider, str(folder / "onnx" / f"model_exit{EXITS[0]}.onnx"))
    embedder = OnnxEmbedder(folder, "", PREFERENCES)
    with pytest.raises(PhantasmError, match=f"{2 * WIDTH} numbers and of {WIDTH}"):
        embedder.embed([LONG], side="document", view=View(EXITS[0], WIDTH))


def graph_of(folder: Path, inputs: list[str], output: str, kind: str) -> None:
    """A graph that passes its first input on as numbers: enough to see how inputs and outputs are handled."""
    nodes = [helper.make_node("Cast", [inputs[0]], ["numbers"], to=TensorProto.FLOAT)]
    settings: dict[str, Any] = {"keepdims": 0} if kind == "ReduceSum" else {}
    nodes.append(helper.make_node(kind, ["numbers"], [output], **settings))
    made = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "t"]) for name in inputs],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)],
    )
    onnx.save(
        helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)], ir_version=9),
        str(folder / "onnx" / "model.onnx"),
    )


def test_a_graph_that_joins_the_tokens_itself_is_believed(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    graph_of(folder, ["input_ids", "token_type_ids"], "sentence_embedding", "Identity")
    embedder = OnnxEmbedder(folder, "", Preferences(16, 8))
    assert embedder.model.widths == (3,)  # two marks and the word
    assert embedder.embed(["code"], side="query").shape == (1, 3)


@pytest.mark.parametrize(
    ("inputs", "kind", "says"),
    [
        (["input_ids", "pixel_values"], "Identity", "asks for pixel_values"),
        (["input_ids"], "ReduceSum", "no vectors of tokens or texts"),
        (["input_ids"], "Acos", "infinite"),
    ],
)
def test_a_graph_of_another_kind_is_refused(
    tiny: Path, tmp_path: Path, inputs: list[str], kind: str, says: str
) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    graph_of(folder, inputs, "out", kind)
    with pytest.raises(PhantasmError, match=says):
        OnnxEmbedder(folder, "", PREFERENCES).embed(["code"], side="query")


def test_layers_after_pooling_need_a_graph_that_has_them(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "m")
    (folder / "modules.json").write_text('[{"type": "sentence_transformers.models.Dense"}]')
    with pytest.raises(PhantasmError, match="sentence_embedding"):
        OnnxEmbedder(folder, "", PREFERENCES).embed(["code"], side="query")
