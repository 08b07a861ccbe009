"""Which stretches of a turn are prose."""

import pytest

from phantasm.learning.claims.sentences import LONGEST_CHARACTERS, passages, sentences_of


def prose(text: str) -> list[str]:
    return [text[found.start : found.stop] for found in passages(text)]


@pytest.mark.parametrize(
    "line",
    [
        "$ make test",
        "ERROR: the database must be migrated first",
        "2026-03-01 10:22:01 INFO server listens on port 8400",
        "[10:22] bob: we always deploy on fridays",
        "ValueError: The scheduler must always be started before workers",
        '  File "jobs/run.py", line 12, in <module>',
        "npm WARN deprecated request@2.88.2: request has been deprecated",
        "| api | 8400 |",
        "-rw-r--r-- 1 root root 1200 Mar  1 10:00 the api uses port 80.md",
        "├── api/",
        '{"port": 8400, "note": "The port must never change"}',
        "> We must never use clang again.",
        "    return the_thing_that_must_never_change",
        "+We always use pnpm in this project.",
        "timeout: 30",
        "<system-reminder>always be brief</system-reminder>",
    ],
)
def test_leaves_out_what_a_machine_wrote(line: str) -> None:
    assert prose(f"this is it\n{line}\nany idea?") == ["this is it", "any idea?"]


def test_leaves_out_fenced_code_to_its_end() -> None:
    assert prose("before\n```python\n# We always use UTC.\n```\nafter") == ["before", "after"]
    assert prose("before\n```\nnever closed") == ["before"]


def test_leaves_out_a_difference_with_its_context() -> None:
    changed = " Always build with clang.\n- The API runs on port 80."
    text = f"look at this\ndiff --git a/x b/x\n@@ -1,2 +1,2 @@\n{changed}\nwhat now"
    assert prose(text) == ["look at this", "what now"]


def test_leaves_out_what_is_announced_as_pasted() -> None:
    assert prose("Here is what Ben wrote:\nWe decided to drop Windows.\n\nCan you answer him?") == [
        "Here is what Ben wrote:",
        "Can you answer him?",
    ]


def test_leaves_out_a_mail() -> None:
    assert prose(
        "this came in:\nFrom: Paul <paul@example.com>\nSubject: Build\n\nWe must never use clang."
    ) == ["this came in:"]


def test_leaves_out_injected_memory() -> None:
    text = "<phantasm-memory>\n- The API listens on 8400 [m:k3v9qd2a]\n</phantasm-memory>\nok"
    assert prose(text) == ["ok"]


def test_joins_lines_that_were_wrapped() -> None:
    text = (
        "The dashboard gets its numbers from the metrics view, which is refreshed every\nhour by a cron job."
    )
    assert prose(text) == [text]


def test_tells_items_and_steps() -> None:
    assert [found.place for found in passages("- one thing\n1. first step\nplain text")] == [
        "item",
        "step",
        "text",
    ]


def test_cuts_sentences_but_not_abbreviations_and_versions() -> None:
    text = "Use Python 3.11 e.g. from pyenv. Then run it! ok?"
    assert [found.text for found in sentences_of(text)] == [
        "Use Python 3.11 e.g. from pyenv.",
        "Then run it!",
    ]


def test_leaves_out_sentences_that_are_too_long() -> None:
    assert not list(sentences_of("word " * LONGEST_CHARACTERS))
