"""Ingesting twice is ingesting once, alone and in one batch; a key has one live value."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.contracts.model import JsonObject
from tests.conftest import Project

kinds = st.sampled_from(["fact", "note"])
# Keyed and unkeyed items say different things: the same words under a key and without one are one claim,
# which goes when the key gets another value.
items = st.lists(
    st.one_of(
        st.fixed_dictionaries({"record_kind": kinds, "statement": st.sampled_from(["red", "green", "blue"])}),
        st.fixed_dictionaries(
            {
                "record_kind": kinds,
                "statement": st.sampled_from("abc"),
                "subject_key": st.sampled_from(["x", "y"]),
            }
        ),
    ),
    min_size=1,
    max_size=8,
)
once_per_example = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def live(project: Project) -> list[tuple[object, ...]]:
    records = project.get("list", limit=1000)["records"]
    assert isinstance(records, list)
    return sorted((r["kind"], r.get("subject_key") or "", r["statement"]) for r in records)


@once_per_example
@given(batch=items)
def test_ingesting_twice_is_ingesting_once(project: Project, batch: list[JsonObject]) -> None:
    project.get("ingest", items=batch, on_conflict="supersede")
    before = live(project)
    last_values = [item for number, item in enumerate(batch) if _is_last_of_its_key(batch, number)]
    project.get("ingest", items=last_values, on_conflict="supersede")
    assert live(project) == before


def _is_last_of_its_key(batch: list[JsonObject], number: int) -> bool:
    slot = (batch[number]["record_kind"], batch[number].get("subject_key"))
    later = [(item["record_kind"], item.get("subject_key")) for item in batch[number + 1 :]]
    return slot[1] is None or slot not in later


@once_per_example
@given(batch=items)
def test_a_key_has_one_live_value(project: Project, batch: list[JsonObject]) -> None:
    project.get("ingest", items=batch, on_conflict="supersede")
    keyed = [(kind, key) for kind, key, _ in live(project) if key]
    assert len(keyed) == len(set(keyed))


@once_per_example
@given(batch=items)
def test_one_call_equals_many_calls(project: Project, batch: list[JsonObject]) -> None:
    """A batch gives the same outcomes as its items one by one, in another scope of the same project."""
    together = project.get("ingest", items=[item | {"scope": "branch", "scope_ref": "b1"} for item in batch])
    apart: list[object] = []
    for item in batch:
        one = project.get("ingest", items=[item | {"scope": "branch", "scope_ref": "b2"}])["results"]
        assert isinstance(one, list)
        apart.append(one[0]["outcome"])
    results = together["results"]
    assert isinstance(results, list)
    assert [result["outcome"] for result in results] == apart
    _forget(project)


def _forget(project: Project) -> None:
    records = project.get("list", limit=1000)["records"]
    assert isinstance(records, list)
    if records:
        project.get("set_state", ids=[record["id"] for record in records], action="tombstone")


def test_evidence_joins_a_duplicate(project: Project) -> None:
    record = project.hold("the same", raw_evidence=[{"text": "seen first"}])
    again = project.get(
        "ingest", record_kind="fact", statement="the same", raw_evidence=[{"text": "seen again"}]
    )
    assert again["duplicates"] == 1
    shown = project.get("inspect", ids=[record])["records"]
    assert isinstance(shown, list)
    assert len(shown[0]["evidence_ids"]) == 2


def test_a_revision_within_one_batch_keeps_the_lineage(project: Project) -> None:
    values = [{"record_kind": "fact", "subject_key": "port", "statement": str(port)} for port in (1, 2, 3)]
    project.get("ingest", items=values, on_conflict="supersede")
    newest = project.get("list")["records"]
    assert isinstance(newest, list)
    assert [record["statement"] for record in newest] == ["3"]
    versions = project.get("history", id=newest[0]["handle"])["versions"]
    assert isinstance(versions, list)
    assert [(v["statement"], v["state"]) for v in versions] == [
        ("1", "superseded"),
        ("2", "superseded"),
        ("3", "live"),
    ]
