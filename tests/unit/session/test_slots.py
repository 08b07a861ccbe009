"""What is kept of a transcript's turn, in which slot, and how versions of one turn come together."""

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.model import Turn
from phantasm.session.slots import PLACES, fuller, kept_turns, settled, without_middle
from phantasm.session.transcripts.model import Answer, Call
from phantasm.session.transcripts.model import Turn as Told
from phantasm.session.transcripts.terms import Spent

AT = "2026-03-01T10:00:00.000000Z"
SPENT = Spent(10, 5, 0, 0.01)


def told(role: str = "assistant", text: str = "", **more: object) -> Told:
    """Return a turn of a transcript."""
    return Told("s1", "t1", role, text, AT, **more)  # type: ignore[arg-type]


class TestSlots:
    def test_puts_each_part_of_a_turn_into_its_slot(self) -> None:
        turn = told(
            text="I run the tests.",
            thought="Which?",
            calls=(Call("c1", "Bash", "{}", "pytest -q", ()), Call("c2", "Edit", "{}", None, ("a.py",))),
            answers=(Answer("c1", "1 failed", 1, failed=True),),
            spent=SPENT,
            model="m",
            agent="helper",
        )
        kept = kept_turns(turn, 7)
        assert [(one.id, one.slot, one.role) for one in kept] == [
            ("t1", "reasoning", "assistant"),
            ("t1#thought", "reasoning", "assistant"),
            ("t1#c1", "action", "assistant"),
            ("t1#c2", "action", "assistant"),
            ("t1#c1=", "outcome", "tool"),
        ]
        assert [one.place for one in kept] == [7 * PLACES + index for index in range(5)]
        assert {(one.at, one.model, one.agent, one.session) for one in kept} == {(AT, "m", "helper", "s1")}
        assert (kept[2].tool, kept[2].command, kept[2].call, kept[2].text) == ("Bash", "pytest -q", "c1", "")
        assert kept[3].files == ("a.py",)
        assert (kept[4].exit_code, kept[4].failed, kept[4].text, kept[4].call) == (1, True, "1 failed", "c1")

    def test_counts_what_was_spent_once(self) -> None:
        turn = told(text="a", thought="b", calls=(Call("c", "Bash", "", "ls"),), spent=SPENT)
        assert [one.spent for one in kept_turns(turn, 0)] == [SPENT, None, None]

    def test_keeps_what_the_user_says_as_an_observation(self) -> None:
        (kept,) = kept_turns(told("user", "Fix the clock."), 0)
        assert (kept.slot, kept.role, kept.text) == ("observation", "user", "Fix the clock.")

    def test_keeps_nothing_that_a_machine_said_but_what_it_did(self) -> None:
        assert kept_turns(told("user", "<system-reminder>…", is_machine=True), 0) == []
        submitted = Call("exit/0", "submit", "diff", files=("a.py",))
        (kept,) = kept_turns(told("system", "submitted", calls=(submitted,), spent=SPENT, is_machine=True), 0)
        assert (kept.slot, kept.files, kept.spent) == ("action", ("a.py",), SPENT)

    def test_keeps_nothing_of_a_turn_that_says_nothing(self) -> None:
        assert kept_turns(told(text=" \n", thought=" "), 0) == []

    def test_tells_two_calls_with_one_id_apart(self) -> None:
        turn = told(
            calls=(Call("", "Bash", "", "a"), Call("", "Bash", "", "b")), answers=(Answer("", "x"),) * 2
        )
        kept = kept_turns(turn, 0)
        assert len({one.id for one in kept}) == 4

    def test_leaves_out_the_middle_of_a_long_output_and_says_how_much(self) -> None:
        (kept,) = kept_turns(
            told("user", answers=(Answer("c", "a" * 600 + "b" * 600),)), 0, output_characters=100
        )
        assert kept.text == "a" * 50 + "\n[… 1100 characters left out …]\n" + "b" * 50
        assert without_middle("abc", 3) == "abc"

    def test_says_what_an_editor_was_told_to_do(self) -> None:
        view = Call(
            "c1", "str_replace_editor", json.dumps({"command": "view", "path": "a.py"}), files=("a.py",)
        )
        line = Call("c2", "str_replace_editor", "str_replace_editor create a.py", files=("a.py",))
        assert [one.tool for one in kept_turns(told(calls=(view, line)), 0)] == [
            "str_replace_editor view",
            "str_replace_editor create",
        ]


class TestLooking:
    @pytest.mark.parametrize(
        "call",
        [
            Call("c", "Read", "{}", None, ("a.py",)),
            Call("c", "Grep", "{}"),
            Call("c", "read_many_files", "{}"),
            Call("c", "mcp__files__read_file", "{}"),
            Call("c", "Bash", "{}", "cd src && cat a.py | head -50"),
            Call("c", "bash", "{}", "git log --oneline -5"),
            Call("c", "bash", "{}", "rg -n TODO src"),
        ],
    )
    def test_keeps_no_text_of_the_repository(self, call: Call) -> None:
        answer = told("user", answers=(Answer("c", "import os\n" * 40, None, failed=False),))
        (kept,) = kept_turns(answer, 0, calls={"c": call})
        assert (kept.text, kept.failed, kept.slot) == ("", False, "outcome")

    @pytest.mark.parametrize(
        "call",
        [
            Call("c", "Bash", "{}", "pytest -q | tail -5"),
            Call("c", "Bash", "{}", "python a.py"),
            Call("c", "WebFetch", "{}"),
            Call("c", "mcp__tickets__search_issues", "{}"),
            Call("c", "Bash", "{}", "cat > a.py <<'EOF'\nx\nEOF"),
        ],
    )
    def test_keeps_what_anything_else_gives(self, call: Call) -> None:
        (kept,) = kept_turns(told("user", answers=(Answer("c", "out"),)), 0, calls={"c": call})
        assert kept.text == "out"

    @pytest.mark.parametrize(
        "answer",
        [
            Answer("c", "cat: a.py: No such file or directory", 1, failed=True),
            Answer("c", "cat: a.py: No such file or directory"),
        ],
    )
    def test_keeps_errors_of_tools_that_look(self, answer: Answer) -> None:
        call = Call("c", "Bash", "{}", "cat a.py")
        (kept,) = kept_turns(told("user", answers=(answer,)), 0, calls={"c": call})
        assert kept.text == answer.text

    def test_settles_an_answer_that_came_before_its_action(self) -> None:
        action, together = kept_turns(
            told(calls=(Call("c", "Read", "{}"),), answers=(Answer("c", "text"),)), 0
        )
        (alone,) = kept_turns(told("user", answers=(Answer("c", "text"),)), 0)
        assert alone.text == "text"
        once = settled(action, alone._replace(evidence_id="ev_1"))
        assert (once.text, once.evidence_id, once.slot) == ("", None, "observation")
        assert settled(action, once) == once == together._replace(place=once.place)


TURNS = st.builds(
    Turn,
    session=st.just("s"),
    id=st.just("t"),
    place=st.integers(0, 3),
    at=st.sampled_from([None, AT, "2026-03-01T11:00:00.000000Z"]),
    role=st.sampled_from(["user", "assistant", "tool", "system"]),
    slot=st.sampled_from(["observation", "reasoning", "action", "outcome"]),
    text=st.sampled_from(["", "a", "b", "aa"]),
    tool=st.sampled_from([None, "x", "y"]),
    command=st.sampled_from([None, "", "ls"]),
    files=st.sampled_from([(), ("a",), ("b",), ("a", "b")]),
    exit_code=st.sampled_from([None, 0, 1]),
    failed=st.sampled_from([None, False, True]),
    spent=st.sampled_from([None, SPENT, Spent(), Spent(1, 2, 3)]),
    evidence_id=st.sampled_from([None, "ev_1", "ev_2"]),
)


class TestVersions:
    @given(TURNS, TURNS, TURNS)
    def test_come_together_the_same_in_any_order_and_number(self, one: Turn, two: Turn, three: Turn) -> None:
        joined = {fuller(fuller(a, b), c) for a, b, c in permutations((one, two, three))}
        assert len(joined) == 1
        assert fuller(one, fuller(two, three)) in joined
        assert fuller(one, one) == one
        (whole,) = joined
        assert fuller(whole, one) == whole

    def test_lose_nothing_that_either_says(self) -> None:
        early = Turn("s", "t#c=", 5, None, "tool", "observation", call="c", exit_code=1)
        late = Turn(
            "s", "t#c=", 3, AT, "tool", "outcome", "1 failed", call="c", spent=SPENT, evidence_id="ev_1"
        )
        assert fuller(early, late) == late._replace(exit_code=1)
