"""One model, taken as wide and as deep as somebody wants, and two takings never mixed: mmBERT in small."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from phantasm.capabilities.embedding.onnx_model import OnnxEmbedder
from phantasm.capabilities.embedding.port import View
from phantasm.capabilities.embedding.remote import Preferences
from phantasm.contracts.envelope import Response
from phantasm.retrieval import generations, upkeep
from phantasm.retrieval.vectors.embedded import EmbeddedIndex, Sizes
from phantasm.retrieval.vectors.port import Stamp
from tests.conftest import Project
from tests.fixtures.tiny_mmbert import EXITS, LAYERS, REAL_WIDTHS, WORDS, numbers, write_tiny_mmbert
from tests.unit.tools.evaluation.folders import document, write_case
from tools.evaluation.retrieval import Searching, evaluate_retrieval
from tools.evaluation.running import Effort, Taking

COARSE, RECALL, WHOLE = REAL_WIDTHS
FACTS = (
    "The cache of the store is not open.",
    "A test and the error name a file.",
    "How to build and port the code.",
    "The store is open to read and write.",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of mmBERT's architecture with its widths: 64, 256 and 768 numbers."""
    return write_tiny_mmbert(
        tmp_path_factory.mktemp("wide") / "model", numbers(width=WHOLE), widths=REAL_WIDTHS
    )


@pytest.fixture
def chosen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "onnx")
    monkeypatch.setenv("PHANTASM_EMBEDDING__FOLDER", str(folder))


@pytest.fixture
def filled(chosen: None, project: Project) -> Project:  # noqa: ARG001  the environment comes first
    """A project that holds the facts and has no vectors yet."""
    for fact in FACTS:
        project.hold(fact)
    return project


def _opened_with(project: Project, monkeypatch: pytest.MonkeyPatch, **keys: int) -> None:
    """Go on as somebody who has set some keys of [embedding]."""
    for key, value in keys.items():
        monkeypatch.setenv(f"PHANTASM_EMBEDDING__{key.upper()}", str(value))
    project.runtime.close()
    project.runtime = project.open()


def _search(project: Project, query: str) -> Response:
    response = project.ask("search", query=query, arms="dense", limit=1)
    assert response.error is None, response.error
    return response


def _finds_by_vectors(project: Project) -> bool:
    """Whether each fact is the nearest to itself, and it was vectors that said so."""
    answers = [_search(project, fact) for fact in FACTS]
    found: list[Any] = [answer.data for answer in answers]
    return not any(answer.warnings for answer in answers) and [
        data["hits"][0]["text"] for data in found
    ] == list(FACTS)


@pytest.mark.parametrize("width", REAL_WIDTHS)
def test_finds_at_every_width(filled: Project, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    _opened_with(filled, monkeypatch, dimensions=width)
    assert filled.get("embed", profile="cli")["width"] == width
    assert _finds_by_vectors(filled)
    stamp = generations.serving(filled.runtime.environment).generation.index.stamp
    assert stamp is not None
    assert (stamp.width, stamp.coarse, stamp.exit) == (width, COARSE, LAYERS)


def test_the_usual_width_serves_until_the_whole_one_is_complete(
    filled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = filled.get("embed", profile="cli")
    assert usual["width"] == RECALL
    _opened_with(filled, monkeypatch, dimensions=WHOLE)

    def stop(*_: int) -> None:
        raise InterruptedError

    environment = filled.runtime.environment
    with pytest.raises(InterruptedError):
        upkeep.keep_up(environment, progress=stop)
    serving = generations.serving(environment).generation
    assert (serving.folder.name, serving.maker.view.width) == (usual["generation"], RECALL)
    assert _finds_by_vectors(filled)
    whole = filled.get("embed", profile="cli")
    assert (whole["width"], whole["serving"], whole["embedded"]) == (WHOLE, whole["generation"], len(FACTS))
    assert _finds_by_vectors(filled)
    assert [path.name for path in filled.paths.indexes.iterdir()] == [whole["generation"]]


@pytest.mark.parametrize("layers", EXITS)
def test_finds_after_few_layers(filled: Project, monkeypatch: pytest.MonkeyPatch, layers: int) -> None:
    deep = filled.get("embed", profile="cli")["generation"]
    _opened_with(filled, monkeypatch, layers=layers)
    assert _finds_by_vectors(filled)  # the deep ones still serve
    assert filled.get("embed", profile="cli")["generation"] != deep
    assert _finds_by_vectors(filled)
    serving = generations.serving(filled.runtime.environment).generation
    assert serving.maker.view == View(layers, RECALL)
    assert serving.index.stamp is not None
    assert serving.index.stamp.exit == layers


def test_depths_that_the_model_does_not_have_are_refused_and_words_answer(
    filled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    _opened_with(filled, monkeypatch, layers=3)
    says = f"can be left after these layers alone: {', '.join(map(str, (*EXITS, LAYERS)))}"
    refused = filled.ask("embed", profile="cli").error
    assert refused is not None
    assert (refused.code, refused.field) == ("provider_unavailable", "embedding.layers")
    assert says in refused.message
    (warning,) = _search(filled, FACTS[0]).warnings
    assert warning.code == "lexical_only"
    assert says in warning.message


def test_is_evaluated_at_its_whole_width(
    chosen: None,  # noqa: ARG001  the environment comes first
    tmp_path: Path,
) -> None:
    corpus = [document(str(number), fact) for number, fact in enumerate(FACTS)]
    questions = [document(f"q{number}", fact) for number, fact in enumerate(FACTS)]
    judged = [(f"q{number}", str(number), 1) for number in range(len(FACTS))]
    write_case(tmp_path / "case", corpus, questions, judged)
    data: Any = evaluate_retrieval(
        [tmp_path],
        Searching(("dense",), 5, Taking(WHOLE, EXITS[1])),
        Effort(cache=tmp_path / "kept"),
        run=None,
        watch=lambda steps: lambda done: None,
    )
    assert data["sets"][0]["tables"]["dense"]["all"]["MRR"] == 1
    kept = {path.parent.name for path in (tmp_path / "kept").rglob("*.vectors")}
    assert kept == {f"exit{EXITS[1]}-width{WHOLE}-{side}" for side in ("document", "query")}


def test_coarse_numbers_choose_and_the_wanted_width_ranks(folder: Path, tmp_path: Path) -> None:
    embedder = OnnxEmbedder(folder, "", Preferences(WHOLE, 8))
    texts = [f"{one} {other} {WORDS[0]}" for one in WORDS for other in WORDS if one < other]
    wide = embedder.embed(texts, side="document")
    narrow = embedder.embed(texts, side="document", view=View(LAYERS, COARSE))
    index = EmbeddedIndex(tmp_path / "i" / "g", Sizes(fine_rows=0, broad=10, broad_factor=0))
    with index.writer() as writer:
        assert writer is not None
        writer.reset(Stamp("m", "g", LAYERS, WHOLE, COARSE, "s", 1))
        writer.add(np.arange(1, len(texts) + 1), wide)
        writer.commit(1)
    changed = 0
    for question in ("the cache", "how to open a file", "error in the code"):
        asked = embedder.embed([question], side="query")[0]
        coarse = narrow @ embedder.embed([question], side="query", view=View(LAYERS, COARSE))[0]
        fine = wide @ asked
        found = index.search(asked, 5).ids - 1
        among = np.sort(coarse)[-10] - 0.01  # eight-bit codes are right to about a thousandth
        assert (coarse[found] >= among).all()
        assert (np.diff(fine[found]) <= 0.01).all()
        changed += found.tolist() != np.argsort(-coarse, kind="stable")[:5].tolist()
    assert changed, "the wanted width never ranked otherwise than the coarse one"
