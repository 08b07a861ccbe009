"""The ledger of uses: once per session or report, whatever is told again, and how that went."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from phantasm.session import usage
from phantasm.session.model import Outcome
from phantasm.session.usage import How, Use, Uses
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

ONE, TWO, THREE = (f"2026-10-0{day}T00:00:00.000000Z" for day in (1, 2, 3))


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        caller = Caller("claude_code", frozenset())
        yield Work(connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, caller)


def _use(source: str, outcome: Outcome = "success", at: str = ONE, how: How = "cited") -> Use:
    return Use("rec_1", source, how, outcome, at)


def test_counts_a_use_once_per_session(work: Work) -> None:
    assert usage.use(work, [_use("s1"), _use("s2", "failure", TWO)]) == 2
    assert usage.use(work, [_use("s1"), _use("s2", "failure", TWO)]) == 0
    assert usage.uses_of(work, ["rec_1", "rec_2"]) == {"rec_1": Uses(2, 1, 1, 1, TWO)}


def test_keeps_what_says_most_whatever_comes_first(work: Work) -> None:
    told: list[How] = ["touched", "cited", "reported"]
    for number, order in enumerate(permutations(told)):
        for how in order:
            usage.use(work, [Use(f"rec_{number}", "s1", how, "success", ONE)])
    assert {one.how for one in usage.every(work)} == {"reported"}


def test_counts_failures_since_the_last_success_by_time(work: Work) -> None:
    usage.use(work, [_use("c", "failure", THREE), _use("a", "failure", ONE), _use("b", "success", TWO)])
    assert usage.uses_of(work, ["rec_1"])["rec_1"] == Uses(3, 1, 2, 1, THREE)
    assert usage.uses_of(work, ["rec_1"], until=ONE)["rec_1"] == Uses(1, 0, 1, 1, ONE)
    assert usage.uses_of(work, ["rec_1"], until="2026-09-01") == {}


def test_forgets_what_a_session_used_but_not_what_was_reported(work: Work) -> None:
    usage.use(work, [_use("s1"), _use("s2", how="reported")])
    usage.forget(work, ["s1", "s2"])
    assert [one.source for one in usage.about(work, "rec_1")] == ["s2"]


def test_the_same_report_again_brings_nothing_new(project: Project) -> None:
    name = project.hold("The upload test needs TZ=UTC.")
    turns = [{"id": "1", "role": "user", "text": "The upload test fails."}]
    project.get("session_append", session_id="s1", turns=turns)
    report: dict[str, Any] = {"outcome": "success", "session_id": "s1", "used": [name]}
    assert [project.get("report_outcome", **report)["new"] for _ in range(3)] == [2, 0, 0]


def test_a_report_may_come_before_its_session(project: Project) -> None:
    project.get("report_outcome", outcome="failure", session_id="s1")
    turns = [{"id": "1", "role": "user", "text": "Look at the retry queue. Thanks, works now."}]
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01")
    assert project.get("inspect", ids=["s1"])["sessions"][0]["outcome"] == "failure"


def test_an_episode_can_be_reported_as_used(project: Project) -> None:
    turns = [{"id": "1", "role": "user", "text": "Look at the retry queue."}]
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01")
    handle = project.get("inspect", ids=["s1"])["sessions"][0]["handle"]
    assert project.get("report_outcome", outcome="success", used=[f"[s:{handle}]"])["new"] == 1


def test_later_use_does_not_change_what_was_found_earlier(project: Project) -> None:
    name = project.hold("The upload test needs the zone UTC.")
    then = project.clock.now().isoformat()
    project.hold("Something else entirely.")
    before = project.get("search", query="upload test", known_at=then)["hits"]
    project.get("report_outcome", outcome="failure", used=[name])
    assert project.get("search", query="upload test", known_at=then)["hits"] == before


def test_of_two_reports_the_later_counts_whichever_arrives_first(project: Project) -> None:
    name = project.hold("The upload test needs the zone UTC.")
    reports = [{"outcome": "success", "at": TWO}, {"outcome": "failure", "at": ONE}]
    for session, order in (("a", reports), ("b", reports[::-1])):
        for report in order:
            counted = project.get("report_outcome", session_id=session, used=[name], **report)["counted"]
    assert (counted[0]["successes"], counted[0]["failures"]) == (2, 0)
