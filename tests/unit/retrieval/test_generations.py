"""Generations of vectors are kept apart: the old one serves until the new one is complete, then it goes."""

import json
import shutil

import pytest

from phantasm.capabilities.embedding.hashing import HashingEmbedder
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval import generations, upkeep
from phantasm.retrieval.look import look_for
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


def test_old_vectors_that_still_follow_stay_the_old_model_s(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.hold("The queue is drained.")
    old = upkeep.keep_up(project.runtime.environment)
    choice = project.paths.indexes / old.generation / "embedding.json"
    before = choice.read_bytes()
    project.hold("The cache is cold.")
    with _narrower(project, monkeypatch) as runtime:
        assert look_for(runtime.environment, "Is the cache cold?").problem is None
    assert choice.read_bytes() == before


def test_the_wanted_vectors_serve_where_none_are_complete(project: Project) -> None:
    environment = project.runtime.environment
    project.hold("The queue is drained.")
    assert generations.serving(environment)[0].folder == generations.wanted(environment).folder


def test_what_cannot_be_told_apart_does_not_serve(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.hold("The queue is drained.")
    old = upkeep.keep_up(project.runtime.environment)
    (project.paths.indexes / old.generation / "embedding.json").unlink()
    with _narrower(project, monkeypatch) as runtime:
        serving = generations.serving(runtime.environment).generation
        assert serving.folder == generations.wanted(runtime.environment).folder


def test_builds_again_where_all_indexes_were_deleted(project: Project) -> None:
    project.hold("The queue is drained.")
    first = upkeep.keep_up(project.runtime.environment)
    shutil.rmtree(project.paths.indexes)
    assert upkeep.keep_up(project.runtime.environment) == first


def test_keeps_the_name_of_a_key_and_never_the_key(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "-".join(("sk", "made", "up"))  # noqa: FLY002  not to be written literally
    monkeypatch.setenv("OWN_KEY", secret)
    monkeypatch.setenv("PHANTASM_EMBEDDING__API_KEY_ENV", "OWN_KEY")
    with project.open() as runtime:
        kept = upkeep.keep_up(runtime.environment)
    text = (project.paths.indexes / kept.generation / "embedding.json").read_text()
    assert secret not in text
    assert json.loads(text)["embedding"]["provider"] == "hashing"


def test_names_a_folder_that_any_file_system_takes(project: Project) -> None:
    model = HashingEmbedder().model
    assert model.generation in generations.wanted(project.runtime.environment).folder.name
    assert "/" not in generations.wanted(project.runtime.environment).folder.name
