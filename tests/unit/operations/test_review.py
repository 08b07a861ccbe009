"""review: what a person decides about suggestions, conflicts, duplicates and doubts."""

from datetime import timedelta
from typing import Any

import pytest

from phantasm.runtime.party import Party
from tests.conftest import PERSON, Project

SUGGESTER = "generic_mcp"


def suggest(project: Project, statement: str, **fields: Any) -> str:
    data = project.get(
        "ingest", profile=SUGGESTER, **({"record_kind": "fact", "statement": statement} | fields)
    )
    assert data["results"][0]["outcome"] == "suggested", data
    return str(data["results"][0]["record_id"])


def contradict(project: Project, **fields: Any) -> tuple[str, str, str]:
    """Hold two records that contradict each other; returns both and the review."""
    first = project.hold("We deploy on Monday", subject_key="deploy.day", **fields)
    data = project.get(
        "ingest",
        record_kind="fact",
        subject_key="deploy.day",
        statement="We deploy on Friday",
        on_conflict="conflict",
    )
    (item,) = project.get("review_queue", kinds=["conflict"])["items"]
    return first, data["results"][0]["record_id"], item["id"]


def decide(project: Project, action: str, *ids: str, **params: Any) -> dict[str, Any]:
    return project.get("review", profile="cli", action=action, ids=list(ids), **params)


def record(project: Project, name: str) -> dict[str, Any]:
    (found,) = project.get("inspect", profile="cli", ids=[name])["records"]
    assert isinstance(found, dict)
    return found


def waiting(project: Project, **params: Any) -> list[dict[str, Any]]:
    items = project.get("review_queue", profile="cli", **params)["items"]
    assert isinstance(items, list)
    return items


class TestAccept:
    def test_makes_the_suggestion_live(self, project: Project) -> None:
        name = suggest(project, "Builds run on Jenkins agents")
        (item,) = waiting(project)
        data = decide(project, "accept", item["id"])
        assert data["decisions"] == [{"outcome": "accepted", "review_id": item["id"], "record_id": name}]
        assert record(project, name)["state"] == "live"
        assert waiting(project) == []

    def test_takes_a_handle_and_an_alias(self, project: Project) -> None:
        name = suggest(project, "Builds run on Jenkins agents")
        handle = record(project, name)["handle"]
        project.get("accept_suggestion", profile="cli", ids=[handle])
        assert record(project, name)["state"] == "live"
        assert waiting(project) == []

    def test_supersedes_what_it_was_to_replace_and_doubts_what_rests_on_it(self, project: Project) -> None:
        held = project.hold("Port 8400 is used", subject_key="port")
        resting = project.hold("The proxy forwards there", links=[{"type": "depends_on", "target": held}])
        name = suggest(project, "Port 8500 is used", subject_key="port")
        decide(project, "accept", name)
        assert record(project, held)["state"] == "superseded"
        assert record(project, name)["supersedes"] == held
        assert record(project, resting)["marks"] == ["doubtful"]
        (doubt,) = waiting(project, kinds=["doubtful"])
        assert doubt["path"] == [held, resting]

    def test_supersedes_the_newer_version_and_says_so(self, project: Project) -> None:
        held = project.hold("Port 8400 is used", subject_key="port")
        name = suggest(project, "Port 8500 is used", subject_key="port")
        newer = project.get("revise", id=held, statement="Port 8450 is used")["record_id"]
        response = project.ask("review", profile="cli", action="accept", ids=[name])
        assert [warning.code for warning in response.warnings] == ["target_moved"]
        assert record(project, newer)["state"] == "superseded"
        (live,) = project.get("list")["records"]
        assert live["id"] == name

    def test_holds_the_persons_own_words(self, project: Project) -> None:
        name = suggest(
            project, "Builds run on jenkins", raw_evidence=[{"text": "saw it", "origin": "tool_output"}]
        )
        data = decide(project, "accept", name, statement="Builds run on Jenkins 2")
        live = data["decisions"][0]["record_id"]
        assert live != name
        shown = record(project, live)
        assert (shown["statement"], shown["origin"]) == ("Builds run on Jenkins 2", "user")
        assert (shown["supersedes"], len(shown["evidence_ids"])) == (name, 1)
        assert record(project, name)["state"] == "superseded"
        then = record(project, name)["valid_from"]
        assert [found["id"] for found in project.get("list", as_of=then)["records"]] == [live]

    def test_supersedes_whoever_holds_the_key_by_now(self, project: Project) -> None:
        name = suggest(project, "Port 8500 is used", subject_key="port")
        later = project.hold("Port 8400 is used", subject_key="port")
        decide(project, "accept", name)
        assert record(project, later)["state"] == "superseded"
        assert project.get("list")["total"] == 1

    def test_decides_many_or_none(self, project: Project) -> None:
        first, second = suggest(project, "Alpha uses Redis"), suggest(project, "Beta uses Kafka")
        gone = suggest(project, "Gamma uses MySQL")
        decide(project, "reject", gone)
        assert project.fail("review", profile="cli", action="accept", ids=[first, gone]) == "stale_target"
        assert record(project, first)["state"] == "suggested"
        items = [item["id"] for item in waiting(project)]
        decide(project, "accept", *items, first, second)
        assert {record(project, name)["state"] for name in (first, second)} == {"live"}

    def test_refuses_what_was_decided(self, project: Project) -> None:
        suggest(project, "Alpha uses Redis")
        (item,) = waiting(project)
        decide(project, "accept", item["id"])
        assert project.fail("review", profile="cli", action="accept", ids=[item["id"]]) == "stale_target"
        assert project.fail("review", profile="cli", action="reject", ids=["rev_none"]) == "not_found"

    def test_changes_nothing_in_a_dry_run(self, project: Project) -> None:
        name = suggest(project, "Alpha uses Redis")
        response = project.ask("review", profile="cli", action="accept", ids=[name], dry_run=True)
        assert response.preview is not None
        assert response.preview.changes == 2
        assert record(project, name)["state"] == "suggested"

    def test_says_nothing_of_what_records_say(self, project: Project) -> None:
        name = suggest(project, "The mascot is a heron", subject_key="mascot.heron")
        data = decide(project, "accept", name, statement="The mascot is a grey heron")
        assert "heron" not in str(data)

    def test_needs_a_person(self, project: Project) -> None:
        name = suggest(project, "Alpha uses Redis")
        for profile in ("claude_code", SUGGESTER, "scheduler"):
            assert project.fail("review", profile=profile, action="accept", ids=[name]) == "not_allowed"
        assert project.get("review", profile="dashboard", action="accept", ids=[name])["decisions"]

    def test_replays_a_decision(self, project: Project) -> None:
        name = suggest(project, "Alpha uses Redis")
        request = project.request("review", profile="cli", action="accept", ids=[name])
        first, second = project.runtime.handle(request, PERSON), project.runtime.handle(request, PERSON)
        assert (second.replayed, second.data) == (True, first.data)

    def test_marks_what_contradicts_it_by_now(self, project: Project) -> None:
        name = suggest(project, "The default branch is trunk")
        held = project.hold("The default branch is main")
        decide(project, "accept", name)
        states = {record(project, one)["state"] for one in (name, held)}
        marks = [record(project, one)["marks"] for one in (name, held)]
        # Whatever the judge makes of the two: they never hold side by side unmarked.
        assert states != {"live"} or marks == [["in_conflict"], ["in_conflict"]]


class TestReject:
    def test_takes_it_back_as_never_true(self, project: Project) -> None:
        name = suggest(project, "Alpha uses Redis")
        project.get("reject_suggestion", profile="cli", ids=[name], reason="it does not")
        shown = record(project, name)
        assert (shown["state"], shown["valid_to"]) == ("archived", shown["valid_from"])
        assert waiting(project) == []
        (done,) = waiting(project, states=["resolved"])
        assert (done["state"], done["resolution"]) == ("resolved", "rejected")

    def test_refuses_what_is_held(self, project: Project) -> None:
        held = project.hold("Alpha uses Redis")
        assert project.fail("review", profile="cli", action="reject", ids=[held]) == "stale_target"


class TestDefer:
    def test_wakes_at_a_moment(self, project: Project) -> None:
        suggest(project, "Alpha uses Redis")
        (item,) = waiting(project)
        decide(project, "defer", item["id"], wake={"until": "2026-11-05"})
        (asleep,) = waiting(project)
        assert (asleep["state"], asleep["awake"]) == ("deferred", False)
        assert asleep["wake"] == {"until": "2026-11-05T00:00:00.000000Z"}
        assert waiting(project, states=["open"]) == []
        project.clock.advance(timedelta(days=4))
        (awake,) = waiting(project, states=["open"])
        assert (awake["state"], awake["awake"]) == ("open", True)
        assert waiting(project, states=["deferred"]) == []

    def test_wakes_when_a_record_changes(self, project: Project) -> None:
        held, other = project.hold("Alpha uses Redis"), project.hold("Beta uses Kafka")
        name = suggest(project, "Gamma uses MySQL")
        project.get("defer_review", profile="cli", ids=[name], wake={"record": held})
        project.get("revise", id=other, statement="Beta uses Kafka 3")
        assert not waiting(project)[0]["awake"]
        project.get("revise", id=held, statement="Alpha uses Redis 7")
        assert waiting(project)[0]["awake"]

    def test_wakes_when_an_operation_happens(self, project: Project) -> None:
        held = project.hold("Alpha uses Redis")
        name = suggest(project, "Gamma uses MySQL")
        decide(project, "defer", name, wake={"operation": "archive"})
        (item,) = waiting(project)
        assert (item["wake"], item["awake"]) == ({"operation": "set_state"}, False)
        project.get("archive", ids=[held])
        assert waiting(project)[0]["awake"]

    def test_can_be_decided_while_it_sleeps(self, project: Project) -> None:
        name = suggest(project, "Gamma uses MySQL")
        decide(project, "defer", name, wake={"operation": "revise"})
        decide(project, "accept", name)
        assert waiting(project) == []

    @pytest.mark.parametrize(
        "wake",
        [
            {},
            {"until": "2026-10-01"},
            {"until": "2027-01-01", "operation": "revise"},
            {"operation": "search_everything"},
            {"operation": "list"},
            {"file": "a.py"},
            None,
        ],
    )
    def test_refuses_what_never_happens(self, project: Project, wake: dict[str, str] | None) -> None:
        name = suggest(project, "Gamma uses MySQL")
        assert (
            project.fail("review", profile="cli", action="defer", ids=[name], wake=wake) == "invalid_params"
        )
        assert waiting(project)[0]["state"] == "open"


class TestPick:
    def test_needs_a_confirmation_of_exactly_this(self, project: Project) -> None:
        first, second, item = contradict(project)
        params: dict[str, Any] = {"action": "pick", "ids": [item], "winner": second}
        assert project.fail("review", profile="cli", **params) == "confirmation_required"
        target: dict[str, object] = {
            "winner": first,
            "losers": [],
            "loser_state": "superseded",
            "ids": [item],
        }
        refused = project.confirm("review", target, **params)
        assert refused.error is not None
        assert refused.error.code == "confirmation_mismatch"
        assert project.ask("review", profile="cli", dry_run=True, **params).error is None

    def test_lets_the_suggested_one_win(self, project: Project) -> None:
        first, second, item = contradict(project)
        resting = project.hold("Reports run on Tuesday", links=[{"type": "derived_from", "target": first}])
        assert record(project, first)["marks"] == ["in_conflict"]
        target: dict[str, object] = {
            "winner": second,
            "losers": [],
            "loser_state": "superseded",
            "ids": [item],
        }
        done = project.confirm("review", target, action="pick", ids=[item], winner=second)
        assert done.error is None
        assert record(project, second)["state"] == "live"
        assert record(project, first)["state"] == "superseded"
        assert record(project, first)["marks"] == []
        assert record(project, resting)["marks"] == ["doubtful"]
        assert waiting(project, kinds=["conflict"]) == []

    def test_lets_the_held_one_win_without_a_review_id(self, project: Project) -> None:
        first, second, _ = contradict(project)
        target: dict[str, object] = {"winner": first, "losers": [second], "loser_state": "archived"}
        done = project.confirm(
            "resolve_conflict", target, winner=first, losers=[second], loser_state="archived"
        )
        assert done.error is None
        assert record(project, first)["state"] == "live"
        assert record(project, second)["state"] == "archived"
        assert waiting(project, kinds=["conflict"]) == []

    @pytest.mark.parametrize(
        ("asked", "confirmed", "refused"),
        [
            ("resolve_conflict", "review", False),
            ("review", "resolve_conflict", False),
            ("review", "accept_suggestion", True),
            ("review", "archive", True),
        ],
    )
    def test_is_confirmed_under_either_of_its_names(
        self, project: Project, asked: str, confirmed: str, *, refused: bool
    ) -> None:
        first, second, _ = contradict(project)
        target: dict[str, object] = {"winner": first, "losers": [second], "loser_state": "superseded"}
        request = project.request(asked, profile="cli", winner=first, losers=[second])
        if asked == "review":
            request["params"] |= {"action": "pick"}  # type: ignore[operator]
        approval = {"approved_by": "tester", "reason": "test", "operation": confirmed, "target": target}
        done = project.runtime.handle(request | {"confirmations": approval}, PERSON)
        assert (done.error.code if done.error else None) == ("confirmation_mismatch" if refused else None)

    def test_erases_losers(self, project: Project) -> None:
        first, second, item = contradict(project)
        target: dict[str, object] = {
            "winner": second,
            "losers": [],
            "loser_state": "tombstoned",
            "ids": [item],
        }
        done = project.confirm(
            "review", target, action="pick", ids=[item], winner=second, loser_state="tombstoned"
        )
        assert done.error is None
        assert record(project, first)["withheld"] == "erased"
        assert record(project, second)["state"] == "live"

    def test_is_what_accepting_a_contradiction_asks_for(self, project: Project) -> None:
        _, second, item = contradict(project)
        refused = project.ask("review", profile="cli", action="accept", ids=[second])
        assert refused.error is not None
        assert refused.error.code == "conflict_unresolved"
        pick = refused.remediation[0].request
        assert pick is not None
        assert pick["params"] == {"action": "pick", "ids": [item], "winner": second}
        again = project.runtime.handle(pick, PERSON)
        assert again.error is not None
        assert again.error.code == "confirmation_required"

    def test_refuses_a_stranger_as_winner(self, project: Project) -> None:
        _, _, item = contradict(project)
        other = project.hold("Alpha uses Redis")
        params: dict[str, Any] = {"action": "pick", "ids": [item], "winner": other, "dry_run": True}
        assert project.fail("review", profile="cli", **params) == "invalid_params"
        wrongs: list[dict[str, Any]] = [{"winner": other}, {"ids": [item]}]
        for wrong in (*wrongs, {"ids": [item, item], "winner": other}):
            assert project.fail("review", profile="cli", action="pick", **wrong) == "invalid_params"

    def test_can_be_closed_with_both_holding(self, project: Project) -> None:
        first, _, item = contradict(project)
        decide(project, "resolve", item)
        assert record(project, first)["marks"] == []
        assert record(project, first)["state"] == "live"


class TestMerge:
    def merged(self, project: Project, **params: Any) -> tuple[str, str]:
        first = project.hold(
            "Sarah reviews changes to the payment code",
            raw_evidence=[{"text": "mail", "origin": "user"}],
            links=[{"type": "about", "target": "file:pay.py"}],
        )
        second = project.hold(
            "Sarah reviews all changes made to the payment code",
            raw_evidence=[{"text": "chat", "origin": "user"}],
        )
        decide(project, "merge", first, second, **params)
        return first, second

    def test_keeps_evidence_links_and_lineage(self, project: Project) -> None:
        keeper = project.hold("Pay is reviewed")
        first = project.hold(
            "Sarah reviews changes to the payment code", raw_evidence=[{"text": "mail", "origin": "user"}]
        )
        second = project.hold(
            "Sarah reviews all changes made to the payment code",
            raw_evidence=[{"text": "chat", "origin": "user"}],
            links=[{"type": "about", "target": "file:pay.py"}, {"type": "depends_on", "target": keeper}],
        )
        resting = project.hold("Ask Sarah first", links=[{"type": "depends_on", "target": second}])
        data = decide(project, "merge", first, second, winner=first)
        assert data["decisions"] == [{"outcome": "merged", "record_id": first}]
        kept = record(project, first)
        assert (kept["state"], len(kept["evidence_ids"])) == ("live", 2)
        assert record(project, second)["state"] == "superseded"
        assert record(project, resting)["marks"] == []
        # What rested on the duplicate rests on what stands for it.
        project.get("set_state", ids=[first], action="retract")
        assert record(project, resting)["marks"] == ["doubtful"]

    def test_prefers_the_older_of_two_equals(self, project: Project) -> None:
        first, second = self.merged(project)
        assert record(project, first)["state"] == "live"
        assert record(project, second)["state"] == "superseded"

    def test_merges_a_recorded_group(self, project: Project) -> None:
        first = project.hold("Sarah reviews changes to the payment code")
        second = project.hold("Sarah reviews all changes made to the payment code")
        project.get("record_findings", profile="cli")
        (item,) = waiting(project, kinds=["duplicate"])
        assert item["preferred"] == first
        decide(project, "merge", item["id"])
        assert record(project, second)["state"] == "superseded"
        assert waiting(project, kinds=["duplicate"]) == []

    def test_hands_open_questions_over(self, project: Project) -> None:
        basis = project.hold("Sarah is on the team")
        rests = [{"type": "depends_on", "target": basis}]
        first = project.hold("Sarah reviews changes to the payment code")
        second = project.hold("Sarah reviews all changes made to the payment code", links=rests)
        project.get("set_state", ids=[basis], action="archive")
        assert record(project, second)["marks"] == ["doubtful"]
        decide(project, "merge", first, second, winner=first)
        assert record(project, first)["marks"] == ["doubtful"]

    def test_refuses_other_scopes_and_single_records(self, project: Project) -> None:
        first = project.hold("Alpha uses Redis")
        second = project.hold("Alpha uses Redis", scope="branch", scope_ref="next")
        fail: dict[str, Any] = {"profile": "cli", "action": "merge"}
        assert project.fail("review", ids=[first, second], **fail) == "invalid_params"
        assert project.fail("review", ids=[first], **fail) == "invalid_params"


class TestConfirm:
    def test_clears_doubt_all_the_way_down(self, project: Project) -> None:
        root = project.hold("Redis is the queue")
        middle = project.hold("Workers poll it", links=[{"type": "depends_on", "target": root}])
        leaf = project.hold("Polling costs a core", links=[{"type": "derived_from", "target": middle}])
        project.get("revise", id=root, statement="Kafka is the queue")
        assert record(project, leaf)["marks"] == ["doubtful"]
        item = next(one for one in waiting(project) if one["path"][-1] == middle)
        decide(project, "confirm", item["id"])
        assert record(project, middle)["marks"] == []
        assert record(project, leaf)["marks"] == []
        assert record(project, middle)["quality"]["verified_at"] is not None

    def test_refuses_what_is_no_doubt(self, project: Project) -> None:
        suggest(project, "Alpha uses Redis")
        (item,) = waiting(project)
        assert project.fail("review", profile="cli", action="confirm", ids=[item["id"]]) == "invalid_params"


@pytest.mark.parametrize(
    "params",
    [
        {"action": "accept", "ids": []},
        {"action": "accept", "ids": ["a"], "winner": "b"},
        {"action": "reject", "ids": ["a"], "statement": "b"},
        {"action": "resolve", "ids": ["a"], "wake": {"until": "2027-01-01"}},
        {"action": "merge", "ids": ["a"], "losers": ["b"]},
        {"action": "accept", "ids": ["a", "b"], "statement": "b"},
        {"action": "explode", "ids": ["a"]},
    ],
)
def test_refuses_parameters_that_do_not_go_together(project: Project, params: dict[str, Any]) -> None:
    assert project.fail("review", profile="cli", **params) == "invalid_params"


def test_an_agent_without_a_terminal_is_no_person(project: Project) -> None:
    name = suggest(project, "Alpha uses Redis")
    request = project.request("review", profile="cli", action="accept", ids=[name])
    response = project.runtime.handle(request, Party())
    assert response.error is not None
    assert response.error.code == "not_allowed"


class TestConflictOfMany:
    def contested(self, project: Project) -> list[str]:
        """Report three records as contradicting each other; the first named stands against the others."""
        names = [project.hold(said) for said in ("Alpha uses Redis", "Beta uses Kafka", "Gamma uses MySQL")]
        project.get(
            "record_findings",
            profile="cli",
            kinds=[],
            findings=[{"kind": "conflict", "record_ids": names}],
        )
        return names

    def pick(self, project: Project, **params: Any) -> None:
        fields: dict[str, Any] = {"losers": [], "loser_state": "superseded"} | params
        target = {name: fields[name] for name in ("winner", "losers", "loser_state")}
        target |= {"ids": params["ids"]} if "ids" in params else {}
        done = project.confirm("review", target, action="pick", **params)
        assert done.error is None, done.error

    def test_keeps_asking_about_who_was_left(self, project: Project) -> None:
        first, second, third = self.contested(project)
        (item,) = waiting(project, kinds=["conflict"])
        roles = {one["record"]["id"]: one["role"] for one in item["records"]}
        proposed = next(name for name, role in roles.items() if role == "proposed")
        loser, left = [name for name in (first, second, third) if name != proposed]
        self.pick(project, ids=[item["id"]], winner=proposed, losers=[loser])
        (again,) = waiting(project, kinds=["conflict"])
        assert {one["record"]["id"] for one in again["records"]} == {proposed, left}
        assert record(project, left)["marks"] == ["in_conflict"]

    def test_finds_the_conflict_by_one_of_its_records(self, project: Project) -> None:
        first, second, third = self.contested(project)
        self.pick(project, ids=[second], winner=second)
        assert [record(project, name)["state"] for name in (first, second, third)] == [
            "superseded",
            "live",
            "superseded",
        ]
        assert waiting(project) == []
        refused: dict[str, Any] = {"profile": "cli", "action": "pick", "winner": second, "dry_run": True}
        assert project.fail("review", ids=[second], **refused) == "stale_target"

    def test_rejects_nothing_that_is_live(self, project: Project) -> None:
        self.contested(project)
        (item,) = waiting(project, kinds=["conflict"])
        fail = project.fail("review", profile="cli", action="reject", ids=[item["id"]])
        assert fail == "conflict_unresolved"


def test_accepting_a_refinement_leaves_what_it_refines(project: Project) -> None:
    held = project.hold("The API server listens on port 8400")
    name = suggest(project, "The API server listens on port 8400 for TLS connections")
    (item,) = waiting(project)
    judged = project.get("inspect", ids=[name])["records"][0]
    decide(project, "accept", item["id"])
    assert record(project, name)["state"] == "live"
    if "more_precise" in [reason["code"] for reason in item["reasons"]]:
        assert record(project, held)["state"] == "live", judged
