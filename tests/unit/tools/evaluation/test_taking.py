"""Vectors are taken as somebody asks for them, and what is not there is refused."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval import generations
from tests.conftest import Project
from tools.evaluation.running import AS_CONFIGURED, Taking, taken


def test_what_is_not_asked_for_stays_as_it_is_configured(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = project.runtime.environment
    assert taken(environment, AS_CONFIGURED) is environment
    monkeypatch.setenv("PHANTASM_EMBEDDING__LAYERS", "6")
    with project.open() as runtime:
        view = generations.wanted(taken(runtime.environment, Taking(dimensions=64))).maker.view
    assert view == (6, 64)


def test_the_table_alone_can_be_asked_for(project: Project) -> None:
    found = taken(project.runtime.environment, Taking(layers=0))
    assert generations.wanted(found).maker.view == (0, 256)


def test_what_the_model_does_not_have_is_refused(project: Project) -> None:
    with pytest.raises(PhantasmError, match="no vectors of 100 numbers") as refused:
        taken(project.runtime.environment, Taking(dimensions=100))
    assert refused.value.code is Code.INVALID_PARAMS


def test_nothing_is_refused_where_nobody_embeds(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    with project.open() as runtime:
        assert taken(runtime.environment, Taking(dimensions=64)).embedder() is None
