"""What is withdrawn is said to be withdrawn, and whatever rests on it is doubted until somebody looks."""

from tests.conftest import Project


def marks(project: Project) -> dict[str, list[str]]:
    return {record["id"]: record["marks"] for record in project.get("list", limit=1000)["records"]}


def rest_on(project: Project, statement: str, basis: str, link: str = "depends_on") -> str:
    return project.hold(statement, links=[{"type": link, "target": basis}])


def test_doubt_travels_all_the_way_down_and_nowhere_else(project: Project) -> None:
    root = project.hold("The queue is RabbitMQ.")
    first = rest_on(project, "Workers acknowledge late.", root)
    second = rest_on(project, "A job may run twice.", first, "derived_from")
    other = rest_on(project, "Logs go to stdout.", root, "relates_to")
    response = project.ask("set_state", ids=[root], action="retract")
    assert marks(project) == {first: ["doubtful"], second: ["doubtful"], other: []}
    paths = {item.record_ids[0]: item.record_ids for item in response.review_items}
    assert set(paths) == {first, second}


def test_restoring_takes_the_doubt_back(project: Project) -> None:
    root = project.hold("The queue is RabbitMQ.")
    rests = rest_on(project, "Workers acknowledge late.", root)
    project.get("set_state", ids=[root], action="archive")
    assert marks(project)[rests] == ["doubtful"]
    project.get("set_state", ids=[root], action="restore")
    assert marks(project)[rests] == []


def test_revising_what_is_doubtful_clears_it(project: Project) -> None:
    root = project.hold("The queue is RabbitMQ.")
    rests = rest_on(project, "Workers acknowledge late.", root)
    project.get("revise", id=root, statement="The queue is Kafka.")
    assert marks(project)[rests] == ["doubtful"]
    project.get("revise", id=rests, statement="Workers commit offsets late.")
    assert all(not found for found in marks(project).values())


def test_a_withdrawn_answer_is_said_to_be_withdrawn(project: Project) -> None:
    record = project.hold("port 8400", subject_key="api.port")
    project.get("set_state", ids=[record], action="retract", reason="nobody listens there")
    data = project.get("list", subject_key="api.port")
    assert data["records"] == []
    (gone,) = data["withdrawn"]
    assert (gone["record_id"], gone["withdrawn_by"], gone["reason"]) == (
        record,
        "claude_code",
        "nobody listens there",
    )
    assert "port 8400" not in str(data)


def test_what_was_retracted_was_never_true_and_what_was_archived_was(project: Project) -> None:
    wrong, retired = project.hold("wrong"), project.hold("retired")
    between = project.get("inspect", ids=[retired])["records"][0]["recorded_at"]
    project.get("set_state", ids=[wrong], action="retract")
    project.get("set_state", ids=[retired], action="archive")
    then = project.get("list", as_of=between)["records"]
    assert [record["id"] for record in then] == [retired]


def test_erasing_what_two_rest_on_doubts_both_and_erases_what_it_was_about(project: Project) -> None:
    root = project.hold("secret plan", links=[{"type": "about", "target": "file:src/plan.py"}])
    first, second = rest_on(project, "a", root), rest_on(project, "b", root, "derived_from")
    project.get("set_state", ids=[root], action="tombstone")
    assert marks(project) == {first: ["doubtful"], second: ["doubtful"]}
    assert b"src/plan.py" not in project.paths.store.read_bytes()
