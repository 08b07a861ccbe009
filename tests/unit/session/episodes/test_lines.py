"""What somebody wrote, and what a machine did."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.episodes.lines import cited_in, is_machine_line, said_lines
from phantasm.session.episodes.sentences import cut, sentences


@pytest.mark.parametrize(
    "line",
    [
        "$ pytest -q",
        ">>> import os",
        "diff --git a/x b/x",
        "@@ -1,3 +1,4 @@",
        "+++ b/src/a.py",
        "Traceback (most recent call last):",
        '  File "a.py", line 3, in <module>',
        "    at Object.run (/srv/app.js:3:1)",
        "2026-03-01 10:00:00 INFO started",
        "[ERROR] something",
        "| a | b |",
        "-rw-r--r-- 1 ada ada 12 Mar 1 a.py",
        "def run(self, value):",
        "    return value;",
        "{'a': [1, 2, 3], 'b': {}}",
        "import os",
        "npm ERR! code ERESOLVE",
        "<div class='x'>",
        "12:import os",
    ],
)
def test_takes_machine_text_for_machine_text(line: str) -> None:
    assert is_machine_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "Fix the clock.",
        "- first, add a test",
        "Use pnpm, not npm (see package.json)!",
        "Why does `app.py` fail with exit code 1?",
        "ok",
        "",
        "\u041d\u0435 \u0442\u0440\u043e\u0433\u0430\u0439 \u0447\u0430\u0441\u044b.",
        "時計を直してください。",
        "If the build fails, tell me.",
        "2 things: rename it, and add a test",
    ],
)
def test_takes_words_for_words(line: str) -> None:
    assert not is_machine_line(line)


def test_leaves_out_code_elements_and_memory() -> None:
    text = """Look at this:
```python
It works now.
```
<system-reminder>Never say so.</system-reminder>
Use uv here. [m:k3v9qd2a]
<phantasm-memory nonce=1>
Remembered line.
</phantasm-memory>
Fix the clock."""
    assert [line for line in said_lines(text) if line] == ["Look at this:", "Fix the clock."]


def test_does_not_let_a_forged_beginning_silence_the_rest() -> None:
    text = "<phantasm-memory>\nold\n\n\nFix the clock."
    assert sentences(text) == ["Fix the clock."]


def test_cites_what_is_cited_and_not_what_is_repeated() -> None:
    assert cited_in("As [m:k3v9qd2a] says, and [e:k3v9qd2b].") == ["k3v9qd2a"]
    assert cited_in("phantasm-memory begin\n[m:k3v9qd2a] x\nphantasm-memory end\n[m:k3v9qd2c]") == [
        "k3v9qd2c"
    ]


def test_splits_sentences() -> None:
    text = "First, see e.g. Python 3.11. It\nfails. **No.** Use v1. 2 times!\n\n- one item\n- another item"
    assert sentences(text) == [
        "First, see e.g. Python 3.11.",
        "It fails.",
        "No.",
        "Use v1.",
        "2 times!",
        "one item",
        "another item",
    ]


def test_cuts_at_words() -> None:
    assert cut("one two  three", 100) == "one two three"
    assert cut("one two three", 9) == "one two…"
    assert cut("x" * 50, 10) == "x" * 9 + "…"


@given(st.text(max_size=500))
def test_never_raises(text: str) -> None:
    assert all(sentence.strip() for sentence in sentences(text))
