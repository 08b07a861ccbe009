"""The laws of memory, on random lives of a real store."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.runtime.registry import names
from tests.scenario.life import LIVES, STATES, STEPS, Life, Step, a_life

# A life takes a few hundred milliseconds; a longer campaign sets HYPOTHESIS_PROFILE or runs this in a loop.
law = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


@law
@given(steps=LIVES, repeated=st.integers(0, 30))
def test_ingesting_again_what_is_held_changes_nothing(steps: list[Step], repeated: int) -> None:
    with a_life() as life:
        life.live_through(steps)
        held = life.live_view()
        live = [one for one in held["records"] if one["state"] == "live"]
        if not live:
            return
        again = live[repeated % len(live)]
        fields = ("statement", "subject_key", "sensitivity", "scope", "payload")
        given_again = {name: again[name] for name in fields if again.get(name) is not None}
        result = life.project.get("ingest", profile="cli", record_kind=again["kind"], **given_again)
        assert result["results"][0]["outcome"] == "duplicate"
        assert life.live_view() == held


@law
@given(steps=LIVES, later=LIVES)
def test_sending_a_request_again_changes_nothing(steps: list[Step], later: list[Step]) -> None:
    with a_life() as life:
        request = life.project.request("ingest", record_kind="fact", statement="The queue is Kafka.")
        first = life.project.runtime.handle(request)
        life.live_through([*steps, *later])
        held = life.live_view()
        replayed = life.project.runtime.handle(request)
        assert replayed.replayed
        assert replayed.data == first.data
        assert life.live_view() == held


@law
@given(steps=LIVES, later=LIVES)
def test_the_past_does_not_change_when_the_present_does(steps: list[Step], later: list[Step]) -> None:
    with a_life() as life:
        start = life.now()
        moments = []
        for step in steps:
            life.take(step)
            moments.append(life.now())
        chosen = [(known, as_of) for known in moments[::3] for as_of in ("2026-10-31", start, known)]
        before = {at: life.past_view(*at) for at in chosen}
        life.live_through(later)
        for at, seen in before.items():
            assert life.past_view(*at) == seen


@law
@given(steps=LIVES, erased=st.integers(0, 30))
def test_erasing_a_record_takes_only_that_record_from_the_past(steps: list[Step], erased: int) -> None:
    with a_life() as life:
        life.live_through(steps)
        gone = life.records[erased % len(life.records)]
        moment = life.now()
        before = [one for one in _known(life, moment) if one["id"] != gone]
        life.project.get("set_state", profile="cli", ids=[gone], action="tombstone")
        after = _known(life, moment)
        assert [one for one in after if one["id"] != gone] == before
        assert all(one.get("statement") is None for one in after if one["id"] == gone)


def _known(life: Life, moment: str) -> list[dict[str, Any]]:
    page: dict[str, Any] = {"states": STATES, "everywhere": True, "limit": 1000}
    found: list[dict[str, Any]] = life.project.get("list", profile="cli", known_at=moment, **page)["records"]
    return found


@law
@given(steps=LIVES, last=STEPS)
def test_undo_restores_what_was_held_and_redo_what_it_took_back(steps: list[Step], last: Step) -> None:
    with a_life() as life:
        life.live_through(steps)
        before = life.live_view()
        response = life.take(last)
        if response is None or response.error is not None:
            return
        done = life.live_view()
        undone = life.project.ask("undo", profile="cli", operations=[response.provenance.operation_id])
        if undone.error is not None:
            assert undone.error.code == "invalid_params", undone.error
            assert done == before
            return
        assert life.live_view() == before
        redone = life.project.ask("undo", profile="cli", operations=[undone.provenance.operation_id])
        assert redone.error is None, redone.error
        assert life.live_view() == done


@law
@given(steps=LIVES, place=st.integers(0, 30))
def test_undo_then_redo_of_anything_is_identity(steps: list[Step], place: int) -> None:
    with a_life() as life:
        life.live_through(steps)
        if not life.operations:
            return
        done = life.live_view()
        operation = life.operations[place % len(life.operations)]
        undone = life.project.ask("undo", profile="cli", operations=[operation])
        if undone.error is not None:
            assert undone.error.code in {"stale_target", "subject_exists", "invalid_params"}
            assert life.live_view() == done
            return
        redone = life.project.ask("undo", profile="cli", operations=[undone.provenance.operation_id])
        assert redone.error is None, redone.error
        assert life.live_view() == done


@law
@given(steps=LIVES)
def test_undoing_everything_leaves_nothing_held(steps: list[Step]) -> None:
    with a_life() as life:
        life.live_through(steps)
        if not life.operations:
            return
        undone = life.project.ask("undo", profile="cli", request_ids=_requests(life))
        if undone.error is not None:
            assert undone.error.code == "invalid_params"
        view = life.live_view()
        assert view == {"records": [], "links": [], "reviews": []}


def _requests(life: Life) -> list[str]:
    entries = life.project.get("audit", limit=500)["entries"]
    return [entry["request_id"] for entry in entries]


@law
@given(steps=LIVES)
def test_one_version_of_a_line_is_true_at_a_time(steps: list[Step]) -> None:
    with a_life() as life:
        life.live_through(steps)
        for as_of in ("2026-10-30T12:00:00Z", "2026-10-31T12:00:00Z", life.now()):
            found = life.project.get("list", profile="cli", as_of=as_of, everywhere=True, limit=1000)
            lines = [record["lineage"] for record in found["records"]]
            assert len(lines) == len(set(lines)), as_of


@law
@given(steps=LIVES)
def test_whatever_waits_is_asked_about(steps: list[Step]) -> None:
    with a_life() as life:
        # A review that somebody closes without deciding leaves its suggestion waiting: that is what it means.
        life.live_through([step for step in steps if step[2] != "resolve"])
        view = life.live_view()
        asked = {name for review in view["reviews"] for name in life.records_of(review[0])}
        assert {one["id"] for one in view["records"] if one["state"] == "suggested"} <= asked


MARK = "quokkaberry"
"""A word that is in nothing but the record that gets erased."""


@law
@given(steps=LIVES, after=LIVES)
def test_erased_content_is_nowhere(steps: list[Step], after: list[Step]) -> None:
    # A merge hands evidence and links over to the record that stays: they are that record's then.
    steps = [step for step in steps if step[0] != "merge"]
    with a_life() as life:
        life.live_through(steps[: len(steps) // 2])
        record_id = _hold_marked(life)
        life.live_through(steps[len(steps) // 2 :])
        moment = life.now()
        versions = [one["id"] for one in _history(life, record_id)["versions"]]
        life.project.get("set_state", profile="cli", ids=versions, action="tombstone")
        life.live_through(after)
        for read in _reads(life, record_id, moment):
            assert MARK not in json.dumps(read, ensure_ascii=False)
        life.project.get("backup_create", profile="cli")
        for path in life.project.paths.root.rglob("*"):
            if path.is_file():
                assert MARK.encode() not in path.read_bytes(), path


def _hold_marked(life: Life) -> str:
    record_id = life.project.hold(
        f"The {MARK} is ripe.",
        profile="cli",
        subject_key=f"fruit.{MARK}",
        payload={"kind": MARK},
        provenance={"file": f"{MARK}.txt"},
        quality={"author": MARK, "source_type": MARK},
        raw_evidence=[{"text": f"{MARK}, seen", "source": f"{MARK}.log"}],
        links=[{"type": "about", "target": f"file:{MARK}.py"}],
    )
    life.records.append(record_id)
    return record_id


def _history(life: Life, record_id: str) -> dict[str, Any]:
    return life.project.get("history", profile="cli", id=record_id)


def _reads(life: Life, record_id: str, moment: str) -> Iterator[object]:
    """Yield what every read that there is says, now and in the past."""
    page: dict[str, Any] = {"states": STATES, "everywhere": True, "limit": 1000}
    asked: dict[str, list[dict[str, Any]]] = {
        "list": [page, page | {"known_at": moment}, page | {"as_of": moment}],
        "inspect": [{"ids": [record_id]}, {"ids": [record_id], "known_at": moment}],
        "history": [{"id": record_id}, {"id": record_id, "known_at": moment}],
        "explain": [{"id": record_id}, {"id": record_id, "known_at": moment}],
        "diff": [{"from": {"seq": 0}}, {"from": {"seq": 0}, "to": {"known_at": moment}}],
        "audit": [{"limit": 500}],
        "review_queue": [{}],
        "relationships": [{"root_id": record_id}],
        "profile_graph": [{}],
        "work_graph": [{}],
    }
    for name, requests in asked.items():
        for params in requests if name in names() else []:
            response = life.project.ask(name, profile="cli", **params)
            assert response.error is None or response.error.code in {"not_found", "erased"}, response.error
            yield response.to_json_object()
