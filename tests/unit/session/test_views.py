"""Sessions and episodes as they are shown: what is known, and nothing of what was forgotten."""

from phantasm.session.model import Episode, Session
from phantasm.session.store import Kept
from phantasm.session.views import episode_view, session_view
from tests.conftest import Project


def _kept(state: str = "open", formed: int = 0) -> Kept:
    session = Session("s1", "claude_code", title="Uploads")
    formed_as = "live" if formed else None
    return Kept(session, "00000000", 1, state, None, "2026-10-01", 5, formed, 0, formed_as, None, None)


def test_shows_what_is_known() -> None:
    shown = session_view(_kept())
    assert (shown.id, shown.title, shown.episode, shown.up_to_date) == ("s1", "Uploads", None, False)


def test_says_whether_the_episode_is_behind() -> None:
    assert not session_view(_kept(formed=4)).up_to_date
    assert session_view(_kept(formed=5)).up_to_date


def test_shows_an_episode_beside_its_session() -> None:
    shown = episode_view(_kept("ended", 5), Episode("s1", "claude_code", "It went well."))
    assert shown.episode["summary"] == "It went well."
    assert shown.session.episode == "live"


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
