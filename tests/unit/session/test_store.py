"""Sessions and turns: each kept once, the same whichever account of it comes first."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from phantasm.session import store
from phantasm.session.model import Session, Turn
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

TEN, ELEVEN, TWELVE = (f"2026-10-01T{hour}:00:00.000000Z" for hour in (10, 11, 12))


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        caller = Caller("claude_code", frozenset())
        yield Work(connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, caller)


def _turn(name: str, place: int = 0, at: str | None = None, **more: Any) -> Turn:
    return Turn("s1", name, place, at, "user", "observation", **more)


def test_says_the_same_whichever_account_comes_first(work: Work) -> None:
    accounts = [
        {"title": "Uploads", "branch": "main"},
        {"title": "Downloads", "ended_at": TWELVE},
        {"folder": "/work/shop", "ended_at": ELEVEN, "started_at": TEN},
    ]
    seen = []
    for number, order in enumerate(permutations(accounts)):
        for known in order:
            store.put(work, Session(f"s{number}", "claude_code", **known))
        kept = store.find(work, [f"s{number}"])[f"s{number}"]
        told = kept.session
        seen.append((told.title, told.branch, told.folder, told.started_at, told.ended_at))
    assert set(seen) == {("Downloads", "main", "/work/shop", TEN, TWELVE)}


def test_was_last_there_when_it_began_whenever_that_is_told(work: Work) -> None:
    store.put(work, Session("a", "claude_code", started_at=TEN))
    store.put(work, Session("b", "claude_code"))
    store.put(work, Session("b", "claude_code", started_at=TEN))
    kept = store.find(work, ["a", "b"])
    assert kept["a"].last_at == kept["b"].last_at == TEN


def test_has_one_client_whoever_comes_first(work: Work) -> None:
    for name, clients in (("a", ("claude_code", "codex")), ("b", ("codex", "claude_code"))):
        for client in clients:
            store.put(work, Session(name, client))
    kept = store.find(work, ["a", "b"])
    assert kept["a"].session.client == kept["b"].session.client


def test_saying_it_again_is_no_change(work: Work) -> None:
    session = Session("s1", "claude_code", TEN, title="Uploads")
    store.put(work, session)
    before = len(work.changes)
    for again in (session, Session("s1", "claude_code"), Session("s1", "codex", TEN)):
        store.put(work, again)
    assert len(work.changes) == before


def test_stays_forgotten(work: Work) -> None:
    store.put(work, Session("s1", "claude_code", title="Uploads"))
    work.run("UPDATE sessions SET state = 'forgotten' WHERE id = 's1'")
    kept = store.put(work, Session("s1", "claude_code", title="A", ended_at=TEN))
    assert (kept.state, kept.session.title) == (store.FORGOTTEN, "Uploads")
    assert store.forgotten_ids(work) == ["s1"]


def test_spans_its_turns(work: Work) -> None:
    store.put(work, Session("s1", "claude_code", started_at=ELEVEN))
    store.add(work, "s1", [_turn("1", 0, TWELVE), _turn("2", 1), _turn("3", 2, TEN)])
    kept = store.find(work, ["s1"])["s1"]
    assert (kept.session.started_at, kept.last_at) == (TEN, TWELVE)
    assert store.next_place(work, "s1") == 3
    store.add(work, "s1", [_turn("4", 3)])
    kept = store.find(work, ["s1"])["s1"]
    assert (kept.session.started_at, kept.last_at) == (TEN, TWELVE)


def test_goes_on_after_its_end(work: Work) -> None:
    """Whether turns came before or after the end was told, the end is not before the last of them."""
    ended = []
    for name, late in (("s1", True), ("s2", False)):
        store.put(work, Session(name, "claude_code"))
        turns = [Turn(name, "1", 0, TWELVE, "user", "observation")]
        if not late:
            store.add(work, name, turns)
        store.put(work, Session(name, "claude_code", ended_at=TEN))
        if late:
            store.add(work, name, turns)
        ended.append(store.find(work, [name])[name])
    assert ended[0].last_at == ended[1].last_at == TWELVE
    assert ended[0].session.ended_at == ended[1].session.ended_at


def test_keeps_a_turn_once_under_its_id(work: Work) -> None:
    store.put(work, Session("s1", "claude_code"))
    store.add(work, "s1", [_turn("1", 0, TEN, text="beside")])
    store.add(work, "s1", [_turn("1", 4, ELEVEN, text="beside, longer")])
    (turn,) = store.turns_of(work, "s1")
    assert (turn.place, turn.at, turn.text) == (4, ELEVEN, "beside, longer")
    assert store.turns_of(work, "s1", []) == []
    assert store.turns_of(work, "s2") == []


def test_names_sessions_by_id_and_as_cited(work: Work) -> None:
    handle = store.put(work, Session("s1", "claude_code")).handle
    names = ["s1", f"s:{handle}", f"[s:{handle}]", "nobody", "s:00000000", "[]", ""]
    assert store.named(work, names) == dict.fromkeys(("s1", f"s:{handle}", f"[s:{handle}]"), "s1")


def test_finds_the_halves_of_calls(work: Work) -> None:
    store.put(work, Session("s1", "claude_code"))
    store.add(work, "s1", [_turn("1", call="a"), _turn("2", call="b"), _turn("3")])
    assert [turn.id for turn in store.turns_with_calls(work, "s1", ["b", "c"])] == ["2"]
    assert store.turns_with_calls(work, "s2", ["b"]) == []


def test_ended_when_the_latest_account_says(project: Project) -> None:
    ended = []
    for name, order in (("a", (TEN, ELEVEN)), ("b", (ELEVEN, TEN))):
        project.get("session_append", session_id=name, turns=[{"id": "1", "role": "user", "text": "Hello."}])
        for at in order:
            project.get("session_end", session_id=name, ended_at=at)
        ended.append(project.get("inspect", ids=[name])["sessions"][0]["ended_at"])
    assert ended == [ELEVEN, ELEVEN]
