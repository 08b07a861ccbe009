"""What may be handed over is gathered once, at its best place, with its sides and with whose word it is."""

from phantasm.context.compiler import Material
from phantasm.context.reading.gathering import gather
from phantasm.context.reading.wish import Wish
from tests.conftest import Project
from tests.unit.context.reading.wishes import reading, wish


def gathered(project: Project, asked: Wish) -> Material:
    """Gather by words alone."""
    with reading(project) as work:
        return gather(work, project.runtime.environment.blobs, asked, None).material


def test_parts_what_always_holds_from_what_answers(project: Project) -> None:
    rule = project.hold("Never stop the turbine.", record_kind="constraint")
    fact = project.hold("The turbine turns.")
    material = gathered(project, wish("turbine"))
    assert [one.id for one in material.stable] == [rule]
    assert {one.id for one in material.task} == {rule, fact}
    assert material.match != "standing"
    standing = gathered(project, wish())
    assert standing.match == "standing"
    assert [one.id for one in standing.stable] == [rule]
    assert [one.id for one in standing.task] == [fact]


def test_names_everything_once(project: Project) -> None:
    task = project.hold(
        "Fix the turbine.", record_kind="task", payload={"status": "doing"}, subject_key="turbine.fix"
    )
    material = gathered(project, wish("turbine", focus=["turbine.fix"]))
    [one] = [one for one in material.task if one.id == task]
    assert one.parts, "as what answers"
    assert one.rank == 0, "at its best place"


def test_what_hardly_answers_is_left_out(project: Project) -> None:
    project.hold("Invoices are stored in PostgreSQL.")
    material = gathered(project, wish("zebra astronomy"))
    assert (material.match, material.task) == ("no_match", [])
    nearest = gathered(project, wish("zebra invoices astronomy quasar nebula comet", nearest=True))
    assert [one.text for one in nearest.task] == ["Invoices are stored in PostgreSQL."]


def test_finds_the_other_side(project: Project) -> None:
    fields = {"subject_key": "port", "on_conflict": "conflict"}
    one = project.hold("The turbine listens on port 8400.", **fields)
    other = project.hold("Something else entirely.", **fields)
    task = {candidate.id: candidate for candidate in gathered(project, wish("turbine port")).task}
    assert task[one].standing.opposed == (other,)
    assert task[other].standing.opposed == (one,)
    assert "in_conflict" in task[other].standing.marks


def test_a_side_that_may_not_be_seen_stays_unseen(project: Project) -> None:
    fields = {"subject_key": "port", "on_conflict": "conflict"}
    one = project.hold("The turbine listens on port 8400.", **fields)
    project.hold("The turbine listens on port 8500.", sensitivity="sensitive", profile="cli", **fields)
    [candidate] = gathered(project, wish("turbine port")).task
    assert (candidate.id, candidate.standing.opposed) == (one, ())


def test_what_may_not_instruct_holds_for_no_task(project: Project) -> None:
    web = project.hold("The turbine page says so.", origin="web")
    rule = project.hold("Never stop the turbine.", record_kind="constraint")
    project.get("link", id=rule, links=[{"type": "derived_from", "target": web}])
    material = gathered(project, wish("turbine"))
    assert not material.stable
    assert {one.id: one.trusted for one in material.task} == {web: False, rule: False}


def test_what_is_asked_for_moves_up(project: Project) -> None:
    for n in range(4):
        project.hold(f"The turbine of hall {n} is painted.")
    decision = project.hold("The turbine of halls is painted, so that it rusts less.", record_kind="decision")
    [plain] = [one for one in gathered(project, wish("turbine painted")).task if one.id == decision]
    [asked] = [
        one for one in gathered(project, wish("Why did we paint the turbine?")).task if one.id == decision
    ]
    assert asked.rank <= plain.rank
    assert asked.reason.endswith("of the kind that is asked for")


def test_withdrawn_answers_come_along_today_only(project: Project) -> None:
    record = project.hold("The turbine listens on port 8400.")
    project.get("set_state", ids=[record], action="archive")
    [candidate] = gathered(project, wish("On which port does the turbine listen?")).task
    assert candidate.reason == "answered the task until it was withdrawn"
    assert candidate.standing.state == "archived"
