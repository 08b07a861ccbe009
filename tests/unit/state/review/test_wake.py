"""A deferral waits for one operation by its id as well."""

from tests.conftest import Project


def test_waits_for_an_operation_that_has_not_happened(project: Project) -> None:
    data = project.get("ingest", profile="generic_mcp", record_kind="fact", statement="Alpha uses Redis")
    name = data["results"][0]["record_id"]
    happened = project.ask("ingest", record_kind="fact", statement="Beta uses Kafka").provenance.operation_id
    wake = {"operation": happened}
    refused = project.fail("review", profile="cli", action="defer", ids=[name], wake=wake)
    assert refused == "invalid_params"
    project.get("review", profile="cli", action="defer", ids=[name], wake={"operation": "op_later"})
    (item,) = project.get("review_queue")["items"]
    assert (item["state"], item["awake"]) == ("deferred", False)


def test_counts_only_what_happened_since(project: Project) -> None:
    project.get("verify", ids=[project.hold("Beta uses Kafka")])
    data = project.get("ingest", profile="generic_mcp", record_kind="fact", statement="Alpha uses Redis")
    name = data["results"][0]["record_id"]
    project.get("review", profile="cli", action="defer", ids=[name], wake={"operation": "verify"})
    assert not project.get("review_queue")["items"][0]["awake"]
