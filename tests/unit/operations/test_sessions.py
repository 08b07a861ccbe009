"""Sessions through the door: kept once however they come, ended once, forgotten for good."""

from itertools import permutations
from typing import Any

import pytest

from tests.conftest import Project

TURNS: list[dict[str, Any]] = [
    {"id": "1", "role": "user", "text": "The upload test fails on my machine.", "at": "2026-10-01T10:00:00Z"},
    {
        "id": "2",
        "role": "assistant",
        "tool": "Bash",
        "command": "pytest tests/test_upload.py",
        "call": "a",
        "at": "2026-10-01T10:00:05Z",
    },
    {
        "id": "3",
        "role": "tool",
        "call": "a",
        "text": "E   AssertionError: expected UTC\n1 failed in 0.3s",
        "exit_code": 1,
        "at": "2026-10-01T10:00:09Z",
    },
    {
        "id": "4",
        "role": "assistant",
        "tool": "Bash",
        "command": "TZ=UTC pytest tests/test_upload.py",
        "call": "c",
        "at": "2026-10-01T10:02:05Z",
    },
    {
        "id": "5",
        "role": "tool",
        "call": "c",
        "text": "1 passed in 0.3s",
        "exit_code": 0,
        "at": "2026-10-01T10:02:09Z",
    },
    {"id": "6", "role": "user", "text": "Works now, thanks.", "at": "2026-10-01T10:04:00Z"},
]


def _told(project: Project) -> dict[str, Any]:
    """Return what the session came to, without the names that only this store knows."""
    (found,) = project.get("inspect", ids=["s1"])["episodes"]
    episode = found["episode"]
    for part in ("asked", "answered", "because", "lessons", "corrections"):
        for one in episode.get(part, []):
            one.pop("evidence_id", None)
    return dict(episode)


def test_keeps_a_turn_once_however_often_it_comes(project: Project) -> None:
    first = project.get("session_append", session_id="s1", turns=TURNS)
    assert first["added"] == len(TURNS)
    for _ in range(3):
        again = project.get("session_append", session_id="s1", turns=TURNS)
        assert {"added": 0, "grown": 0, "known": len(TURNS)}.items() <= again["sessions"][0].items()
    assert project.get("inspect")["project"]["sessions"] == 1


def test_makes_the_same_episode_of_parts_in_any_order(project: Project, tmp_path_factory: Any) -> None:
    project.get("session_append", session_id="s1", turns=TURNS)
    project.get("session_end", session_id="s1")
    whole = _told(project)
    assert whole["outcome"] == "success"
    parts = [TURNS[:2], TURNS[2:4], TURNS[4:]]
    for number, order in enumerate(permutations(parts)):
        other = _fresh(tmp_path_factory.mktemp(f"p{number}"))
        for part in order:
            placed = [turn | {"place": int(turn["id"])} for turn in part]
            other.get("session_append", session_id="s1", turns=placed)
        other.get("session_end", session_id="s1")
        assert _told(other) == whole
        other.runtime.close()


def _fresh(root: Any) -> Project:
    from phantasm.config.paths import Paths  # noqa: PLC0415
    from phantasm.runtime.setup.project import lay_out_state  # noqa: PLC0415

    lay_out_state(Paths(root))
    return Project(root)


def test_goes_on_with_a_session_that_has_ended(project: Project) -> None:
    project.get("session_append", session_id="s1", turns=TURNS[:3])
    first = project.get("session_end", session_id="s1")["episode"]
    assert first["session"]["outcome"] == "failure"
    project.get("session_append", session_id="s1", turns=TURNS[3:])
    (found,) = project.get("inspect", ids=["s1"])["episodes"]
    assert found["session"]["outcome"] == "success"
    assert found["session"]["up_to_date"]
    assert project.get("health")["jobs_by_state"] == {"queued": 1}


def test_lets_a_turn_grow(project: Project) -> None:
    begun = {"id": "1", "role": "assistant", "text": "The cause"}
    project.get("session_append", session_id="s1", turns=[begun])
    grown = begun | {"text": "The cause is the clock zone of the machine."}
    assert project.get("session_append", session_id="s1", turns=[grown])["sessions"][0]["grown"] == 1
    assert project.get("session_append", session_id="s1", turns=[begun])["sessions"][0]["known"] == 1
    hits = project.get("search", query="cause", tiers=["evidence"])["hits"]
    assert [hit["text"] for hit in hits] == [grown["text"]]


def test_keeps_nothing_that_we_injected_and_no_secret(project: Project) -> None:
    project.hold("The development server listens on port 8400.")
    injected = project.get("compile", query="which port?")["text"]
    secret = "ghp_" + "a1B2c3D4" * 5
    turns = [{"id": "1", "role": "user", "text": f"{injected}\nUse the token {secret} for it."}]
    project.get("session_append", session_id="s1", turns=turns)
    (hit,) = project.get("search", query="token", tiers=["evidence"])["hits"]
    assert "port 8400" not in hit["text"]
    assert secret not in hit["text"]
    assert "Use the token [redacted:" in hit["text"]


def test_is_found_by_what_a_session_came_to(project: Project) -> None:
    project.get("session_append", session_id="s1", turns=TURNS, ended_at="2026-10-01T10:05:00Z")
    (hit,) = project.get("search", query="upload test failing", tiers=["episode"])["hits"]
    assert hit["type"] == "episode"
    assert hit["id"] == "s1"
    handle = hit["handle"]
    assert project.get("inspect", ids=[f"[s:{handle}]"])["sessions"][0]["id"] == "s1"
    compiled = project.get("compile", query="upload test failing", explain=True)
    assert f"[s:{handle}]" in compiled["text"]
    (line,) = [line for line in compiled["lines"] if line["tier"] == "episode"]
    assert line["section"] == "quoted"
    assert project.get("replay", manifest=compiled["manifest"])["identical"]


def test_writes_a_context_with_a_condensed_episode_again(project: Project) -> None:
    old = [turn | {"at": turn["at"].replace("2026-10-01", "2026-08-01")} for turn in TURNS]
    project.get("session_append", session_id="s1", turns=old, ended_at="2026-08-01T10:05:00Z")
    step = {"run_id": "run_1", "passes": ["condense"]}
    assert project.get("consolidate", profile="scheduler", **step)["changes"] == 1
    compiled = project.get("compile", query="upload test failing", tiers=["episode"])
    assert "[s:" in compiled["text"]
    assert project.get("replay", manifest=compiled["manifest"])["identical"]
    lines = compiled["manifest"]["lines"]
    forged = [line | {"id": line["id"].replace(":s1", ":s2")} if "id" in line else line for line in lines]
    missing = project.get("replay", manifest=compiled["manifest"] | {"lines": forged})["missing"]
    assert [one["why"] for one in missing] == ["pruned"]


def test_keeps_as_much_of_an_output_as_was_chosen(project: Project) -> None:
    project.paths.settings.write_text("[sessions]\noutput_characters = 100\n")
    project.runtime.close()
    project.runtime = project.open()
    output = {"id": "1", "role": "tool", "text": "begin " + "x " * 500 + "zebra", "exit_code": 1}
    project.get("session_append", session_id="s1", turns=[output])
    (hit,) = project.get("search", query="zebra", tiers=["evidence"])["hits"]
    assert len(hit["text"]) < 200
    assert hit["text"].startswith("begin")


def test_forgets_a_session_for_good(project: Project) -> None:
    project.get("session_append", session_id="s1", turns=TURNS, ended_at="2026-10-01T10:05:00Z")
    gone = project.get("set_state", ids=["s1"], action="tombstone", reason="private")
    assert gone["sessions"] == ["s1"]
    again = project.get("session_append", session_id="s1", turns=TURNS, ended_at="2026-10-01T10:05:00Z")
    assert again["added"] == 0
    assert project.get("search", query="upload test")["hits"] == []
    assert project.get("inspect", ids=["s1"])["episodes"] == []
    assert project.get("session_end", session_id="s1") == {}


def test_tells_an_episode_anew_when_a_turn_of_it_is_erased(project: Project) -> None:
    private = {"id": "0", "role": "user", "text": "Call the customer Miriam Holt about it first.", "place": 9}
    ended = "2026-10-01T10:05:00Z"
    project.get("session_append", session_id="s1", turns=[*TURNS, private], ended_at=ended)
    (seen,) = [
        hit
        for hit in project.get("search", query="Miriam", tiers=["evidence"])["hits"]
        if "Miriam" in hit["text"]
    ]
    project.get("set_state", ids=[seen["id"]], action="tombstone")
    assert "Miriam" not in str(project.get("inspect", ids=["s1"]))
    project.get("session_append", session_id="s1", turns=[*TURNS, private], ended_at=ended)
    assert "Miriam" not in str(project.get("inspect", ids=["s1"]))
    assert "Miriam" not in str(project.get("search", query="Miriam"))
    kept = [path for path in project.paths.state.rglob("*") if path.is_file()]
    assert [path for path in kept if b"Miriam" in path.read_bytes()] == []


def test_forgets_what_was_said_with_the_record_that_rested_on_it(project: Project) -> None:
    ended = "2026-10-01T10:05:00Z"
    said = {"id": "1", "role": "user", "text": "Call the customer Miriam Holt about uploads first."}
    project.get("session_append", session_id="s1", turns=[said], ended_at=ended)
    (hit,) = project.get("search", query="Miriam", tiers=["evidence"])["hits"]
    name = project.hold("Miriam Holt is called first.")
    with project.runtime.environment.database.transaction() as (connection, _):
        connection.execute(
            "INSERT INTO record_evidence (record_id, evidence_id, seq) VALUES (:record, :seen, 1)",
            {"record": name, "seen": hit["id"]},
        )
    project.get("set_state", ids=[name], action="tombstone")
    assert "Miriam" not in str(project.get("inspect", ids=["s1"]))
    kept = [path for path in project.paths.state.rglob("*") if path.is_file()]
    assert [path for path in kept if b"Miriam" in path.read_bytes()] == []


def test_counts_each_use_once(project: Project) -> None:
    name = project.hold("The upload test needs TZ=UTC.")
    project.get("session_append", session_id="s1", turns=TURNS)
    for _ in range(3):
        told = project.get("report_outcome", outcome="success", session_id="s1", used=[name])
        assert told["counted"] == [{"id": name, "uses": 1, "successes": 1, "failures": 0}]
    other = project.get("report_outcome", outcome="failure", used=[name])
    assert other["counted"] == [{"id": name, "uses": 2, "successes": 1, "failures": 1}]


def test_derives_use_from_cited_handles_and_changed_files(project: Project) -> None:
    cited = project.hold("The upload test needs TZ=UTC.")
    touched = project.hold(
        "Uploads are checked by hash.", links=[{"type": "about", "target": "file:src/upload.py"}]
    )
    unused = project.hold("Uploads go to the bucket.")
    handle = project.get("inspect", ids=[cited])["records"][0]["handle"]
    project.get("search", query="upload")  # being found is not being used
    turns = [
        *TURNS,
        {"id": "7", "role": "assistant", "text": f"As [m:{handle}] says, the zone must be UTC."},
        {"id": "8", "role": "assistant", "tool": "Edit", "files": ["/work/shop/src/upload.py"], "call": "e"},
    ]
    project.get("session_append", session_id="s1", turns=turns, folder="/work/shop", ended_at="2026-10-02")
    for name, uses in ((cited, 2), (touched, 2), (unused, 1)):
        told = project.get("report_outcome", outcome="success", used=[name])
        assert told["counted"][0]["uses"] == uses


def test_reports_decide_how_a_session_went(project: Project) -> None:
    project.get("session_append", session_id="s1", turns=TURNS, ended_at="2026-10-01T10:05:00Z")
    project.get("report_outcome", outcome="failure", session_id="s1", reason="it was reverted")
    (found,) = project.get("inspect", ids=["s1"])["sessions"]
    assert found["outcome"] == "failure"


@pytest.mark.parametrize(
    "params",
    [{}, {"session_id": "a", "sessions": [{"session_id": "b"}]}, {"session_id": "a", "turns": [{"id": "1"}]}],
)
def test_refuses_what_is_no_session(project: Project, params: dict[str, Any]) -> None:
    assert project.fail("session_append", **params) == "invalid_params"


def test_refuses_to_end_what_never_began(project: Project) -> None:
    assert project.fail("session_end", session_id="nobody") == "not_found"


def test_keeps_many_sessions_in_one_write(project: Project) -> None:
    many = [{"session_id": f"s{n}", "turns": TURNS, "ended_at": "2026-10-01T10:05:00Z"} for n in range(20)]
    assert project.get("session_append", sessions=many)["added"] == 20 * len(TURNS)
    assert project.get("inspect")["project"]["sessions"] == 20


def test_a_client_that_may_only_suggest_may_not_speak_for_people(project: Project) -> None:
    assert (
        project.fail("session_append", profile="generic_mcp", session_id="s1", turns=TURNS) == "not_allowed"
    )


def _looked_at(session: str, day: str, text: str) -> dict[str, Any]:
    turns = [
        {"id": "1", "role": "user", "text": text, "at": f"{day}T09:00:00Z"},
        {"id": "2", "role": "assistant", "text": "I had a look at it.", "at": f"{day}T09:10:00Z"},
    ]
    return {"session_id": session, "turns": turns, "ended_at": f"{day}T09:20:00Z"}


def test_lets_a_stale_one_off_sink_while_a_used_one_of_the_same_age_stays(project: Project) -> None:
    stale = _looked_at("stale", "2026-07-01", "Look at the retry queue of the mailer.")
    used = _looked_at("used", "2026-07-01", "Look at the retry queue of the mailer.")
    project.get("session_append", sessions=[stale, used])
    before = project.get("search", query="retry queue of the mailer", tiers=["episode"], explain=True)["hits"]
    assert before[0]["score"] == before[1]["score"]
    handle = project.get("inspect", ids=["used"])["sessions"][0]["handle"]
    for number in range(3):
        said = {"id": "1", "role": "assistant", "text": f"As in [s:{handle}], the queue was full."}
        later = {"session_id": f"later{number}", "turns": [said], "ended_at": "2026-10-20"}
        project.get("session_append", sessions=[later])
    hits = project.get("search", query="retry queue of the mailer", tiers=["episode"], explain=True)["hits"]
    old = [hit for hit in hits if hit["id"] in {"used", "stale"}]
    assert [hit["id"] for hit in old] == ["used", "stale"]
    assert old[0]["parts"]["use"] > 0
    assert "use" not in old[1]["parts"]


def test_leaves_out_what_has_faded_and_says_so(project: Project) -> None:
    many = [
        _looked_at(f"s{n}", f"2026-06-{n + 1:02d}", f"Look at the retry queue, part {n}.") for n in range(6)
    ]
    project.get("session_append", sessions=many)
    compiled = project.get("compile", query="retry queue", tiers=["episode"], explain=True)
    assert len([line for line in compiled["lines"] if line["tier"] == "episode"]) == 3
    left = [one for one in compiled["omitted"] if one["reason"] == "stale"]
    assert len(left) == 3
    assert "faded" in left[0]["detail"]
