"""Every item of a manifest has a text, or a reason why it has none."""

from phantasm.context.reading.replaying import texts_of
from tests.conftest import Project
from tests.unit.context.reading.wishes import AGENT, PERSON, reading


def test_finds_texts_and_says_why_others_have_none(project: Project) -> None:
    data = project.get("ingest", evidence=[{"text": "It was seen."}])
    seen = str(data["evidence_ids"][0])
    held, erased = project.hold("It is held."), project.hold("It is erased.")
    secret = project.hold("It is secret.", sensitivity="sensitive", raw_evidence=[{"text": "A secret."}])
    basis = str(project.get("inspect", profile="cli", ids=[secret])["records"][0]["evidence_ids"][0])
    project.get("set_state", ids=[erased], action="tombstone")
    names = [seen, held, erased, secret, basis, "rec_of_nobody", "ev_of_nobody", "k3v9qd2a"]
    blobs = project.runtime.environment.blobs
    with reading(project, AGENT) as work:
        texts, absent = texts_of(work, blobs, names)
    assert texts == {seen: "It was seen.", held: "It is held."}
    assert absent == {
        erased: "erased",
        secret: "sensitive",
        basis: "sensitive",
        "rec_of_nobody": "not_found",
        "ev_of_nobody": "not_found",
        "k3v9qd2a": "not_found",
    }
    with reading(project, PERSON) as work:
        assert texts_of(work, blobs, [secret, basis])[0] == {secret: "It is secret.", basis: "A secret."}


def test_evidence_can_be_erased_as_well(project: Project) -> None:
    seen = str(project.get("ingest", evidence=[{"text": "It was seen."}])["evidence_ids"][0])
    project.get("set_state", profile="cli", ids=[seen], action="tombstone")
    with reading(project) as work:
        assert texts_of(work, project.runtime.environment.blobs, [seen]) == ({}, {seen: "erased"})


def test_older_versions_keep_their_text(project: Project) -> None:
    record = project.hold("The port is 8400.", subject_key="port")
    project.get("revise", id=record, statement="The port is 8500.")
    with reading(project) as work:
        texts, _ = texts_of(work, project.runtime.environment.blobs, [record])
    assert texts == {record: "The port is 8400."}
