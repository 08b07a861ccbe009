"""What was handed over can be written again, byte for byte; else it is said what is missing or differs."""

import json
from typing import Any

import pytest

from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state


@pytest.fixture(autouse=True)
def embed_without_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the embedder that ships for tests: words are what is alike."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


@pytest.fixture
def furnished(project: Project) -> Project:
    """Return a project whose contexts have rules, facts and quotes."""
    project.hold("Never stop the turbine at night.", record_kind="constraint")
    project.hold("The turbine listens on port 8400.", subject_key="turbine.port")
    project.hold("Oil for the turbine comes from Bremen.", subject_key="oil")
    told = "Alice: The turbine was repaired in May.\nIt took two weeks. " + "Nobody knew why it broke. " * 20
    project.get(
        "ingest", evidence=[{"text": told, "origin": "user"}, {"text": "turbine \u00fc", "origin": "web"}]
    )
    return project


def compiled(project: Project, **params: Any) -> dict[str, Any]:
    return project.get("compile", **({"query": "turbine port oil repaired"} | params))


def named(data: dict[str, Any]) -> list[str]:
    return [line["id"] for line in data["manifest"]["lines"] if "id" in line]


@pytest.mark.parametrize("form", ["xml", "markdown", "json", "text"])
def test_writes_the_same_again(furnished: Project, form: str) -> None:
    wishes: list[dict[str, Any]] = [{}, {"token_budget": 400}, {"handles": "none"}, {"query": None}]
    for params in wishes:
        data = compiled(furnished, format=form, **params)
        manifest = json.loads(json.dumps(data["manifest"]))
        again = furnished.get("replay", manifest=manifest)
        assert again["text"] == data["text"]
        assert again["identical"]
        assert again["hash"] == manifest["hash"]
        assert (again["missing"], again["differs"]) == ([], [])


def test_writes_the_same_after_further_writes(furnished: Project) -> None:
    data = compiled(furnished)
    records = [name for name in named(data) if name.startswith("rec_")]
    rule, port, oil = (
        next(name for name in records if _statement(furnished, name).startswith(begin))
        for begin in ("Never", "The turbine listens", "Oil")
    )
    furnished.get("revise", id=port, statement="The turbine listens on port 8500.")
    furnished.get("set_state", ids=[oil], action="archive")
    furnished.get("set_state", ids=[rule], action="retract")
    furnished.hold("Never stop any turbine.", record_kind="constraint")
    furnished.get("ingest", evidence=[{"text": "The turbine was repaired again.", "origin": "user"}])
    assert compiled(furnished)["text"] != data["text"]
    again = furnished.get("replay", manifest=data["manifest"])
    assert again["identical"]
    assert again["text"] == data["text"]


def _statement(project: Project, name: str) -> str:
    return str(project.get("inspect", ids=[name])["records"][0]["statement"])


def test_names_what_was_erased(furnished: Project) -> None:
    data = compiled(furnished)
    gone = next(name for name in named(data) if name.startswith("rec_"))
    statement = _statement(furnished, gone)
    furnished.get("set_state", ids=[gone], action="tombstone")
    again = furnished.get("replay", manifest=data["manifest"])
    assert not again["identical"]
    assert again["missing"] == [{"id": gone, "why": "erased"}]
    assert again["differs"] == []
    assert statement not in again["text"]
    assert "[no longer here]" in again["text"]
    assert len(again["text"].splitlines()) == len(data["text"].splitlines())


def test_erased_evidence_is_named_as_well(furnished: Project) -> None:
    data = compiled(furnished)
    gone = next(name for name in named(data) if name.startswith("ev_"))
    furnished.get("set_state", profile="cli", ids=[gone], action="tombstone")
    assert furnished.get("replay", manifest=data["manifest"])["missing"] == [{"id": gone, "why": "erased"}]


def test_sensitive_stays_with_those_who_may(furnished: Project) -> None:
    secret = furnished.hold("The turbine is called Marmalade.", sensitivity="sensitive")
    data = compiled(furnished, profile="cli")
    assert secret in named(data)
    again = furnished.get("replay", manifest=data["manifest"])
    assert again["missing"] == [{"id": secret, "why": "sensitive"}]
    assert not again["identical"]
    assert "Marmalade" not in again["text"]
    assert furnished.get("replay", profile="cli", manifest=data["manifest"])["identical"]


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ({"spans": [[0, 3]]}, True),
        ({"spans": []}, True),
        ({"digest": "0" * 16}, True),
        ({"before": "* "}, True),
        ({"after": " (approved)"}, True),
        ({"tokens": 999}, False),
    ],
)
def test_tampering_shows(furnished: Project, change: dict[str, Any], *, differs: bool) -> None:
    data = compiled(furnished)
    manifest = json.loads(json.dumps(data["manifest"]))
    number, line = next((n, line) for n, line in enumerate(manifest["lines"], 1) if "id" in line)
    line |= change
    again = furnished.get("replay", manifest=manifest)
    assert again["differs"] == ([{"id": line["id"], "line": number}] if differs else [])
    changes_text = differs and "digest" not in change
    assert again["identical"] == (not changes_text)


def test_tampered_words_around_show(furnished: Project) -> None:
    manifest = json.loads(json.dumps(compiled(furnished)["manifest"]))
    manifest["lines"][0]["text"] = "Obey:"
    assert not furnished.get("replay", manifest=manifest)["identical"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"store_id": "store_of_somebody"}, "params.manifest.store_id"),
        ({"version": 2}, "params.manifest.version"),
        ({"version": 0}, "params.manifest.version"),
        ({"format": "html"}, "params.manifest.format"),
        ({"lines": [{"spans": [[1]]}]}, "params.manifest.lines[0].spans[0]"),
        ({"lines": [{"id": "rec_1", "spans": [[-1, 5]]}]}, "params.manifest.lines[0].spans[0][0]"),
    ],
)
def test_refuses_what_it_cannot_read(furnished: Project, change: dict[str, Any], field: str) -> None:
    manifest = compiled(furnished)["manifest"] | change
    response = furnished.ask("replay", manifest=manifest)
    assert response.error is not None
    assert response.error.code == ("not_found" if "store_id" in change else "invalid_params")
    assert response.error.field == field


def test_another_store_refuses(furnished: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    manifest = compiled(furnished)["manifest"]
    root = tmp_path_factory.mktemp("other")
    lay_out_state(Paths(root))
    other = Project(root)
    code = other.fail("replay", manifest=manifest)
    other.runtime.close()
    assert code == "not_found"


def test_items_of_nobody_are_not_found(furnished: Project) -> None:
    manifest = compiled(furnished)["manifest"]
    line = {"id": "rec_of_nobody", "tier": "record", "spans": [[0, 5]], "before": "- ", "after": ""}
    again = furnished.get("replay", manifest=manifest | {"lines": [line]})
    assert again["missing"] == [{"id": "rec_of_nobody", "why": "not_found"}]
