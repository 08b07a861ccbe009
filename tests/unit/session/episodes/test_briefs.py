"""Short forms of episodes, and their JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.canonical import canonical
from phantasm.session.episodes.briefs import MOST_TEXT, condense, text_of
from phantasm.session.episodes.model import Episode
from phantasm.session.episodes.shape import from_json, to_json
from tests.unit.session.episodes.made_up import ASK, Part, episode

PARTS: st.SearchStrategy[Part] = st.one_of(
    st.tuples(
        st.just("user"), st.sampled_from(["Fix the clock.", "No, use UTC.", "works now, thanks", "x " * 400])
    ),
    st.tuples(
        st.just("says"), st.sampled_from(["The bug was the zone.", "Let me look.", "We decided to use UTC."])
    ),
    st.tuples(st.just("edit"), st.sampled_from([f"src/{number}.py" for number in range(12)])),
    st.tuples(
        st.just("run"),
        st.sampled_from(["pytest", "ls", "make", "python a.py", "python " + "b" * 600, "pip install x"]),
        st.sampled_from([None, 0, 1]),
        st.sampled_from(["", "KeyError: 'a'", "3 passed in 0.1s", "1 failed in 0.1s"]),
    ),
)
WORKED: list[Part] = [
    ASK,
    ("run", "ls", 0, ""),
    ("run", "pytest -q", 1, "E  KeyError: 'zone'\n1 failed in 0.1s"),
    ("says", "The root cause was a missing zone in the configuration of the clock."),
    ("edit", "src/clock.py"),
    ("user", "No, keep the old name of the setting."),
    ("edit", "src/config.py"),
    ("run", "pytest -q", 0, "12 passed in 0.1s"),
    ("run", "git commit -am 'Fix the zone'", 0, ""),
    ("says", "I fixed the zone and kept the old name of the setting."),
]


@given(st.lists(PARTS, max_size=60))
def test_condensing_twice_is_condensing_once(parts: list[Part]) -> None:
    once = condense(episode(*parts))
    assert condense(once) == once


@given(st.lists(PARTS, max_size=40))
def test_reads_back_what_was_written(parts: list[Part]) -> None:
    for one in (episode(*parts), condense(episode(*parts))):
        assert from_json(json.loads(json.dumps(to_json(one)))) == one
        assert len(text_of(one)) <= MOST_TEXT
        assert len(one.summary) <= 600


def test_condenses_to_what_brings_an_episode_back() -> None:
    short = condense(episode(*WORKED))
    assert len(canonical(to_json(short)).encode()) <= 750
    assert short.outcome == "success"
    assert [basis.text for basis in short.because] == ["pytest -q: 12 passed in 0.1s"]
    assert [(ran.command, ran.exit_code) for ran in short.commands] == [
        ("pytest -q", 0),
        ("git commit -am 'Fix the zone'", 0),
    ]
    assert [one.way for one in short.overcome] == [("edit src/clock.py", "edit src/config.py")]
    assert (short.asked, short.answered) == ((), ())
    concluded = "The root cause was a missing zone in the configuration of the clock."
    assert short.summary == f"Fix the clock. Concluded: {concluded}"
    assert short.lessons == ()


def test_says_in_a_few_lines_what_search_reads() -> None:
    assert (
        text_of(episode(*WORKED))
        == """\
Fix the clock. Edited src/clock.py, src/config.py. Ran `pytest -q` (exit 1, then exit 0). \
Outcome: success (pytest -q: 12 passed in 0.1s). \
Concluded: The root cause was a missing zone in the configuration of the clock.
Lessons: \
`pytest -q` failed with KeyError: 'zone'; edit src/clock.py, edit src/config.py got past it. \
No, keep the old name of the setting.
Files: src/clock.py, src/config.py
Commands: pytest -q (exit 0); git commit -am 'Fix the zone' (exit 0)
About: KeyError"""
    )


def test_reads_what_another_version_wrote() -> None:
    assert from_json({}) == Episode("", "", "")
    odd = {
        "session": "s",
        "outcome": "splendid",
        "commands": [{"command": "ls"}, 3],
        "later": 1,
        "because": [{}],
    }
    found = from_json(odd)
    assert (found.session, found.outcome, found.commands[0].command) == ("s", "unknown", "ls")


def test_writes_only_what_is_set() -> None:
    assert to_json(Episode("s", "c", "")) == {"session": "s", "client": "c"}
