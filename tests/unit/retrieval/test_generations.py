"""Generations of vectors are kept apart: the old one serves until the new one is complete, then it goes."""

import shutil

import pytest

from phantasm.capabilities.embedding.hashing import HashingEmbedder
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval import generations, upkeep
from phantasm.runtime.bootstrap import Runtime
from tests.conftest import Project

pytestmark = pytest.mark.usefixtures("hashed_words")


@pytest.fixture
def hashed_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


def _narrower(project: Project, monkeypatch: pytest.MonkeyPatch) -> Runtime:
    """Open the project as somebody who wants shorter vectors, which are another generation."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__DIMENSIONS", "128")
    return project.open()


def _stop(*_: int) -> None:
    raise InterruptedError


def test_says_how_to_switch_vectors_on(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    with project.open() as runtime:
        with pytest.raises(PhantasmError) as caught:
            generations.wanted(runtime.environment)
        assert caught.value.code is Code.PROVIDER_UNAVAILABLE
        assert caught.value.remediation


def test_counts_what_has_no_vector_yet(project: Project) -> None:
    environment = project.runtime.environment
    project.hold("The queue is drained.")
    assert generations.waiting(environment, generations.wanted(environment)) == 1
    upkeep.keep_up(environment)
    assert generations.waiting(environment, generations.wanted(environment)) == 0
    project.hold("The cache is cold.")
    assert generations.waiting(environment, generations.wanted(environment)) == 1


def test_the_old_vectors_serve_until_the_new_ones_are_complete(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.hold("The queue is drained.")
    old = upkeep.keep_up(project.runtime.environment)
    with _narrower(project, monkeypatch) as runtime:
        environment = runtime.environment
        assert generations.wanted(environment).folder.name != old.generation
        with pytest.raises(InterruptedError):
            upkeep.keep_up(environment, progress=_stop)
        serving, missing, _ = generations.serving(environment)
        assert (serving.folder.name, serving.maker.view.width, missing) == (old.generation, 256, 0)
        new = upkeep.keep_up(environment)
        assert (new.dropped, new.width) == (1, 128)
        assert generations.serving(environment)[0].folder.name == new.generation
    assert [path.name for path in project.paths.indexes.iterdir()] == [new.generation]


def test_the_wanted_vectors_serve_where_none_are_complete(project: Project) -> None:
    environment = project.runtime.environment
    project.hold("The queue is drained.")
    assert generations.serving(environment)[0].folder == generations.wanted(environment).folder


def test_builds_again_where_all_indexes_were_deleted(project: Project) -> None:
    project.hold("The queue is drained.")
    first = upkeep.keep_up(project.runtime.environment)
    shutil.rmtree(project.paths.indexes)
    assert upkeep.keep_up(project.runtime.environment) == first


def test_names_a_folder_that_any_file_system_takes(project: Project) -> None:
    model = HashingEmbedder().model
    assert model.generation in generations.wanted(project.runtime.environment).folder.name
    assert "/" not in generations.wanted(project.runtime.environment).folder.name
