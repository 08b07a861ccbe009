"""What repeats a text that was handed over is known for an echo; everything else stays as it was."""

import html
import json
import random
import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.echoes import RUN_WORDS, fingerprints, without_echoes, without_pasted

RULE = "Never commit to the main branch without a review by a second person."
SHORT = "Use pnpm, not npm."
FACT = 'The upload service keeps its files in a bucket called "acme-uploads", which is versioned.'
CONTEXT = f"""<phantasm-memory>
<rules>
- {RULE} [m:k3v9qd2a]
- {SHORT} (since 3 October 2026) [m:k3v9qd2b]
</rules>
<facts>
- {FACT} [m:k3v9qd2c]
</facts>
</phantasm-memory>
"""
KNOWN = frozenset(fingerprints(CONTEXT))
OWN = "I read the handler and it looks fine to me."


@pytest.mark.parametrize(
    "written",
    [
        RULE,
        FACT,
        SHORT,
        f"- {RULE}\n- {SHORT}\n",
        f"1. {RULE}\n2. {SHORT}\n3) {FACT}",
        f"> {textwrap.fill(FACT, 30)}".replace("\n", "\n> "),
        f"**{RULE}**",
        f"`{FACT}`",
        f"“{RULE}”",
        json.dumps(f"- {RULE}\n- {FACT}\n"),
        json.dumps([FACT]),
        html.escape(FACT),
        RULE.lower(),
        RULE.rstrip("."),
        "to the main branch without a review by a second",
        CONTEXT.partition("<facts>")[2].replace("[m:k3v9qd2c]", ""),
    ],
)
def test_an_echo_goes_however_it_is_written(written: str) -> None:
    assert without_echoes(written, KNOWN) == ""


def test_what_is_said_around_an_echo_stays_byte_for_byte() -> None:
    text = f"{OWN}\n\nFrom memory:\n- {RULE}\n- {FACT}\n\nSo I open a pull request.  \r\n"
    assert without_echoes(text, KNOWN) == f"{OWN}\n\nFrom memory:\n\nSo I open a pull request.  \r\n"


def test_an_echo_inside_a_sentence_goes_alone() -> None:
    text = "Since the upload service keeps its files in a bucket called acme-uploads, I look there."
    assert without_echoes(text, KNOWN) == "Since \u2026, I look there."
    assert without_echoes(f"No: {SHORT} That was last year.", KNOWN) == "No: That was last year."


def test_fewer_words_than_a_run_are_nobody_s() -> None:
    said = "We never commit to the main branch without tests."
    assert without_echoes(said, KNOWN) == said
    assert without_echoes("Please use pnpm, not npm or yarn.", KNOWN) == "Please use pnpm, not npm or yarn."


def test_inside_of_a_sentence_more_words_are_needed() -> None:
    said = "Since the upload service keeps its files in a basket, I look there."
    assert without_echoes(said, KNOWN) == said
    assert without_echoes("It: the upload service keeps its files in a.", KNOWN) == "It: "


def test_phrases_in_quotes_and_brackets_are_no_statements() -> None:
    known = frozenset(
        fingerprints('- He reads "The Name of the Wind" (chapter two only today) now: page five is open.\n')
    )
    for said in ("The Name of the Wind", "Chapter two only today.", "I like The Name of the Wind."):
        assert without_echoes(said, known) == said


def test_a_word_that_the_next_statement_begins_with_is_not_taken_along() -> None:
    known = frozenset(fingerprints(f"- {RULE}\n- The build takes four minutes on a laptop.\n"))
    text = f"- {RULE}\n- The handler is mine.\n"
    assert without_echoes(text, known) == "- The handler is mine.\n"


def test_citations_stay_where_they_are_few() -> None:
    assert without_echoes(f"As {RULE} [m:k3v9qd2a] says.", KNOWN) == "As [m:k3v9qd2a] says."
    assert without_echoes(f"- {RULE} [m:k3v9qd2a]\nYes.", KNOWN) == "[m:k3v9qd2a]\nYes."


def test_a_copied_block_cites_nothing() -> None:
    lines = [f"- {name.title()} service number {name} has its own very long runbook. [m:k3v9qd2{name[0]}]"
             for name in ("alpha", "beta", "gamma", "delta", "zeta")]  # fmt: skip
    known = frozenset(fingerprints("\n".join(lines)))
    assert "[m:" not in without_echoes("\n".join(["Here:", *lines, "Done."]), known)


def test_what_a_person_says_is_theirs() -> None:
    assert without_pasted(RULE, KNOWN) == RULE
    assert without_pasted(f"{RULE} {FACT}", KNOWN) == f"{RULE} {FACT}"
    said = f"{RULE}\nThat is what I want."
    assert without_pasted(said, KNOWN) == said


def test_what_a_person_pastes_is_not() -> None:
    assert without_pasted(f"Is this true?\n- {RULE}\n- {FACT}\n", KNOWN) == "Is this true?\n"
    assert without_pasted(f"Why?\n\n- {FACT} [m:k3v9qd2c]", KNOWN) == "Why?\n\n[m:k3v9qd2c]"


def test_nothing_known_changes_nothing() -> None:
    assert without_echoes(CONTEXT, frozenset()) == CONTEXT
    assert without_pasted(CONTEXT, frozenset()) == CONTEXT


@given(st.text(), st.text())
def test_unrelated_text_stays_as_it_is(handed: str, said: str) -> None:
    known = frozenset(fingerprints(f"x1 {handed} x2"))
    ours = set(handed.lower().split())
    if not any(word in ours for word in said.lower().split()):
        left = without_echoes(said, known)
        assert left in {said, ""}


@given(st.lists(st.sampled_from("alpha beta gamma delta epsilon zeta eta theta".split()), max_size=60))
def test_any_run_of_a_text_is_found(words: list[str]) -> None:
    text = " ".join(words)
    known = frozenset(fingerprints(text))
    for start in range(0, max(1, len(words) - RUN_WORDS), 5):
        run = " ".join(words[start : start + RUN_WORDS + 3])
        if len(run.split()) >= RUN_WORDS:
            assert without_echoes(run, known) == ""


def test_a_hook_s_context_has_few_fingerprints() -> None:
    choice = random.Random(1)
    for longest in (2, 5, 12):
        words = [
            "".join(choices)
            for choices in (choice.choices("abcdefgh", k=choice.randint(1, longest)) for _ in range(9_000))
        ]
        text = " ".join(words)[:9_000]
        assert len(json.dumps(fingerprints(text), separators=(",", ":"))) < 20_000


def test_a_text_of_short_words_is_found_all_the_same() -> None:
    choice = random.Random(2)
    text = " ".join("".join(choice.choices("abcdefgh", k=2)) for _ in range(3_000))
    known = frozenset(fingerprints(text))
    left = without_echoes(f"Mine. {text[3_000:6_000]}", known)
    assert len(left) < 30


def test_a_long_text_takes_time_in_proportion() -> None:
    # Quadratic work would take minutes here.
    text = f"{RULE} and " * 20_000
    began = time.process_time()
    without_echoes(text, KNOWN)
    without_echoes("\n" * 500_000, KNOWN)
    without_echoes("a. " * 200_000, KNOWN)
    without_pasted(f"{RULE}\n" * 10_000, KNOWN)
    assert time.process_time() - began < 60
