"""Sessions and episodes as they are shown: what is known, and nothing of what was forgotten."""

from phantasm.contracts.kinds import Right
from phantasm.session.episodes.model import Episode
from phantasm.session.model import Session
from phantasm.session.store import Kept
from phantasm.session.views import episode_view, session_view
from phantasm.storage.work import Caller
from tests.conftest import Project

AGENT, PERSON = Caller("claude_code", frozenset({Right.READ})), Caller("cli", frozenset(Right))


def _kept(state: str = "open", formed: int = 0, sensitivity: str = "normal") -> Kept:
    return Kept(
        session=Session("s1", "claude_code", title="Uploads"),
        handle="00000000",
        about=1,
        state=state,
        last_at=None,
        recorded_at="2026-10-01",
        changed_seq=5,
        formed_seq=formed,
        learned_seq=0,
        episode_state="live" if formed else None,
        outcome=None,
        importance=None,
        sensitivity=sensitivity,
    )


def test_shows_what_is_known() -> None:
    shown = session_view(_kept(), AGENT)
    assert (shown.id, shown.title, shown.episode, shown.up_to_date) == ("s1", "Uploads", None, False)


def test_says_whether_the_episode_is_behind() -> None:
    assert not session_view(_kept(formed=4), AGENT).up_to_date
    assert session_view(_kept(formed=5), AGENT).up_to_date


def test_shows_an_episode_beside_its_session() -> None:
    shown = episode_view(_kept("ended", 5), Episode("s1", "claude_code", "It went well."), AGENT)
    assert shown.episode["summary"] == "It went well."
    assert shown.session.episode == "live"


def test_withholds_what_is_sensitive() -> None:
    kept = _kept("ended", 5, "sensitive")
    told = Episode("s1", "claude_code", "It went well.")
    assert "went well" not in str(episode_view(kept, told, AGENT).model_dump())
    assert "Uploads" not in str(session_view(kept, AGENT).model_dump())
    assert "went well" in str(episode_view(kept, told, PERSON).model_dump())


def test_shows_nothing_of_a_forgotten_session(project: Project) -> None:
    turns = [{"id": "1", "role": "user", "text": "Call Miriam Holt."}]
    about = {"title": "Miriam", "folder": "/home/miriam", "branch": "miriam", "continues": "miriam"}
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01", **about)
    project.get("set_state", ids=["s1"], action="tombstone")
    (shown,) = project.get("inspect", ids=["s1"])["sessions"]
    assert shown["state"] == "forgotten"
    assert "iriam" not in str(shown)
    assert "iriam" not in str(project.get("sessions"))
    assert project.get("episodes", session_ids=["s1"])["episodes"] == []
