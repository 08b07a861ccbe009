"""Two times: what was true in the world, and what was known; neither rewrites the other."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from phantasm.config.paths import Paths
from phantasm.storage.driver import driver
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

FIRST_RELEASE = Path(__file__).parents[2] / "fixtures" / "stores" / "0001.sql"

JANUARY, MARCH, JUNE = "2026-01-01", "2026-03-01", "2026-06-01"


def _true(project: Project, **at: Any) -> list[str]:
    return sorted(record["statement"] for record in project.get("list", limit=100, **at)["records"])


def _now(project: Project) -> str:
    return project.clock.now().isoformat()


def test_validity_is_half_open(project: Project) -> None:
    project.hold("The fair is on.", valid_from=JANUARY, valid_to=MARCH)
    assert _true(project, as_of="2025-12-31T23:59:59.999999Z") == []
    assert _true(project, as_of=JANUARY) == ["The fair is on."]
    assert _true(project, as_of="2026-02-28T23:59:59.999999Z") == ["The fair is on."]
    assert _true(project, as_of=MARCH) == []


def test_a_successor_begins_where_its_predecessor_ends(project: Project) -> None:
    record_id = project.hold("The port is 80.", valid_from=JANUARY)
    project.get("revise", id=record_id, statement="The port is 81.", valid_from=MARCH)
    assert _true(project, as_of="2026-02-28T23:59:59.999999Z") == ["The port is 80."]
    assert _true(project, as_of=MARCH) == ["The port is 81."]


def test_a_correction_of_the_past_leaves_one_truth_at_every_moment(project: Project) -> None:
    first = project.hold("The port is 80.", valid_from=JANUARY)
    second = project.get("revise", id=first, statement="The port is 81.", valid_from=JUNE)["record_id"]
    before = _now(project)
    project.get("revise", id=second, statement="The port is 82.", valid_from=MARCH)
    assert _true(project, as_of="2026-02-01") == ["The port is 80."]
    assert _true(project, as_of="2026-04-01") == ["The port is 82."]
    assert _true(project, as_of="2026-07-01") == ["The port is 82."]
    assert _true(project, as_of="2026-04-01", known_at=before) == ["The port is 80."]
    assert _true(project, as_of="2026-07-01", known_at=before) == ["The port is 81."]


def test_what_was_undone_is_known_to_have_been_held_in_between(project: Project) -> None:
    record_id = project.hold("It rains.", valid_from=JANUARY)
    archived = project.ask("set_state", ids=[record_id], action="retract").provenance.operation_id
    between = _now(project)
    project.get("undo", operations=[archived])
    assert _true(project, as_of=MARCH) == ["It rains."]
    assert _true(project, as_of=MARCH, known_at=between) == []


def test_a_suggestion_is_not_held_before_it_was_accepted(project: Project) -> None:
    data = project.get(
        "ingest", profile="generic_mcp", record_kind="fact", statement="It rains.", valid_from=JANUARY
    )
    before = _now(project)
    project.get("review", profile="cli", action="accept", ids=[data["results"][0]["record_id"]])
    assert _true(project) == ["It rains."]
    assert _true(project, known_at=before) == []
    assert _true(project, as_of=MARCH, known_at=before) == []


def test_what_was_erased_is_gone_from_the_past(project: Project) -> None:
    record_id = project.hold("Forget this.", valid_from=JANUARY)
    before = _now(project)
    project.get("set_state", ids=[record_id], action="tombstone")
    assert _true(project, known_at=before) == []
    assert _true(project, as_of=MARCH, known_at=before) == []
    shown = project.get("inspect", ids=[record_id], known_at=before)["records"][0]
    assert (shown["state"], shown["withheld"]) == ("tombstoned", "erased")


def test_the_past_keeps_its_marks_and_its_evidence(project: Project) -> None:
    base = project.hold("The store is A.")
    leaf = project.hold("Back it up.", links=[{"type": "depends_on", "target": base}])
    calm = _now(project)
    revised = project.ask("revise", id=base, statement="The store is B.").provenance.operation_id
    doubtful = _now(project)
    project.get("undo", operations=[revised])
    project.hold("Back it up.", raw_evidence=[{"text": "said again"}])
    marks = [
        project.get("inspect", ids=[leaf], **at)["records"][0]["marks"]
        for at in ({"known_at": calm}, {"known_at": doubtful}, {})
    ]
    assert marks == [[], ["doubtful"], []]
    assert project.get("inspect", ids=[leaf], known_at=calm)["records"][0]["evidence_ids"] == []
    assert len(project.get("inspect", ids=[leaf])["records"][0]["evidence_ids"]) == 1


def test_evidence_for_a_frozen_record_leaves_it_frozen_in_the_past(project: Project) -> None:
    record_id = project.hold("It rains.")
    project.get("set_state", profile="cli", ids=[record_id], action="freeze")
    project.hold("It rains.", raw_evidence=[{"text": "said again"}])
    shown = project.get("inspect", ids=[record_id], known_at=_now(project))["records"][0]
    assert shown["frozen"]


def test_a_clock_that_was_set_back_does_not_change_what_was_known(project: Project) -> None:
    project.hold("It rains.")
    moment = _now(project)
    project.hold("It snows.")
    assert _true(project, known_at=moment) == ["It rains."]
    project.clock.advance(timedelta(hours=-1))
    project.hold("It hails.")
    assert _true(project, known_at=moment) == ["It rains."]


def test_says_who_withdrew_it_as_it_was_known_then(project: Project) -> None:
    record_id = project.hold("It rains.")
    project.get("set_state", ids=[record_id], action="archive", reason="first")
    moment = _now(project)
    project.get("set_state", ids=[record_id], action="restore")
    project.get("set_state", ids=[record_id], action="archive", reason="second")
    then = project.get("inspect", ids=[record_id], known_at=moment)["withdrawn"][0]
    assert then["reason"] == "first"


def test_a_link_that_was_ended_and_held_again_shows_the_gap(project: Project) -> None:
    one, other = project.hold("One."), project.hold("Other.")
    link = {"type": "blocks", "target": other}
    project.get("link", id=one, links=[link])
    ended = project.ask("link", id=one, remove=[link]).provenance.operation_id
    gap = _now(project)
    project.get("undo", operations=[ended])
    assert len(project.get("explain", id=one)["rests_on"]) == 1
    assert project.get("explain", id=one, known_at=gap)["rests_on"] == []


def test_a_store_of_the_first_release_has_one_truth_in_the_past_too(tmp_path: Path) -> None:
    """Its journal does not say when something ended; the record does, or when it was closed."""
    paths = Paths(tmp_path)
    lay_out_state(paths)
    paths.store.unlink()
    with closing(driver.connect(paths.store, isolation_level=None)) as connection:
        connection.executescript(FIRST_RELEASE.read_text(encoding="utf-8"))
    paths.store.chmod(0o600)
    project = Project(tmp_path, first_key=1_000)
    project.clock.advance(timedelta(days=1))
    page: dict[str, Any] = {"everywhere": True, "limit": 1000, "profile": "cli"}
    now = _now(project)
    known = project.get("list", as_of=now, known_at=now, **page)["records"]
    plain = project.get("list", as_of=now, **page)["records"]
    assert [record["id"] for record in known] == [record["id"] for record in plain]
    lines = [record["lineage"] for record in known]
    assert len(lines) == len(set(lines))
    project.runtime.close()
