"""What would answer if it were still held, held here, or not sensitive is named with its reason."""

from typing import Any

from phantasm.context.reading.gathering import near_misses
from phantasm.context.reading.wish import Wish
from phantasm.retrieval.filters import Filter
from phantasm.retrieval.hits import Wanted
from phantasm.state.timeline import NOW
from tests.conftest import Project
from tests.unit.context.reading.wishes import reading, wish


def missed(project: Project, asked: Wish) -> dict[str, tuple[str, str]]:
    wanted = Wanted(question=asked.query or "", chosen=asked.chosen, at=NOW, most=50)
    with reading(project) as work:
        found = near_misses(work, project.runtime.environment.blobs, wanted, asked)
    return {one.candidate.id: (one.reason, one.detail) for one in found}


def test_says_why_each_is_not_there(project: Project) -> None:
    project.hold("Visitors may watch how a turbine turns.")
    old = project.hold("Oil for the turbine comes from Bremen.", subject_key="oil")
    project.get("revise", id=old, statement="Oil for the turbine comes from Kiel.")
    gone = project.hold("Every turbine has a nameplate.")
    project.get("set_state", ids=[gone], action="archive")
    secret = project.hold("The turbine is secretly broken.", sensitivity="sensitive")
    there = project.hold("The turbine is blue there.", scope="branch", scope_ref="feature")
    project.hold("Invoices are stored.", scope="branch", scope_ref="feature")
    assert missed(project, wish("turbine")) == {
        old: ("superseded", "it is superseded"),
        gone: ("superseded", "it is archived"),
        secret: ("sensitive", "this profile may not read it"),
        there: ("scope", "it belongs to the branch feature"),
    }


def test_misses_nothing_that_may_be_seen(project: Project) -> None:
    project.hold("The turbine is secretly broken.", sensitivity="sensitive")
    project.hold("The turbine is blue there.", scope="branch", scope_ref="feature")
    everything: dict[str, Any] = {"sensitive": True, "seen_from": None, "chosen": Filter()}
    assert missed(project, wish("turbine", **everything)) == {}


def test_filters_hold_for_near_misses_too(project: Project) -> None:
    project.hold("The turbine is secretly broken.", sensitivity="sensitive")
    narrow = Filter(kinds=["decision"], sensitive=False)
    assert missed(project, wish("turbine", chosen=narrow)) == {}
