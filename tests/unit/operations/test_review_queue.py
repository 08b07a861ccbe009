"""review_queue: what waits, in which order, with what is different and what can be done."""

from datetime import timedelta
from typing import Any

from tests.conftest import PERSON, Project

TWINS = ("Sarah reviews changes to the payment code", "Sarah reviews all changes made to the payment code")


def suggest(project: Project, statement: str, **fields: Any) -> str:
    data = project.get(
        "ingest", profile="generic_mcp", **({"record_kind": "fact", "statement": statement} | fields)
    )
    return str(data["results"][0]["record_id"])


def queue(project: Project, profile: str = "claude_code", **params: Any) -> list[dict[str, Any]]:
    items = project.get("review_queue", profile=profile, **params)["items"]
    assert isinstance(items, list)
    return items


class TestOrder:
    def test_puts_conflicts_before_doubts_before_suggestions(self, project: Project) -> None:
        suggest(project, "Alpha uses Redis")
        root = project.hold("Beta uses Kafka")
        project.hold("Beta is slow", links=[{"type": "depends_on", "target": root}])
        project.get("revise", id=root, statement="Beta uses NATS")
        project.hold("We deploy on Monday", subject_key="day")
        project.get(
            "ingest", record_kind="fact", subject_key="day", statement="On Friday", on_conflict="conflict"
        )
        items = queue(project)
        assert [item["kind"] for item in items] == ["conflict", "doubtful", "suggestion"]
        data = project.get("review_queue", kinds=["doubtful", "conflict"])
        assert (data["total"], data["counts"]) == (2, {"conflict": 1, "doubtful": 1})

    def test_pages_through_everything_once(self, project: Project) -> None:
        names = [
            suggest(project, f"Service number {word} uses Redis") for word in "alpha beta gamma delta".split()
        ]
        project.get("review", profile="cli", action="defer", ids=[names[0]], wake={"until": "2027-01-01"})
        seen, cursor = [], None
        while True:
            page = project.get("review_queue", limit=1, **({"cursor": cursor} if cursor else {}))
            seen += [item["records"][0]["record"]["id"] for item in page["items"]]
            cursor = page.get("next_cursor")
            if cursor is None:
                break
        assert seen == [*names[1:], names[0]]
        assert project.fail("review_queue", cursor="nonsense") == "invalid_params"

    def test_finds_reviews_by_id_whatever_became_of_them(self, project: Project) -> None:
        records = [suggest(project, f"{name} uses Redis") for name in ("Alpha", "Beta", "Gamma")]
        reviews = [queue(project, record_id=record)[0]["id"] for record in records]
        project.get("review", profile="cli", action="reject", ids=[reviews[0]])
        later = {"until": "2026-11-02T00:00:00Z"}
        project.get("review", profile="cli", action="defer", ids=[reviews[1]], wake=later)
        data = project.get("review_queue", ids=reviews)
        assert [(item["id"], item["state"]) for item in data["items"]] == [
            (reviews[2], "open"),
            (reviews[1], "deferred"),
            (reviews[0], "resolved"),
        ]
        assert (data["total"], data["counts"], "next_cursor" in data) == (3, {"suggestion": 3}, False)
        project.clock.advance(timedelta(days=2))
        assert queue(project, ids=[reviews[1]])[0]["awake"] is True
        assert project.fail("review_queue", ids=[reviews[0], "rev_none"]) == "not_found"

    def test_finds_what_is_about_a_record(self, project: Project) -> None:
        suggest(project, "Alpha uses Redis")
        name = suggest(project, "Beta uses Kafka")
        (item,) = queue(project, record_id=name)
        assert item["records"][0]["record"]["id"] == name
        assert project.fail("review_queue", record_id="nobody00") == "not_found"


class TestDifference:
    def test_shows_a_suggestion_beside_what_it_would_replace(self, project: Project) -> None:
        held = project.hold("Port 8400 is used", subject_key="port", payload={"port": 8400, "tls": True})
        name = suggest(project, "Port 8500 is used", subject_key="port", payload={"port": 8500, "tls": True})
        (item,) = queue(project)
        assert [(one["role"], one["record"]["id"]) for one in item["records"]] == [
            ("proposed", name),
            ("held", held),
        ]
        (difference,) = item["differences"]
        assert (difference["old"], difference["new"]) == (held, name)
        fields = {field["name"]: (field.get("old"), field.get("new")) for field in difference["fields"]}
        assert fields["statement"] == ("Port 8400 is used", "Port 8500 is used")
        assert fields["payload.port"] == (8400, 8500)
        assert "payload.tls" not in fields
        assert difference["segments"] == [
            {"side": "same", "text": "Port "},
            {"side": "old", "text": "8400"},
            {"side": "new", "text": "8500"},
            {"side": "same", "text": " is used"},
        ]
        assert difference["unified"][1:] == ["-Port 8400 is used", "+Port 8500 is used"]
        assert {reason["code"] for reason in item["reasons"]} >= {"suggested"}
        assert all(reason["meaning"] for reason in item["reasons"])

    def test_shows_what_changed_below_a_doubt(self, project: Project) -> None:
        root = project.hold("Beta uses Kafka")
        middle = project.hold("Beta is slow", links=[{"type": "depends_on", "target": root}])
        leaf = project.hold("Gamma waits", links=[{"type": "depends_on", "target": middle}])
        newer = project.get("revise", id=root, statement="Beta uses NATS")["record_id"]
        item = next(one for one in queue(project) if one["path"][-1] == leaf)
        assert item["path"] == [root, middle, leaf]
        (difference,) = item["differences"]
        assert (difference["old"], difference["new"]) == (root, newer)

    def test_withholds_what_is_sensitive(self, project: Project) -> None:
        project.hold("The vault opens at dawn", subject_key="vault", sensitivity="sensitive")
        suggest(project, "The vault opens at dusk", subject_key="vault", sensitivity="sensitive")
        (item,) = queue(project)
        assert {one["record"]["withheld"] for one in item["records"]} == {"sensitive"}
        assert item["differences"] == []
        assert "vault" not in str(item)
        (whole,) = queue(project, profile="cli")
        assert whole["differences"]


class TestActions:
    def test_offers_requests_that_run(self, project: Project) -> None:
        name = suggest(project, "Alpha uses Redis")
        (item,) = queue(project)
        accept = item["actions"][0]["request"]
        assert project.runtime.handle(accept, PERSON).error is None
        assert project.get("list")["records"][0]["id"] == name
        assert queue(project) == []

    def test_offers_to_verify_and_to_merge_what_is_not_recorded(self, project: Project) -> None:
        ids = [project.hold(text) for text in TWINS]
        project.clock.advance(timedelta(days=60))
        found = queue(project, kinds=["stale"], include_missing_verified_at=True)
        for item in found:
            assert project.runtime.handle(item["actions"][0]["request"], PERSON).error is None
        assert queue(project, kinds=["stale"], include_missing_verified_at=True) == []
        (twins,) = queue(project, kinds=["duplicate"])
        assert project.runtime.handle(twins["actions"][0]["request"], PERSON).error is None
        assert [record["id"] for record in project.get("list")["records"]] == ids[:1]

    def test_offers_every_record_of_a_conflict_as_winner(self, project: Project) -> None:
        project.hold("On Monday", subject_key="day")
        project.get(
            "ingest", record_kind="fact", subject_key="day", statement="On Friday", on_conflict="conflict"
        )
        (item,) = queue(project)
        actions = [step["request"]["params"]["action"] for step in item["actions"]]
        assert actions == ["pick", "pick", "resolve"]


class TestStale:
    def test_finds_by_age_expiry_and_date(self, project: Project) -> None:
        old = project.hold("Alpha uses Redis", quality={"verified_at": "2026-09-01"})
        over = project.hold("Beta uses Kafka", quality={"expires_at": "2026-10-30"})
        due = project.hold("Gamma uses MySQL", quality={"revalidate_at": "2026-10-31"})
        never = project.hold("Delta uses SQLite")
        project.hold("Epsilon uses NATS", quality={"verified_at": "2026-10-20"})
        items = queue(project, kinds=["stale"])
        reasons = {
            item["records"][0]["record"]["id"]: [reason["code"] for reason in item["reasons"]]
            for item in items
        }
        assert reasons == {old: ["verification_old"], over: ["expired"], due: ["revalidation_due"]}
        assert all(not item["recorded"] and "id" not in item for item in items)
        later = project.get(
            "stale_review", include_missing_verified_at=True, as_of="2027-01-01", max_age_days=20
        )
        ids = {item["records"][0]["record"]["id"] for item in later["items"]}
        assert never in ids
        assert len(ids) == 5

    def test_looks_only_when_asked(self, project: Project) -> None:
        project.hold("Beta uses Kafka", quality={"expires_at": "2026-10-30"})
        assert queue(project) == []

    def test_looks_no_further_when_told_so(self, project: Project) -> None:
        project.hold("The token lasts an hour", quality={"expires_at": "2026-10-01T00:00:00Z"})
        assert len(queue(project, kinds=["stale"])) == 1
        assert queue(project, kinds=["stale"], look=False) == []
        project.get("record_findings", profile="cli", kinds=["stale"])
        (recorded,) = queue(project, kinds=["stale"], look=False)
        assert recorded["recorded"] is True

    def test_finds_what_is_about_or_names_changed_files(self, project: Project) -> None:
        about = project.hold("Invoices round half up", links=[{"type": "about", "target": "file:src/a.py"}])
        named = project.hold("The retry logic in ./src/a.py, line 3, is odd")
        learned = project.hold("Amounts are integers", provenance={"file": "src/a.py"})
        project.hold("See src/a.pyx and lib/src/a.py.orig")
        project.hold("The key is in src/a.py", sensitivity="sensitive")
        items = queue(project, kinds=["stale"], changed_files=["src/a.py"])
        assert {item["records"][0]["record"]["id"] for item in items} == {about, named, learned}
        assert len(queue(project, profile="cli", kinds=["stale"], changed_files=["src/a.py"])) == 4

    def test_does_not_ask_again_what_was_verified(self, project: Project) -> None:
        over = project.hold("Beta uses Kafka", quality={"expires_at": "2026-10-30"})
        project.get("verify", ids=[over])
        assert queue(project, kinds=["stale"]) == []


class TestDuplicates:
    def test_groups_what_is_alike_around_the_one_to_keep(self, project: Project) -> None:
        first, second = (project.hold(text) for text in TWINS)
        project.hold("The billing service stores invoices")
        data = project.get("duplicate_review")
        (item,) = data["items"]
        assert (item["preferred"], item["recorded"]) == (first, False)
        assert 60 <= item["similarity"] < 100
        assert item["differences"][0]["new"] == second
        assert project.get("duplicate_review", min_similarity=95)["items"] == []

    def test_prefers_what_a_person_froze(self, project: Project) -> None:
        second = [project.hold(text) for text in TWINS][1]
        project.get("set_state", profile="cli", ids=[second], action="freeze")
        assert project.get("duplicate_review")["items"][0]["preferred"] == second

    def test_keeps_kinds_apart_unless_asked(self, project: Project) -> None:
        project.hold(TWINS[0])
        project.get("ingest", record_kind="note", statement=TWINS[1])
        assert project.get("duplicate_review")["items"] == []
        assert len(project.get("duplicate_review", include_cross_kind=True)["items"]) == 1

    def test_leaves_out_what_the_caller_may_not_read(self, project: Project) -> None:
        for text in TWINS:
            project.hold(text, sensitivity="sensitive")
        assert project.get("duplicate_review")["items"] == []
        assert len(project.get("duplicate_review", profile="cli")["items"]) == 1

    def test_does_not_take_other_numbers_or_denials_for_the_same(self, project: Project) -> None:
        items = [
            {"record_kind": "note", "statement": text}
            for text in (
                "Nightly exports of customer invoices keep 30 days of history",
                "Nightly exports of customer invoices keep 90 days of history",
                "Nightly exports of customer invoices do not keep 30 days of history",
            )
        ]
        project.get("ingest", items=items, on_conflict="conflict")
        assert project.get("duplicate_review")["items"] == []
