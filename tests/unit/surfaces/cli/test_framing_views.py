"""A frame is shown as six short sections, inert whatever is in it."""

from typing import Any

from phantasm.surfaces.cli.framing_views import frame
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def _data(**more: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "moment": "turn",
        "hash": "0123456789abcdef",
        "focus": {"text": "Nothing is being worked on."},
        "next_action": {"kind": "conversational", "text": "Nothing is open: ask what is wanted."},
        "why_now": [],
        "constraints": [],
        "recall": [],
        "resume_cue": {"text": "Nothing is remembered of earlier work here."},
    }
    return usual | more


def test_shows_an_empty_frame() -> None:
    assert printed(frame(_data())).splitlines() == [
        "focus: Nothing is being worked on.",
        "next: (conversational) Nothing is open: ask what is wanted.",
        "to go on: Nothing is remembered of earlier work here.",
        "frame 0123456789ab, turn",
    ]
    assert "recalled: nothing" in printed(frame(_data(match="no_match")))
    assert "2 sensitive ones withheld" in printed(frame(_data(withheld=2)))


def test_shows_every_section(project: Project) -> None:
    project.hold("Never restart two nodes at once.", record_kind="constraint")
    task = project.hold("Add a probe.", record_kind="task", payload={"status": "in_progress"})
    issue = project.hold("The proxy drops requests.", record_kind="known_issue")
    project.get("link", id=issue, links=[{"type": "blocks", "target": task}])
    shown = printed(frame(project.get("frame", moment="wake", since="2026-01-01")), width=200)
    for words in (
        "focus: “Add a probe”",
        "next: (waiting)",
        "why now: ",
        "to be kept",
        "recalled",
        "changed since",
    ):
        assert words in shown
    assert "It blocks the focus; from the line of the focus." in shown


def test_nothing_steers_the_terminal() -> None:
    recalled = {
        "type": "evidence",
        "id": "ev_1",
        "handle": "abcdefgh",
        "scope": "session",
        "text": "\x1b[31mred\nline",
        "why": "why",
        "origin": "web",
        "trusted": False,
        "marks": ["stale"],
    }
    shown = printed(frame(_data(recall=[recalled])))
    assert "\x1b" not in shown
    assert "(web) redline stale" in shown.replace("red line", "redline")
