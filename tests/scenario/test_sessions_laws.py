"""The laws of sessions: one session however it comes, nothing lost, nothing back that was forgotten.

Small lives, many kinds of them. What is said may be anything: empty, huge, in any script, with NULs.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state
from tests.sessions import digest, maintain, session

ENDED = "2026-10-02T10:00:00Z"
FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))

_WORDS = st.sampled_from(
    [
        "Look at the retry queue.",
        "Works now, thanks.",
        "No, use the blue one instead.",
        "E   AssertionError: expected UTC\n1 failed in 0.3s",
        "12 passed in 3.1s",
        "ذاكرة 😀 naïve ﷽ Ⅷ",
        "a\x00b",
        "\u202eright to left\u202c",
        "x" * 5_000,
    ]
)
_TEXTS = st.one_of(_WORDS, st.text(st.characters(codec="utf-8"), max_size=60))
_CALLS = st.none() | st.sampled_from(["a", "b"])
_TIMES = st.none() | st.integers(0, 59).map(lambda second: f"2026-10-01T10:00:{second:02d}Z")
_SAID = st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "text": _TEXTS, "at": _TIMES})
_DONE = st.fixed_dictionaries(
    {
        "role": st.just("assistant"),
        "tool": st.sampled_from(["Bash", "Read", "Edit"]),
        "command": st.none() | st.sampled_from(["make", "ls -l", "pytest -q", "git commit -m x"]),
        "files": st.lists(st.sampled_from(["a.py", "/work/b.py"]), max_size=2),
        "call": _CALLS,
        "at": _TIMES,
    }
)
_SHOWN = st.fixed_dictionaries(
    {
        "role": st.just("tool"),
        "text": _TEXTS,
        "call": _CALLS,
        "exit_code": st.sampled_from([None, 0, 1, 137]),
        "failed": st.sampled_from([None, True]),
        "at": _TIMES,
    }
)
TURNS = st.lists(st.one_of(_SAID, _DONE, _SHOWN), min_size=1, max_size=10).map(
    lambda told: [turn | {"id": f"t{place}", "place": place} for place, turn in enumerate(told)]
)
"""Turns with calls and without, answers without calls, at any time or none."""


@contextmanager
def a_project() -> Iterator[Project]:
    """Yield a project of its own."""
    with TemporaryDirectory() as folder:
        lay_out_state(Paths(Path(folder)))
        made = Project(Path(folder))
        try:
            yield made
        finally:
            made.runtime.close()


def _kept(project: Project) -> list[Any]:
    """Return the session, its turns and what it came to, without names that only one store knows."""
    with project.runtime.environment.database.read() as (connection, _):
        rows = connection.execute(
            """SELECT t.id, place, at, role, slot, tool, call, exit_code, failed, detail, e.text, e.origin
               FROM turns t LEFT JOIN evidence e ON e.id = t.evidence_id ORDER BY t.id"""
        ).fetchall()
        spans = connection.execute("SELECT id, state, started_at, ended_at, last_at FROM sessions").fetchall()
    episodes = json.dumps(project.get("episodes")["episodes"], sort_keys=True)
    for row in project.get("episodes")["episodes"]:
        for name in [row["session"]["handle"], *_evidence_ids(row["episode"])]:
            episodes = episodes.replace(name, "…")
    return [[tuple(row) for row in rows], [tuple(row) for row in spans], episodes]


def _evidence_ids(told: object) -> Iterator[str]:
    match told:
        case dict():
            for name, value in told.items():
                yield from [str(value)] if name == "evidence_id" and value else _evidence_ids(value)
        case list():
            for value in told:
                yield from _evidence_ids(value)
        case _:
            pass


def _hand_over(project: Project, *parts: list[dict[str, Any]]) -> None:
    for part in parts:
        project.get("session_append", session_id="s1", turns=part)
    project.get("session_end", session_id="s1", ended_at=ENDED)


@FEW
@given(TURNS, st.data())
def test_any_slices_in_any_order_are_one_session(turns: list[dict[str, Any]], data: st.DataObject) -> None:
    order = data.draw(st.permutations(turns))
    again = data.draw(st.lists(st.sampled_from(turns), max_size=4))
    size = data.draw(st.integers(1, 4))
    told = [*order, *again]
    with a_project() as whole, a_project() as sliced:
        _hand_over(whole, turns)
        _hand_over(sliced, *(told[start : start + size] for start in range(0, len(told), size)))
        assert _kept(sliced) == _kept(whole)
        assert sliced.get("inspect")["project"]["sessions"] == 1


@FEW
@given(TURNS)
def test_handing_over_again_changes_nothing(turns: list[dict[str, Any]]) -> None:
    with a_project() as project:
        _hand_over(project, turns)
        before = (_kept(project), digest(project))
        for part in (turns, turns[::-1], turns[:1], [*turns, *turns]):
            _hand_over(project, part)
        assert (_kept(project), digest(project)) == before
        health = project.get("health", deep=True)["store"]
        assert health["orphan_rows"] == health["chain_problems"] == health["page_problems"] == []


@FEW
@given(TURNS, st.lists(st.integers(1, 200), min_size=2, max_size=4))
@example([{"id": "t0", "role": "user", "text": "Look at the retry queue.", "place": 0}], [4, 9])
def test_a_turn_that_grows_is_what_it_was_in_the_end(turns: list[dict[str, Any]], lengths: list[int]) -> None:
    with a_project() as whole, a_project() as grown:
        _hand_over(whole, turns)
        for length in lengths:
            cut = [turn | ({"text": turn["text"][:length]} if turn.get("text") else {}) for turn in turns]
            grown.get("session_append", session_id="s1", turns=cut)
        _hand_over(grown, turns)
        assert _kept(grown) == _kept(whole)


@FEW
@given(TURNS)
def test_forgotten_is_forgotten_whatever_it_was(turns: list[dict[str, Any]]) -> None:
    marked = [turn | {"text": f"{turn.get('text', '')} zanzibar"} for turn in turns]
    with a_project() as project:
        project.get("session_append", session_id="s1", turns=marked, title="zanzibar", ended_at=ENDED)
        project.get("set_state", ids=["s1"], action="tombstone")
        project.get("session_append", session_id="s1", turns=marked[::-1], title="zanzibar", ended_at=ENDED)
        maintain(project)
        assert project.get("search", query="zanzibar")["hits"] == []
        kept = [path for path in project.paths.state.rglob("*") if path.is_file()]
        assert [path.name for path in kept if b"zanzibar" in path.read_bytes()] == []
        assert project.get("health", deep=True)["verdict"] == "ok"


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "append",
                "append",
                "end",
                "report",
                "hold",
                "undo",
                "maintain",
                "erase",
                "forget",
                "archive",
                "learn",
            ]
        ),
        st.integers(0, 5),
    ),
    min_size=3,
    max_size=9,
)


def _take(project: Project, step: str, number: int, done: list[str]) -> Response | None:
    """Do one step with whatever is there."""
    if step == "maintain":
        maintain(project)
        return None
    name = f"s{number % 2}"
    records = [one["id"] for one in project.get("list", profile="cli", limit=50)["records"]]
    seen = [hit["id"] for hit in project.get("search", query="staging", tiers=["evidence"])["hits"]]
    told = session(name, f"The staging server runs on port 84{number}0.", days_ago=80 - number)
    fact = {"record_kind": "fact", "statement": f"The staging port is 84{number}0."}
    undone, archived = (
        done[-1 - number % max(1, len(done)) :][:1],
        records[number % max(1, len(records)) :][:1],
    )
    requests: dict[str, tuple[str, dict[str, Any]]] = {
        "append": ("session_append", {"session_id": name, "turns": told["turns"][number % 3 :]}),
        "end": ("session_end", {"session_id": name}),
        "report": ("report_outcome", {"outcome": "failure", "session_id": name, "used": records[:1]}),
        "hold": ("ingest", fact),
        "undo": ("undo", {"operations": undone}),
        "learn": ("learn_procedures", {"profile": "scheduler"}),
        "erase": ("set_state", {"ids": seen[:1], "action": "tombstone"}),
        "forget": ("set_state", {"ids": [name, *records], "action": "tombstone"}),
        "archive": ("set_state", {"ids": archived, "action": "archive"}),
    }
    operation, params = requests[step]
    return project.ask(operation, **({"profile": "cli"} | params))


@FEW
@given(_STEPS)
def test_any_life_stays_sound(steps: list[tuple[str, int]]) -> None:
    with a_project() as project:
        done: list[str] = []
        for step, number in steps:
            answer = _take(project, step, number, done)
            assert answer is None or answer.error is None or answer.error.code != "internal", answer
            if answer and answer.error is None and answer.provenance.operation_id:
                done.append(answer.provenance.operation_id)
        before = _found(project)
        health = project.get("health", deep=True)["store"]
        assert health["orphan_rows"] == health["chain_problems"] == health["page_problems"] == []
        assert project.get("reindex", profile="cli", indexes=["words"], dry_run=True)["problems"] == []
        held = digest(project)
        project.get("reindex", profile="cli", indexes=["words"])
        assert (_found(project), digest(project)) == (before, held)


def test_who_has_searched_before_is_not_alarmed(project: Project) -> None:
    (name,) = project.get("ingest", evidence=[{"text": "The upload is done."}])["evidence_ids"]
    project.get("search", query="upload")
    project.get("set_state", ids=[name], action="tombstone")
    assert project.get("health", deep=True)["store"]["page_problems"] == []


def _found(project: Project) -> list[tuple[Any, ...]]:
    hits = project.get("search", profile="cli", query="port of the staging server", limit=50)["hits"]
    return sorted((hit["type"], hit["id"], hit["score"], hit["text"], hit["at"]) for hit in hits)


def _hits(project: Project, **params: Any) -> list[tuple[Any, ...]]:
    found = project.get("search", query="retry queue of the mailer", limit=20, **params)["hits"]
    return [(hit["type"], hit["id"], hit["score"], hit["text"], hit["at"]) for hit in found]


def _told_some(project: Project) -> list[str]:
    """Tell some sessions, one of them anew; return moments between the writes."""
    moments = []
    for number in range(3):
        told = session(
            f"s{number}", f"Look at the retry queue of the mailer, part {number}.", days_ago=9 - number
        )
        project.get("session_append", sessions=[told])
        moments.append(project.clock.now().isoformat())
    late = {"id": "z", "role": "assistant", "tool": "Bash", "command": "make mailer", "call": "z"}
    project.get("session_append", session_id="s0", turns=[late | {"at": "2026-10-30T10:00:00Z"}])
    moments.append(project.clock.now().isoformat())
    return moments


def test_deriving_the_words_anew_gives_the_same_answers(project: Project) -> None:
    moments = _told_some(project)
    points: list[dict[str, Any]] = [{}, {"as_of": "2026-10-25"}, {"tiers": ["episode"]}]
    before = [_hits(project, **point) for point in points]
    project.get("reindex", profile="cli", indexes=["words"])
    assert [_hits(project, **point) for point in points] == before
    assert len(moments) == 4


def test_deriving_the_words_anew_leaves_the_past_as_it_was(project: Project) -> None:
    moments = _told_some(project)
    before = [_hits(project, known_at=moment) for moment in moments]
    project.get("reindex", profile="cli", indexes=["words"])
    assert [_hits(project, known_at=moment) for moment in moments] == before


def test_an_episode_is_known_since_it_was_told_as_it_is_told_now(project: Project) -> None:
    moments = _told_some(project)
    known = [len(_hits(project, known_at=one, tiers=["episode"])) for one in moments]
    assert known == sorted(known)
    assert known[-1] == 3


def test_what_comes_later_is_not_in_the_past(project: Project) -> None:
    _told_some(project)
    assert {hit[1] for hit in _hits(project, as_of="2026-10-23T12:00:00Z", tiers=["episode"])} <= {"s0", "s1"}
    assert _hits(project, as_of="2026-10-01", tiers=["episode"]) == []
    assert _hits(project, known_at="2026-10-01") == []


def test_undoing_and_redoing_a_run_gives_back_what_was(project: Project) -> None:
    said = ("Please always use tabs in Go files.", "The staging server runs on port 8400.")
    project.get("session_append", sessions=[session("s1", *said, days_ago=80)])
    before = digest(project)
    run = maintain(project)["run_id"]
    after = digest(project)
    assert after != before
    undone = project.ask("undo", profile="cli", session_id=run)
    assert undone.error is None
    assert digest(project) == before
    again = project.ask("undo", profile="cli", operations=[undone.provenance.operation_id])
    assert again.error is None
    assert digest(project) == after


def test_memory_with_what_was_learned_goes_out_and_comes_in(project: Project) -> None:
    said = ("Please always use tabs in Go files.", "The staging server runs on port 8400.")
    project.get("session_append", sessions=[session("s1", *said)])
    maintain(project)
    project.get("memory_export", profile="cli", include_evidence=True, path="memory.jsonl")
    again = project.get("memory_import", profile="cli", path="memory.jsonl")
    assert set(again["outcomes"]) == {"unchanged"}
    with a_project() as other:
        (other.root / "memory.jsonl").write_bytes((project.root / "memory.jsonl").read_bytes())
        brought = other.get("memory_import", profile="cli", path="memory.jsonl")
        assert set(brought["outcomes"]) == {"created"}
        held = [sorted(one["statement"] for one in each.get("list")["records"]) for each in (project, other)]
        assert held[0] == held[1] != []
        other.get("session_append", sessions=[session("s1", *said)])
        maintain(other)
        assert sorted(one["statement"] for one in other.get("list")["records"]) == held[0]


def test_a_long_session_is_kept_and_told(project: Project) -> None:
    for start in range(0, 5_000, 1_000):
        turns = [
            {
                "id": str(number),
                "role": "assistant" if number % 2 else "user",
                "text": f"Look at part {number} of the queue, please.",
                "at": f"2026-10-01T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z",
            }
            for number in range(start, start + 1_000)
        ]
        assert project.get("session_append", session_id="s1", turns=turns)["added"] == 1_000
    told = project.get("session_end", session_id="s1")["episode"]["episode"]
    assert told["turns"] == 5_000
    # What it comes to stays short, however long it was.
    assert len(json.dumps(told)) < 20_000
    assert project.get("session_append", session_id="s1", turns=turns)["sessions"][0]["known"] == 1_000


_APPEND = """
import sys
from pathlib import Path
from phantasm.runtime.bootstrap import open_project
who, root = sys.argv[1], Path(sys.argv[2])
runtime = open_project(root)
for number in range(25):
    turns = [{"id": f"{who}-{number}", "role": "user", "text": f"{who} says {number}."},
             {"id": f"both-{number}", "role": "user", "text": f"Both say {number}."}]
    answer = runtime.handle({"api_version": "v1", "operation": "session_append",
        "request_id": f"{who}{number}", "client": {"profile": "claude_code"},
        "idempotency_key": f"{who}{number}",
        "params": {"session_id": "s1", "turns": turns}})
    assert answer.error is None, answer.error
runtime.close()
"""


def test_two_processes_at_once_lose_nothing(project: Project) -> None:
    command = [sys.executable, "-c", _APPEND]
    both = [subprocess.Popen([*command, who, str(project.root)]) for who in ("one", "other")]
    assert [process.wait(timeout=120) for process in both] == [0, 0]
    told = project.get("session_end", session_id="s1")["episode"]["episode"]
    assert told["turns"] == 75
    assert project.get("inspect")["project"]["evidence"] == 75
    assert project.get("health", deep=True)["verdict"] == "ok"


def _sensitive(project: Project) -> None:
    """Let everything that is said count as sensitive."""
    project.runtime.close()
    (project.root / ".phantasm" / "phantasm.toml").write_text(
        '[security]\ndefault_sensitivity = "sensitive"\n'
    )
    project.runtime = project.open()


_LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("search", {"query": "Miriam Holt"}),
    ("search", {"query": "Miriam Holt", "tiers": ["episode"]}),
    ("compile", {"query": "Miriam Holt"}),
    ("episodes", {}),
    ("sessions", {}),
    ("inspect", {"ids": ["s1"]}),
    (
        "recall",
        {"command": "pytest tests/test_upload.py", "output": "E   AssertionError: Miriam Holt\n1 failed"},
    ),
]


@pytest.mark.parametrize("profile", ["claude_code", "generic_mcp"])
def test_what_is_sensitive_is_not_told_in_episodes(project: Project, profile: str) -> None:
    _sensitive(project)
    turns = [
        {"id": "1", "role": "user", "text": "Call Miriam Holt."},
        {
            "id": "2",
            "role": "assistant",
            "tool": "Bash",
            "command": "pytest tests/test_upload.py",
            "call": "a",
        },
        {"id": "3", "role": "tool", "call": "a", "text": "E   AssertionError: Miriam Holt", "exit_code": 1},
    ]
    project.get("session_append", session_id="s1", turns=turns, title="Miriam Holt", ended_at=ENDED)
    project.get("session_append", session_id="s2", turns=turns[1:], ended_at=ENDED)
    told = [project.ask(operation, profile=profile, **params) for operation, params in _LOOKS]
    assert [each.operation for each in told if "Miriam" in str(each.data)] == []


def test_the_title_of_an_open_session_is_as_sensitive_as_its_turns(project: Project) -> None:
    _sensitive(project)
    turns = [{"id": "1", "role": "user", "text": "Call her."}]
    project.get("session_append", session_id="s1", turns=turns, title="Miriam Holt")
    for operation, params in (("sessions", {}), ("inspect", {"ids": ["s1"]})):
        assert "Miriam" not in str(project.get(operation, profile="generic_mcp", **params))


def test_commands_are_as_sensitive_as_words(project: Project) -> None:
    _sensitive(project)
    ran = {"id": "1", "role": "assistant", "tool": "Bash", "command": "psql -h miriam-holt", "call": "a"}
    project.get("session_append", session_id="s1", turns=[ran], ended_at=ENDED)
    for operation, params in (("episodes", {}), ("search", {"query": "psql"}), ("inspect", {"ids": ["s1"]})):
        assert "miriam" not in str(project.get(operation, profile="generic_mcp", **params))


def test_procedures_are_as_sensitive_as_the_sessions_they_come_from(project: Project) -> None:
    _sensitive(project)
    lines = ["docker build -t shop .", "docker push shop", "kubectl apply -f miriam.yaml"]
    for day in range(1, 6):
        at = {"at": f"2026-10-{day:02d}T10:00:00Z"}
        turns: list[dict[str, Any]] = [
            {"id": "u", "role": "user", "text": "Deploy the shop to staging."} | at
        ]
        for place, line in enumerate(lines):
            ran = {
                "id": f"a{place}",
                "role": "assistant",
                "tool": "Bash",
                "command": line,
                "call": f"c{place}",
            }
            done = {"id": f"o{place}", "role": "tool", "text": "done", "exit_code": 0, "call": f"c{place}"}
            turns += [ran | at, done | at]
        project.get(
            "session_append", session_id=f"s{day}", turns=turns, ended_at=f"2026-10-{day:02d}T11:00:00Z"
        )
    assert project.get("learn_procedures", profile="scheduler")["found"] == 1
    assert "miriam" in str(project.get("procedures", profile="cli"))
    assert "miriam" not in str(project.get("procedures", profile="generic_mcp"))


def test_what_is_sensitive_is_told_to_people(project: Project) -> None:
    _sensitive(project)
    turns = [{"id": "1", "role": "user", "text": "Call Miriam Holt."}]
    project.get("session_append", session_id="s1", turns=turns, ended_at=ENDED)
    assert "Miriam" in str(project.get("inspect", profile="cli", ids=["s1"]))


def test_an_idle_session_becomes_an_episode_by_itself(project: Project) -> None:
    project.get("session_append", session_id="s1", turns=session("s1", "Look at the queue.")["turns"])
    project.clock.advance(timedelta(days=1))
    maintain(project)
    assert [one["session"]["id"] for one in project.get("episodes")["episodes"]] == ["s1"]
