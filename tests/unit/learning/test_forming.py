"""A session becomes an episode: of all its turns, with what it used, however it came to be."""

from datetime import timedelta
from typing import Any

from tests.conftest import Project
from tests.sessions import maintain

OLD = "2026-07-01T10:"


def _turn(name: str, role: str = "user", text: str = "", **more: Any) -> dict[str, Any]:
    return {"id": name, "role": role, "text": text} | more


def _uses(project: Project) -> list[tuple[str, str, str, str]]:
    with project.runtime.environment.database.read() as (connection, _):
        return [tuple(row) for row in connection.execute("SELECT lineage, source, how, outcome FROM uses")]


def _episode(project: Project, name: str = "s1") -> dict[str, Any]:
    (found,) = project.get("inspect", ids=[name])["episodes"]
    return dict(found["episode"])


def _condensed(project: Project, **about: Any) -> None:
    turns = [
        _turn("1", text="Look at the retry queue of the mailer.", at=f"{OLD}00:00Z"),
        _turn("2", "assistant", "It is full.", at=f"{OLD}01:00Z"),
    ]
    project.get("session_append", session_id="s1", turns=turns, ended_at=f"{OLD}05:00Z", **about)
    maintain(project)
    assert project.get("inspect", ids=["s1"])["sessions"][0]["episode"] in {"condensed", "archived"}


def test_forms_nothing_of_nothing(project: Project) -> None:
    project.get("session_start", session_id="s1")
    assert project.get("session_end", session_id="s1") == {}
    assert project.get("inspect", ids=["s1"])["episodes"] == []
    assert project.get("session_append", session_id="s1", turns=[_turn("1", text="Hello.")])["added"] == 1
    assert _episode(project)["turns"] == 1


def test_new_turns_reach_an_episode_that_was_condensed(project: Project) -> None:
    _condensed(project)
    later = _turn("3", text="Now look at the upload form, it loses files.", at="2026-10-30T10:00:00Z")
    project.get("session_append", session_id="s1", turns=[later])
    assert "upload form" in str(_episode(project))
    assert "retry queue" in str(_episode(project))


def test_new_turns_reach_it_when_it_began_before_its_first_turn(project: Project) -> None:
    _condensed(project, started_at="2026-07-01T09:59:00Z")
    later = _turn("3", text="Now look at the upload form, it loses files.", at="2026-10-30T10:00:00Z")
    project.get("session_append", session_id="s1", turns=[later])
    assert "upload form" in str(_episode(project))


def test_a_brief_account_is_not_lost_to_a_few_late_turns(project: Project) -> None:
    _condensed(project)
    project.clock.advance(timedelta(days=200))
    maintain(project)
    later = _turn("3", "assistant", "Bye.", at="2026-10-30T10:00:00Z")
    project.get("session_append", session_id="s1", turns=[later])
    assert "retry queue" in str(_episode(project))


def test_new_turns_are_kept_where_the_old_ones_are_gone(project: Project) -> None:
    _condensed(project)
    project.clock.advance(timedelta(days=200))
    maintain(project)
    late = _turn("3", text="Now look at the upload form, it loses files.", at="2027-05-20T10:00:00Z")
    again = [_turn("1", text="Look at the retry queue of the mailer.", at=f"{OLD}00:00Z"), late]
    told = project.get("session_append", session_id="s1", turns=again, ended_at="2027-05-20T10:05:00Z")
    assert told["added"] == 1
    assert "upload form" in str(project.get("search", query="upload form")["hits"])


def test_notes_each_use_once_however_often_it_is_formed(project: Project) -> None:
    name = project.hold("The queue holds 500 mails.")
    handle = project.get("inspect", ids=[name])["records"][0]["handle"]
    turns = [_turn("1", "assistant", f"As [m:{handle}] and [m:{handle}] say, it is full.")]
    for number in range(3):
        project.get("session_append", session_id="s1", turns=turns, ended_at=f"2026-10-0{number + 1}")
    assert _uses(project) == [(name, "s1", "cited", "unknown")]


def test_takes_back_a_use_that_its_turns_no_longer_tell(project: Project) -> None:
    name = project.hold("The queue holds 500 mails.")
    handle = project.get("inspect", ids=[name])["records"][0]["handle"]
    said = _turn("1", "assistant", f"As [m:{handle}] says, it is full.")
    project.get("session_append", session_id="s1", turns=[said], ended_at="2026-10-01")
    (hit,) = project.get("search", query="full", tiers=["evidence"])["hits"]
    project.get("set_state", ids=[hit["id"]], action="tombstone")
    assert _uses(project) == []


def test_what_only_the_user_names_is_not_used(project: Project) -> None:
    name = project.hold("The queue holds 500 mails.")
    handle = project.get("inspect", ids=[name])["records"][0]["handle"]
    said = _turn("1", text=f"What does [m:{handle}] mean?")
    project.get("session_append", session_id="s1", turns=[said], ended_at="2026-10-01")
    assert _uses(project) == []


def test_does_not_reinforce_itself(project: Project) -> None:
    said = _turn("1", text="Look at the retry queue.")
    project.get("session_append", session_id="s1", turns=[said], ended_at="2026-10-01")
    handle = project.get("inspect", ids=["s1"])["sessions"][0]["handle"]
    again = _turn("2", "assistant", f"As [s:{handle}] says, it is full.")
    project.get("session_append", session_id="s1", turns=[again])
    assert _uses(project) == []


def test_a_file_elsewhere_is_not_the_repositorys(project: Project) -> None:
    project.hold("Hosts are listed by hand.", links=[{"type": "about", "target": "file:etc/hosts"}])
    edit = _turn("1", "assistant", tool="Edit", files=["/etc/hosts"])
    project.get("session_append", session_id="s1", turns=[edit], ended_at="2026-10-01")
    assert _uses(project) == []


def test_a_report_outweighs_what_the_session_tells(project: Project) -> None:
    said = _turn("1", text="Works now, thanks.")
    project.get("session_append", session_id="s1", turns=[said], ended_at="2026-10-01")
    project.get("report_outcome", outcome="failure", session_id="s1")
    assert _episode(project)["outcome"] == "failure"
    project.get("report_outcome", outcome="success", session_id="s1")
    assert _episode(project)["outcome"] == "success"


def test_forming_the_same_again_leaves_manifests_as_they_are(project: Project) -> None:
    said = _turn("1", text="Look at the retry queue of the mailer.")
    project.get("session_append", session_id="s1", turns=[said], ended_at="2026-10-01")
    manifest = project.get("compile", query="retry queue", tiers=["episode"])["manifest"]
    project.get("report_outcome", outcome="partial", session_id="s1")
    assert project.get("replay", manifest=manifest)["identical"]


def test_the_index_follows_what_an_episode_tells(project: Project) -> None:
    said = _turn("1", text="Look at the retry queue.")
    project.get("session_append", session_id="s1", turns=[said], ended_at="2026-10-01")
    ran = [_turn("2", "assistant", tool="Bash", command="zebra --fence", call="a")]
    project.get("session_append", session_id="s1", turns=ran)
    (hit,) = project.get("search", query="zebra fence", tiers=["episode"])["hits"]
    assert "zebra --fence" in hit["text"]


def test_the_index_follows_its_title_and_time(project: Project) -> None:
    said = _turn("1", text="Look at the retry queue.")
    for title, ended in (("Zebra", "2026-10-01"), ("Aardvark", "2026-10-03")):
        project.get("session_append", session_id="s1", turns=[said], title=title, ended_at=ended)
    (hit,) = project.get("search", query="retry queue", tiers=["episode"])["hits"]
    assert hit["at"] == "2026-10-03T00:00:00.000000Z"
    with project.runtime.environment.database.read() as (connection, _):
        (title,) = connection.execute(
            "SELECT title FROM units WHERE tier = 'episode' AND erased_seq IS NULL"
        ).fetchone()
    assert title == "aardvark"
