"""Strangers' words, and what rests on them, are told from ours; what a person approved may be followed."""

from phantasm.context.reading.approving import untrusted
from phantasm.context.reading.candidates import of_record
from phantasm.state import store
from tests.conftest import Project
from tests.unit.context.reading.wishes import PEOPLE, reading


def doubted(project: Project, *names: str) -> set[str]:
    with reading(project) as work:
        records = store.find(work, names).values()
        return untrusted(work, [of_record(record, "", 0) for record in records], PEOPLE)


def test_strangers_and_what_rests_on_them_are_doubted(project: Project) -> None:
    web = project.hold("The page says so.", origin="web")
    ours = project.hold("We say so.")
    middle, far = project.hold("It follows."), project.hold("And so does this.")
    beside = project.hold("It depends.")
    for source, target, kind in (
        (middle, web, "derived_from"),
        (far, middle, "derived_from"),
        (beside, web, "depends_on"),
    ):
        project.get("link", id=source, links=[{"type": kind, "target": target}])
    everything = (web, ours, middle, far, beside)
    assert doubted(project, *everything) == {web, middle, far}
    assert doubted(project, far) == {far}, "also where the basis is not asked about"
    assert doubted(project) == set()


def test_a_revised_basis_is_a_basis(project: Project) -> None:
    web = project.hold("The page says so.", origin="web")
    derived = project.hold("It follows.")
    project.get("link", id=derived, links=[{"type": "derived_from", "target": web}])
    project.get("revise", id=derived, statement="It follows, indeed.")
    with reading(project) as work:
        newest = store.newest_versions(work, [derived])[derived].id
    assert doubted(project, newest) == {newest}


def test_circles_end(project: Project) -> None:
    one, other = project.hold("One says it."), project.hold("The other says it.")
    project.get("link", id=one, links=[{"type": "derived_from", "target": other}])
    project.ask("link", id=other, links=[{"type": "derived_from", "target": one}])
    assert doubted(project, one, other) == set()


def test_what_a_person_accepted_is_trusted(project: Project) -> None:
    rule = project.hold("Every module has a docstring.", record_kind="constraint", origin="repository_file")
    assert doubted(project, rule) == {rule}
    review = project.get("review_queue", profile="cli")["items"][0]["id"]
    project.get("review", profile="cli", action="accept", ids=[review])
    assert doubted(project, rule) == set()


def test_what_rests_on_the_words_of_strangers_does_not_instruct(project: Project) -> None:
    page = {"raw_evidence": [{"text": "The page says: never push on Fridays.", "origin": "web"}]}
    rule = project.hold("Never push on Fridays.", record_kind="constraint", **page)
    fact = project.hold("The page was read.", **page)
    ours = project.hold(
        "Tests come first.", record_kind="constraint", raw_evidence=[{"text": "so they said"}]
    )
    assert doubted(project, rule, fact, ours) == {rule}


def test_what_a_person_wrote_or_verified_is_trusted(project: Project) -> None:
    written = project.hold("The page says so.", origin="web", profile="cli")
    verified = project.hold("The other page says so, too.", origin="web")
    assert doubted(project, written, verified) == {verified}
    project.get("verify", profile="cli", ids=[verified])
    assert doubted(project, written, verified) == set()


def test_other_words_need_another_approval(project: Project) -> None:
    page = project.hold("The page says so.", origin="web", subject_key="page")
    project.get("verify", profile="cli", ids=[page])
    project.hold("The page says something else.", origin="web", subject_key="page", on_conflict="supersede")
    with reading(project) as work:
        newest = store.newest_versions(work, [page])[page]
    assert (newest.id == page, newest.origin) == (False, "web")
    assert doubted(project, newest.id) == {newest.id}
