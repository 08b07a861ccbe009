"""What is handed over of a turn fits the contract and is the same each time."""

import random
from typing import Any

import pytest

from phantasm.contracts.client_text import MARK
from phantasm.operations.session_append import Params
from phantasm.runtime.importing.turning import handed_over, place_of, session_fields, session_name
from phantasm.session.transcripts.model import Answer, Began, Call, Turn
from phantasm.session.transcripts.terms import Spent


def over(turn: Turn, *, calls: dict[str, Call] | None = None, masks: bool = True) -> list[dict[str, Any]]:
    """Return what is handed over, once the contract has taken it."""
    told, _ = handed_over(turn, 7, calls or {}, masks=masks)
    Params.model_validate({"session_id": "s", "turns": told})
    return told


def test_words_calls_and_answers_are_turns_of_their_own() -> None:
    call = Call("c", "Bash", "{}", "pytest -q", ("a.py",))
    turn = Turn(
        "s", "1", "assistant", "I run it.", "2026-10-01T10:00:00.000000Z", thought="Perhaps.", calls=(call,)
    )
    told = over(turn)
    assert [one["id"] for one in told] == ["1", "1#thought", "1#c"]
    assert (told[2]["command"], told[2]["files"], told[2]["call"]) == ("pytest -q", ["a.py"], "c")
    assert [one["place"] for one in told] == [7000, 7001, 7002]


def test_what_does_not_fit_is_shortened_the_same_way_each_time() -> None:
    long = "x" * 300_000
    call = Call(long, long, "{}", long, (long, "a.py", *(f"{n}.py" for n in range(300))))
    answer = Answer(long, long, 1, failed=True)
    turn = Turn(
        long, long, "assistant", long, thought=long, calls=(call,), answers=(answer,), model=long,
        spent=Spent(10**15, 1, 1, float("inf")),
    )  # fmt: skip
    told = over(turn)
    assert told == over(turn)
    action = next(one for one in told if one["slot"] == "action")
    outcome = next(one for one in told if one["slot"] == "outcome")
    assert action["call"] == outcome["call"]
    assert len(action["files"]) == 199
    assert len(outcome["text"]) < 2_100
    assert "characters left out" in told[0]["text"]


def test_characters_that_no_store_takes_are_shown() -> None:
    call = Call("c\x00", "Bash", "{}", "printf '\x00'")
    told = over(Turn("s\x00", "\x00", "assistant", "", calls=(call,)))
    assert told[0]["command"] == "printf '\u2400'"
    assert session_name("s\x00") == "s\u2400"


def test_of_what_worked_only_the_end_goes_over() -> None:
    call = Call("c", "Bash", "{}", "make")
    printed = "".join(f"line {number}\n" for number in range(1_000))
    (told,) = over(Turn("s", "2", "tool", "", answers=(Answer("c", printed, 0),)), calls={"c": call})
    assert (len(told["text"]), printed.endswith(told["text"])) == (400, True)


def test_what_a_tool_shows_that_only_looks_stays_behind() -> None:
    call = Call("c", "Read", '{"file_path": "a.py"}', None, ("a.py",))
    (told,) = over(Turn("s", "2", "tool", "", answers=(Answer("c", "import os\n" * 500),)), calls={"c": call})
    assert "text" not in told


def test_reports_of_tokens_are_kept_without_words() -> None:
    told = over(Turn("s", "tokens-1", "system", "", spent=Spent(5, 6), is_machine=True))
    assert [(one["role"], one["input_tokens"], one["output_tokens"]) for one in told] == [("assistant", 5, 6)]


def test_machine_text_and_system_text_stay_behind() -> None:
    assert over(Turn("s", "1", "user", "reminder", is_machine=True)) == []
    assert over(Turn("s", "1", "system", "You are helpful.")) == []


@pytest.mark.parametrize("code", [0, 1])
def test_a_secret_is_masked_before_it_is_cut(code: int) -> None:
    key = "gh" + "p_" + "".join(random.Random(3).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=36))
    for before in range(950, 1010, 5):
        for text in (f"{'a' * before} {key} {'b' * 9_000}", f"{'a' * 9_000} {key} {'b' * (before - 560)}"):
            told, secrets = handed_over(
                Turn("s", "2", "tool", "", answers=(Answer("c", text, code),)), 1, {}, masks=True
            )
            assert secrets <= 1
            assert key[4:16] not in str(told)
            assert key[-12:] not in str(told)


def test_nothing_is_masked_where_that_is_switched_off() -> None:
    key = "gh" + "p_" + "a1b2c3d4e5" * 3 + "f6g7h8"
    (told,) = over(Turn("s", "2", "tool", "", answers=(Answer("c", f"{'x' * 5_000} {key}", 1),)), masks=False)
    assert key in told["text"]


def test_what_we_said_ourselves_is_not_cut_in_half() -> None:
    block = f"<{MARK}>\n" + "- a fact\n" * 400 + f"</{MARK}>\n"
    (told,) = over(Turn("s", "2", "tool", "", answers=(Answer("c", f"{block}1 failed", 1),)))
    assert told["text"] == "1 failed"


def test_places_do_not_depend_on_how_the_file_was_read() -> None:
    moment = "2026-10-01T10:00:00.000000Z"
    assert place_of("gemini", Turn("s", "g", "assistant", "", moment), 5) == place_of(
        "gemini", Turn("s", "g", "assistant", "", moment), 900
    )
    assert place_of("markdown", Turn("s", "120", "user", ""), 5) == 120
    assert place_of("cursor", Turn("s", "@120", "user", ""), 5) == 120
    assert place_of("codex", Turn("s", "@120", "user", ""), 240) == 240


def test_what_is_known_of_a_session_is_told_once() -> None:
    began = Began("s", "2026-10-01T10:00:00.000000Z", "s", "/work/" + "x" * 600, "main", "1.0")
    assert session_fields(began, "codex") == {
        "session_id": "s",
        "agent": "codex",
        "started_at": began.at,
        "branch": "main",
        "version": "1.0",
    }
