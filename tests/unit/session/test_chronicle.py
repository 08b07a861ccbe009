"""Episodes in the store: formed, put into other states, listed page by page, erased for good."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from phantasm.session import aging, chronicle, listing, store
from phantasm.session.episodes.model import Episode, Overcome
from phantasm.session.listing import Wanted
from phantasm.session.model import Session
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tests.sessions import maintain

NOW = "2026-11-01T00:00:00.000000Z"


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        yield Work(connection, head, NOW, environment.ids, Caller("claude_code", frozenset()))


def _formed(work: Work, name: str, at: str | None = NOW, **more: Any) -> None:
    kept = store.put(work, Session(name, "claude_code", ended_at=at))
    chronicle.keep(work, kept, Episode(name, "claude_code", f"What {name} came to.", **more))


def _kept(work: Work, name: str) -> store.Kept:
    return store.find(work, [name])[name]


def test_tells_the_whole_or_the_brief_one_as_its_state_says(work: Work) -> None:
    _formed(work, "s1")
    chronicle.condense(work, _kept(work, "s1"), Episode("s1", "claude_code", "Brief."))
    assert chronicle.episodes(work, ["s1"])["s1"].summary == "Brief."
    chronicle.move(work, _kept(work, "s1"), "archived", change="fade")
    assert chronicle.episodes(work, ["s1"])["s1"].summary == "Brief."
    chronicle.move(work, _kept(work, "s1"), "live", change="undo")
    assert chronicle.episodes(work, ["s1"])["s1"].summary == "What s1 came to."


def test_forming_again_leaves_nothing_of_what_was_told_before(work: Work) -> None:
    _formed(work, "s1")
    chronicle.condense(work, _kept(work, "s1"), Episode("s1", "claude_code", "Brief."))
    told = chronicle.versions(work, ["s1"])["s1"]
    chronicle.keep(work, _kept(work, "s1"), Episode("s1", "claude_code", "Told anew."))
    assert chronicle.episodes(work, ["s1"])["s1"].summary == "Told anew."
    assert chronicle.as_told(work, [told]) == {}
    assert "Brief" not in str(work.all("SELECT body FROM payloads WHERE body IS NOT NULL"))


def test_says_what_lags_behind(work: Work) -> None:
    _formed(work, "s1")
    assert _kept(work, "s1").is_formed
    assert aging.unformed(work, 9, idle_since=NOW) == []
    assert [one.session.id for one in aging.unlearned(work, 9)] == ["s1"]
    store.put(work, Session("s2", "claude_code", started_at="2026-10-31T00:00:00.000000Z"))
    assert [one.session.id for one in aging.unformed(work, 9, idle_since=NOW)] == ["s2"]
    assert aging.unformed(work, 9, idle_since="2026-10-01") == []


def test_erases_for_good(work: Work) -> None:
    _formed(work, "s1", overcome=(Overcome("make", ("zebra", "fence"), "zebra fence"),))
    chronicle.erase(work, "s1")
    chronicle.erase(work, "s1")
    chronicle.erase(work, "nobody")
    assert chronicle.episodes(work, ["s1"]) == {}
    assert chronicle.failures_with(work, ["zebra"], 5) == []
    assert chronicle.every(work) == []
    assert _kept(work, "s1").state == store.FORGOTTEN
    assert [one.change for one in work.changes].count("erase") == 1


def test_finds_failures_by_most_words_newest_first(work: Work) -> None:
    days = {"a": "2026-10-01", "b": "2026-10-02", "c": "2026-10-03"}
    words = {"a": ("zebra", "fence"), "b": ("zebra",), "c": ("zebra",)}
    for name, day in days.items():
        _formed(work, name, day, overcome=(Overcome("make", words[name], "…"),))
    assert chronicle.failures_with(work, ["zebra", "fence"], 5) == ["a", "c", "b"]
    assert chronicle.word_counts(work, ["zebra", "fence", "gone"]) == {"zebra": 3, "fence": 1}
    _formed(work, "a", "2026-10-01")
    assert chronicle.failures_with(work, ["zebra", "fence"], 5) == ["c", "b"]


def test_pages_meet_every_episode_once(work: Work) -> None:
    for number in range(7):
        _formed(work, f"s{number}", f"2026-10-0{number // 3 + 1}T00:00:00.000000Z")
    seen: list[str] = []
    after: tuple[str, str] | None = None
    while page := listing.page(work, Wanted(episodes=("live",)), 2, after=after):
        seen += [one.session.id for one in page]
        after = (str(page[-1].last_at), page[-1].session.id)
    assert seen == ["s6", "s5", "s4", "s3", "s2", "s1", "s0"]


def test_narrows_by_what_is_wanted(work: Work) -> None:
    _formed(work, "a", "2026-10-01", outcome="failure")
    _formed(work, "b", "2026-10-02", outcome="success")
    chronicle.move(work, _kept(work, "b"), "archived", change="fade")

    def names(**wanted: Any) -> list[str]:
        return [one.session.id for one in listing.page(work, Wanted(**wanted), 9)]

    assert names(episodes=("live",)) == ["a"]
    assert names(episodes=("archived",)) == ["b"]
    assert names(episodes=("live", "archived"), since="2026-10-02") == ["b"]
    assert names(episodes=("live", "archived"), until="2026-10-02") == ["a"]
    assert names(episodes=("live",), outcome="success") == []
    assert names(client="codex") == []
    assert chronicle.counts(work) == {"archived": 1, "live": 1}


def test_pages_meet_episodes_without_a_time(project: Project) -> None:
    for number in range(3):
        turn = {"id": "1", "role": "user", "text": f"Look at the retry queue, part {number}."}
        project.get("session_append", session_id=f"s{number}", turns=[turn])
    project.clock.advance(timedelta(days=3))
    maintain(project)
    seen: list[str] = []
    cursor: dict[str, str] = {}
    for _ in range(4):
        page = project.get("episodes", limit=1, **cursor)
        seen += [one["session"]["id"] for one in page["episodes"]]
        if "next_cursor" not in page:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert sorted(seen) == ["s0", "s1", "s2"]
