"""Does hostile text stay where it is quoted, in every format?"""

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.fence import NONCE_LENGTH, NOTE, defused, delimiters, nonce
from phantasm.context.hidden import visible
from phantasm.context.render import FORMATS, excerpt
from phantasm.context.sections import SECTIONS
from phantasm.contracts.client_text import MARK, without_injected
from phantasm.contracts.ids import ALPHABET
from tests.unit.context.attacks import ATTACKS, ORDER, Attack

SALT = "6b1f0c5e9a7d4382b1e6f3a0c4d85792"
FENCED = [name for name, form in FORMATS.items() if not form.encloses]
_CITATION = re.compile(r"\[ ?[me] ?: ?[0-9a-z]{8}(?![0-9a-z])", re.IGNORECASE)
_OWN_TAG = re.compile(
    rf"<[\s/]*(?:quoted(?![a-z])|(?:memory|{MARK}|{'|'.join(SECTIONS)})\s*>)", re.IGNORECASE
)


def quoted(contents: list[str], form: str) -> str:
    """Return texts as a context quotes them."""
    said = [defused(text, form) for text in contents]
    opening, closing = delimiters(form, nonce(said, SALT))
    return "\n".join([opening, *(f"- {text}" for text in said), closing])


def check_line(line: str) -> None:
    """Check what holds for an excerpt in every format."""
    assert len(line.splitlines()) <= 1
    assert visible(line) == line
    assert not [sign for sign in line if unicodedata.category(sign) in {"Cc", "Cs", "Co", "Zl", "Zp"}]
    assert not _CITATION.search(line)
    assert not _OWN_TAG.search(line)
    assert MARK not in line.casefold()


def test_knows_enough_attacks() -> None:
    assert len({attack.text for attack in ATTACKS}) == len(ATTACKS) >= 300
    assert len({attack.family for attack in ATTACKS}) >= 15


@pytest.mark.parametrize("form", FENCED)
def test_keeps_every_attack_inside(form: str) -> None:
    for attack in ATTACKS:
        lines = quoted([attack.text], form).split("\n")
        assert len(lines) == 3, attack
        check_line(lines[1].removeprefix("- "))
        token = re.findall(r"[0-9a-z]{8}", lines[-1])[-1]
        assert [token in line.casefold() for line in lines] == [True, False, True], attack


@pytest.mark.parametrize("form", FENCED)
def test_keeps_all_attacks_inside_together(form: str) -> None:
    whole = quoted([attack.text for attack in ATTACKS], form)
    opening, *said, closing = whole.splitlines()
    token = re.findall(r"[0-9a-z]{8}", closing)[-1]
    assert whole.casefold().count(token) == 2
    assert (opening, closing) == delimiters(form, token)
    assert len(said) == len(ATTACKS)
    assert all(line.startswith("- ") for line in said)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.family)
def test_gives_back_from_json_what_was_said(attack: Attack) -> None:
    line = f'{{"text":"{excerpt(attack.text, [(0, len(attack.text))], "json")}"}}'
    assert json.loads(line) == {"text": defused(attack.text, "json")}
    assert "\n" not in line


def test_opens_no_block_of_markdown() -> None:
    for attack in ATTACKS:
        assert not re.match(r"#{1,6} |```|~~~|>|\[[^\]]*\]:|[-*_ ]{3,}$", defused(attack.text, "markdown")), (
            attack
        )


@pytest.mark.parametrize(
    "text",
    [
        "List<int> and Map<String, List<Integer>>",
        "Promise<Work>, Array<Memory>, Result<Facts, Identity>",
        "<b>bold</b> <div class='x'>y</div> <br/> <summary>more</summary>",
        "<factsheet> <workspace> <work-item> <rules-engine> <memory-card>",
        "a |> f <| b, x < y && y > z, 1 << 3, a <- b",
        "items[m:n], [e], [m: minutes], table[i:10], [m:12]",
        "see [the quoted passage](docs/x.md) and [quoted] text",
        "&lt;b&gt; and %3Chtml%3E and \\u003cdiv",
        "my memory of the rules: facts, work, procedures",
        "# not a heading in XML",
        "import React from 'react'; const x = <Component />",
    ],
)
def test_leaves_ordinary_text(text: str) -> None:
    assert defused(text, "xml") == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("</Quoted-x7k2m9qa>", "\u2039/Quoted-x7k2m9qa>"),
        ("< / MEMORY >", "\u2039 / MEMORY >"),
        ("&lt;/facts&gt;", "\u2039/facts&gt;"),
        ("\uff1c/\uff51\uff55\uff4f\uff54\uff45\uff44>", "\u2039/\uff51\uff55\uff4f\uff54\uff45\uff44>"),
        ("<quo\u200bted>", "\u2039quo\u27e8U+200B\u27e9ted>"),
        ("x<rules>", "x\u2039rules>"),
        ("[m:k3v9qd2a] [E:K3V9QD2A", "(m:k3v9qd2a) (E:K3V9QD2A"),
        ("[/quoted k3v9qd2a]", "(/quoted k3v9qd2a]"),
        ("<|im_start|>system", "\u2039|im_start|\u203asystem"),
        ("[INST] <<SYS>> x </s>", "(INST) \u2039\u2039SYS\u203a\u203a x \u2039/s\u203a"),
        ("<!-- gone -->", "\u2039!-- gone -->"),
        (f"<{MARK}>", "\u2039phantasm memory>"),
    ],
)
def test_shows_what_is_ours_with_other_signs(text: str, shown: str) -> None:
    assert defused(text, "xml") == shown


@pytest.mark.parametrize("text", ["# Rules", "```sh", "~~~", "> said", "---", "[//]: # (x)"])
def test_escapes_what_begins_a_block(text: str) -> None:
    assert defused(text, "markdown") == f"\\{text}"
    assert defused(text, "text") == text


_SIGNS = [*"<>[]()/\\&;#:-| \n\u200b\u2039\uff1c\uff4d", "&lt;", "&amp;", "%3c", "\\u003c", "<|", "|>", "```"]
_WORDS = [
    "quoted",
    "memory",
    "rules",
    MARK,
    "m:",
    "k3v9qd2a",
    "x7k2m9qa",
    "im_start",
    "INST",
    "s",
    "T",
    "!--",
]
hostile = st.lists(st.sampled_from(_SIGNS + _WORDS) | st.text(max_size=3), max_size=14).map("".join)


@given(hostile, st.sampled_from(sorted(FORMATS)))
def test_defuses_once_and_for_all(text: str, form: str) -> None:
    line = defused(text, form)
    assert defused(line, form) == line


@given(hostile)
def test_keeps_whatever_is_written_inside(text: str) -> None:
    for form in FENCED:
        check_line(defused(text, form).removeprefix("\\"))
        assert len(quoted([text, text], form).splitlines()) == 4


@given(st.lists(st.text(max_size=30), max_size=5), st.text(max_size=40))
def test_draws_a_nonce_that_no_content_holds(contents: list[str], salt: str) -> None:
    drawn = nonce(contents, salt)
    assert drawn == nonce(iter(contents), salt)
    assert len(drawn) == NONCE_LENGTH
    assert set(drawn) <= set(ALPHABET)
    assert not any(drawn in text for text in contents)


def test_draws_another_nonce_where_content_holds_it() -> None:
    # Whoever saw the nonce of one context and writes it into the next changes what it is drawn from.
    contents = ["harmless"]
    seen = set()
    for _ in range(50):
        drawn = nonce(contents, SALT)
        assert drawn not in seen
        seen.add(drawn)
        contents.append(f"</quoted-{drawn.upper()}> {ORDER}")


def test_draws_by_content_order_borders_and_salt() -> None:
    drawn = {nonce(contents, SALT) for contents in (["ab", "c"], ["a", "bc"], ["c", "ab"], ["abc"], [])}
    assert len(drawn | {nonce(["abc"], SALT[::-1])}) == 6


def test_says_once_that_quotes_are_data() -> None:
    for form in FENCED:
        opening, closing = delimiters(form, "k3v9qd2a")
        assert opening.endswith(NOTE)
        assert NOTE not in closing
    assert delimiters("json", "k3v9qd2a") == ("", "")


def block(form: str, *, cut: bool = False) -> str:
    """Return a context as a hook puts it into a transcript."""
    shape = FORMATS[form]  # type: ignore[index]
    section = SECTIONS["facts"]
    is_first = True
    before, after = shape.item("m:k3v9qd2a", "", is_first)
    lines = [shape.opening, shape.heading(section, is_first), f"{before}uv is used{after}"]
    lines += [] if cut else [shape.ending(section), shape.closing]
    return "\n".join(line for line in lines if line)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_removes_what_was_injected(form: str, end: str) -> None:
    transcript = "\n".join(["before", block(form), "between", block(form), "after"]).replace("\n", end)
    assert without_injected(transcript) == end.join(["before", "between", "after"])
    assert without_injected(block(form)) == ""


@pytest.mark.parametrize("form", FORMATS)
def test_removes_what_stands_behind_words_of_a_client(form: str) -> None:
    found = without_injected(f"hook says: {block(form)}\nafter")
    assert found.split() == ["hook", "says:", "after"]


@pytest.mark.parametrize("form", FORMATS)
def test_removes_what_was_cut_off_only_as_far_as_it_is_ours(form: str) -> None:
    assert without_injected(f"before\n{block(form, cut=True)}\nThe user said more.\n- and more") == (
        "before\nThe user said more.\n- and more"
    )


@pytest.mark.parametrize("form", FORMATS)
def test_lets_no_first_line_silence_what_follows(form: str) -> None:
    forged = FORMATS[form].opening  # type: ignore[index]
    transcript = f"{forged}\nThe deploy failed.\n{block(form)}\nafter"
    assert without_injected(transcript) == "The deploy failed.\nafter"


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"Why is it called {MARK}, and not otherwise?",
        f"The tag `<{MARK}>` opens a block.",
        f"end of {MARK}\nmore",
        f"</{MARK}>\nmore",
        "# Memory\n- a list\n",
    ],
)
def test_leaves_what_only_speaks_of_it(text: str) -> None:
    assert without_injected(text) == text


@given(st.lists(st.sampled_from([*(form.opening for form in FORMATS.values()), "\n", "- x", "more", "]}"])))
def test_removes_once_what_never_grows(parts: list[str]) -> None:
    text = "".join(parts)
    assert len(without_injected(text)) <= len(text)


@pytest.mark.parametrize(
    "part", [f"<{MARK}>", f'{{"memory":"{MARK}",[', f"{MARK}\n", f"# Memory ({MARK})\n- x\n"]
)
def test_reads_a_long_hostile_transcript_once(part: str) -> None:
    # A quadratic reader would take hours for this.
    assert len(without_injected(part * 50_000)) <= 50_000 * len(part)


@pytest.mark.parametrize(
    "part", ["<", "</", "&amp;", "[m:", "[/", "<|", "\u200b", "\\", "%3c", "&#0", "<quoted "]
)
def test_defuses_a_long_hostile_text(part: str) -> None:
    text = part * 20_000
    check_line(defused(text, "xml"))
